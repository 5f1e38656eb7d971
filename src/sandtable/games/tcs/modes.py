"""Mode Determination: every unit in fire mode or in move mode [1.3c] [3.7] [4.0]."""

from collections.abc import Sequence

from sandtable.engine import Option, Refusal, Several
from sandtable.games.tcs.events import ModesTaken, ModeTaken
from sandtable.games.tcs.scene import Battlefield, Play
from sandtable.games.tcs.state import (
    FIRE,
    FORMER,
    NOBODY,
    OVERWATCHED,
    PARALYZED,
    SHIFTED,
    SUPPRESSED,
    TOWED,
    State,
    has,
    hex_of,
    mark,
    wipe,
)


class ChangeModes(Several[int]):
    """Which units change their mode; both sides answer at once."""

    table: Play
    name, case, options_are = "change-modes", "4.0", "units"

    def offer(self) -> Sequence[int]:
        scene, state = self.table.scene, self.table.state
        return [unit for unit in scene.own[self.side] if not bars(scene, state, unit)]

    def describe(self, option: int) -> Option:
        name = self.key(option)
        mode = other_mode(self.table.state, option)
        return Option(name, f"{name} goes to {mode} mode", unit=name)

    def why_not(self, key: str) -> Refusal:
        unit = self.table.scene.unit(key)
        if self.table.state.side[unit] != self.side:
            return Refusal("4.0", f"{key} is not of this side")
        return bars(self.table.scene, self.table.state, unit)[0]


def other_mode(state: State, unit: int) -> str:
    """The mode that a unit would change to."""
    return "move" if has(state, unit, FIRE) else "fire"


def bars(scene: Battlefield, state: State, unit: int) -> list[Refusal]:
    """Why a unit may not change its mode now [3.7] [4.2] [8.9f] [12.3d]."""
    name, fire = scene.unit_name(unit), has(state, unit, FIRE)
    rows = (
        ("4.0", "is not on the map", hex_of(state, unit) < 0),
        ("12.3d", "is under tow and stays in move mode", has(state, unit, TOWED)),
        ("4.2", "is suppressed or paralyzed and may not go to move mode", fire and _pinned(state, unit)),
        ("15.4b", "is in the lane of a minefield", not fire and _in_lane(scene, state, unit)),
        ("8.9f", "has an overwatch marker", fire and has(state, unit, OVERWATCHED)),
        (
            "3.7",
            "was moved in the last turn",
            scene.types[unit].category == "map_gun" and _moved(state, unit),
        ),
    )
    return [Refusal(case, f"{name} {reason}") for case, reason, holds in rows if holds]


def _in_lane(scene: Battlefield, state: State, unit: int) -> bool:
    """In a breached minefield vehicles and carriers alone may be in fire mode [15.4b]."""
    if scene.types[unit].category in ("vehicle", "carrier"):
        return False
    hex = hex_of(state, unit)
    return any(mine.hex == hex and mine.lane != NOBODY for mine in state.mines)


def _pinned(state: State, unit: int) -> bool:
    return has(state, unit, SUPPRESSED | PARALYZED)


def _moved(state: State, unit: int) -> bool:
    return has(state, unit, FORMER)


async def determine_modes(table: Play) -> None:
    """Both sides settle their modes in secret; then all overwatch markers go [1.3c] [4.0] [8.9g]."""
    chosen = await table.ask_all([ChangeModes(table, side) for side in (0, 1)], resumable=True)
    for side, units in chosen.items():
        for unit in units:
            change_mode(table, unit)
        table.report(ModesTaken(side))
    for unit in range(len(table.state.units)):
        wipe(table.state, unit, OVERWATCHED)


def change_mode(table: Play, unit: int) -> None:
    """A unit takes the other mode [3.7] [4.0]."""
    mode = other_mode(table.state, unit)
    (mark if mode == "fire" else wipe)(table.state, unit, FIRE)
    mark(table.state, unit, SHIFTED)
    table.report(ModeTaken(unit, mode))
