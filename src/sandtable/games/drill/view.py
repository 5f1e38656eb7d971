"""What one side of Drill may know: everything but the enemy's hidden unit [1.3]."""

from collections.abc import Sequence

import msgspec

from sandtable.boards.counter import Counter
from sandtable.engine import HexRef, SideRef
from sandtable.games.drill.state import HIDDEN, OFF, WORDS, Play, State

SYMBOLS = ("infantry", "anti-tank")


class View(msgspec.Struct, frozen=True):
    """Columns by unit number, as in the state; without a hex a unit is off the board or unseen."""

    side: SideRef | None
    turn: int
    phase: str
    units: tuple[str, ...]
    hexes: list[HexRef]
    flags: list[int]
    stance: list[int]


def view(state: State, side: int | None, phase: str, known: Sequence[bool]) -> View:
    """Build up what a side may know, which knows these units; the umpire may know all."""
    hexes = [hex if seen else OFF for hex, seen in zip(state.hexes, known, strict=True)]
    flags = [flags if seen else HIDDEN for flags, seen in zip(state.flags, known, strict=True)]
    return View(side, state.turn, phase, state.units, hexes, flags, state.stance[:])


def counters(state: State, view: View) -> list[Counter]:
    """The counters of all units that are seen on the board."""
    return [counter(state, unit, hex) for unit, hex in enumerate(view.hexes) if hex != OFF]


def counter(state: State, unit: int, hex: int) -> Counter:
    """A unit's counter, marked with what the unit has done."""
    symbol, marks = SYMBOLS[state.kind[unit]], WORDS.letters(state.flags[unit])
    return Counter(hex, state.side[unit], symbol, state.units[unit], status=marks)


def homes(table: Play, unit: int) -> list[int]:
    """The home hexes where a hidden unit could lie: free ones that no enemy stands next to [1.3]."""
    state, scene, side = table.state, table.scene, table.state.side[unit]
    foes = {state.hexes[other] for other in scene.own[1 - side]}
    return [hex for hex in scene.home[side] if state.at[hex] in (OFF, unit) and not foes & {*scene.near[hex]}]
