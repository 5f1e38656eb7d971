"""Recombining: units short of men make full ones of themselves, with one remainder at most [7.54]."""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import NamedTuple

from sandtable.engine import Choose
from sandtable.games.raid.command import pass_command
from sandtable.games.raid.events import CounterMerged, Merged, Recombined
from sandtable.games.raid.identity import tell_of
from sandtable.games.raid.losses import cancel_missions
from sandtable.games.raid.scene import Play
from sandtable.games.raid.state import (
    ALPHA,
    BRAVO,
    MERGED,
    NOBODY,
    OUT_OF_COMMAND,
    SUPPRESSED,
    has,
    mark,
    on_map,
)


class Merger(NamedTuple):
    """Units that put their men together, and how many men each comes out with."""

    units: tuple[int, ...]
    men: tuple[int, ...]


class Recombine(Choose[Merger | None]):
    """Which units that are stacked recombine, and into what [7.54]."""

    table: Play
    name, case, private, resumable = "recombine", "7.54", True, True
    __slots__ = ()

    def question(self) -> str:
        return "Which units recombine?"

    def offer(self) -> Sequence[Merger | None]:
        return [None, *mergers(self.table, self.side)]

    def key(self, option: Merger | None) -> str:
        if option is None:
            return "pass"
        names = map(self.table.scene.unit_name, option.units)
        return " ".join(f"{name}={men}" for name, men in zip(names, option.men, strict=True))


async def recombine(table: Play) -> None:
    """Both sides in secret, one stack after another, until both have done [7.54] [4.1]."""
    sides = [ALPHA, BRAVO]
    while sides:
        asks = [ask for ask in (Recombine(table, side) for side in sides) if len(ask.options) > 1]
        answers = await table.ask_all(asks, resumable=len(sides) > 1)
        sides = [side for side in sorted(answers) if answers[side] is not None]
        for side in sides:
            merger = answers[side]
            if merger is not None:
                await merge(table, merger)


def mergers(table: Play, side: int) -> Iterator[Merger]:
    """Every way in which stacked units in command may recombine [7.54]."""
    state, stacks = table.state, dict[int, list[int]]()
    for unit in on_map(state, side):
        if table.scene.types[unit].combat and not has(state, unit, OUT_OF_COMMAND):
            stacks.setdefault(state.hexes[unit], []).append(unit)
    for units in stacks.values():
        short = [unit for unit in units if state.men[unit] < table.scene.types[unit].men]
        for size in range(2, len(short) + 1):
            for group in combinations(short, size):
                yield from _mergers_of(table, group)


def _mergers_of(table: Play, units: tuple[int, ...]) -> Iterator[Merger]:
    """Filled up in any order: at least one full, one with what is left, the others gone [7.54]."""
    full = {unit: table.scene.types[unit].men for unit in units}
    total, known = sum(table.state.men[unit] for unit in units), list[tuple[int, ...]]()
    for order in permutations(units):
        left, men = total, dict.fromkeys(units, 0)
        for unit in order:
            men[unit] = min(full[unit], left)
            left -= men[unit]
        outcome = tuple(men[unit] for unit in units)
        gains = any(men[unit] == full[unit] for unit in units)
        if gains and outcome not in known:
            known.append(outcome)
            yield Merger(units, outcome)


async def merge(table: Play, merger: Merger) -> None:
    """Men change hands; suppression passes to all, counters without men go [7.54]."""
    state = table.state
    suppressed = any(has(state, unit, SUPPRESSED) for unit in merger.units)
    for unit, men in zip(merger.units, merger.men, strict=True):
        state.men[unit] = men
        if men:
            tell_of(table, unit, Recombined(unit, men), None)
            if suppressed:
                mark(state, unit, SUPPRESSED)
    for unit, men in zip(merger.units, merger.men, strict=True):
        if not men:
            await dissolve(table, unit)


async def dissolve(table: Play, unit: int) -> None:
    """A counter that is left without men counts as destroyed for command and missions [7.54] [5.22] [9.8]."""
    state, hex = table.state, table.state.hexes[unit]
    cancel_missions(table, unit)
    tell_of(table, unit, Merged(unit), CounterMerged(state.side[unit], hex))
    state.hexes[unit], state.carrier[unit] = MERGED, NOBODY
    if state.carrying == unit:
        state.carrying, state.documents = NOBODY, hex
    await pass_command(table, unit, hex)
