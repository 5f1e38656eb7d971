"""What every unit could plot, and what that would mean: reach, lines of fire, chances, friends in the way."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import msgspec

from sandtable.engine import HexRef, UnitRef
from sandtable.games.tank.column import held_to_track
from sandtable.games.tank.covering import Cover, covers, entered
from sandtable.games.tank.direct_fire import Shot, reckon
from sandtable.games.tank.fire_odds import DESTROYED
from sandtable.games.tank.identity import named
from sandtable.games.tank.lanes import in_sight, longest_shot, masked_by
from sandtable.games.tank.movement import reach
from sandtable.games.tank.routes import exit_edge
from sandtable.games.tank.spotting import spotted, spotting
from sandtable.games.tank.spotting_odds import SPOTTED as SEEN
from sandtable.games.tank.state import (
    DF,
    FC,
    GONE,
    MV,
    MVR,
    NO_PLACE,
    OF,
    OV,
    TASKS,
    Field,
    Play,
    State,
    bound,
    in_hex,
    shown,
)


class InRange(msgspec.Struct, frozen=True, omit_defaults=True):
    """A hex with enemies in field and range: the chance against one whose kind is known, the chance that
    somebody spots it in time where it lies face down and stays, and who is in the way."""

    hex: HexRef
    range: int
    chance: Fraction | None = None
    sighting: Fraction | None = None
    masked_by: UnitRef = -1


class Prospect(msgspec.Struct, frozen=True):
    """One unit: its tasks, the hexes it can reach by the points they take, its lines of fire at what is there
    and at what may come, and what it was given to do the last time."""

    unit: UnitRef
    tasks: list[str]
    points: int
    reach: dict[str, list[HexRef]]
    fire: list[InRange]
    cover: list[Cover]
    last: str


def prospects(table: Play, side: int) -> dict[str, object]:
    """What the side's units can do now, and how its column stands [5.0] [17.3E]."""
    field, state = table.scene, table.state
    units = [unit for unit in field.own[side] if state.hexes[unit] != GONE]
    track, coming = state.tracks[side], entered(field, state, side)
    return {
        "units": [prospect(field, state, unit, coming) for unit in units],
        "column": [state.units[unit] for unit in units if state.place[unit] != NO_PLACE],
        "held_to_track": bound(state, side) and bool(track),
        "track": [field.hex_name(hex) for hex in track],
        "exit": exit_edge(field, state, side),
    }


def prospect(field: Field, state: State, unit: int, coming: Mapping[int, int]) -> Prospect:
    """What one unit could plot; `coming` says how many enemies could be in a hex this turn."""
    steps: dict[str, list[int]] = {}
    if state.hexes[unit] >= 0:
        for hex, points in reach(field, unit, state.hexes[unit]).items():
            steps.setdefault(str(points), []).append(hex)
    on_map = state.hexes[unit] >= 0
    fire = list(_in_range(field, state, unit)) if on_map else []
    cover = covers(field, state, unit, coming) if on_map else []
    tasks = [TASKS[task] for task in tasks_of(field, state, unit)]
    return Prospect(unit, tasks, field.weapons[unit].ma, steps, fire, cover, state.last[unit])


def tasks_of(field: Field, state: State, unit: int) -> list[int]:
    """The tasks that a unit can be given at all [5.0]."""
    weapon = field.weapons[unit]
    if state.hexes[unit] < 0:
        return [MV]
    if weapon.gun:
        return [DF, OF, FC]
    if weapon.infantry:
        return [DF, OF, MV]
    return [DF, OF, MV, OV, FC] if held_to_track(state, unit) else [DF, OF, MV, MVR, OV, FC]


def _in_range(field: Field, state: State, unit: int) -> Iterator[InRange]:
    side = state.side[unit]
    for hex in enemy_hexes(field, state, side):
        if within_fire(field, state, unit, hex):
            distance = field.country.distance(state.hexes[unit], hex)
            friend = masked_by(field, state, unit, hex)
            chance, seen = chance_at(field, state, unit, hex), sighting_in(field, state, side, hex)
            yield InRange(hex, distance, chance, seen, -1 if friend is None else friend)


