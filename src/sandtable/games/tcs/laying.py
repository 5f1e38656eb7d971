"""Laying minefields, real and dummy, and road blocks [12.2g] [15.0a] [15.1]."""

from collections.abc import Iterable, Sequence

from sandtable.engine import Choose, Refusal, Several
from sandtable.games.tcs.battles import Zone
from sandtable.games.tcs.charts import CHARTS
from sandtable.games.tcs.drawn import members, within
from sandtable.games.tcs.events import BlockPlaced, FieldLaid
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.state import Mine, hex_of
from sandtable.games.tcs.zones import zone_hexes


class LayField(Choose[int | None]):
    """The hex of the next minefield, real or dummy; what is kept back may be laid later [15.1] [15.1b]."""

    __slots__ = ("hexes",)
    table: Play
    name, case, options_are = "lay-field", "15.1", "hexes"

    def __init__(self, table: Play, side: int, hexes: int) -> None:
        super().__init__(table, side)
        self.hexes = hexes

    def offer(self) -> Sequence[int | None]:
        """One field in a hex; it is never moved, and none is laid among enemies [15.1c].

        A hidden field of the enemy bars nothing, or it would be betrayed [15.0e].
        """
        laid = [mine.hex for mine in self.table.state.mines if mine.side == self.side or mine.shown]
        return [None, *[hex for hex in members(self.hexes) if hex not in laid]]


class HiddenField(LayField):
    """The same where fields are not put on the map before the enemy meets them [15.0e]."""

    __slots__ = ()
    name, private = "hidden-field", True


class RealFields(Several[int]):
    """Which of the fields that have just been laid are real; the others are dummies [15.0a] [15.1b]."""

    __slots__ = ("fresh",)
    table: Play
    name, case, options_are, private = "real-fields", "15.0a", "hexes", True

    def __init__(self, table: Play, side: int, fresh: Sequence[int]) -> None:
        super().__init__(table, side)
        self.fresh = tuple(fresh)

    def offer(self) -> Sequence[int]:
        return self.fresh

    def faults(self, answer: tuple[int, ...]) -> list[Refusal]:
        """No more of either kind than there are [15.1b]."""
        stock = self.table.state.stock[self.side]
        dummies = len(self.fresh) - len(answer)
        if len(answer) <= stock.real and dummies <= stock.dummy:
            return []
        return [Refusal("15.1b", f"there are {stock.real} real fields and {stock.dummy} dummies")]


class PlaceBlock(Choose[int | None]):
    """The road hex of the next block [12.2g]."""

    __slots__ = ("hexes",)
    table: Play
    name, case, options_are = "place-block", "12.2g", "hexes"

    def __init__(self, table: Play, side: int, hexes: int) -> None:
        super().__init__(table, side)
        self.hexes = hexes

    def offer(self) -> Sequence[int | None]:
        blocked, roads = self.table.state.blocks, self.table.scene.country.on_road
        return [None, *[hex for hex in members(self.hexes) if hex not in blocked and roads(hex)]]


def allowed(table: Play, side: int, zone: Zone, near: Iterable[int] | None = None) -> int:
    """The hexes of a zone, off from the enemy, and near friends where that is demanded [15.1] [15.1a]."""
    state, country, small = table.state, table.scene.country, CHARTS.small
    foes = [hex_of(state, unit) for unit in table.scene.foes[side]]
    barred = within(country.board, [hex for hex in foes if hex >= 0], small.mine_from_enemy - 1)
    hexes = zone_hexes(country, zone) & ~barred
    if near is None:
        return hexes
    posts = [hex_of(state, unit) for unit in near]
    return hexes & within(country.board, [hex for hex in posts if hex >= 0], small.mine_from_friend)


async def lay(table: Play, side: int, fields: int, blocks: int) -> None:
    """Fields and blocks out of the stock of a side, in hexes that are allowed [15.1] [15.1b] [12.2g]."""
    state = table.state
    hidden = table.scene.plays(state, "hidden mines")
    fresh: list[int] = []
    while sum(state.stock[side][:2]) > len(fresh):
        ask = (HiddenField if hidden else LayField)(table, side, fields)
        if len(ask.options) == 1 or (hex := await table.ask(ask)) is None:
            break
        fresh.append(hex)
        state.mines.append(Mine(hex, side, False, shown=not hidden))
        table.report(FieldLaid(hex, side), to=side if hidden else None)
    if fresh:
        real = await table.ask(RealFields(table, side, fresh))
        _make_real(table, side, fresh, real)
    await _block(table, side, blocks)


def _make_real(table: Play, side: int, fresh: Sequence[int], real: Sequence[int]) -> None:
    state = table.state
    state.mines = [
        mine._replace(real=True) if mine.side == side and mine.hex in real else mine for mine in state.mines
    ]
    stock = state.stock[side]
    state.stock[side] = stock._replace(
        real=stock.real - len(real), dummy=stock.dummy - (len(fresh) - len(real))
    )


async def _block(table: Play, side: int, hexes: int) -> None:
    state = table.state
    while state.stock[side].blocks:
        ask = PlaceBlock(table, side, hexes)
        if len(ask.options) == 1 or (hex := await table.ask(ask)) is None:
            return
        state.blocks.append(hex)
        state.stock[side] = state.stock[side]._replace(blocks=state.stock[side].blocks - 1)
        table.report(BlockPlaced(hex))


async def lay_before_play(table: Play, side: int) -> None:
    """With the set-up of a side, where the scenario lets it [15.1a]."""
    scenario = table.scene.scenario
    if scenario is None:
        return
    own = scenario.own.sides[side]
    if table.scene.plays(table.state, "mines"):
        await lay(table, side, allowed(table, side, own.mines.zone), allowed(table, side, own.blocks.zone))


async def lay_for_defense(table: Play, side: int, units: Iterable[int]) -> None:
    """When a sheet of defense is implemented: within four hexes of its units [15.1] [12.2g]."""
    near = tuple(units)
    if table.scene.plays(table.state, "mines"):
        hexes = allowed(table, side, Zone(), near)
        await lay(table, side, hexes, hexes)
