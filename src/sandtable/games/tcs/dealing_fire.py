"""Plans of fire, minefields and ambushes: what the other side cannot know of them, dealt again [2.0]."""

from collections.abc import Iterator, Sequence

from sandtable.engine.dice import Dice
from sandtable.games.tcs.barrages import LINES
from sandtable.games.tcs.batteries import listed
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.sequence import LADDER
from sandtable.games.tcs.sorties import TARGETS
from sandtable.games.tcs.state import HIDDEN, NOBODY, PROTECTIVE, Barrage, Mine, Mission, State, hex_of


def plans_of(table: Play, enemy: int) -> Iterator[tuple[str, object]]:
    """Reference points, missions to come, sorties, FPFs, mines and ambushes of the enemy [2.0]."""
    state, name = table.state, table.state.sides[enemy]
    if state.trps[enemy]:
        yield f"target reference points of {name}", sorted(state.trps[enemy])
    for number, mission in enumerate(one for one in state.missions if _secret(table, one, enemy)):
        yield f"mission {number} of {name}", mission.hex
    flights = [one for one in state.flights if one.side == enemy and _to_come(state, one.turn)]
    for number, flight in enumerate(flights):
        yield f"sortie {number} of {name}", flight.hex
    for barrage in state.barrages:
        if _waits(table, barrage, enemy):
            yield f"FPF of {state.batteries[barrage.battery]}", barrage.hex
    if most_real(state, enemy) > 0 and least_real(state, enemy) < len(doubtful(state, enemy)):
        yield f"which minefields of {name} are real", [mine.real for mine in doubtful(state, enemy)]
    for number, mine in enumerate(one for one in doubtful(state, enemy) if not one.shown):
        yield f"hidden minefield {number} of {name}", mine.hex
    for unit in table.scene.own[enemy]:
        if state.hexes[unit] == HIDDEN:
            yield f"where {state.units[unit]} lies in ambush", state.dug[unit]


def _secret(table: Play, mission: Mission, enemy: int) -> bool:
    """Is it the enemy's and still to come? In the segment in which it falls it is not dealt again."""
    if listed(table, mission.battery)[0] != enemy or mission.kind == PROTECTIVE:
        return False
    return _to_come(table.state, mission.turn) or mission.sheet != NOBODY


def _to_come(state: State, turn: int) -> bool:
    return turn != state.turn or not falling(state)


def falling(state: State) -> bool:
    """Is the Artillery Segment under way, in which plans come to light one by one?"""
    return LADDER.rungs[state.step].name == "artillery"


def _waits(table: Play, barrage: Barrage, enemy: int) -> bool:
    own = listed(table, barrage.battery)[0] == enemy
    return own and not barrage.firing and not falling(table.state)


def doubtful(state: State, enemy: int) -> list[Mine]:
    """The enemy's minefields that have not been turned over."""
    return [mine for mine in state.mines if mine.side == enemy and not mine.known]


def most_real(state: State, enemy: int) -> int:
    """How many of them may be real: no more than there are left with those that he keeps back [15.1b]."""
    fields, real = doubtful(state, enemy), sum(mine.real for mine in doubtful(state, enemy))
    return min(len(fields), real + state.stock[enemy].real)


def least_real(state: State, enemy: int) -> int:
    """How many must be: there are no more dummies than that [15.1b]."""
    fields, stock = doubtful(state, enemy), state.stock[enemy]
    dummies = sum(not mine.real for mine in fields) + stock.dummy
    return max(0, len(fields) - dummies)


def deal_plans(table: Play, enemy: int, dice: Dice) -> None:
    """All of that somewhere else, or of the other kind."""
    state, country = table.state, table.scene.country

    def anywhere(hexes: Sequence[int] = country.hexes) -> int:
        return hexes[dice.roll(len(hexes)) - 1]

    state.trps[enemy] = _points(len(state.trps[enemy]), country.observable, dice)
    state.missions = [
        _plotted(mission, anywhere(), state.trps[enemy], dice) if _secret(table, mission, enemy) else mission
        for mission in state.missions
    ]
    state.flights = [
        flight._replace(hex=anywhere(), target=[*TARGETS][dice.roll(len(TARGETS)) - 1])
        if flight.side == enemy and _to_come(state, flight.turn)
        else flight
        for flight in state.flights
    ]
    state.barrages = [
        barrage._replace(hex=anywhere(), line=LINES[dice.roll(len(LINES)) - 1])
        if _waits(table, barrage, enemy)
        else barrage
        for barrage in state.barrages
    ]
    deal_mines(table, enemy, dice)
    deal_ambushes(table, enemy, dice)


def _points(count: int, hexes: Sequence[int], dice: Dice) -> list[int]:
    """Other reference points, no two alike."""
    found: list[int] = []
    while len(found) < count:
        hex = hexes[dice.roll(len(hexes)) - 1]
        if hex not in found:
            found.append(hex)
    return found


def _plotted(mission: Mission, hex: int, points: Sequence[int], dice: Dice) -> Mission:
    if mission.trp == NOBODY:
        return mission._replace(hex=hex)
    point = points[dice.roll(len(points)) - 1]
    return mission._replace(hex=point, trp=point)


def deal_mines(table: Play, enemy: int, dice: Dice) -> None:
    """As many of his fields are real as may be; those that nobody has met lie elsewhere [15.0a] [15.0e]."""
    state = table.state
    fields = doubtful(state, enemy)
    least, most = least_real(state, enemy), most_real(state, enemy)
    before, count = sum(mine.real for mine in fields), least + dice.roll(most - least + 1) - 1
    order = _points(count, range(len(fields)), dice)
    stock = state.stock[enemy]
    state.stock[enemy] = stock._replace(real=stock.real + before - count, dummy=stock.dummy + count - before)
    dealt = {}
    for place, mine in enumerate(fields):
        moved = mine.hex if mine.shown else _free_hex(table, enemy, dice)
        dealt[mine] = mine._replace(real=place in order, hex=moved)
    state.mines = [dealt.get(mine, mine) for mine in state.mines]


def deal_ambushes(table: Play, enemy: int, dice: Dice) -> None:
    """Units in ambush lie in any hex that the other side does not hold [20.0]."""
    state = table.state
    for unit in table.scene.own[enemy]:
        if state.hexes[unit] == HIDDEN:
            state.dug[unit] = _free_hex(table, enemy, dice)


def _free_hex(table: Play, enemy: int, dice: Dice) -> int:
    state, hexes = table.state, table.scene.country.hexes
    held = [hex_of(state, unit) for unit in table.scene.foes[enemy]]
    while True:
        hex = hexes[dice.roll(len(hexes)) - 1]
        if hex not in held:
            return hex
