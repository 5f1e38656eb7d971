"""The odds of everything else: mines, aircraft, slow go, towed items, smoke, overruns, weather [12.0]."""

from collections.abc import Mapping, Sequence
from functools import cache

from sandtable.engine import D6, TWO_D6, Odds, at_least, at_most, by_total
from sandtable.games.tcs.area_odds import area_odds
from sandtable.games.tcs.charts import CHARTS
from sandtable.games.tcs.morale_odds import Nerve
from sandtable.games.tcs.targets import Body

DESTROYED, SAFE = "destroyed", "safe"
BOGGED, THROUGH = "bogged down", "gets through"
GONE, REMAINS = "gone", "remains"
DEFENDER, ATTACKER = "defender first", "attacker first"
MISLED, ON_TARGET = "misled", "on target"
SHOT_DOWN, FLIES_ON = "shot down", "flies on"
FIRE, NO_FIRE = "fire breaks out", "no fire"


def crossing(body: Body, night: bool) -> Odds:
    """Mines against an area target that crosses by force; suppression and paralysis do not stop it [15.2]."""
    return _mines("Minefield crossed by force", "15.2", body, by_force=True, night=night)


def breaching(body: Body, night: bool) -> Odds:
    """Mines against infantry that breaches: the bare dice on the same results [15.3] [15.0c]."""
    return _mines("Breaching a minefield", "15.3", body, by_force=False, night=night)


def _mines(purpose: str, case: str, body: Body, *, by_force: bool, night: bool) -> Odds:
    """The area fire results without terrain, range or shelter [8.5c]."""
    modifiers = (CHARTS.single.by_force,) if by_force else ()
    dark = (CHARTS.morale.night,) if night else ()
    return area_odds(purpose, case, modifiers, body, dark, Nerve(crossing=True))


def crossing_vehicle() -> Odds:
    """Mines against a point target that crosses by force [15.2]."""
    number = CHARTS.single.mine_kills
    return at_least("Minefield crossed by force", "15.2", TWO_D6, number, DESTROYED, SAFE)


def bog() -> Odds:
    """Whether a tracked unit sticks in slow go for good [12.2a]."""
    return at_least("Slow go", "12.2a", D6, CHARTS.movement.special.bogged_on, BOGGED, THROUGH)


def towed() -> Odds:
    """Whether a towed item is lost with what tows it [8.2g] [12.3g]."""
    return at_most("Towed item", "8.2g", D6, CHARTS.single.towed_lost, DESTROYED, SAFE)


def smoke() -> Odds:
    """Whether a smoke marker drifts off in the Clean Up [11.0d]."""
    return at_least("Smoke", "11.0d", D6, CHARTS.single.smoke_gone, GONE, REMAINS)


def smoke_fire() -> Odds:
    """Whether smoke in woods or houses means a fire [19.2]."""
    return at_least("Fire in the smoke", "19.2", D6, CHARTS.single.fire_breaks_out, FIRE, NO_FIRE)


def overrun_order() -> Odds:
    """Who fires first in an overrun [14.0]."""
    return at_most(
        "Order of fire in an overrun", "14.0", D6, CHARTS.single.defender_first, DEFENDER, ATTACKER
    )


def sortie() -> Odds:
    """Whether a sortie takes its own side for the enemy [17.0]."""
    return at_least("Sortie finds its target", "17.0", TWO_D6, CHARTS.single.misled, MISLED, ON_TARGET)


def anti_aircraft(rating: int) -> Odds:
    """A unit's fire at a sortie before a run [17.3a] [17.3b]."""
    return at_least("Anti-aircraft fire", "17.3a", TWO_D6, rating, SHOT_DOWN, FLIES_ON)


def air_point(number: int) -> Odds:
    """A sortie's point capability against one named target [17.1e]."""
    return at_least("Attack from the air on a point target", "17.1e", TWO_D6, number, DESTROYED, SAFE)


@cache
def wind_direction() -> Odds:
    """Where the hourly wind blows to [19.1]."""
    results = by_total(D6, lambda natural: "ABCDEF"[CHARTS.scatter.direction(natural)])
    return Odds("Wind direction", "19.1", D6, results)


@cache
def wind_speed() -> Odds:
    """How many hexes smoke drifts in a turn [19.1]."""
    return Odds("Wind speed", "19.1", D6, by_total(D6, str))


def weather(rows: Sequence[tuple[Sequence[int], str]]) -> Odds:
    """The hourly weather of a battle: the faces of each row and the word that stands for it [8.3b] [1.3b]."""
    words: Mapping[int, str] = {face: word for faces, word in rows for face in faces}
    return Odds("Weather", "8.3b", D6, by_total(D6, words.__getitem__))
