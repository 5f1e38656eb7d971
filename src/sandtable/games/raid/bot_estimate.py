"""The opponent's estimate: what fire may cost or win from where, and how far it is, by hex.

All chances are those of the odds that will be rolled; losses are counted in men.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sandtable.boards import Board, Going
from sandtable.engine import Odds
from sandtable.games.raid.chance_odds import LOST, landings
from sandtable.games.raid.charts import CHARTS, Row
from sandtable.games.raid.country import hexes_in
from sandtable.games.raid.field import Field
from sandtable.games.raid.fire_odds import Shot, air_defence, direct_fire, fatal, men_class
from sandtable.games.raid.ground import NO_WAY, Ground
from sandtable.games.raid.scenarios import Scenario
from sandtable.games.raid.shell_odds import Burst, burst, upon
from sandtable.games.raid.state import CHOICE, LINES
from sandtable.games.raid.tables import Class, Line, Tables
from sandtable.games.raid.units import BURSTS, KINDS, UNITS
from sandtable.hexes import opposite

Worth = npt.NDArray[np.float64]
Hexes = npt.NDArray[np.bool_]
Distances = npt.NDArray[np.int64]

PINNED = 0.35
"""What it is worth, in men, that a unit is suppressed and loses nobody."""
VEHICLE, AIRCRAFT = 3.0, 5.0
"""What a vehicle and a helicopter are worth in men."""
FAR = 999
ROWS: tuple[Row, ...] = ("clear", "medium", "heavy", "building")
FIRE_TEAM = KINDS["fire_team"]
LONGEST = 16
"""The longest range that is worth a thought: sight by Observation Points ends sooner."""


class Firer(NamedTuple):
    """What decides how well a unit fires: its kind, men, line of small arms, and a launcher."""

    kind: int
    men: int
    line: int
    launcher: str = ""


class Mark(NamedTuple):
    """What decides what fire does to a unit: its kind and men."""

    kind: int
    men: int


def loss(odds: Odds, men: int, kind: int = FIRE_TEAM) -> float:
    """What a roll costs a unit of so many men, or a vehicle or helicopter, on the average."""
    found = 0.0
    for result, chance in odds.chances().items():
        if result.isdigit():
            found += float(chance) * min(int(result), men)
        elif result == "S":
            found += float(chance) * PINNED
        elif result == "destroyed":
            found += float(chance) * (AIRCRAFT if UNITS[kind].flies else VEHICLE)
    return found


@cache
def by_range(tables: Tables, firer: Firer, mark: Mark) -> Worth:
    """What a unit's best shot costs a target, by row of the terrain and by range."""
    found = np.zeros((len(ROWS), FAR))
    for place, row in enumerate(ROWS):
        for distance in range(LONGEST):
            costs = [loss(odds, mark.men, mark.kind) for odds in shots(tables, firer, mark, row, distance)]
            found[place, distance] = max(costs, default=0.0)
    return found


def shots(tables: Tables, firer: Firer, mark: Mark, row: Row, distance: int) -> Iterator[Odds]:
    """The odds of all that a unit could fire at a target at a range."""
    kind, target = UNITS[firer.kind], UNITS[mark.kind]
    for fires, line in _guns(firer):
        shot = Shot(fires, line, row, distance, gunship=kind.flies)
        fire = air_defence(tables, shot) if target.flies else direct_fire(tables, shot)
        if fire.odds is not None:
            by_hit = target.dies is not None and not target.flies
            yield fatal(fire.odds, target.dies.direct, "14.14") if by_hit and target.dies else fire.odds
    weapons = [kind.weapon, firer.launcher, *(mount.weapon for mount in kind.mounts)]
    for weapon in [BURSTS[one] for one in weapons if one]:
        if weapon.reaches(distance):
            yield upon(burst(tables, Burst(weapon.against(target.armoured), row)), mark.kind)


def _guns(firer: Firer) -> Sequence[tuple[Class, Line]]:
    """The columns and lines that a unit fires in: machine guns, or its rifles [7.1] [7.2]."""
    kind = UNITS[firer.kind]
    if kind.mounts:
        return [
            (mount.fires, mount.line) for mount in kind.mounts if mount.line and mount.fires in ("L", "H")
        ]
    if kind.line is not None:
        return [("H" if kind.fires == "H" else "L", kind.line)]
    if not kind.fires or not firer.men:
        return []
    lines = LINES[1:] if firer.line == CHOICE else LINES[firer.line : firer.line + 1]
    return [(men_class(firer.men), one) for one in lines]


