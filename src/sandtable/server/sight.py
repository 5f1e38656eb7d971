"""What a seat sees at a glance: its view, the counters, how the game stands, and what it may take back."""

import msgspec

from sandtable.engine.session import Session, Wire
from sandtable.server.live import standing_of


def seen(session: Session) -> Wire:
    """All of it, built up from what the seat may know."""
    driver, scene = session.driver, session.scene
    return {
        **session.view(""),
        **session.counters(),
        **session.own_orders(),
        **session.takes_back(),
        "standing": msgspec.to_builtins(standing_of(driver)),
        "committed": [scene.side_name(side) for side in driver.committed],
    }
