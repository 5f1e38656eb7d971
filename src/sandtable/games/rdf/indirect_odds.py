"""The odds of indirect fire: whether it is effective, and what it does to each unit in the hex [8.0]."""

from collections.abc import Iterator
from functools import cache

from sandtable.engine import D6, Odds, at_most
from sandtable.engine.odds import by_total
from sandtable.games.rdf.charts import CHARTS, Impacts
from sandtable.games.rdf.counters import COUNTERS, HELICOPTER, TARGETS
from sandtable.games.rdf.measure import Measure


@cache
def effectiveness(smoke: bool) -> Odds:
    """Whether the marker stays in the hex [8.0] [8.41]."""
    purpose, case = ("Smoke", "8.41") if smoke else ("Effectiveness", "8.0")
    return at_most(purpose, case, D6, CHARTS.indirect.effective, "effective", "ineffective")


@cache
def impact(column: str, row: int, covered: bool = False, dug_in: bool = False) -> Odds:
    """What an effective marker does to one unit [8.0] [8.5] [9.63].

    The result is "hit" (which also suppresses), "suppressed" or "no effect". A helicopter has no cover and is
    never suppressed; a hit destroys it [8.11] [9.43].
    """
    chart: Impacts = getattr(CHARTS.indirect, column)
    hit, suppressed = getattr(chart, TARGETS[row])
    flying = row == HELICOPTER
    changes = {CHARTS.indirect.covered: covered and not flying, CHARTS.indirect.dug_in: dug_in and not flying}
    modifiers = tuple([modifier for modifier, applies in changes.items() if applies])
    shift = sum(modifier.amount for modifier in modifiers)

    def reading(natural: int) -> str:
        if natural + shift <= hit:
            return "hit"
        return "suppressed" if natural + shift <= suppressed and not flying else "no effect"

    results = by_total(D6, reading)
    needed = "; ".join(_span(results, word) for word in ("hit", "suppressed") if word in results)
    return Odds("Impact", "8.5", D6, results, modifiers, needed or "cannot happen")


def _span(results: tuple[str, ...], word: str) -> str:
    """The dice that give a result, as players say it."""
    first, last = results.index(word) + 1, len(results) - results[::-1].index(word)
    return f"{word} on {first}" if first == last else f"{word} on {first} to {last}"


def missions(kind: int) -> int | None:
    """How many missions a unit has in a game; None if ammunition does not matter [8.13] [8.14]."""
    return COUNTERS[kind].indirect_missions or None


def spent_and_gone(kind: int, used: int) -> bool:
    """Is the unit removed, having fired its last mission [8.13]?"""
    counter = COUNTERS[kind]
    return counter.id in CHARTS.indirect.removed_when_spent and used >= counter.indirect_missions


def can_reach(kind: int, distance: int) -> bool:
    """Is the distance within the unit's indirect fire, not too near and not too far [8.12] [8.13]?"""
    counter = COUNTERS[kind]
    return counter.indirect != "" and counter.indirect_min <= distance <= counter.indirect_range


def reaches(measure: Measure, kind: int, hex: int) -> int:
    """The hexes that a unit could reach from a hex, as bits [8.12] [8.13]."""
    least, most = COUNTERS[kind].indirect_min, COUNTERS[kind].indirect_range
    near = measure.disc(hex, least - 1) if least else 0
    return measure.disc(hex, most) & ~near if COUNTERS[kind].indirect else 0


def mission_bars(kind: int, distance: int, smoke: bool, used: int) -> Iterator[tuple[str, str, bool]]:
    """Case and reason of what may forbid a mission, and whether it does [8.11] [8.12] [8.13] [8.14] [8.4]."""
    counter, least = COUNTERS[kind], COUNTERS[kind].indirect_min
    yield "8.0", f"{counter.name} has no indirect fire", counter.indirect == ""
    near = f"{counter.name} cannot fire indirectly at less than {least} hexes"
    yield "8.13" if missions(kind) else "8.12", near, distance < least
    far = f"{distance} hexes are beyond its {counter.indirect_range}"
    yield "8.0", far, distance > counter.indirect_range
    no_smoke = smoke and counter.id in CHARTS.indirect.no_smoke
    yield "8.4", f"{counter.name} has no smoke", no_smoke
    case = "8.13" if counter.id in CHARTS.indirect.removed_when_spent else "8.14"
    spent = 0 < counter.indirect_missions <= used
    yield case, "its ammunition for indirect fire is spent", spent
