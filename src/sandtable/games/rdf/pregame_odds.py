"""The pre-game sequence: its tables, and the odds of each step [3.0] [3.2]."""

from functools import cache
from itertools import product
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from sandtable.engine import D6, TWO_D6, Chart, Modifier, Odds, read_toml
from sandtable.engine.odds import by_total
from sandtable.games.rdf.charts import Printed
from sandtable.games.rdf.counters import DATA

RatingColumn = Literal["usa_ussr", "other"]
_COLUMNS: tuple[RatingColumn, ...] = ("usa_ussr", "other")


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the entry table: where the force comes in, and where it may have to go [3.21]."""

    entry: str
    exits: Annotated[tuple[str, ...], Meta(min_length=3, max_length=3)]


Entries = Annotated[tuple[Entry, ...], Meta(min_length=6, max_length=6)]


class AxisTable(Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Entry and exit hexes of the first and of the second player [3.21]."""

    first: Entries
    second: Entries


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a force must do: companies and assets to exit or to eliminate, or companies to rout [3.22]."""

    kind: Literal["exit", "reduce", "destroy"]
    companies: int
    assets: int
    or_rout: int = 0


class OrdersTable(Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The orders by die [3.22]."""

    platoons_per_company: int
    rows: Annotated[tuple[Order, ...], Meta(min_length=6, max_length=6)]


class EntryRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the formation of entry."""

    span: tuple[int, int]
    formation: str


class EntryFormations(Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The formation of entry by modified dice [3.24]."""

    rows: tuple[EntryRow, ...]
    spread: int


Six = Annotated[tuple[int, ...], Meta(min_length=6, max_length=6)]


class AirStrikes(Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How many strikes come each Game-Turn, and from when on [3.25]."""

    strikes: Six
    game_turns: Six


class FirstMove(Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How far the first unit may move in the first Game-Turn [3.26]."""

    rows: Annotated[tuple[Literal["full", "half"], ...], Meta(min_length=6, max_length=6)]


class Pregame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of pre-game tables."""

    axis: AxisTable
    orders: OrdersTable
    hq_rating: Chart
    entry_formation: EntryFormations
    air_strikes: AirStrikes
    first_move: FirstMove


PREGAME = read_toml(DATA / "pregame.toml", Pregame)

ORDERS = PREGAME.orders.rows
"""The orders; die 1 gives the first."""


@cache
def first_player() -> Odds:
    """Who goes first: the higher die, and again on a tie [3.0]."""
    results = {1: "first die", -1: "second die", 0: "tie"}
    joint = tuple([results[(one > two) - (one < two)] for one, two in product(range(1, 7), repeat=2)])
    return Odds("First player", "3.0", (6, 6), joint, needed="the higher die", joint=True, again="tie")


@cache
def scenario() -> Odds:
    """Which of the six scenarios is played [3.0]."""
    return _plain("Scenario", "3.0", [str(number) for number in range(1, 7)])


@cache
def axis(first: bool) -> Odds:
    """Entry and exit hexes, as "C-J": one die for the row, one for the column [3.21]."""
    table = PREGAME.axis.first if first else PREGAME.axis.second
    joint = tuple([f"{row.entry}-{row.exits[die // 2]}" for row in table for die in range(6)])
    return Odds("Entry and exit", "3.21", (6, 6), joint, joint=True)


@cache
def orders() -> Odds:
    """The number of the orders, which counts again for the formation of entry [3.22]."""
    return _plain("Orders", "3.22", [str(number) for number in range(1, 7)])


@cache
def hq_rating(column: RatingColumn) -> Odds:
    """The rating of the battalion headquarters, 1 to 4 [3.23]."""
    place = _COLUMNS.index(column)
    rating = by_total(TWO_D6, lambda natural: str(PREGAME.hq_rating.cell(natural, place)))
    return Odds("Battalion headquarters rating", "3.23", TWO_D6, rating)


@cache
def entry_formation(orders: int, rating: int) -> Odds:
    """The formation of entry: its letters, or "any" [3.24]."""
    changed = (
        Modifier("number of the orders", orders, "3.24"),
        Modifier("battalion headquarters rating", -rating, "3.24"),
    )
    results = by_total(TWO_D6, lambda natural: _formation(natural + orders - rating))
    return Odds("Formation of entry", "3.24", TWO_D6, results, changed)


def _formation(total: int) -> str:
    (found,) = [row.formation for row in PREGAME.entry_formation.rows if row.span[0] <= total <= row.span[1]]
    return found


@cache
def strikes() -> Odds:
    """How many air strikes there are in each Game-Turn [3.25]."""
    return _plain("Air strikes", "3.25", [str(count) for count in PREGAME.air_strikes.strikes])


@cache
def availability(rating: int) -> Odds:
    """The Game-Turn from which air strikes come; beyond the last row the last one counts [3.25]."""
    turns = PREGAME.air_strikes.game_turns
    results = [str(turns[min(die + rating - 1, 6) - 1]) for die in range(1, 7)]
    late = (Modifier("battalion headquarters rating less one", rating - 1, "3.25"),) if rating > 1 else ()
    return Odds("Arrival of air strikes", "3.25", D6, tuple(results), late)


@cache
def first_move() -> Odds:
    """Whether the unit that enters first has its "full" allowance or "half" of it [3.26]."""
    return _plain("First turn movement", "3.26", PREGAME.first_move.rows)


def _plain(purpose: str, case: str, words: list[str] | tuple[str, ...]) -> Odds:
    return Odds(purpose, case, D6, tuple(words))


def task(number: int) -> str:
    """What the orders of this number demand, in words [3.22]."""
    wanted = ORDERS[number - 1]
    platoons = wanted.companies * PREGAME.orders.platoons_per_company
    counted = f"{platoons} platoons and {wanted.assets} battalion assets"
    if wanted.kind == "exit":
        return f"leave the map at the exit with {counted}"
    routed = wanted.or_rout * PREGAME.orders.platoons_per_company
    rout = f", or have {routed} platoons eliminated or routed at one moment," if routed else ""
    home = " and come home" if wanted.kind == "reduce" else ""
    return f"eliminate {counted}{rout}{home}"
