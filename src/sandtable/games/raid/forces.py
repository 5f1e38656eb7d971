"""The forces of a scenario as units: names, platoons, small arms, radios, dummies [5.12] [12.0] [15.0]."""

from collections.abc import Iterator
from typing import NamedTuple

from sandtable.engine import Choice
from sandtable.engine import Scenario as Told
from sandtable.engine.position import BoardChanges
from sandtable.games.raid.scenarios import SCENARIOS, SIDES, SQUADS, TEAMS, Force, Scenario
from sandtable.games.raid.state import (
    CHOICE,
    GRENADE,
    LINES,
    M203,
    NOBODY,
    RADIO,
    Muster,
    Off,
    State,
    mark,
    new_state,
)
from sandtable.games.raid.tables import INCLUDED
from sandtable.games.raid.units import GUNS, KINDS, UNITS

CHOICES = (Choice("night", ("no", "yes"), "Night: less is seen, and men move slower [15.91]"),)
"""What players settle before play."""

SHORT = {
    "lmg": "LMG", "hmg": "HMG", "mortar_60mm": "60mm", "mortar_81mm": "81mm", "bazooka": "BAZ",
    "recoilless_106mm": "106mm", "hq": "HQ", "dummy": "X", "tank": "TANK", "apc": "APC", "truck": "TRUCK",
    "helicopter_transport": "HELI", "helicopter_gunship": "GUNSHIP",
}  # fmt: skip
"""What counters are called, by type; Fire Teams go by team, squad and platoon [5.12]."""


class Recruit(NamedTuple):
    """A unit as it is mustered."""

    name: str
    side: int
    kind: int
    zone: int
    squad: int = -1


def told_scenarios() -> tuple[Told, ...]:
    """The scenarios as the lobby shows them."""
    return tuple([_told(scenario) for scenario in SCENARIOS.values()])


def _told(scenario: Scenario) -> Told:
    return Told(
        scenario.id,
        scenario.title,
        ("Alpha", "Bravo"),
        teaches=scenario.teaches,
        length=f"{scenario.turns} Game-Turns",
        date=scenario.date,
        place=scenario.place,
        goals=dict(zip(("Alpha", "Bravo"), scenario.goals, strict=True)),
        minutes=scenario.minutes,
    )


def opening_state(scenario: Scenario, night: bool, tables: str = INCLUDED.fingerprint) -> State:
    """The forces of a scenario before anybody has set up; `tables` are the combat tables by fingerprint."""
    return mustered(muster(scenario, tables, night or scenario.night), scenario)


def mustered(muster: Muster, scenario: Scenario) -> State:
    """The forces of a muster with all that they are given."""
    state = new_state(muster)
    for side, force in enumerate(scenario.forces):
        equip(state, force, side)
    return state


def muster(scenario: Scenario, tables: str, night: bool) -> Muster:
    """What never changes in a game of a scenario: where it is played, by whose units, of which types."""
    recruits = [one for side in range(len(SIDES)) for one in roster(scenario, side)]
    off = [
        Off(side, GUNS.index(gun))
        for side, force in enumerate(scenario.forces)
        for gun, count in force.guns.items()
        for _ in range(count)
    ]
    return Muster(
        "raid", scenario.works, BoardChanges(), scenario.id, tables, night,
        tuple([one.name for one in recruits]), tuple([one.side for one in recruits]),
        tuple([one.kind for one in recruits]), tuple([one.zone for one in recruits]),
        tuple([one.squad for one in recruits]), tuple(off),
    )  # fmt: skip


def roster(scenario: Scenario, side: int) -> Iterator[Recruit]:
    """The units of a side in the order of its list; squads fill up one after the other [5.12]."""
    force = scenario.forces[side]
    zones = Zones(force)
    letter = SIDES[side][0].upper()
    for id, count in force.units.items():
        for number in range(count):
            squad = number // TEAMS if id == "fire_team" else -1
            yield Recruit(unit_name(letter, id, number), side, KINDS[id], zones.next(id, number), squad)
    for number in range(force.dummies):
        yield Recruit(unit_name(letter, "dummy", number), side, KINDS["dummy"], zones.next("dummy", number))


def unit_name(letter: str, id: str, number: int) -> str:
    """What a unit is called: A.B/2/1 is Alpha's B team of the second squad of the first platoon [5.12]."""
    if id != "fire_team":
        return f"{letter}.{SHORT[id]}{number + 1}"
    squad = number // TEAMS
    return f"{letter}.{'AB'[number % TEAMS]}/{squad % SQUADS + 1}/{squad // SQUADS + 1}"


class Zones:
    """Which zone each unit of a force belongs to, as its zones count them [15.0]."""

    def __init__(self, force: Force) -> None:
        self.zones = force.zones
        self.left = [dict(zone.units) for zone in force.zones]

    def next(self, id: str, number: int) -> int:
        """The zone of the next unit of a type; -1 if several are open to it and its owner chooses."""
        for place, left in enumerate(self.left):
            if left.get(id, 0):
                left[id] -= 1
                return place
        free = [place for place, zone in enumerate(self.zones) if not zone.units]
        if len(free) == 1:
            return free[0]
        if id == "helicopter_transport" and number < len(free):
            return free[number]
        return NOBODY


def equip(state: State, force: Force, side: int) -> None:
    """Small arms, launchers, radios and platoons, as far as the owner has no choice [5.12] [7.2] [12.0]."""
    teams = 0
    for unit, owner in enumerate(state.side):
        kind = UNITS[state.kind[unit]]
        if owner != side:
            continue
        state.line[unit] = small_arms(force, kind.id, teams, state.squad[unit] // SQUADS)
        state.platoon[unit] = _platoon(state, force, unit)
        if kind.id == "fire_team":
            for id, flag in (("m203", M203), ("rifle_grenade", GRENADE)):
                if teams < force.carried.get(id, 0):
                    mark(state, unit, flag)
            teams += 1
        if force.radios and (kind.mortar or (kind.id == "fire_team" and teams % TEAMS == 1)):
            mark(state, unit, RADIO)


def _platoon(state: State, force: Force, unit: int) -> int:
    """The platoon of a unit, if it can be but one: from 0 on, -1 for company assets [5.11] [5.12]."""
    kind = UNITS[state.kind[unit]]
    if kind.any_platoon or kind.breed in ("dummy", "vehicle", "helicopter"):
        return NOBODY
    if force.one_platoon or force.units.get("hq", 0) <= 1:
        return 0
    if kind.breed == "hq":
        return state.kind[:unit].count(state.kind[unit]) - _hqs_before(state, unit)
    return state.squad[unit] // SQUADS if state.squad[unit] >= 0 else 0


def _hqs_before(state: State, unit: int) -> int:
    """The headquarters of the other side that are listed before this one's."""
    return sum(
        kind == state.kind[unit] and side != state.side[unit]
        for kind, side in zip(state.kind[:unit], state.side[:unit], strict=True)
    )


def small_arms(force: Force, id: str, team: int, platoon: int) -> int:
    """The line of 7.2 of a unit's rifles [7.2] [15.0]."""
    weapons = force.weapons
    if UNITS[KINDS[id]].mortar and weapons.crews is not None:
        return LINES.index(weapons.crews)
    if weapons.by == "choice":
        return CHOICE
    if weapons.by == "teams":
        return LINES.index(weapons.lines[team % TEAMS])
    if weapons.by == "platoons":
        return LINES.index(weapons.lines[max(platoon, 0) % len(weapons.lines)])
    return LINES.index(weapons.lines[0])
