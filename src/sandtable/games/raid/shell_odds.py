"""The odds of all that bursts: shells, grenades, charges, mines and rockets [9.2] [9.42] [9.5] [14.2]."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from sandtable.engine import Modifier, Odds
from sandtable.engine.odds import by_total
from sandtable.games.raid.charts import CHARTS, DIE
from sandtable.games.raid.fire_odds import fatal, needed
from sandtable.games.raid.tables import Tables
from sandtable.games.raid.units import BURSTS, UNITS, Unit

RUBBLED, BREACHED, STANDS = "rubbled", "breached", "stands"


class Burst(NamedTuple):
    """What bursts upon a target: its strength in all, where the target is, and what changes the roll.

    `terrain` is a row of the terrain effects chart, `altitude` a helicopter up there, `suppressed` the firer.
    """

    strength: int
    terrain: str
    what: str = "Shells"
    case: str = "9.42"
    suppressed: bool = False
    altitude: bool = False


@lru_cache(maxsize=1 << 14)
def burst(tables: Tables, struck: Burst) -> Odds:
    """One roll on the Indirect Fire table [9.42] [9.5] [13.52]."""
    table = tables.indirect_fire
    column = table.column(struck.strength) + CHARTS.fire.altitude_columns * struck.altitude
    changes = tuple(
        Modifier(why, amount, case)
        for why, amount, case in (
            (struck.terrain.capitalize(), CHARTS.terrain[struck.terrain].drm, "9.5"),
            ("the firer is suppressed", CHARTS.fire.suppressed * struck.suppressed, "7.8"),
        )
        if amount
    )
    shift = sum(change.amount for change in changes)
    results = by_total(DIE, lambda natural: table.result(column, natural + shift))
    purpose = f"{struck.what}, strength {struck.strength}"
    return Odds(purpose, struck.case, DIE, results, changes, needed(results))


def weapon_burst(
    tables: Tables, weapon: str, terrain: str, armoured: bool = False, suppressed: bool = False
) -> Odds:
    """A weapon of the list at a target [14.11] [14.21] [14.22] [14.23] [14.24] [14.25] [14.26] [13.42]."""
    arm = BURSTS[weapon]
    return burst(tables, Burst(arm.against(armoured), terrain, arm.name, arm.case, suppressed))


def upon(odds: Odds, kind: int) -> Odds:
    """The same roll read for a vehicle or helicopter: destroyed or nothing [14.14] [14.17] [13.51]."""
    dies = UNITS[kind].dies
    if dies is None:
        return odds
    return fatal(odds, dies.indirect, _why(UNITS[kind]))


def _why(unit: Unit) -> str:
    """The case by which a vehicle or helicopter falls."""
    return "13.51" if unit.flies else "14.14" if unit.armoured else "14.17"


def building_odds(odds: Odds) -> Odds:
    """The same roll read for the Building it is made in: a 3 or 4 makes rubble of it [9.7]."""
    return _read(odds, CHARTS.damage.rubble, RUBBLED, "9.7")


@lru_cache(maxsize=256)
def structure_odds(tables: Tables, strength: int, what: str = "Building") -> Odds:
    """A roll for a Building without units, or for the aqueduct, at a Building's modifier [9.7] [15.5]."""
    return building_odds(burst(tables, Burst(strength, "building", what, "9.7")))


@lru_cache(maxsize=256)
def wall_odds(tables: Tables, strength: int) -> Odds:
    """Charges against the prison wall, which falls to a 2 already [15.3]."""
    return _read(
        burst(tables, Burst(strength, "building", "Prison wall", "15.3")),
        CHARTS.damage.wall,
        BREACHED,
        "15.3",
    )


def zone_strength(tables: Tables, shells: Sequence[tuple[str, int]]) -> int:
    """Strength in a hex: all shells that reach it, each a gun and its distance, added up [9.2] [9.41]."""
    return sum(tables.artillery.strength(gun, distance) for gun, distance in shells)


def _read(odds: Odds, results: Sequence[str], hit: str, case: str) -> Odds:
    """The same dice with another meaning."""
    read = tuple(hit if result in results else STANDS for result in odds.results)
    faces = [face for face, found in enumerate(read, 1) if found == hit]
    told = f"{hit} on {faces[0]} or more" if faces else "cannot happen"
    return Odds(odds.purpose, case, odds.dice, read, odds.modifiers, told)
