"""Dealing again what a side cannot know of the others: fate, formation, headquarters, air strikes [3.1]."""

from collections.abc import Sequence

from sandtable.engine.dice import Dice
from sandtable.games.rdf.charts import FORMATIONS
from sandtable.games.rdf.pregame_odds import PREGAME
from sandtable.games.rdf.rollcall import in_play
from sandtable.games.rdf.scene import Play
from sandtable.games.rdf.state import EXITED, NOBODY, State


def deal_again(table: Play, side: int, known: State, dice: Dice) -> None:
    """Redraw the secret sheets of the other sides; what has shown itself stays [3.1]."""
    for other in range(len(table.state.sides)):
        if other != side and table.state.orders[other]:
            _deal_fate(table, other, known, dice)
            _deal_strikes(table.state, other, known, dice)
            if table.state.begun:
                _deal_headquarters(table, other, known, dice)


def _deal_fate(table: Play, side: int, known: State, dice: Dice) -> None:
    """Orders, exit, rating, formation; the entry once nobody has come in, the exit while nobody has left."""
    state = table.state
    units = table.scene.own[side]
    state.rating[side] = dice.roll(4)
    if known.defence_known[side] != 1 and state.formation[side] != NOBODY:
        state.formation[side] = dice.roll(len(FORMATIONS)) - 1
    if all(known.hexes[unit] < 0 for unit in units):
        state.half[side] = dice.roll(2) - 1
    if not any(known.hexes[unit] == EXITED for unit in units):
        state.orders[side] = dice.roll(6)
        _deal_axis(table, side, any(known.came[unit] >= 0 for unit in units), dice)


def _deal_axis(table: Play, side: int, entered: bool, dice: Dice) -> None:
    """Entry and exit as the table could have given them [3.21]."""
    state, scene = table.state, table.scene
    entries = scene.board.entries
    tables = (PREGAME.axis.first, PREGAME.axis.second)
    rows = tables[0 if side == 0 or state.teams[side] == state.teams[0] else 1]
    taken = [hex for one, hex in enumerate(state.entry) if one != side]
    fitting = [
        row
        for row in rows
        if row.entry in entries
        and entries[row.entry].hexes[0] not in taken
        and (not entered or entries[row.entry].hexes[0] == state.entry[side])
    ]
    if not fitting:
        return
    row = fitting[dice.roll(len(fitting)) - 1]
    state.entry[side] = entries[row.entry].hexes[0]
    state.exit[side] = entries[row.exits[dice.roll(3) - 1]].hexes[0]
    if state.axis[side]:
        ways = scene.ground.axes(state.entry[side], state.exit[side])
        state.axis[side] = ways[dice.roll(len(ways)) - 1]


def _deal_strikes(state: State, side: int, known: State, dice: Dice) -> None:
    """Air strikes, at least those that have been seen [3.25]."""
    if known.strikes_open[side]:
        return
    chart, most = PREGAME.air_strikes, known.flown_most[side]
    counts = [count for count in chart.strikes if count >= most]
    first = known.flown_first[side]
    turns = [turn for turn in chart.game_turns if not most or turn <= first]
    state.strikes[side] = _one_of(counts, dice)
    state.strikes_from[side] = _one_of(turns or [first], dice)


def _deal_headquarters(table: Play, side: int, known: State, dice: Dice) -> None:
    """Company headquarters that nobody knows, and the host of the battalion's [13.11] [5.63]."""
    state, scene = table.state, table.scene
    for company in scene.companies_of[side]:
        chief = state.chief[company]
        if chief == known.chief[company] != NOBODY and not known.chief_known[company]:
            members = [unit for unit in scene.members[company] if in_play(known, unit)]
            if members and in_play(known, chief):
                state.chief[company] = _one_of(members, dice)
    host = state.host[side]
    if host == known.host[side] != NOBODY and in_play(known, host):
        units = [unit for unit in scene.own[side] if state.company[unit] != NOBODY and in_play(known, unit)]
        state.host[side] = _one_of([unit for unit in units if not known.hits[unit]] or [host], dice)


def _one_of(values: Sequence[int], dice: Dice) -> int:
    return values[dice.roll(len(values)) - 1]
