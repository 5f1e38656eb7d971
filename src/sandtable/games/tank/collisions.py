"""Who gets where at an impulse: steps that fall due together, and what bars some of them [9.0] [9.35]."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sandtable.games.tank.overrun import enters_target
from sandtable.games.tank.state import GONE, HELD, MOVING, PANIC, PANICKED, STOPPED, Field, State


class Step(NamedTuple):
    """A unit's next step: from where, and to where."""

    unit: int
    start: int
    end: int


class Bar(NamedTuple):
    """A step that cannot be made, and why."""

    step: Step
    case: str
    why: str


def active(state: State, unit: int) -> bool:
    """Has the unit a step left that it may still make?"""
    return (
        state.done[unit] < len(state.path[unit])
        and state.task[unit] in MOVING
        and not state.flags[unit] & STOPPED
        and state.hexes[unit] != GONE
    )


def movers(state: State) -> list[int]:
    """All units of both sides that are still moving."""
    return [unit for unit in range(len(state.units)) if active(state, unit)]


def falling_due(state: State, units: Sequence[int]) -> list[Step]:
    """The steps of these units that fall due, but for those who must wait to be overrun [9.14] [9.46]."""
    now = state.impulse
    return [
        Step(unit, state.hexes[unit], state.path[unit][state.done[unit]])
        for unit in units
        if state.due[unit][state.done[unit]] <= now and not state.flags[unit] & HELD
    ]


def barred(field: Field, state: State, steps: Sequence[Step]) -> list[Bar]:
    """The steps that fail: who yields, who is in dispute, then who would enter a hex that enemies hold."""
    bars = list(_yielding(field, state, steps))
    left = _without(steps, bars)
    bars += _disputed(field, state, left)
    left = _without(steps, bars)
    while more := list(_occupied(field, state, left)):
        bars += more
        left = _without(left, more)
    return bars


def _without(steps: Sequence[Step], bars: Sequence[Bar]) -> list[Step]:
    failed = {bar.step.unit for bar in bars}
    return [step for step in steps if step.unit not in failed]


def _yielding(field: Field, state: State, steps: Sequence[Step]) -> Iterator[Bar]:
    """A panicked unit gives up a last hex where an unpanicked enemy's plot ends as well [12.23]."""
    for step in steps:
        unit, path = step.unit, state.path[step.unit]
        if state.task[unit] != PANIC or state.done[unit] < len(path) - 1:
            continue
        for enemy in field.own[1 - state.side[unit]]:
            right = active(state, enemy) and not state.flags[enemy] & PANICKED
            if right and state.path[enemy][-1] == step.end:
                yield Bar(step, "12.23", "it gives way to an enemy who is not panicked")
                break


def _disputed(field: Field, state: State, steps: Sequence[Step]) -> Iterator[Bar]:
    """Opposing units that want one hex or hexside stop [9.0], where one is overrun only that one [9.43]."""
    for step in steps:
        others = [other for other in steps if state.side[other.unit] != state.side[step.unit]]
        if step.end >= 0 and any(other.end == step.end for other in others):
            if not _overruns(field, state, step, [other for other in others if other.end == step.end]):
                yield Bar(step, "9.0", "an enemy enters the same hex at the same time")
        elif any(other.start == step.end and other.end == step.start for other in others if other.start >= 0):
            yield Bar(step, "9.0", "an enemy crosses the same hexside at the same time")


def _overruns(field: Field, state: State, step: Step, rivals: Sequence[Step]) -> bool:
    """Is this an overrunner that enters its target together with soft enemies only [9.43]?"""
    return enters_target(state, step.unit) and not any(field.weapons[rival.unit].hard for rival in rivals)


def _occupied(field: Field, state: State, steps: Sequence[Step]) -> Iterator[Bar]:
    """Steps into hexes that an enemy does not leave at this impulse [9.34] [9.35] [9.45]."""
    leaving = {step.unit for step in steps}
    for step in steps:
        if step.end < 0:
            continue
        there = [
            enemy
            for enemy in field.own[1 - state.side[step.unit]]
            if state.hexes[enemy] == step.end and enemy not in leaving
        ]
        if there and not (
            enters_target(state, step.unit) and not any(field.weapons[enemy].hard for enemy in there)
        ):
            yield Bar(step, "9.35", "an enemy holds the next hex")