def enemy_hexes(field: Field, state: State, side: int) -> list[int]:
    """The hexes in which the side sees a counter of the enemy, face up or down.

    In the order of the map: that of the roster would tell which counter lies where.
    """
    return sorted({state.hexes[enemy] for enemy in field.own[1 - side] if shown(state, enemy)})


def within_fire(field: Field, state: State, unit: int, hex: int) -> bool:
    """Does a hex lie in a unit's field and range, and is the line open [7.21] [8.31] [10.2]?"""
    return in_sight(field, state, unit, hex) and field.country.distance(
        state.hexes[unit], hex
    ) <= longest_shot(field, state, unit)


def enemies_in_fire(field: Field, state: State, unit: int, hexes: Sequence[int]) -> list[int]:
    """Those of the enemy's hexes that a unit can plot to fire into directly [8.0] [8.1] [8.41]."""
    return [
        hex
        for hex in hexes
        if within_fire(field, state, unit, hex)
        and masked_by(field, state, unit, hex) is None
        and harmable(field, state, unit, hex)
    ]


def harmable(field: Field, state: State, unit: int, hex: int) -> bool:
    """Might something in the hex be harmed by this weapon, as far as its side knows [8.1] [8.81]?"""
    weapon = field.weapons[unit]
    if weapon.he and not weapon.infantry:
        return True
    enemies = [enemy for enemy in in_hex(state, hex) if state.side[enemy] != state.side[unit]]
    return any(
        shown(state, enemy) and (not named(state, enemy) or field.weapons[enemy].hard) for enemy in enemies
    )


def may_be_overrun(field: Field, state: State, side: int, hex: int) -> bool:
    """Does the side see an enemy there that is not known to be a vehicle [9.4] [9.45]?"""
    enemies = [enemy for enemy in in_hex(state, hex) if state.side[enemy] != side and shown(state, enemy)]
    hard = any(named(state, enemy) and field.weapons[enemy].hard for enemy in enemies)
    return bool(enemies) and not hard


def chance_at(field: Field, state: State, unit: int, hex: int) -> Fraction | None:
    """The best chance against an enemy of a known kind in a hex, spotted and as it stands now [8.9]."""
    chances = []
    for enemy in known_in(state, state.side[unit], hex):
        odds = reckon(field, state, [unit], enemy, Shot(hex, state.facing[enemy])).odds
        chances.append(odds.chance(DESTROYED) if odds else Fraction(0))
    return max(chances, default=None)


def likely_hit(field: Field, state: State, unit: int, hex: int) -> Fraction | None:
    """The same with the chance that what lies face down is spotted at all."""
    chance, seen = chance_at(field, state, unit, hex), sighting_in(field, state, state.side[unit], hex)
    return chance if chance is None or seen is None else chance * seen


def sighting_in(field: Field, state: State, side: int, hex: int) -> Fraction | None:
    """The best chance that a side spots somebody of a known kind who lies face down in a hex and stays;
    None where one is spotted already [13.23]."""
    enemies = known_in(state, side, hex)
    if not enemies or any(spotted(state, enemy) for enemy in enemies):
        return None
    return max(sighting(field, state, side, enemy) for enemy in enemies)


def known_in(state: State, side: int, hex: int) -> list[int]:
    """The enemies in a hex whose kind the side can tell [3.2]."""
    there = (unit for unit in in_hex(state, hex) if state.side[unit] != side)
    return [unit for unit in there if shown(state, unit) and named(state, unit)]


def sighting(field: Field, state: State, side: int, enemy: int) -> Fraction:
    """The chance that one of a side's units spots an enemy that stays where it is [13.1] [13.22] [13.5]."""
    hex, missed = state.hexes[enemy], Fraction(1)
    for unit in field.own[side]:
        if state.hexes[unit] >= 0 and in_sight(field, state, unit, hex):
            missed *= 1 - spotting(field, state, unit, enemy, hex).chance(SEEN)
    return 1 - missed
