"""The odds of area fire: firepower, dice modifier, losses, and the morale checks they call for [8.7]."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Literal, NamedTuple

import msgspec

from sandtable.engine import TWO_D6, Modifier, Odds, by_total
from sandtable.games.tcs.charts import CHARTS
from sandtable.games.tcs.fire_charts import AreaRow
from sandtable.games.tcs.morale_odds import Nerve, check, result_of
from sandtable.games.tcs.targets import Body, Moving, Place, area_cover

DESTROYED = "destroyed"

Weapon = Literal["range", "gun", "plain"]
"""How range tells: by the chart, as an AT gun's, or not at all (mortars, shells, aircraft, map guns)."""


class Firer(NamedTuple):
    """One unit that adds its firepower [8.7]."""

    name: str
    attack: int
    weapon: Weapon
    distance: int
    suppressed: bool = False
    halved: bool = False
    mounted: bool = False


class Fire(NamedTuple):
    """How a fire is delivered. `armoured` if an overrunning attacker has a defense [14.2]."""

    direct: bool = True
    mortars: bool = False
    shells: bool = False
    aircraft: bool = False
    moving: Moving = ""
    from_smoke: bool = False
    night: bool = False
    assault: bool = False
    overrun: bool = False
    armoured: bool = False


class AreaAttack(msgspec.Struct, frozen=True):
    """One target of an area fire: the whole firepower, and the roll with the checks that may follow."""

    firepower: Fraction
    odds: Odds


LOSSES = {row.word: row for row in CHARTS.area.rows}
"""The rows of the area fire results by the word that stands for them in the odds."""


def loss(word: str) -> AreaRow:
    """The row that a result comes from, what follows it left aside."""
    return LOSSES[word.partition(", ")[0]]


def chance_of(odds: Odds, end: str) -> Fraction:
    """The probability of all results of an area fire that end alike, such as destroyed or paralyzed."""
    return odds.chance(*(word for word in odds.chances() if result_of(word) == end))


def strength(firer: Firer) -> Fraction:
    """What a unit adds: its attack by range and weapon, halved for each thing that weakens it [8.7] [8.2b].

    Suppression, half its steps lost, and being mounted each halve it [8.6g] [8.6h].
    """
    chart = CHARTS.firepower
    if firer.weapon == "range":
        near = firer.distance < len(chart.by_range)
        times = chart.by_range[firer.distance] if near else chart.far
    else:
        times = chart.gun if firer.weapon == "gun" else chart.plain
    halvings = firer.suppressed + firer.halved + firer.mounted
    return Fraction(firer.attack * times, chart.part * 2**halvings)


def half_lost(steps: int, lost: int) -> bool:
    """Whether a unit fires at half strength; one with a single step never does [8.2b]."""
    return steps > 1 and 2 * lost >= steps


def total(firers: Iterable[Firer]) -> Fraction:
    """The firepower of all together [8.7]."""
    return sum(map(strength, firers), Fraction(0))


def dice_modifier(firepower: Fraction) -> int:
    """A tenth, with a half rounded down; of three or less, what the special case gives [8.7]."""
    low = next((row.cells[0] for row in CHARTS.low.rows if firepower <= row.span[1]), None)
    if low is not None:
        return low
    whole, rest = divmod(firepower, CHARTS.firepower.divisor)
    return int(whole) + (2 * rest > CHARTS.firepower.divisor)


@lru_cache(maxsize=1 << 14)
def area_attack(firepower: Fraction, place: Place, body: Body, fire: Fire) -> AreaAttack:
    """The fire of a group at one target in the hex; each target by the same [8.6e] [8.7a]."""
    modifiers = (
        Modifier(f"firepower {_told(firepower)}", dice_modifier(firepower), "8.7"),
        *area_cover(place, body),
        *_sheltered(body),
        *_special(place, body, fire),
    )
    purpose = f"Area fire, firepower {_told(firepower)}"
    odds = area_odds(purpose, "8.7", modifiers, body, conditions(place, body, fire), Nerve(*_nerve(body)))
    return AreaAttack(firepower, odds)