# By hex


def as_array(bits: int, count: int) -> Hexes:
    """A set of hexes, given as the bits of a number, as an array."""
    packed = np.frombuffer(bits.to_bytes((count + 7) // 8, "little"), np.uint8)
    return np.unpackbits(packed, count=count, bitorder="little").astype(bool)


@lru_cache(maxsize=4096)
def distances(board: Board, hex: int) -> Distances:
    """How many hexes every hex lies from this one."""
    qs, zs = _axes(board)
    dq, dz = qs - qs[hex], zs - zs[hex]
    return np.asarray(np.maximum(np.maximum(abs(dq), abs(dz)), abs(dq + dz)))


@cache
def _axes(board: Board) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    places = [board.grid.hex(hex) for hex in range(board.count)]
    return np.array([place.q for place in places]), np.array([place.z for place in places])


@cache
def within(board: Board, hex: int, reach: int) -> tuple[int, ...]:
    """The hexes within so many of one, itself among them."""
    return tuple([int(near) for near in np.flatnonzero(distances(board, hex) <= reach)])


@lru_cache(maxsize=4096)
def fall_of_shot(board: Board, tables: Tables, row: str, hex: int) -> Worth:
    """The strength that a mission brings to every hex, averaged over its scatter [9.3] [9.41]."""
    found = np.zeros(board.count)
    for there, chance in landings(board, hex).items():
        if there != LOST:
            for near in within(board, there, tables.artillery.radius(row)):
                found[near] += float(chance) * tables.artillery.strength(row, board.distance(there, near))
    return found


@lru_cache(maxsize=4096)
def seen_from(field: Field, hex: int, points: int, near: bool) -> Hexes:
    """The hexes that are seen from one with so many Observation Points, its own among them."""
    return as_array(field.seen(hex, points, near), field.ground.board.count)


@lru_cache(maxsize=64)
def rows(field: Field) -> Distances:
    """Of every hex the place of its row of the Direct Fire table in ROWS."""
    return np.array([ROWS.index(effect.row) for effect in field.effects])


@lru_cache(maxsize=64)
def going(field: Field, wheels: bool) -> Going:
    """What the steps of a unit on foot or on wheels cost now, rubble and all."""
    return Going(field.ground.neighbours, field.on_wheels if wheels else field.on_foot)


@lru_cache(maxsize=16)
def _cleared(ground: Ground, rubble: int) -> Field:
    """The ground with its rubble, without smoke, which hinders nobody on his way [11.13]."""
    return Field(ground, (), tuple(hexes_in(rubble)))


@lru_cache(maxsize=64)
def _backwards(field: Field, wheels: bool) -> Going:
    """The costs as they are paid on the way to a hex."""
    ground, costs = field.ground, going(field, wheels).costs
    far = enumerate(ground.neighbours)
    turned = [costs[hex * 6 + opposite(at % 6)] if hex >= 0 else NO_WAY for at, hex in far]
    return Going(ground.neighbours, turned)


@lru_cache(maxsize=1024)
def _way_to(ground: Ground, rubble: int, wheels: bool, goal: int) -> Worth:
    found = np.full(ground.board.count, float(FAR))
    reached = _backwards(_cleared(ground, rubble), wheels).reach(goal, FAR - 1)
    found[[*reached]] = [*reached.values()]
    return found


def way_to(field: Field, goals: Sequence[int], wheels: bool = False) -> Worth:
    """How many Movement Points every hex lies from the nearest of some goals, none of them paid."""
    ways = [_way_to(field.ground, field.rubble, wheels, goal) for goal in goals]
    return np.minimum.reduce(ways) if ways else np.zeros(field.ground.board.count)


def has_shells(scenario: Scenario | None, side: int) -> bool:
    """Has a side guns or mortars, by the list that everybody can read [9.0]?"""
    if scenario is None:
        return False
    force = scenario.forces[side]
    return bool(force.guns) or any(UNITS[kind].mortar for kind in force.kinds)


def observation(commanded: bool, night: bool) -> int:
    """The Observation Points of a unit on the ground [6.11] [5.35] [15.91]."""
    return CHARTS.observation.points(commanded, False, night)
