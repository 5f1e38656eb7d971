"""Who has won: points of each side, and the level that their difference reaches [6.1]."""

from collections.abc import Callable, Mapping

from sandtable.engine import Outcome
from sandtable.games.tcs.clock import turn_of
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.scoring import Kind, Level, Score, ScoreKind, Sudden, Victory
from sandtable.games.tcs.state import DESTROYED, EXITED, PARALYZED, TAKEN, WAITING, has, hex_of
from sandtable.games.tcs.units import UnitType

GONE_FOR_GOOD = (DESTROYED, TAKEN)
ONCE = ("stood", "reached")
"""Kinds of scores that count for good once they have held at the end of a turn."""


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


def _taken(table: Play, score: Score) -> int:
    """Is an own unit in the hexes, and no enemy?"""
    side = table.state.sides.index(score.side)
    return int(_anybody_in(table, side, score.hexes) and not _anybody_in(table, 1 - side, score.hexes))


def _anybody_in(table: Play, side: int, hexes: tuple[str, ...]) -> bool:
    places = [table.scene.hex(hex) for hex in hexes]
    return any(hex_of(table.state, unit) in places for unit in table.scene.own[side])


def holds_now(table: Play, score: Score) -> bool:
    """Does an own unit stand there, with no enemy where it has to be clear?"""
    side = table.state.sides.index(score.side)
    return _anybody_in(table, side, score.hexes) and not _anybody_in(table, 1 - side, score.clear)


def _once(table: Play, score: Score) -> int:
    """Did it hold at the end of any turn, in the time that counts?"""
    turn, turns = table.state.scored[table.scene.scores.index(score)], table.scene.turns
    in_time = not score.by or turn <= turn_of(turns, score.by)
    return int(turn > 0 and in_time and (not score.after or turn > turn_of(turns, score.after)))


def _way_free(table: Play, score: Score) -> int:
    """Is no enemy who is not paralyzed on the way, or near it in sight of it?"""
    scene, state, country = table.scene, table.state, table.scene.country
    enemies = scene.own[1 - state.sides.index(score.side)]
    posts = [hex_of(state, unit) for unit in enemies if not has(state, unit, PARALYZED)]
    way = [scene.hex(hex) for hex in score.hexes]
    return int(
        not any(
            country.distance(post, hex) <= score.within and country.clear(post, hex)
            for post in dict.fromkeys(posts)
            if post >= 0
            for hex in way
        )
    )


def _gone_over(table: Play, score: Score) -> int:
    """Own units of these kinds, with steps enough, that have left over the edge between the rows."""
    side = table.state.sides.index(score.side)
    return len(gone_over(table, side, score)) // score.per


def gone_over(table: Play, side: int, score: Score | Sudden) -> list[int]:
    """Those of a side that count as gone over an edge."""
    scene, state = table.scene, table.state
    edge = scene.country.edge(score.edge) if score.edge else ()
    return [
        unit
        for unit, hex in state.exits
        if state.side[unit] == side and hex in edge and _counts_gone(table, unit, hex, score)
    ]


def _counts_gone(table: Play, unit: int, hex: int, score: Score | Sudden) -> bool:
    kind = table.scene.types[unit]
    if isinstance(score, Sudden):
        return kind.tank
    strong = kind.steps - table.state.lost[unit] >= score.least_steps
    return strong and counts(kind, score.kinds) and score.counts_row(table.scene.hex_name(hex))


def _fit(table: Play, score: Score) -> int:
    """Is one of the companies fit: its morale low enough, and most of its steps left?"""
    side = table.state.sides.index(score.side)
    return int(any(_is_fit(table, side, name, score) for name in score.units))


def _unfit(table: Play, score: Score) -> int:
    return 1 - _fit(table, score)


def _is_fit(table: Play, side: int, name: str, score: Score) -> bool:
    state, scene = table.state, table.scene
    company = state.companies.index((side, name))
    steps = sum(scene.types[unit].steps for unit in scene.members[company])
    left = steps - sum(_lost(table, unit) for unit in scene.members[company])
    return state.morale[company] < score.morale_below and 3 * left >= score.thirds * steps


COUNTED: Mapping[ScoreKind, Callable[[Play, Score], int]] = {
    "hexes": _each_hex,
    "count_of_hexes": _enough_hexes,
    "all_hexes": _all_hexes,
    "no_enemy": _no_enemy,
    "able_in": _able_in,
    "destroyed": _enemies_lost,
    "units_lost": _named_lost,
    "in_columns": _in_columns,
    "taken": _taken,
    "stood": _once,
    "reached": _once,
    "way_free": _way_free,
    "exited": _gone_over,
    "fit": _fit,
    "unfit": _unfit,
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


def keep_score(table: Play) -> None:
    """At the end of a turn: what has come true for the first time, and who is ahead by how much [6.1]."""
    state, scene = table.state, table.scene
    for place, score in enumerate(scene.scores):
        if score.kind in ONCE and not state.scored[place] and holds_now(table, score):
            state.scored[place] = state.turn
    if scene.scenario is not None:
        state.leads.append(lead(table, scene.scenario.own.victory))
        _end_suddenly(table, scene.scenario.own.victory)


def lead(table: Play, victory: Victory) -> int:
    """The points of the first side of the victory rule less those of the other."""
    first = table.state.sides.index(victory.first)
    return points(table, first) - points(table, 1 - first)


def _end_suddenly(table: Play, victory: Victory) -> None:
    """So many tanks gone in time end the battle at once."""
    state, sudden = table.state, victory.sudden
    if sudden is None or state.turn > turn_of(table.scene.turns, sudden.by):
        return
    side = state.sides.index(sudden.side)
    if len(gone_over(table, side, sudden)) >= sudden.exited:
        state.outcome = Outcome(side, sudden.name, _totals(table))


def _totals(table: Play) -> tuple[float, ...]:
    return tuple(float(points(table, side)) for side in (0, 1))


def conclude(table: Play) -> None:
    """The last turn is over: the first level whose conditions all hold is reached [1.3h] [6.1]."""
    state, scenario = table.state, table.scene.scenario
    if scenario is None:
        state.outcome = Outcome(None, "the last turn is over")
        return
    victory = scenario.own.victory
    level = next(level for level in victory.levels if _reached(table, victory, level))
    winner = next((side for side, name in enumerate(state.sides) if level.name.startswith(name)), None)
    state.outcome = Outcome(winner, level.name, _totals(table))


def _reached(table: Play, victory: Victory, level: Level) -> bool:
    state = table.state
    first, now = state.sides.index(victory.first), lead(table, victory)
    then = state.leads[turn_of(table.scene.turns, level.also_at) - 1] if level.also_at else now
    return level.reached(now, steps_lost(table, first), tanks_lost(table, first), then)
