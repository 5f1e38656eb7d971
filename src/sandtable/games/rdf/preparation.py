"""What an opponent settles before play, and in command: its force, its plan, its formations."""

from collections.abc import Iterator, Sequence

from sandtable.games.rdf.charts import AM, DA, DD, HA, HD, MC
from sandtable.games.rdf.counters import COUNTERS, KIND
from sandtable.games.rdf.forces import MARKETS, Purchase
from sandtable.games.rdf.outlook import Outlook
from sandtable.games.rdf.pregame import Buy, MakePlan, Plan
from sandtable.games.rdf.pregame_odds import ORDERS
from sandtable.games.rdf.scene import Battlefield
from sandtable.games.rdf.station import Station

SUPPORT = ("m109", "m109", "d30", "d30", "bm21", "m125", "m125", "btr50")
"""The artillery worth buying, the best first."""

MENDABLE = 1
"""So many units may be out of a new formation; they have until the next Command Phase [5.64]."""
WIDER = {AM: (MC, HD), MC: (HA,), HA: (DA,), HD: (HA,), DD: (HD,), DA: ()}
"""The formations that lead to one in which a force can fight, by the present one."""


def purchase(ask: Buy) -> Purchase:
    """The strongest companies, reconnaissance, artillery, air defence, and more while the points last."""
    bought = Purchase()
    for wish in wishes(ask.nation):
        more = _with(bought, wish)
        if not ask.faults(more):
            bought = more
    return bought


def wishes(nation: str) -> Iterator[int | str]:
    """Companies by number and assets by type, the most wanted first [16.7]."""
    market = MARKETS[nation]

    def strength(number: int) -> int:
        return sum(COUNTERS[KIND[unit]].vp for unit in market.companies[number - 1])

    companies = sorted(range(1, len(market.companies) + 1), key=strength, reverse=True)
    yield from companies[:2]
    yield from (unit for unit in market.assets if COUNTERS[KIND[unit]].kind == "recon")
    yield from (unit for unit in SUPPORT[:3] if unit in market.assets)
    yield from companies[2:3]
    yield from (unit for unit in SUPPORT[3:] if unit in market.assets)
    yield from companies[3:]
    yield from [unit for unit in market.assets for _ in range(6)]


def _with(bought: Purchase, wish: int | str) -> Purchase:
    if isinstance(wish, int):
        return Purchase((*bought.companies, wish), bought.assets)
    return Purchase(bought.companies, {**bought.assets, wish: bought.assets.get(wish, 0) + 1})


def plan(scene: Battlefield, ask: MakePlan, orders: int) -> Plan:
    """Headquarters in vehicles that keep up; the battalion's rides with the last company's [5.63] [13.11].

    So that who comes first onto the map, and from whom depth is counted, is bound to nobody behind him.
    """
    option = next(iter(ask.force_options), "")
    companies = ask.members(option)
    chiefs = [_steadiest(scene, members) for members in companies]
    leaving = ORDERS[orders - 1].kind == "exit"
    formation = ("MC" if leaving else "HA") if ask.free_formation() else ""
    return Plan(option, formation, 1, tuple(chiefs), chiefs[-1])


def _steadiest(scene: Battlefield, names: Sequence[str]) -> str:
    """The unit that is hardest to hurt among those that are not on foot."""
    units = [scene.unit(name) for name in names]
    ranked = sorted((scene.foot[unit], scene.row[unit], unit) for unit in units)
    return scene.units[ranked[0][-1]] if ranked else ""


def following(formation: int) -> int:
    """The formation that is to be taken next, or the present one."""
    return next(iter(WIDER.get(formation, ())), formation)


def next_formation(outlook: Outlook, options: Sequence[int | None]) -> int | None:
    """A formation that lets the force fight, or go round whoever bars the road [5.4]."""
    station = Station(outlook)
    offered = [
        one
        for one in WIDER.get(outlook.formation, ())
        if one in options and station.breaches(one) <= MENDABLE
    ]
    if not offered or not outlook.enemies:
        return None
    leaving = ORDERS[outlook.sheet.orders - 1].kind == "exit"
    barred = any(hex in outlook.sheet.axis for hex in outlook.grounded)
    if leaving and outlook.formation != AM and not (barred and outlook.formation == MC):
        return None
    return offered[0]
