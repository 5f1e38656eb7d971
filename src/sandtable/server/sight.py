"""What a seat sees at a glance: its view, the counters, how the game stands, and what it may take back."""

import msgspec

from sandtable.engine.session import Session, Wire
from sandtable.server.live import Live, standing_of


def seen(session: Session, live: Live) -> Wire:
    """All of it, built up from what the seat may know."""
    driver, scene = session.driver, session.scene
    return {
        **pictured(session, live),
        **session.own_orders(),
        **session.takes_back(),
        "standing": msgspec.to_builtins(standing_of(driver)),
        "committed": [scene.side_name(side) for side in driver.committed],
    }


def pictured(session: Session, live: Live) -> Wire:
    """View and counters as they go over the wire, written once for all who see the same."""
    stamp = len(live.driver.history), len(live.driver.undone)
    kept = live.pictures.get(session.seat)
    if kept is None or kept[0] != stamp:
        whole = {**session.view(""), **session.counters()}
        kept = stamp, {name: msgspec.Raw(msgspec.json.encode(part)) for name, part in whole.items()}
        live.pictures[session.seat] = kept
    return kept[1]
