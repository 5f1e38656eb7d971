"""The ladder that a turn climbs: rungs left out, rungs climbed again, turns counted."""

from typing import Any

import msgspec

from sandtable.engine import Ladder, Outcome, Rung


class Climb(msgspec.Struct):
    """The least that stands on a ladder, and how often its second rung is still to be climbed."""

    turn: int = 1
    step: int = 0
    outcome: Outcome | None = None
    left: int = 0


async def procedure(_: Any) -> None:
    """Carries out nothing."""


LADDER: Ladder[Climb] = Ladder(
    Rung("first", "First", "", procedure),
    Rung(
        "pulse", "Pulse", "", procedure, when=lambda climb: climb.left > 0, again=lambda climb: climb.left > 0
    ),
    Rung("last", "Last", "", procedure),
)


def climbed(climb: Climb, steps: int) -> list[str]:
    """The turn and the rung after each step; on the second rung one pulse is spent each time."""
    names = []
    for _ in range(steps):
        LADDER.advance(climb)
        segment = LADDER.segment(climb)
        names.append(f"{climb.turn} {segment.name if segment else 'over'}")
        climb.left -= segment is not None and segment.name == "pulse"
    return names


def test_a_rung_is_climbed_again_as_long_as_it_says() -> None:
    """Two pulses, then the rest of the turn; the next turn has none."""
    assert climbed(Climb(left=2), 5) == ["1 pulse", "1 pulse", "1 last", "2 first", "2 last"]


def test_nothing_is_climbed_again_when_the_game_is_decided() -> None:
    """An outcome ends the climb in the middle of pulses."""
    climb = Climb(left=5)
    LADDER.advance(climb)
    climb.outcome = Outcome(None, "decided")
    assert climbed(climb, 1) == ["1 over"]
