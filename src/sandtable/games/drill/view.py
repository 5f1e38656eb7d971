"""What one side of Drill may know: everything but the enemy's hidden unit [1.3]."""

import msgspec

from sandtable.boards.counter import Counter
from sandtable.engine import HexRef, SideRef
from sandtable.engine.dice import Dice
from sandtable.games.drill.state import DUG, FIRED, HIDDEN, MOVED, OFF, RULES, Play, State

SYMBOLS = {"rifles": "infantry", "gun": "anti-tank"}
LETTERS = {MOVED: "M", FIRED: "F", DUG: "D", HIDDEN: "H"}
"""What stands on a counter for what its unit has done."""


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
    state = table.state
    return [
        Counter(
            hex,
            state.side[unit],
            SYMBOLS[RULES.types[state.kind[unit]]],
            state.units[unit],
            status=tuple(letter for flag, letter in LETTERS.items() if state.flags[unit] & flag),
        )
        for unit, hex in enumerate(view(table, side, "").hexes)
        if hex != OFF
    ]


def deal_again(table: Play, side: int, known: State, dice: Dice) -> None:
    """Put the enemy's hidden unit in any free home hex that no unit of this side is next to [1.3]."""
    state, scene = table.state, table.scene
    home, mine = scene.home[1 - side], {state.hexes[unit] for unit in scene.own[side]}
    for unit in [unit for unit in scene.own[1 - side] if known.flags[unit] & HIDDEN]:
        state.place(unit, OFF)
        homes = [hex for hex in home if state.at[hex] == OFF and not mine & {*scene.near[hex]}]
        state.place(unit, homes[dice.roll(len(homes)) - 1])
        state.flags[unit] = HIDDEN
