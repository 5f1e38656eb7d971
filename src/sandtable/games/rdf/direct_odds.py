"""The odds of direct fire: table, initial modifier, all that changes the die, and second rolls [9.0]."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from sandtable.engine import D6, Modifier, Odds, at_most
from sandtable.games.rdf.charts import CHARTS, FireModifiers, Initial
from sandtable.games.rdf.counters import HELICOPTER, TARGETS

CIRCUMSTANCES = (
    *("hasty", "suppressed", "mounted", "final_bonus", "improved"),
    *("moving", "new_height", "cultivated", "village", "hull_down", "dug_in"),
)
"""What may be said of the firer, then of the target; each is one bit, in this order."""

HASTY, SUPPRESSED, MOUNTED, FINAL_BONUS, IMPROVED = (1 << place for place in range(5))
MOVING, NEW_HEIGHT, CULTIVATED, VILLAGE, HULL_DOWN, DUG_IN = (1 << place for place in range(5, 11))

_REASONS: tuple[Modifier, ...] = tuple(getattr(CHARTS.modifiers, name) for name in CIRCUMSTANCES)


def bits(names: tuple[str, ...]) -> int:
    """The circumstances of these names."""
    return sum(1 << CIRCUMSTANCES.index(name) for name in names)


_MISSILES_IGNORE = bits(CHARTS.modifiers.missiles_ignore)


def missile(weapon: int) -> bool:
    """Is it a missile, which knows no movement and does not fire through cover [9.8]?"""
    return weapon in CHARTS.modifiers.missiles


@cache
def number(weapon: int, distance: int) -> int:
    """The combat results number; 0 out of range [9.7]."""
    return (CHARTS.direct.cell(distance, weapon) or 0) if weapon else 0


@cache
def initial(weapon: int, row: int) -> Initial:
    """The initial modifier against a target class, "NE" or "D" [9.7]."""
    if row == HELICOPTER:
        return "NE"
    cells: tuple[Initial, ...] = getattr(CHARTS.initial, TARGETS[row])
    return cells[weapon - 1]


@cache
def can_hurt(weapon: int, distance: int, row: int) -> bool:
    """Is there anything on the table for this weapon, range and target [9.7]?"""
    return number(weapon, distance) > 0 and initial(weapon, row) != "NE"


@cache
def reach(weapon: int, row: int) -> tuple[int, int]:
    """The least and the greatest range at which a weapon can hurt a target; (1, 0) if it never can [9.7]."""
    inside = [distance for distance in range(CHARTS.direct.most + 1) if can_hurt(weapon, distance, row)]
    return (inside[0], inside[-1]) if inside else (1, 0)


def bars(weapon: int, distance: int, row: int) -> Iterator[tuple[str, str, bool]]:
    """Case and reason of what may forbid a shot, and whether it does [8.16] [9.7] [10.21] [14.26]."""
    yield "8.16", "it has no weapon for direct fire", weapon == 0
    yield "14.26", "helicopters are fired at by air defence only", row == HELICOPTER
    yield "10.21", f"class {weapon} cannot fire within its own hex", missile(weapon) and distance == 0
    yield "9.7", f"{distance} hexes are too far for class {weapon}", number(weapon, distance) == 0
    helpless = f"class {weapon} has no effect on target class {TARGETS[row]}"
    yield "9.7", helpless, weapon > 0 and initial(weapon, row) == "NE"


@cache
def modifiers(weapon: int, row: int, stacked: int, circumstances: int) -> tuple[Modifier, ...]:
    """All that changes the die, the initial modifier first [6.33] [9.7] [9.8]."""
    first = initial(weapon, row)
    if missile(weapon):
        circumstances &= ~_MISSILES_IGNORE
    found = (
        [Modifier(f"class {weapon} at target class {TARGETS[row]}", first, "9.7")]
        if type(first) is int
        else []
    )
    found += [reason for place, reason in enumerate(_REASONS) if circumstances >> place & 1]
    return tuple(
        [modifier for modifier in [*found, *_crowding(CHARTS.modifiers, stacked)] if modifier.amount]
    )


def _crowding(chart: FireModifiers, stacked: int) -> list[Modifier]:
    """Units that stand close together are easier to hit [6.33]."""
    if stacked < 2:
        return []
    return [chart.stacked_2 if stacked == 2 else chart.stacked_3]


@cache
def direct_fire(
    weapon: int, distance: int, row: int, steps: int, stacked: int = 1, circumstances: int = 0
) -> Odds:
    """The odds of a shot by a unit with so many steps left at a target of this row [9.0] [9.5] [9.7] [9.8].

    The result is "miss", "hit" or "destroyed". `stacked` is the number of units that count as stacked in the
    target's hex, itself included [6.33]; what cannot hurt at all is a certain miss [9.15]. A helicopter has
    one step, which is also what it takes from the second roll [9.8].
    """
    changed = modifiers(weapon, row, stacked, circumstances)
    if not can_hurt(weapon, distance, row):
        return Odds("Direct fire", "9.7", D6, ("miss",) * 6, changed, "cannot happen")
    limit, shift = number(weapon, distance), sum(modifier.amount for modifier in changed)
    if initial(weapon, row) == "D":
        follow = {"struck": damage(row, steps)}
        return at_most("Direct fire", "9.7", D6, limit, "struck", "miss", changed, follow)
    plain = at_most("Direct fire", "9.7", D6, limit, "hit", "miss", changed)
    return _with_criticals(plain, CHARTS.critical.trigger - shift, steps)


def _with_criticals(plain: Odds, trigger: int, steps: int) -> Odds:
    """The same roll, where a hit of so little calls for a second one [9.8]."""
    results = [
        "critical" if result == "hit" and natural <= trigger else result
        for natural, result in enumerate(plain.results, 1)
    ]
    if "critical" not in results:
        return plain
    least = min(trigger, 6)
    needed = f"{plain.needed}, critical on {least} or less"
    follow = {"critical": critical(steps)}
    return Odds(plain.purpose, plain.case, D6, tuple(results), plain.modifiers, needed, follow)


@cache
def critical(steps: int) -> Odds:
    """The second roll after a modified 1 or less: destroyed, or an ordinary hit [9.8]."""
    changed = (Modifier(f"{steps} steps fire" if steps > 1 else "1 step fires", -steps, "9.8"),)
    return at_most("Critical hit", "9.8", D6, CHARTS.critical.destroyed, "destroyed", "hit", changed)


@cache
def damage(row: int, steps: int) -> Odds:
    """The second roll of class 9 against a vehicle: a hit or nothing, never a critical one [9.5] [9.9]."""
    limit: int = getattr(CHARTS.to_hit, TARGETS[row])
    changed = (Modifier(f"{steps} steps fire" if steps > 1 else "1 step fires", -steps, "9.5"),)
    return at_most("Damage by small arms", "9.9", D6, limit, "hit", "miss", changed)


@cache
def hit_chance(
    weapon: int, distance: int, row: int, steps: int, stacked: int = 1, circumstances: int = 0
) -> Fraction:
    """The chance that a shot does any harm [9.0]."""
    return direct_fire(weapon, distance, row, steps, stacked, circumstances).chance("hit", "destroyed")