def area_odds(
    purpose: str,
    case: str,
    modifiers: tuple[Modifier, ...],
    body: Body,
    conditions: tuple[Modifier, ...],
    nerve: Nerve,
) -> Odds:
    """A roll on the area fire results: steps lost, and the morale checks that follow [8.7] [8.2c] [8.2e].

    See also [9.0a] [9.0g].
    """
    shift = sum(modifier.amount for modifier in modifiers)
    results, follow = [], {}
    for row in by_row(shift):
        if row.steps and body.lost + row.steps >= body.steps:
            results.append(f"{row.word}, {DESTROYED}")
            continue
        word = row.word
        results.append(word)
        if word in follow or body.morale is None:
            continue
        called = row.check(index(body, row))
        if called is not None:
            table = (Modifier("area fire results", called, "8.7"),) if called else ()
            follow[word] = check((*table, *conditions), nerve, word)
    return Odds(purpose, case, TWO_D6, tuple(results), modifiers, follow=follow)


def by_row(shift: int) -> list[AreaRow]:
    """The row that each natural total of the dice leads to."""
    return [LOSSES[word] for word in by_total(TWO_D6, lambda natural: CHARTS.area.row(natural + shift).word)]


def index(body: Body, row: AreaRow) -> int:
    """Unit morale, company morale after the addition, and all steps lost [8.7d] [9.1e]."""
    company = 0 if body.company is None else body.company + row.company
    return (body.morale or 0) + company + body.lost + row.steps


def conditions(place: Place, body: Body, fire: Fire) -> tuple[Modifier, ...]:
    """What the kind of fire does to the morale check [9.0c] [14.2b] [16.5]."""
    chart = CHARTS.morale
    in_open = place.terrain == "open" and not body.dug_in and fire.armoured
    overrun = chart.overrun_open if in_open else chart.overrun
    checked = (
        (fire.shells or fire.aircraft, chart.indirect),
        (fire.mortars, chart.mortars),
        (fire.overrun, overrun),
        (fire.night, chart.night),
        (fire.assault, chart.assault),
    )
    return tuple([modifier for holds, modifier in checked if holds])


def attacks_on_stack(steps: Iterable[int]) -> int:
    """The optional limit: one attack for every five steps in the hex, or part of five [8.7f]."""
    return -(-sum(steps) // 5)


def _nerve(body: Body) -> tuple[bool, bool]:
    return body.dug_in, body.paralyzed


def _sheltered(body: Body) -> Iterator[Modifier]:
    """A type B unit, or one on a carrier: by its defense, if that serves it better [8.7e]."""
    if body.shield is not None:
        amount = min(CHARTS.area.sheltered, CHARTS.area.by_defense * body.shield)
        yield Modifier(f"type B or on a carrier, defense {body.shield}", amount, "8.7e")


def _special(place: Place, body: Body, fire: Fire) -> list[Modifier]:
    """Everything else that applies, smoke of firer and target both [8.6i] [16.6]."""
    chart = CHARTS.area
    purely_direct = fire.direct and not (fire.mortars or fire.shells or fire.aircraft)
    checked = (
        (fire.moving == "road", chart.road_moving),
        (fire.overrun, chart.overrun_weapon if body.weapon else chart.overrun),
        (fire.night and purely_direct and not place.lit, chart.night),
        (fire.from_smoke, chart.from_smoke),
        (place.smoke and fire.direct, chart.into_smoke),
        (fire.assault, chart.assault),
        (place.mined, chart.mines),
    )
    return [modifier for holds, modifier in checked if holds]


def _told(firepower: Fraction) -> str:
    return str(firepower.numerator) if firepower.denominator == 1 else f"{float(firepower):g}"
