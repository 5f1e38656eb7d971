"""The sequence of play: deployment, then turns of sealed stances, moves and digging in [2.0]."""

from collections.abc import Sequence

import msgspec

from sandtable.engine import Additions, Choose, Event, Form, Ladder, Option, Outcome, Refusal, Rung
from sandtable.engine.events import UnitInHex
from sandtable.games.drill.movement import dig_in, move_units
from sandtable.games.drill.state import BLUE, FIRED, HIDDEN, MOVED, OFF, RED, SIDES, Play, State


class Placed(UnitInHex, frozen=True):
    case, words = "2.1", "{unit} stands in {hex}"


class StancesTaken(Event, frozen=True):
    case, words = "2.2", "Blue and Red will {stances}"
    stances: tuple[str, ...]


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The starting hex of each unit in order; the last unit is hidden."""

    hexes: tuple[str, ...] = ()


class Deploy(Form[Plan]):
    """Every unit's starting hex, in the side's home rows."""

    name, case, shape = "deploy", "2.1", Plan

    def homes(self) -> list[str]:
        return [self.table.scene.hex_name(hex) for hex in self.table.scene.home[self.side]]

    def faults(self, draft: Plan) -> list[Refusal]:
        homes, wanted, hexes = self.homes(), len(self.table.scene.own[self.side]), draft.hexes
        faults = [Refusal("2.1", "is not in the home rows", hex) for hex in hexes if hex not in homes]
        faults += [Refusal("3.3", "is named twice", hex) for n, hex in enumerate(hexes) if hex in hexes[:n]]
        if len(hexes) != wanted:
            faults.append(Refusal("2.1", f"{wanted} units need a hex each, not {len(hexes)}"))
        return faults

    def grow(self, draft: Plan) -> Sequence[tuple[Option, Plan]]:
        scene, taken = self.table.scene, draft.hexes
        left = [scene.units[unit] for unit in scene.own[self.side][len(taken) :]]
        free = [hex for hex in self.homes() if left and hex not in taken]
        return Additions(free, lambda hex: (Option(hex, f"{left[0]} in {hex}"), Plan((*taken, hex))))


class TakeStance(Choose[str]):
    """One point more to move, or one better to hit."""

    name, case, always = "stance", "2.2", ("advance", "hold")


async def deploy(table: Play) -> None:
    """Both sides deploy in secret; all but the last unit of each is then seen [2.1] [1.3]."""
    plans = await table.ask_all([Deploy(table, side) for side in (BLUE, RED)], resumable=True)
    scene, state = table.scene, table.state
    for side, plan in plans.items():
        state.flags[scene.own[side][-1]] = HIDDEN
        for unit, hex in zip(scene.own[side], plan.hexes, strict=True):
            state.place(unit, scene.hex(hex))
            table.report(Placed(unit, state.hexes[unit]), to=side if state.flags[unit] else None)


async def take_stances(table: Play) -> None:
    """Each side says in secret whether it advances or holds [2.2]."""
    stances = await table.ask_all([TakeStance(table, side) for side in (BLUE, RED)], resumable=True)
    table.state.stance = [int(stances[side] == "hold") for side in (BLUE, RED)]
    table.report(StancesTaken(tuple(stances.values())))


async def end_turn(table: Play) -> None:
    """Everybody may move and fire again; the game may be over [2.3]."""
    table.state.flags = [flags & ~(MOVED | FIRED) for flags in table.state.flags]
    table.state.outcome = outcome(table)


def outcome(table: Play) -> Outcome | None:
    """Who has won: the last side standing, or after the last turn more units on the hill or at all [5.1]."""
    hexes, own, hill = table.state.hexes, table.scene.own, table.scene.board.marks.get("hill", ())
    left = tuple(sum(hexes[unit] != OFF for unit in units) for units in own)
    held = tuple(sum(hexes[unit] in hill for unit in units) for units in own)
    if 0 not in left and table.state.turn < table.scene.rules.turns:
        return None
    counts, where = (left, "left") if 0 in left or held[BLUE] == held[RED] else (held, "on the hill")
    if counts[BLUE] == counts[RED]:
        return Outcome(None, "neither side is ahead", counts)
    winner = BLUE if counts[BLUE] > counts[RED] else RED
    return Outcome(winner, f"{SIDES[winner]} has more units {where}", counts)


LADDER: Ladder[State] = Ladder(
    Rung("deployment", "Deployment", "2.1", deploy, when=lambda state: set(state.hexes) == {OFF}),
    Rung("stances", "Stances", "2.2", take_stances),
    Rung("blue-movement", "Blue movement", "3.1", move_units, (BLUE,)),
    Rung("blue-digging", "Blue digs in", "3.4", dig_in, (BLUE,)),
    Rung("red-movement", "Red movement", "3.1", move_units, (RED,)),
    Rung("red-digging", "Red digs in", "3.4", dig_in, (RED,)),
    Rung("end", "End of the turn", "2.3", end_turn),
)
