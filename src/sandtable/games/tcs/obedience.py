"""The beginning and the end of an Action Phase under orders: failure, contingency, who lags [6.5c] [6.10]."""

from collections.abc import Sequence
from fractions import Fraction

from sandtable.engine import Option, Refusal, Several
from sandtable.games.tcs.charts import CHARTS
from sandtable.games.tcs.clock import moment
from sandtable.games.tcs.failure import declare, failure_fault, group_named, groups_at_work
from sandtable.games.tcs.orders import judged, note_down
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.state import FAILING, FIRE, NOBODY, PARALYZED, able, commanded, has, hex_of
from sandtable.games.tcs.steps import able_units, begun, group_envelope, step_of
from sandtable.games.tcs.tracking import track_all
from sandtable.games.tcs.unassigned import heed_attacks

SLOW = 2
"""Standing still so many Action Phases in a row on failure instructions is noted."""
HALF = Fraction(1, 2)


class DeclareFailure(Several[tuple[int, int]]):
    """Which groups give up their missions now, before their side moves [6.10].

    It is asked in every Action Phase: whether there is anybody to fail is the owner's secret.
    """

    __slots__ = ()
    table: Play
    name, case, private, resumable = "declare-failure", "6.10", True, False

    def question(self) -> str:
        return f"Which groups of {self.table.scene.sides[self.side]} go over to their failure instructions?"

    def offer(self) -> Sequence[tuple[int, int]]:
        """Those that have not failed, but none that has only just set out."""
        table = self.table
        working = groups_at_work(table, self.side)
        return [group for group in working if failure_fault(table, *group) is None]

    def key(self, option: tuple[int, int]) -> str:
        plan = self.table.state.sheets[option[0]].plan
        return f"{plan.id}: {plan.groups[option[1]].id}"

    def describe(self, option: tuple[int, int]) -> Option:
        key = self.key(option)
        return Option(key, f"{key} goes over to its failure instructions")

    def why_not(self, key: str) -> Refusal:
        sheet, _, group = key.rpartition(": ")
        found = group_named(self.table, self.side, sheet, group)
        fault = failure_fault(self.table, *found) if found else None
        return fault or Refusal("6.10", f"{key!r} is no group of an implemented sheet of yours")


async def begin_action(table: Play, side: int) -> None:
    """Attacked groups withdraw by their plan; others may be declared to have failed [6.5c] [6.10].

    Only when the phase begins: not when it is taken up again with a unit on its way.
    """
    state = table.state
    if not commanded(state) or state.opened == side:
        return
    track_all(table)
    heed_attacks(table, side)
    for number, group in await table.ask(DeclareFailure(table, side)):
        declare(table, number, (group,), "declared in the Action Phase")
    state.opened = side


def end_action(table: Play, side: int) -> None:
    """Note who was to go back and did not [6.5c] [6.10]."""
    state = table.state
    if not commanded(state):
        return
    state.opened = NOBODY
    _late(table, side)
    for unit in table.scene.own[side]:
        if state.group[unit] == NOBODY or hex_of(state, unit) < 0 or has(state, unit, PARALYZED):
            continue
        if state.sheet[unit] == NOBODY:
            _lags(table, unit)
        else:
            _stays(table, unit)


def _late(table: Play, side: int) -> None:
    """Note groups whose hour has come and of which nobody who could sets out [6.2b]."""
    state, now = table.state, table.scene.turn(table.state)
    for number, group in groups_at_work(table, side):
        step = step_of(state.sheets[number], group)
        hours = [moment(one.time) for one in step.start if one.time] if step else []
        if hours and max(hours) <= (now.day, now.minute) and begun(table, number, group):
            units = able_units(table, number, group)
            moved = any(state.began[unit] != hex_of(state, unit) for unit in units)
            ready = next((unit for unit in units if _could_go_on(table, unit)), None)
            if ready is not None and not moved:
                note_down(table, ready, "OS-LATE", "its hour has come, and nobody sets out")


def _could_go_on(table: Play, unit: int) -> bool:
    """Is it in move mode, with a hex ahead that it may enter [6.2b]?"""
    state = table.state
    hex, sheet = state.hexes[unit], state.sheets[state.sheet[unit]]
    if hex < 0 or has(state, unit, FIRE):
        return False
    envelope = group_envelope(table, sheet, state.group[unit], unit)
    around = table.scene.country.neighbours[hex * 6 : hex * 6 + 6]
    last = state.last[unit]
    ahead = [one for one in around if one >= 0 and envelope.progress(one, max(0, last)) > last]
    return any(judged(table, unit, "move", one).ruling == "allow" for one in ahead)


def _lags(table: Play, unit: int) -> None:
    """Who withdraws by a contingency plan uses half its movement at least [6.5c]."""
    state, place = table.state, table.state.places[table.state.group[unit]]
    if not place.leaving or place.preliminary or not able(state, unit) or state.carrier[unit] != NOBODY:
        return
    most = table.scene.types[unit].points * CHARTS.movement.point
    if state.began[unit] == hex_of(state, unit) or state.spent[unit] < HALF * most:
        note_down(table, unit, "UN-SLOW", "it is to withdraw by its contingency plan")


def _stays(table: Play, unit: int) -> None:
    """Who stands still on failure instructions, though he is able and not there yet [6.10]."""
    state = table.state
    sheet, group = state.sheets[state.sheet[unit]], state.group[unit]
    if sheet.steps[group] != FAILING:
        return
    hex = hex_of(state, unit)
    there = group_envelope(table, sheet, group).area >> hex & 1
    still = able(state, unit) and state.began[unit] == hex and not there
    state.slow[unit] = state.slow[unit] + 1 if still else 0
    if state.slow[unit] >= SLOW:
        note_down(table, unit, "FA-SLOW", "it is to go back by its failure instructions")
