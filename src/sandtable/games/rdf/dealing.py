"""Dealing again what a side cannot know of the others: fate, formation, headquarters, air strikes [3.1]."""

from collections.abc import Iterator, Mapping, Sequence

from sandtable.engine.dice import Dice
from sandtable.games.rdf.ammunition import deal_ammunition, stocks
from sandtable.games.rdf.charts import DD, FORMATIONS
from sandtable.games.rdf.orders import tally
from sandtable.games.rdf.pregame import embark
from sandtable.games.rdf.pregame_odds import ORDERS, PREGAME, Entry
from sandtable.games.rdf.rollcall import in_play
from sandtable.games.rdf.scene import Play
from sandtable.games.rdf.scoring import enemy_beaten
from sandtable.games.rdf.state import ABSENT, EXITED, NOBODY, WAITING, State

RATINGS, HALVES = (1, 2, 3, 4), (0, 1)


def deal_again(table: Play, side: int, known: State, dice: Dice) -> None:
    """Redraw the secret sheets of the other sides; what has shown itself stays [3.1]."""
    for other in range(len(table.state.sides)):
        if other != side and table.state.orders[other]:
            _deal_fate(table, other, known, dice)
            _deal_strikes(table.state, other, known, dice)
            if table.state.begun:
                deal_ammunition(table, other, known, dice)
                _deal_option(table, other, known, dice)
                _deal_headquarters(table, other, known, dice)


def secrets(table: Play, side: int) -> Mapping[str, object]:
    """What stands on the sheets of the others and could be otherwise, as far as the side can tell [3.1]."""
    state = table.state
    others = [other for other in range(len(state.sides)) if other != side and state.orders[other]]
    return {
        f"{state.sides[other]}'s {what}": value
        for other in others
        for what, value, values in _sheet(table, other)
        if len({*values}) > 1
    }


def _sheet(table: Play, side: int) -> Iterator[tuple[str, object, Sequence[object]]]:
    """Each secret of a side, and what it could be."""
    state = table.state
    yield "rating", state.rating[side], RATINGS
    yield "formation", state.formation[side], _formations(state, state, side)
    yield "orders", state.orders[side], _orders(table, side, state)
    if _unseen(table, side, state):
        yield "half allowance", state.half[side], HALVES
    if not _left(table, side, state):
        rows = _rows(table, side, state)
        exits = [row.exits[number] for row in rows for number in range(3)]
        yield "entry and exit", (state.entry[side], state.exit[side]), exits
    if not state.strikes_open[side]:
        yield "air strikes", state.strikes[side], _counts(state, side)
        yield "turn of its air strikes", state.strikes_from[side], _turns(state, side)
    if state.begun:
        yield from stocks(table, side, state)
        yield "force option", state.option[side], _options(table, side, state)
        for company in table.scene.companies_of[side]:
            name = f"headquarters of company {state.companies[company][1]}"
            yield name, state.chief[company], _chiefs(table, company, state)
        yield "host of the headquarters", state.host[side], _hosts(table, side, state)


# ---- fate


def _deal_fate(table: Play, side: int, known: State, dice: Dice) -> None:
    """Orders, exit, rating, formation; the entry once nobody has come in, the exit while nobody has left."""
    state = table.state
    state.rating[side] = _one_of(RATINGS, dice)
    if formations := _formations(state, known, side):
        state.formation[side] = _one_of(formations, dice)
    if _unseen(table, side, known):
        state.half[side] = _one_of(HALVES, dice)
    state.orders[side] = _one_of(_orders(table, side, known), dice)
    if not _left(table, side, known):
        _deal_axis(table, side, known, dice)


def _formations(state: State, known: State, side: int) -> list[int]:
    """The formations that fit what has been seen of digging in; none before one is taken [9.63]."""
    if state.formation[side] == NOBODY:
        return []
    seen = known.defence_known[side]
    return [one for one in range(len(FORMATIONS)) if not seen or (one == DD) == (seen == 1)]


def _unseen(table: Play, side: int, known: State) -> bool:
    """Has nobody of the side come onto the map?"""
    return all(known.hexes[unit] < 0 for unit in table.scene.own[side])


def _left(table: Play, side: int, known: State) -> bool:
    """Has anybody left the map where the orders let it?"""
    return any(known.hexes[unit] == EXITED for unit in table.scene.own[side])


def _orders(table: Play, side: int, known: State) -> list[int]:
    """The orders that allow what has been seen: where units left the map shows of which kind they are
    [15.11] [15.12] [15.16]."""
    now = table.state.orders[side]
    if not _left(table, side, known):
        return [*range(1, len(ORDERS) + 1)]
    kind, done = ORDERS[now - 1].kind, tally(table, side)
    alike = [number for number, order in enumerate(ORDERS, 1) if order.kind == kind]
    return [number for number in alike if number == now or kind == "exit" or enemy_beaten(number, done)]


def _rows(table: Play, side: int, known: State) -> list[Entry]:
    """The rows of the table by which the side could have come in; none on a map without them [3.21]."""
    state, scene = table.state, table.scene
    entries = scene.board.entries
    tables = (PREGAME.axis.first, PREGAME.axis.second)
    rows = tables[0 if side == 0 or state.teams[side] == state.teams[0] else 1]
    taken = [hex for one, hex in enumerate(state.entry) if one != side]
    entered = any(known.came[unit] >= 0 for unit in scene.own[side])
    return [
        row
        for row in rows
        if row.entry in entries
        and entries[row.entry].hexes[0] not in taken
        and (not entered or entries[row.entry].hexes[0] == state.entry[side])
    ]


