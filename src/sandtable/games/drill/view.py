"""What one side of Drill may know: everything but the enemy's hidden unit [1.3]."""

from collections.abc import Mapping

import msgspec

from sandtable.boards.counter import Counter
from sandtable.engine import HexRef, SideRef
from sandtable.engine.dice import Dice
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


def view(table: Play, side: int | None, phase: str) -> View:
    """Build up what a side may know; the umpire may know all."""
    state = table.state
    hexes, flags = state.hexes[:], state.flags[:]
    for unit, own in enumerate(state.side):
        if flags[unit] & HIDDEN and side not in (None, own):
            hexes[unit], flags[unit] = OFF, HIDDEN
    return View(side, state.turn, phase, state.units, hexes, flags, state.stance[:])


def counters(table: Play, side: int | None) -> list[Counter]:
    """The counters of all units that this side sees on the board."""
    seen = enumerate(view(table, side, "").hexes)
    return [counter(table.state, unit, hex) for unit, hex in seen if hex != OFF]


def counter(state: State, unit: int, hex: int) -> Counter:
    """A unit's counter, marked with what the unit has done."""
    symbol, marks = SYMBOLS[state.kind[unit]], WORDS.letters(state.flags[unit])
    return Counter(hex, state.side[unit], symbol, state.units[unit], status=marks)


def knows(state: State, side: int | None, unit: int) -> bool:
    """Does a seat know this unit: its own, or one that has come to light [1.3]?"""
    return side in (None, state.side[unit]) or not state.flags[unit] & HIDDEN


def secrets(table: Play, side: int) -> Mapping[str, object]:
    """Where the enemy's hidden unit lies, if it could lie in more than one hex [1.3]."""
    state, enemies = table.state, table.scene.own[1 - side]
    hidden = [unit for unit in enemies if state.flags[unit] & HIDDEN and len(homes(table, unit)) > 1]
    return {f"where {state.units[unit]} lies": state.hexes[unit] for unit in hidden}


def homes(table: Play, unit: int) -> list[int]:
    """The home hexes where a hidden unit could lie: free ones that no enemy stands next to [1.3]."""
    state, scene, side = table.state, table.scene, table.state.side[unit]
    enemies = {state.hexes[other] for other in scene.own[1 - side]}
    free = [hex for hex in scene.home[side] if state.at[hex] in (OFF, unit)]
    return [hex for hex in free if not enemies & {*scene.near[hex]}]


def deal_again(table: Play, side: int, known: State, dice: Dice) -> None:
    """Put the enemy's hidden unit in any free home hex that no unit of this side is next to [1.3]."""
    state = table.state
    for unit in [unit for unit in table.scene.own[1 - side] if known.flags[unit] & HIDDEN]:
        free = homes(table, unit)
        state.place(unit, free[dice.roll(len(free)) - 1])
        state.flags[unit] = HIDDEN
