"""Air strikes: how many come, how they cancel each other, and one from placing to impact [14.1]."""

from collections.abc import Sequence

from sandtable.engine import Choose, Odds, Option
from sandtable.games.rdf.air_defence import ENEMY_INDIRECT, strike_defenders, strike_odds
from sandtable.games.rdf.air_odds import cancelled
from sandtable.games.rdf.charts import CHARTS
from sandtable.games.rdf.events import AirStrikeAborted, AirStrikeComes, StrikesCancelled
from sandtable.games.rdf.ground import VILLAGE
from sandtable.games.rdf.impacts import shell
from sandtable.games.rdf.morale import headquarters_lost
from sandtable.games.rdf.scene import Play
from sandtable.games.rdf.state import AIR_DEFENCE, NOBODY
from sandtable.games.rdf.watch import sees

AIR_STRIKE = "air strike"
SIDES_OF_A_HEX = "ABCDEF"


def strikes(table: Play, side: int) -> int:
    """The air strikes that a side has in each Game-Turn; none without its headquarters [14.15] [14.16]."""
    return 0 if headquarters_lost(table, side) else table.state.strikes[side]


def strikes_now(table: Play, side: int) -> int:
    """The air strikes that it has left in this Game-Turn [14.15]."""
    state = table.state
    come = state.turn >= state.strikes_from[side]
    return max(strikes(table, side) - state.flown[side], 0) if come else 0


def cancel_strikes(table: Play, side: int) -> None:
    """When the later side's strikes become available, both lose the same number for good [14.14] [14.13]."""
    state = table.state
    if state.turn < state.strikes_from[side]:
        return
    for other in table.scene.enemies[side]:
        # Sides fire in turn order, so who comes earlier has his strikes already in the same Game-Turn.
        due = (state.strikes_from[other], other) < (state.turn, side)
        known = state.strikes_open[side] and state.strikes_open[other]
        if due and not known and strikes(table, side) and strikes(table, other):
            state.strikes[side], state.strikes[other] = cancelled(state.strikes[side], state.strikes[other])
            state.strikes_open[side] = state.strikes_open[other] = 1
            table.report(StrikesCancelled((state.strikes[side], state.strikes[other])))


class PlaceStrike(Choose[int | None]):
    """The hex that an air strike is placed on [14.1]."""

    __slots__ = ()
    table: Play
    name, case, options_are = "place-strike", "14.1", "hexes"

    def question(self) -> str:
        return "Which hex does the air strike come to first?"

    def offer(self) -> Sequence[int | None]:
        return [None, *range(self.table.scene.board.count)]


class AimStrike(Choose[int]):
    """The direction in which an air strike flies on, as the hexside it crosses [14.1]."""

    __slots__ = ("hex",)
    table: Play
    name, case = "aim-strike", "14.1"

    def __init__(self, table: Play, side: int, hex: int) -> None:
        super().__init__(table, side)
        self.hex = hex

    def question(self) -> str:
        return f"Over which hexside does the strike fly on from {self.table.scene.hex_name(self.hex)}?"

    def offer(self) -> Sequence[int]:
        return range(6)

    def key(self, option: int) -> str:
        return SIDES_OF_A_HEX[option]

    def describe(self, option: int) -> Option:
        names = [self.table.scene.hex_name(hex) for hex in lane(self.table, self.hex, option)]
        return Option(self.key(option), ", ".join(names))


def lane(table: Play, hex: int, direction: int) -> list[int]:
    """The target hex and the next two in a straight line, as far as the map goes [14.1]."""
    hexes, around = [hex], table.scene.board.neighbours
    while len(hexes) < CHARTS.air_strike.hexes and (far := around[hexes[-1] * 6 + direction]) >= 0:
        hexes.append(far)
    return hexes


async def air_strike(table: Play, side: int) -> None:
    """Place a strike, let the enemy fire at it, and bomb what lies in its hexes [14.1] [14.11]."""
    hex = await table.ask(PlaceStrike(table, side))
    if hex is None:
        return
    hexes = lane(table, hex, await table.ask(AimStrike(table, side, hex)))
    note_flown(table, side)
    table.report(AirStrikeComes(side, tuple(hexes)))
    for enemy in table.scene.enemies[side]:
        if await turned_away(table, enemy, hex):
            return
    for one in hexes:
        await shell(table, side, CHARTS.air_strike.column, one, spared(table))


def note_flown(table: Play, side: int) -> None:
    """Everybody sees how many strikes come, and when the first did [14.15]."""
    state = table.state
    state.flown[side] += 1
    state.flown_most[side] = max(state.flown_most[side], state.flown[side])
    state.flown_first[side] = state.flown_first[side] or state.turn


def spared(table: Play) -> tuple[int, ...]:
    """Helicopters, and battalion headquarters that bombs do not find [14.11]."""
    scene = table.scene
    flying = [unit for unit, flies in enumerate(scene.helicopter) if flies]
    hidden = [hq for hq in scene.hq if hq != NOBODY and table.state.hexes[hq] >= 0 and not found(table, hq)]
    return (*flying, *hidden)


def found(table: Play, hq: int) -> bool:
    """Can an air strike hurt a headquarters: in a village, by a crossroad, or seen from the ground [5.63]?"""
    scene, state = table.scene, table.state
    hex = state.hexes[hq]
    if scene.ground.cover[hex] == VILLAGE or scene.ground.near_crossroads(hex):
        return True
    foes = [unit for unit in scene.foes[state.side[hq]] if state.hexes[unit] >= 0]
    return any(not scene.helicopter[unit] and sees(table, unit, hq) for unit in foes)


class StrikeDefence(Choose[int | None]):
    """Who fires at an air strike [14.12] [14.31]."""

    __slots__ = ("hex",)
    table: Play
    name, case, options_are, window = "strike-defence", "14.12", "units", True

    def __init__(self, table: Play, side: int, hex: int) -> None:
        super().__init__(table, side)
        self.hex = hex

    def question(self) -> str:
        return f"Who fires at the air strike on {self.table.scene.hex_name(self.hex)}?"

    def might_answer(self) -> bool:
        return bool(strike_defenders(self.table, self.side, self.hex))

    def offer(self) -> Sequence[int | None]:
        return [None, *strike_defenders(self.table, self.side, self.hex)]

    def odds(self, option: int | None) -> Odds | None:
        return None if option is None else strike_odds(self.table, option)

    def describe(self, option: int | None) -> Option:
        if option is None:
            return Option("pass", "Hold fire")
        scene, key = self.table.scene, self.key(option)
        hex = self.table.state.hexes[option]
        chance, distance = (
            strike_odds(self.table, option).chance("aborted"),
            scene.measure.distance(hex, self.hex),
        )
        return Option(key, f"{key} fires", chance, key, hex=scene.hex_name(hex), range=distance)


async def turned_away(table: Play, side: int, hex: int) -> bool:
    """Each unit with a rating in range may fire, one by one, until the strike is aborted [14.12] [14.33]."""
    while (unit := await table.ask(StrikeDefence(table, side, hex))) is not None:
        table.state.flags[unit] |= AIR_DEFENCE[ENEMY_INDIRECT]
        if await table.roll(strike_odds(table, unit)) == "aborted":
            table.report(AirStrikeAborted(unit))
            return True
    return False
