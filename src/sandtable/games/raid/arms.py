"""The weapons that a unit has in hand, and why it may not fire one now [7.31] [5.31] [9.8] [14.13]."""

from collections.abc import Iterator
from typing import NamedTuple

from sandtable.engine import Refusal
from sandtable.games.raid.scene import Play
from sandtable.games.raid.state import (
    BRAVO,
    CHOICE,
    FACE_UP,
    FIRED,
    GRENADE,
    LINES,
    M203,
    MOVED,
    NOBODY,
    OUT_OF_COMMAND,
    SHOT,
    UNLOADED,
    State,
    has,
    hex_of,
    on_map,
)
from sandtable.games.raid.tables import Line
from sandtable.games.raid.units import BURSTS, Fires, Mount, Unit

NONE = -1
USES = 4
"""Bits for the count of each mount in `State.uses`."""

Bars = Iterator[tuple[str, str, bool]]
"""Case, reason, and whether it holds."""


class Kind(NamedTuple):
    """A kind of direct fire, its case, and the phase it is made in [7.6]."""

    name: str
    case: str
    direct_phase: bool = False
    overwatch: bool = False


DIRECT = Kind("Direct Fire", "7.61", direct_phase=True)
OPPORTUNITY = Kind("Opportunity Fire", "7.62")
ROCKETS_SEEN = Kind("Opportunity Fire", "13.42", direct_phase=True)
OVERWATCH = Kind("Overwatch Fire", "7.63", overwatch=True)
OVERWATCH_IN_B = OVERWATCH._replace(direct_phase=True)
CONE = Kind("cone of fire", "7.92")
ASSAULT = Kind("Close Assault", "10.1")


class Arm(NamedTuple):
    """One weapon of a unit: a column class and range line of 7.2, or one of the list that bursts."""

    name: str
    fires: Fires = ""
    line: Line | None = None
    burst: str = ""
    smoke: bool = False
    mount: int = NONE
    front: bool = False
    most_range: int = 0
    uses: int = 0


class Shot(NamedTuple):
    """Who fires with what."""

    unit: int
    arm: Arm


def arms_of(table: Play, unit: int) -> list[Arm]:
    """Every weapon of a unit, for whichever kind of fire [7.2] [13.43] [14.11] [14.21] [14.22]."""
    state, kind = table.state, table.scene.types[unit]
    if kind.mounts:
        return [_mounted(mount, place) for place, mount in enumerate(kind.mounts)]
    found = [Arm(BURSTS[kind.weapon].name, burst=kind.weapon)] if kind.weapon else []
    if has(state, unit, M203):
        found += [Arm("M203", burst="m203"), Arm("M203 smoke", burst="m203", smoke=True)]
    if has(state, unit, GRENADE):
        found.append(Arm("rifle grenade", burst="rifle_grenade"))
    return [*_hand_arms(kind, state.line[unit]), *found]


def _mounted(mount: Mount, place: int) -> Arm:
    return Arm(
        mount.name, mount.fires, mount.line, mount.weapon, False, place, mount.front,
        mount.most_range, mount.uses,
    )  # fmt: skip


def _hand_arms(kind: Unit, line: int) -> list[Arm]:
    """A machine gun, or rifles in the line that the scenario gives: some may be fired Semi or Auto [7.2]."""
    if kind.line is not None:
        return [Arm(kind.name, kind.fires, kind.line)]
    if not kind.fires:
        return []
    lines = LINES[1:] if line == CHOICE else LINES[line : line + 1]
    return [Arm(f"{one.capitalize()} rifles", kind.fires, one) for one in lines]


def ready_arms(table: Play, unit: int, kind: Kind) -> list[Arm]:
    """What a unit may fire in this kind of fire; whether it hits anything is another matter [7.34]."""
    if any(holds for _, _, holds in unit_bars(table, unit, kind)):
        return []
    return [
        arm for arm in arms_of(table, unit) if not any(row[2] for row in arm_bars(table, unit, arm, kind))
    ]


def unit_bars(table: Play, unit: int, kind: Kind) -> Bars:
    """Why a unit may not fire at all now."""
    yield from public_bars(table, unit, kind)
    state, types = table.state, table.scene.types
    commanded = kind.direct_phase and types[unit].combat
    yield "5.31", "it is out of command", commanded and has(state, unit, OUT_OF_COMMAND)
    scenario = table.scene.scenario
    silent = scenario is not None and state.turn in scenario.no_opportunity_fire
    yield (
        "15.3",
        "the scenario forbids its side Opportunity Fire in this Game-Turn",
        silent and state.side[unit] == BRAVO and kind in (OPPORTUNITY, CONE),
    )


