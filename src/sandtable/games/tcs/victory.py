"""Who has won: points of each side, and the level that their difference reaches [6.1]."""

from collections.abc import Callable, Iterator, Mapping

from sandtable.engine import Outcome
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.scoring import Kind, Score, ScoreKind
from sandtable.games.tcs.state import DESTROYED, EXITED, TAKEN, WAITING, hex_of
from sandtable.games.tcs.units import UnitType

GONE_FOR_GOOD = (DESTROYED, TAKEN)


def points(table: Play, side: int) -> int:
    """What a side has scored by now."""
    scenario = table.scene.scenario
    if scenario is None:
        return 0
    name = table.state.sides[side]
    return sum(worth(table, score) for score in scenario.own.victory.scores if score.side == name)


def worth(table: Play, score: Score) -> int:
    """What a line of the victory rule brings its side: so much for each `per`, or all or nothing."""
    return score.points * COUNTED[score.kind](table, score)


def settled(kinds: Iterator[ScoreKind]) -> bool:
    """Is there a count for each of these kinds of scores?"""
    return all(kind in COUNTED for kind in kinds)


def held(table: Play, score: Score) -> int:
    """Hexes that a side holds, or passed through last."""
    state, scene = table.state, table.scene
    side = state.sides.index(score.side)
    return sum(state.held[scene.prizes.index(scene.hex(hex))] == side for hex in score.hexes)


def _each_hex(table: Play, score: Score) -> int:
    return held(table, score) // score.per


def _enough_hexes(table: Play, score: Score) -> int:
    return int(held(table, score) >= score.count)


def _all_hexes(table: Play, score: Score) -> int:
    return int(held(table, score) == len(score.hexes))


def _no_enemy(table: Play, score: Score) -> int:
    """Is no able enemy of these kinds in the hexes?"""
    enemy = 1 - table.state.sides.index(score.side)
    return int(not any(_stands_in(table, unit, score) for unit in table.scene.own[enemy]))


def _able_in(table: Play, score: Score) -> int:
    """Is an own unit of these kinds in one of the hexes?"""
    side = table.state.sides.index(score.side)
    return int(any(_stands_in(table, unit, score) for unit in table.scene.own[side]))


def _stands_in(table: Play, unit: int, score: Score) -> bool:
    hexes = [table.scene.hex(hex) for hex in score.hexes]
    return hex_of(table.state, unit) in hexes and counts(table.scene.types[unit], score.kinds)


def _enemies_lost(table: Play, score: Score) -> int:
    """Enemies of these kinds that are lost, by so many, some of them free of charge."""
    enemy = 1 - table.state.sides.index(score.side)
    lost = [unit for unit in table.scene.own[enemy] if table.state.hexes[unit] in GONE_FOR_GOOD]
    fitting = sum(counts(table.scene.types[unit], score.kinds) for unit in lost)
    return max(0, fitting - score.beyond) // score.per


def _named_lost(table: Play, score: Score) -> int:
    """Are enough of the units that are named lost?"""
    units = [table.scene.unit(name) for name in score.units]
    return int(sum(table.state.hexes[unit] in GONE_FOR_GOOD for unit in units) >= score.count)


def _in_columns(table: Play, score: Score) -> int:
    """Own units of these kinds between two columns, by so many."""
    side, board = table.state.sides.index(score.side), table.scene.board
    found = 0
    for unit in table.scene.own[side]:
        hex = hex_of(table.state, unit)
        if hex >= 0 and counts(table.scene.types[unit], score.kinds):
            column = hex % board.grid.columns + board.grid.first_column
            found += score.columns[0] <= column <= score.columns[1]
    return found // score.per


COUNTED: Mapping[ScoreKind, Callable[[Play, Score], int]] = {
    "hexes": _each_hex,
    "count_of_hexes": _enough_hexes,
    "all_hexes": _all_hexes,
    "no_enemy": _no_enemy,
    "able_in": _able_in,
    "destroyed": _enemies_lost,
    "units_lost": _named_lost,
    "in_columns": _in_columns,
}
"""How each kind of score is counted: the number by which its points are multiplied."""


def counts(kind: UnitType, kinds: tuple[Kind, ...]) -> bool:
    """Is a unit of one of these kinds? Without any, every unit is."""
    return not kinds or any(_is(kind, one) for one in kinds)


def _is(kind: UnitType, what: Kind) -> bool:
    if what == "platoon":
        return kind.category == "infantry" and kind.size == "platoon"
    return kind.tank if what == "tank" else kind.gun


def steps_lost(table: Play, side: int) -> int:
    """Steps that a side has lost for good, tanks by what the scenario counts for one."""
    state, scenario = table.state, table.scene.scenario
    tank = scenario.own.victory.tank_steps if scenario else 1
    return sum(
        (tank if table.scene.types[unit].tank else 1) * _lost(table, unit)
        for unit in table.scene.own[side]
        if state.hexes[unit] not in (WAITING, EXITED) or state.lost[unit]
    )


def _lost(table: Play, unit: int) -> int:
    gone = table.state.hexes[unit] in GONE_FOR_GOOD
    return table.scene.types[unit].steps if gone else table.state.lost[unit]


def tanks_lost(table: Play, side: int) -> int:
    """Tanks that a side has lost."""
    units = table.scene.own[side]
    return sum(table.scene.types[u].tank and table.state.hexes[u] in GONE_FOR_GOOD for u in units)


def conclude(table: Play) -> None:
    """The last turn is over: the first level whose conditions all hold is reached."""
    state, scenario = table.state, table.scene.scenario
    totals = (points(table, 0), points(table, 1))
    if scenario is None:
        state.outcome = Outcome(None, "the last turn is over")
        return
    victory = scenario.own.victory
    first = state.sides.index(victory.first)
    lead = totals[first] - totals[1 - first]
    losses = steps_lost(table, first), tanks_lost(table, first)
    level = next(level for level in victory.levels if level.reached(lead, *losses, lead))
    winner = next((side for side, name in enumerate(state.sides) if level.name.startswith(name)), None)
    state.outcome = Outcome(winner, level.name, tuple(map(float, totals)))
