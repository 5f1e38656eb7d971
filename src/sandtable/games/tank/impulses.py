"""The Movement Segment, point against point: one impulse after another until nobody moves [9.14] [4.1]."""

from collections.abc import Sequence

from sandtable.engine import Choose, Option
from sandtable.games.tank.collisions import Bar, Step, active, barred, falling_due, movers
from sandtable.games.tank.direct_fire import give_away
from sandtable.games.tank.entry import hold_up, make_step, stop
from sandtable.games.tank.events import Halted, Stopped
from sandtable.games.tank.identity import tell_of
from sandtable.games.tank.movement import allowance
from sandtable.games.tank.opportunity import fire_at_movers, fire_at_starts
from sandtable.games.tank.overrun import carry_out, mark_held
from sandtable.games.tank.spotting import spot_after_move
from sandtable.games.tank.state import ALPHA, BRAVO, MOVING, STOPPED, TOLD, Play, State
from sandtable.games.tank.victory import check_breakthrough

CARRY_ON, HALT = "carry on", "halt"


class BreakOff(Choose[str]):
    """Whether all of a side's units stop, now that one of them has found an enemy [9.36]."""

    table: Play
    name, case, window, decline = "halt", "9.36", True, CARRY_ON

    def question(self) -> str:
        return "An enemy has been spotted: does all your movement stop?"

    def offer(self) -> Sequence[str]:
        return (CARRY_ON, HALT)

    def describe(self, option: str) -> Option:
        words = {CARRY_ON: "All units carry on", HALT: "All units stop where they are"}
        return Option(option, words[option])

    def might_answer(self) -> bool:
        """Has the side anything left to stop?"""
        return any(self.table.state.side[unit] == self.side for unit in movers(self.table.state))


def anybody_moves(state: State) -> bool:
    """Has any unit of either side a step left to make?"""
    return any(active(state, unit) for unit in range(len(state.units)))


async def begin_movement(table: Play) -> None:
    """Paths are cut where the points end; then the fire at those who start in a lane [9.0] [8.57]."""
    state = table.state
    for unit, task in enumerate(state.task):
        if task in MOVING and state.due[unit]:
            most = allowance(table.scene, unit, task)
            within = sum(due <= most for due in state.due[unit])
            state.path[unit], state.due[unit] = state.path[unit][:within], state.due[unit][:within]
    state.impulse = 0
    await fire_at_starts(table)
    await give_away(table)
    state.impulse = 1


async def move_at_impulse(table: Play) -> None:
    """One impulse: steps, disputes, moves, sightings, Opportunity Fire, overruns, halts
    [9.0] [9.14] [9.35] [9.36] [9.43] [8.5]."""
    state = table.state
    was_active = movers(state)
    moved = _move_together(table, was_active)
    if moved:
        units = [step.unit for step in moved]
        sighted = await spot_after_move(table, units, was_active)
        _tell_apart(state, units)
        fell = await fire_at_movers(table, moved)
        await give_away(table)
        carry_out(table, [(step.unit, step.end) for step in moved], fell)
        check_breakthrough(table)
        await _offer_halt(table, sighted)
    state.impulse += 1


def _move_together(table: Play, units: Sequence[int]) -> list[Step]:
    """All steps that fall due and are not barred, at one time; those that were made [9.14]."""
    field, state = table.scene, table.state
    mark_held(field, state, units)
    steps = falling_due(state, units)
    bars = barred(field, state, steps)
    for bar in bars:
        _stop_short(table, bar)
    failed = {bar.step.unit for bar in bars}
    made = [step for step in steps if step.unit not in failed and active(state, step.unit)]
    for step in made:
        make_step(table, step.unit)
    return made


def _stop_short(table: Play, bar: Bar) -> None:
    """A unit whose step fails moves no further, nor do those in column behind it [9.0] [9.35]."""
    unit = bar.step.unit
    stop(table.state, unit)
    tell_of(table, unit, Stopped(unit, bar.case, bar.why), None)
    hold_up(table.scene, table.state, unit)


def _tell_apart(state: State, units: Sequence[int]) -> None:
    """What has moved in the open is known for what it is, face down though it lies [3.2]."""
    for unit in units:
        state.flags[unit] |= TOLD


async def _offer_halt(table: Play, sighted: Sequence[bool]) -> None:
    """Each side whose moving units have just found an enemy may stop them all [9.36]."""
    sides = [side for side in (ALPHA, BRAVO) if sighted[side]]
    answers = await table.ask_all([BreakOff(table, side) for side in sides])
    for side in sides:
        if answers[side] == HALT:
            table.report(Halted(side))
            for unit in movers(table.state):
                table.state.flags[unit] |= STOPPED * (table.state.side[unit] == side)
