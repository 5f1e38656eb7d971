"""The odds of point fire, AT rolls, and shells that fall on point targets [8.8] [8.10] [8.11]."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from sandtable.engine import TWO_D6, Modifier, Odds, at_least, by_total
from sandtable.games.tcs.charts import CHARTS
from sandtable.games.tcs.morale_odds import Nerve, narrow_miss
from sandtable.games.tcs.targets import Body, Moving, Place, point_cover

DESTROYED, MISSED, NARROWLY = "destroyed", "missed", "missed narrowly"


class Shot(NamedTuple):
    """A shot worked out: its roll, or the case and the reason why there is none."""

    odds: Odds | None
    case: str = ""
    reason: str = ""


class Aim(NamedTuple):
    """One point weapon and how it fires; the target's way of moving counts in overwatch [8.8] [8.9]."""

    attack: int
    nominal: int
    distance: int
    suppressed_gun: bool = False
    from_smoke: bool = False
    night: bool = False
    moving: Moving = ""


@lru_cache(maxsize=1 << 14)
def point_fire(aim: Aim, place: Place, body: Body) -> Shot:
    """One weapon at one target; a gun missed by little checks its morale [8.8] [8.8a] [8.8c] [8.8b]."""
    row = _row(aim)
    if row is None:
        reason = f"its range is {aim.nominal}, at most {2 * aim.nominal}, and this is {aim.distance}"
        return Shot(None, "8.8a", reason)
    band, numbers = row
    difference = aim.attack - body.defense
    need = numbers[0 if difference >= CHARTS.point.better else 2 if difference <= CHARTS.point.worse else 1]
    modifiers = (*point_cover(place, body), *_special(aim, place))
    purpose = f"Point fire, {band} range, attack {aim.attack} against defense {body.defense}"
    odds = at_least(purpose, "8.8", TWO_D6, need, DESTROYED, MISSED, modifiers)
    return Shot(_with_narrow_miss(odds, need, body, aim.night) if body.gun else odds)


def _row(aim: Aim) -> tuple[str, tuple[int, ...]] | None:
    """The row of the chart: two hexes first of all, then half, whole and twice the nominal range [8.8a]."""
    chart = CHARTS.point
    if aim.distance > 2 * aim.nominal:
        return None
    if aim.distance <= chart.closest:
        return "very close", chart.very_close
    if 2 * aim.distance <= aim.nominal:
        return "close", chart.close
    if aim.distance <= aim.nominal:
        return "nominal", chart.nominal
    return "long", chart.long


def _special(aim: Aim, place: Place) -> list[Modifier]:
    """Overwatch, mines, suppression, smoke of both, and night [8.6g] [8.6i] [9.2e] [12.2d] [16.6]."""
    chart = CHARTS.point
    checked = (
        (aim.moving == "slow go", chart.slow_go),
        (aim.moving == "road", chart.road_moving),
        (place.mined, chart.mines),
        (aim.suppressed_gun, chart.suppressed_gun),
        (aim.from_smoke, chart.from_smoke),
        (place.smoke, chart.into_smoke),
        (aim.night and not place.lit, chart.night),
    )
    return [modifier for holds, modifier in checked if holds]


def _with_narrow_miss(odds: Odds, need: int, body: Body, night: bool) -> Odds:
    """The same roll with the check that a near miss calls for [8.8c] [9.0b]."""
    close = range(need - CHARTS.point.narrow, need)

    def read(natural: int) -> str:
        total = natural + odds.shift
        return DESTROYED if total >= need else NARROWLY if total in close else MISSED

    results = by_total(TWO_D6, read)
    dark = (CHARTS.morale.night,) if night else ()
    nerve = Nerve(body.dug_in, body.paralyzed)
    follow = {NARROWLY: narrow_miss(dark, nerve)} if NARROWLY in results else {}
    return Odds(odds.purpose, odds.case, TWO_D6, results, odds.modifiers, odds.needed, follow)


class Close(NamedTuple):
    """An infantry unit that goes for a vehicle; `through` is the hex between, chosen by it [8.10d]."""

    distance: int
    through: Place | None = None
    suppressed: bool = False
    night: bool = False
    visibility: int = 99
    moving: Moving = ""
    escorted: bool = False


@lru_cache(maxsize=1 << 12)
def at_roll(close: Close, place: Place, defense: int) -> Shot:
    """One AT roll at one vehicle or carrier [8.10] [8.10d] [8.5b]."""
    row = next((row for row in CHARTS.at.rows if row.span[0] <= close.distance <= row.span[1]), None)
    if row is None:
        return Shot(
            None, "8.10d", f"AT rolls reach {CHARTS.at.rows[-1].span[1]} hexes, and this is {close.distance}"
        )
    column = min(_column(hex) for hex in (place, close.through) if hex is not None)
    modifiers = tuple(_at_modifiers(close, place, defense))
    purpose = f"AT roll, range {close.distance}"
    return Shot(at_least(purpose, "8.10", TWO_D6, row.cells[column], DESTROYED, MISSED, modifiers))


def _column(place: Place) -> int:
    return CHARTS.at.slow_go if place.slow_go else CHARTS.at.columns[place.terrain]


def _at_modifiers(close: Close, place: Place, defense: int) -> Iterator[Modifier]:
    """Condition, target, and the dark: by night its own line, by day poor visibility [8.10a] [16.6]."""
    chart = CHARTS.at
    dark = chart.lit if place.lit else chart.night
    checked = (
        (close.suppressed, chart.suppressed),
        (defense <= chart.soft, chart.weak),
        (close.moving == "road", chart.road_moving),
        (place.mined, chart.mines),
        (close.escorted, chart.escorted),
        (close.night, dark),
        (not close.night and close.visibility <= chart.haze, chart.murk),
    )
    return (modifier for holds, modifier in checked if holds)


def shell(body: Body) -> Odds:
    """One round of artillery against one point target; any can destroy any of them [8.11] [8.11a]."""
    return at_least(
        "Artillery against a point target",
        "8.11",
        TWO_D6,
        CHARTS.shells.artillery,
        DESTROYED,
        MISSED,
        _softness(body),
    )


def mortar(body: Body) -> Shot:
    """One mortar platoon against one point target of little defense [8.11] [8.11a]."""
    most = CHARTS.shells.mortars_most_defense
    if body.defense > most:
        reason = f"mortars can destroy a defense of {most} or less, and this is {body.defense}"
        return Shot(None, "8.11a", reason)
    number = CHARTS.shells.mortars
    purpose = "Mortars against a point target"
    return Shot(at_least(purpose, "8.11", TWO_D6, number, DESTROYED, MISSED, _softness(body)))


def _softness(body: Body) -> tuple[Modifier, ...]:
    """More against trucks, or else against little defense [8.11]."""
    if body.truck:
        return (CHARTS.shells.truck,)
    return (CHARTS.shells.weak,) if body.defense <= CHARTS.shells.weak_defense else ()


def any_of(rolls: Sequence[Odds], result: str = DESTROYED) -> Fraction:
    """The chance that at least one of several rolls gives a result."""
    spared = Fraction(1)
    for odds in rolls:
        spared *= 1 - odds.chance(result)
    return 1 - spared
