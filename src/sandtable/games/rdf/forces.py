"""The forces that the scenarios name, and those that players may buy [16.0]."""

from collections import Counter as Tally
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

import msgspec

from sandtable.engine import Refusal, read_toml
from sandtable.engine.tables import Source
from sandtable.games.rdf.counters import COUNTERS, DATA, KIND
from sandtable.games.rdf.pregame_odds import RatingColumn

PLATOONS = 3
"""How many platoons of a type a company has."""
HQ = "bn_hq"


class Piece(NamedTuple):
    """One unit of a force: its type, its company (0 for a battalion asset) and its number.

    A `recon` unit enters in the first Game-Turn; one with `options` belongs to the force under those only.
    """

    kind: int
    company: int
    number: int
    recon: bool = False
    options: tuple[str, ...] = ()


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Some units of a type: platoons of these companies, or so many battalion assets."""

    unit: str
    companies: tuple[int, ...] = ()
    count: int = 0
    recon: bool = False


class ForceOption(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the owner of a force may choose: the companies that come."""

    id: str
    words: str
    companies: tuple[int, ...]


class Force(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A battalion as a scenario lists it."""

    id: str
    nation: str
    name: str
    rating: RatingColumn
    case: str
    source: Source
    groups: tuple[Group, ...]
    options: tuple[ForceOption, ...] = ()

    def __post_init__(self) -> None:
        for group in self.groups:
            if group.unit not in KIND:
                raise ValueError(f"{self.id}: there is no counter {group.unit!r}")
            if bool(group.companies) == bool(group.count):
                raise ValueError(f"{self.id}: {group.unit} needs either companies or a count")
        formed = {company for group in self.groups for company in group.companies}
        if self.options and {company for option in self.options for company in option.companies} != formed:
            raise ValueError(f"{self.id}: the options do not fit the companies")


class Battle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario: the forces in turn order, and the teams of three players [16.7]."""

    key: str
    case: str
    title: str
    date: str
    place: str
    minutes: int
    forces: tuple[str, ...]
    teaches: str
    modern: bool = False
    teams: tuple[int, ...] = (0, 1)
    source: Source = "printed"


class Market(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a nation may buy: each company by its types, and the types of assets."""

    id: str
    rating: RatingColumn
    companies: tuple[tuple[str, ...], ...]
    assets: tuple[str, ...]


class PointBuy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How forces are bought [16.7]."""

    case: str
    title: str
    teaches: str
    date: str
    place: str
    minutes: int
    source: Source
    ceiling: int
    counters: dict[str, int]
    nation: tuple[Market, ...]

    def __post_init__(self) -> None:
        for nation in self.nation:
            for unit in (*nation.assets, *(unit for company in nation.companies for unit in company)):
                if unit not in self.counters or unit not in KIND:
                    raise ValueError(f"{nation.id}: there are no counters of {unit!r}")


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    goal: str
    """What each side has to do, in words [3.22]."""
    force: tuple[Force, ...]
    scenario: tuple[Battle, ...]
    point_buy: PointBuy

    def __post_init__(self) -> None:
        known = {force.id for force in self.force}
        for battle in self.scenario:
            strange = [force for force in battle.forces if force not in known]
            if strange or len(battle.forces) != len(battle.teams):
                raise ValueError(f"scenario {battle.key}: its forces or teams do not fit")


_FILE = read_toml(DATA / "scenarios.toml", _File)
FORCES: dict[str, Force] = {force.id: force for force in _FILE.force}
SCENARIOS: dict[str, Battle] = {battle.key: battle for battle in _FILE.scenario}
POINT_BUY = _FILE.point_buy
GOAL = _FILE.goal
MARKETS: dict[str, Market] = {nation.id: nation for nation in POINT_BUY.nation}


@cache
def roster(force: str) -> tuple[Piece, ...]:
    """All units of a force, those of every option, in the order of the list."""
    return tuple([piece for group in FORCES[force].groups for piece in _pieces(FORCES[force], group)])


def _pieces(force: Force, group: Group) -> Iterator[Piece]:
    kind = KIND[group.unit]
    for number in range(1, group.count + 1):
        yield Piece(kind, 0, number, group.recon)
    for company in group.companies:
        options = tuple([option.id for option in force.options if company in option.companies])
        always = len(options) == len(force.options)
        for number in range(1, PLATOONS + 1):
            yield Piece(kind, company, number, False, () if always else options)


@cache
def purchasable(nation: str) -> tuple[Piece, ...]:
    """All that a nation could buy, and the battalion headquarters, which is free [16.7]."""
    market = MARKETS[nation]
    companies = [
        Piece(KIND[unit], company, number)
        for company, units in enumerate(market.companies, 1)
        for unit in units
        for number in range(1, PLATOONS + 1)
    ]
    assets = [
        Piece(KIND[unit], 0, number, COUNTERS[KIND[unit]].kind == "recon")
        for unit in market.assets
        for number in range(1, POINT_BUY.counters[unit] + 1)
    ]
    return (*companies, *assets, Piece(KIND[HQ], 0, 1))


class Purchase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player buys: companies by their numbers, and how many of each type of asset."""

    companies: tuple[int, ...] = ()
    assets: dict[str, int] = {}


def bought(nation: str, purchase: Purchase) -> tuple[int, ...]:
    """The places in the roster of what was bought, the headquarters included."""
    return tuple(
        place
        for place, piece in enumerate(purchasable(nation))
        if piece.company in purchase.companies
        or (piece.company == 0 and piece.number <= purchase.assets.get(COUNTERS[piece.kind].id, 0))
        or piece.kind == KIND[HQ]
    )


def price(nation: str, purchase: Purchase) -> int:
    """What it costs by the unit values; the battalion headquarters is free [15.3] [16.7]."""
    kinds = [purchasable(nation)[place].kind for place in bought(nation, purchase)]
    return sum(COUNTERS[kind].vp for kind in kinds if kind != KIND[HQ])


def purchase_faults(nation: str, ceiling: int, purchase: Purchase) -> list[Refusal]:
    """Everything that is wrong with a purchase, each with its place [16.7] [5.63]."""
    market, faults = MARKETS[nation], []
    for company, times in Tally(purchase.companies).items():
        if not 1 <= company <= len(market.companies):
            faults.append(Refusal("16.7", f"{nation} has no company {company} to buy", "companies"))
        elif times > 1:
            faults.append(Refusal("16.7", f"company {company} is bought twice", "companies"))
    for unit, count in purchase.assets.items():
        if unit not in market.assets or count < 0:
            faults.append(Refusal("16.7", f"{nation} cannot buy {count} of {unit!r}", "assets"))
    if not purchase.companies:
        faults.append(Refusal("5.63", "the battalion headquarters needs a company to ride with", "companies"))
    faults += _too_many(nation, purchase)
    cost = price(nation, purchase)
    if cost > ceiling:
        faults.append(Refusal("16.7", f"this costs {cost} points, {cost - ceiling} more than were agreed"))
    return faults


def _too_many(nation: str, purchase: Purchase) -> Iterator[Refusal]:
    """Types of which more is bought than there are counters."""
    companies = MARKETS[nation].companies
    formed = [companies[number - 1] for number in purchase.companies if 1 <= number <= len(companies)]
    wanted = Tally({unit: count for unit, count in purchase.assets.items() if unit in POINT_BUY.counters})
    for units in formed:
        wanted.update(dict.fromkeys(units, PLATOONS))
    for unit, count in wanted.items():
        if count > POINT_BUY.counters[unit]:
            name, there = COUNTERS[KIND[unit]].name, POINT_BUY.counters[unit]
            yield Refusal("16.7", f"there are {there} counters of {name}, not {count}", unit)


def modern(kinds: Iterable[int]) -> bool:
    """Do the rules of 1986 apply, because somebody has brought the MPWS [16.4] [16.7] [8.42]?"""
    return any(COUNTERS[kind].improved_1986 for kind in kinds)