def _deal_axis(table: Play, side: int, known: State, dice: Dice) -> None:
    """Entry and exit as the table could have given them [3.21]."""
    state, scene = table.state, table.scene
    rows, entries = _rows(table, side, known), scene.board.entries
    if not rows:
        return
    row = rows[dice.roll(len(rows)) - 1]
    state.entry[side] = entries[row.entry].hexes[0]
    state.exit[side] = entries[row.exits[dice.roll(3) - 1]].hexes[0]
    if state.axis[side]:
        ways = scene.ground.axes(state.entry[side], state.exit[side])
        state.axis[side] = ways[dice.roll(len(ways)) - 1]


# ---- air strikes


def _deal_strikes(state: State, side: int, known: State, dice: Dice) -> None:
    """Air strikes, at least those that have been seen [3.25]."""
    if not known.strikes_open[side]:
        state.strikes[side] = _one_of(_counts(known, side), dice)
        state.strikes_from[side] = _one_of(_turns(known, side), dice)


def _counts(known: State, side: int) -> list[int]:
    """How many strikes a turn there could be."""
    return [count for count in PREGAME.air_strikes.strikes if count >= known.flown_most[side]]


def _turns(known: State, side: int) -> list[int]:
    """From which Game-Turn on."""
    first, seen = known.flown_first[side], known.flown_most[side] > 0
    return [turn for turn in PREGAME.air_strikes.game_turns if not seen or turn <= first] or [first]


# ---- the force option


def _deal_option(table: Play, side: int, known: State, dice: Dice) -> None:
    """The companies that come, as far as nobody has seen them [16.2] [16.3]."""
    options = _options(table, side, known)
    if len(options) > 1:
        option = options[dice.roll(len(options)) - 1]
        if option != table.state.option[side]:
            _exchange(table, side, option, dice)


def _options(table: Play, side: int, known: State) -> list[str]:
    """The options with which all that have been seen come; the present one while the headquarters moves."""
    state, units = table.state, table.scene.own[side]
    if state.host[side] != known.host[side]:
        return [state.option[side]]
    seen = [known.choices[unit] for unit in units if known.hexes[unit] not in (WAITING, ABSENT)]
    options = dict.fromkeys(id for unit in units for id in known.choices[unit])
    return [id for id in options if all(not choices or id in choices for choices in seen)]


def _exchange(table: Play, side: int, option: str, dice: Dice) -> None:
    """Other companies come, with headquarters of their own, their infantry aboard [12.15] [13.11] [5.63]."""
    state, scene = table.state, table.scene
    state.option[side] = option
    units = [unit for unit in scene.own[side] if state.choices[unit]]
    gone = [unit for unit in units if option not in state.choices[unit]]
    new = [unit for unit in units if option in state.choices[unit] and state.hexes[unit] == ABSENT]
    for unit in gone:
        _leave_out(state, unit)
    for unit in new:
        state.hexes[unit] = WAITING
    for company in dict.fromkeys([state.formed[unit] for unit in new]):
        state.chief[company] = _one_of(scene.members[company], dice)
    embark(table, new)
    if state.host[side] in gone:
        state.host[side] = _one_of([unit for unit in new if state.company[unit] != NOBODY], dice)


def _leave_out(state: State, unit: int) -> None:
    """The unit is not in the force after all."""
    state.hexes[unit] = ABSENT
    state.chief[state.formed[unit]] = NOBODY
    for one, other in ((state.carrier, state.cargo), (state.cargo, state.carrier)):
        if one[unit] != NOBODY:
            other[one[unit]] = one[unit] = NOBODY


# ---- headquarters


def _deal_headquarters(table: Play, side: int, known: State, dice: Dice) -> None:
    """Company headquarters that nobody knows, and the host of the battalion's [13.11] [5.63]."""
    state = table.state
    for company in table.scene.companies_of[side]:
        if chiefs := _chiefs(table, company, known):
            state.chief[company] = _one_of(chiefs, dice)
    if hosts := _hosts(table, side, known):
        state.host[side] = _one_of(hosts, dice)


def _chiefs(table: Play, company: int, known: State) -> list[int]:
    """The units that could be headquarters of a company; none where all know, or it has just changed."""
    chief = table.state.chief[company]
    if chief != known.chief[company] or chief == NOBODY or known.chief_known[company]:
        return []
    members = [unit for unit in table.scene.members[company] if in_play(known, unit)]
    return members if in_play(known, chief) else []


def _hosts(table: Play, side: int, known: State) -> list[int]:
    """The units with which the battalion headquarters could ride; none where it does not."""
    state, host = table.state, table.state.host[side]
    if host != known.host[side] or host == NOBODY or not in_play(known, host):
        return []
    units = [unit for unit in table.scene.own[side] if state.company[unit] != NOBODY and in_play(known, unit)]
    return [unit for unit in units if not known.hits[unit] and state.hexes[unit] != ABSENT] or [host]


def _one_of(values: Sequence[int], dice: Dice) -> int:
    return values[dice.roll(len(values)) - 1]