def public_bars(table: Play, unit: int, kind: Kind) -> Bars:
    """Why a unit may not fire, as everybody knows who knows which unit it is."""
    state, unit_type = table.state, table.scene.types[unit]
    yield "3.3", "it has no weapons", not (unit_type.fires or unit_type.mounts or unit_type.weapon)
    yield from _carried_bars(table, unit)
    yield "13.35", "it has been set down in this Game-Turn", has(state, unit, UNLOADED) and kind != ASSAULT
    if kind in (CONE, ASSAULT):
        return
    many = unit_type.breed == "vehicle"
    yield "7.31", "it has fired in this Game-Turn", has(state, unit, FIRED) and not many
    yield "7.31", "it has moved in this Game-Turn", has(state, unit, MOVED)
    yield "7.63", "it has fired in this Game-Turn", kind.overwatch and has(state, unit, SHOT)
    fit = kind not in (OPPORTUNITY, ROCKETS_SEEN)
    yield "9.8", "a mortar crew fires its rifles as Opportunity Fire only", unit_type.mortar and fit


def _carried_bars(table: Play, unit: int) -> Bars:
    """Who is aboard and may not fire from there [13.35] [14.12] [14.15] [14.16] [14.19] [14.23]."""
    state, types = table.state, table.scene.types
    carrier = state.carrier[unit]
    if carrier == NOBODY:
        return
    yield "14.19", "loading or unloading goes on", state.held[unit] != 0
    truck = fired_from(types[carrier]) and not types[carrier].teams
    yield "14.12", "passengers do not fire from here", not fired_from(types[carrier])
    yield "14.16", "its carrier has moved in this Game-Turn", has(state, carrier, MOVED)
    alone = types[unit].gear > 0 and types[unit].weapon != "" and state.carrier.count(carrier) == 1
    yield (
        "14.16",
        "only Fire Teams and LMGs fire from a truck, and a 106mm that is alone aboard [14.23]",
        truck and not (types[unit].truck_fire or alone),
    )


def fired_from(kind: Unit) -> bool:
    """Do those aboard fire from it: from a truck, and from the top of a tank [14.12] [14.15] [14.16]?"""
    return kind.teams > 0 or (kind.carries > 0 and not kind.flies and not kind.mounts)


def arm_bars(table: Play, unit: int, arm: Arm, kind: Kind) -> Bars:
    """Why a weapon may not be fired now, whoever the target is [13.41] [14.13] [14.22] [14.23]."""
    state, unit_type = table.state, table.scene.types[unit]
    crew = unit_type.weapon != "" and arm.burst == ""
    yield (
        "9.8",
        "its crew fires rifles in Opportunity Fire and Close Assault only",
        crew and kind not in (OPPORTUNITY, ROCKETS_SEEN, ASSAULT),
    )
    yield "11.2", "smoke is fired in the Direct Fire Phase, at a hex", arm.smoke and kind != DIRECT
    yield "14.22", "it is still being loaded", arm.burst == "rifle_grenade" and loading(state, unit)
    if arm.mount >= 0:
        used = state.mounts[unit] >> arm.mount & 1 == 1
        yield "14.13", "this weapon has been fired in this Game-Turn", used and kind != ASSAULT
        yield "13.41", "all its uses are spent", arm.uses > 0 and uses_of(state, unit, arm) >= arm.uses


def loading(state: State, unit: int) -> bool:
    """Is a rifle grenade being loaded: fired on turn n, next on n + 3 [14.22]?"""
    fired = state.uses[unit]
    return fired > 0 and state.turn <= fired + BURSTS["rifle_grenade"].turns_to_load


def uses_of(state: State, unit: int, arm: Arm) -> int:
    """How often a mount has been used in the game [13.41] [13.42]."""
    return state.uses[unit] >> USES * arm.mount & (1 << USES) - 1


def use(state: State, unit: int, arm: Arm) -> None:
    """Note that a weapon is used [13.41] [14.13] [14.22]."""
    if arm.mount >= 0:
        state.mounts[unit] |= 1 << arm.mount
        state.uses[unit] += 1 << USES * arm.mount if arm.uses else 0
    elif arm.burst == "rifle_grenade":
        state.uses[unit] = state.turn


def ready_units(table: Play, side: int, kind: Kind) -> list[int]:
    """A side's units that have something to fire, those aboard a truck or on a tank among them."""
    state = table.state
    here = [unit for unit in table.scene.own[side] if hex_of(state, unit) >= 0]
    return [unit for unit in here if ready_arms(table, unit, kind)]


def seems_ready(table: Play, side: int, kind: Kind) -> Iterator[int]:
    """A side's counters that might fire as far as everybody can tell: a face-down one may be anything."""
    state, types = table.state, table.scene.types
    return (
        unit
        for unit in on_map(state, side)
        if types[unit].breed != "hq"
        and (
            not has(state, unit, FACE_UP)
            or fired_from(types[unit])
            or not any(holds for _, _, holds in public_bars(table, unit, kind))
        )
    )


def refusal(table: Play, unit: int, rows: Bars) -> Refusal | None:
    """The first reason that holds."""
    for case, reason, holds in rows:
        if holds:
            return Refusal(case, f"{table.scene.unit_name(unit)} may not fire: {reason}")
    return None
