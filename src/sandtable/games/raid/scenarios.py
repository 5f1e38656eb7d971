"""The scenarios of Raid!: forces, where they set up or come in, how long, and what must be done [15.0]."""

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

import msgspec

from sandtable.engine import read_toml
from sandtable.engine.tables import Source
from sandtable.games.raid.charts import CHARTS, DATA
from sandtable.games.raid.tables import Line
from sandtable.games.raid.units import CARRIED, GUNS, KINDS, UNITS

SIDES = ("alpha", "bravo")
MOST_PLATOONS = (3, 2)
"""Alpha has up to three platoons, Bravo two [5.11]."""

SQUADS, TEAMS = 3, 2
"""A platoon has three Squads of two Fire Teams [5.11]."""

Goal = Literal["kill", "documents", "compound", "exit", "aqueduct", "clear", "buildings", "sweep"]
"""What Alpha must do; otherwise Bravo wins."""

Edge = Literal["north", "east", "south", "west"]
_NONE: Mapping[str, int] = {}


class Fault(NamedTuple):
    """What is wrong with a scenario, and where in its file."""

    place: str
    reason: str


class Weapons(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Small arms of a force: one line for all, or by platoon, team or shot; `crews` of mortars [7.2]."""

    lines: tuple[Line, ...]
    by: Literal["all", "platoons", "teams", "choice"] = "all"
    crews: Line | None = None

    def faults(self) -> Iterator[Fault]:
        """Lines that cannot be, or too many or too few of them."""
        if any(line in ("lmg", "hmg") for line in (*self.lines, self.crews)):
            yield Fault("weapons", "small arms are bolt, semi or auto")
        if (len(self.lines) == 1) != (self.by == "all") or not 1 <= len(self.lines) <= 3:
            yield Fault("weapons", "one line of small arms serves all; of several, `by` says who has which")


class Zone(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Where units set up before play, or from a turn on come in; of no `units` it is for all others.

    A zone is hexes by number, a named place or entry of the map, or what lies within or beyond a range of
    hexes or of a terrain, of the river on one bank, or further than `from_edge` from every
    edge. A `drop` scatters.
    """

    turn: int = 0
    units: Mapping[str, int] = _NONE
    hexes: tuple[str, ...] = ()
    place: str = ""
    entry: str = ""
    edges: tuple[Edge, ...] = ()
    within: int = 0
    beyond: int = 0
    of: tuple[str, ...] = ()
    terrain: str = ""
    bank: Literal["", "east", "west"] = ""
    from_edge: int = 0
    anywhere: bool = False
    drop: str = ""
    aboard: bool = False
    teams: int = 0
    wrecks: bool = False
    platoons_apart: bool = False

    def faults(self) -> Iterator[str]:
        """Why nobody could say where it is."""
        given = (self.hexes, self.place, self.entry, self.edges, self.of, self.terrain)
        if sum(map(bool, (*given, self.from_edge, self.anywhere, self.drop))) != 1:
            yield "a zone says in exactly one way where it is"
        if bool(self.of or self.terrain) != bool(self.within or self.beyond):
            yield "a zone within or beyond a range says of what, and the other way round"


class Force(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One side's units, what its Fire Teams carry, and its guns off the map [15.0]."""

    units: Mapping[str, int]
    weapons: Weapons
    zones: tuple[Zone, ...]
    carried: Mapping[str, int] = _NONE
    guns: Mapping[str, int] = _NONE
    mines: int = 0
    dummies: int = 0
    radios: bool = False
    one_platoon: bool = False
    out_of_command: tuple[int, ...] = ()
    gunship_turns: tuple[int, ...] = ()

    @property
    def kinds(self) -> tuple[int, ...]:
        """The kind of every single unit, in the order of the list."""
        return tuple(KINDS[id] for id, count in self.units.items() if id in KINDS for _ in range(count))

    @property
    def teams(self) -> int:
        return self.units.get("fire_team", 0)

    @property
    def combat_units(self) -> int:
        """How many there are to entitle to dummies [15.92]."""
        return sum(UNITS[kind].combat for kind in self.kinds)

    @property
    def men(self) -> int:
        """All men of ground combat units, by whom losses in per cent are counted [15.8]."""
        return sum(UNITS[kind].men for kind in self.kinds)

    @property
    def dummies_due(self) -> int:
        """One dummy for every two combat units, rounded down [15.92]."""
        return self.combat_units // CHARTS.dummies.combat_units_each

    def faults(self) -> Iterator[Fault]:
        """What there is not, what cannot be in one force, or is missing [5.11]."""
        yield from self._strangers()
        yield from self.weapons.faults()
        for place, zone in enumerate(self.zones):
            yield from (Fault(f"zones[{place}]", reason) for reason in zone.faults())
            for id, count in zone.units.items():
                if self.units.get(id, 0) < count:
                    reason = f"a zone is for {count} {id}, and the force has {self.units.get(id, 0)}"
                    yield Fault(f"zones[{place}].units", reason)
        for id, count in self.units.items():
            placed = sum(zone.units.get(id, 0) for zone in self.zones)
            if placed > count or (placed < count and all(zone.units for zone in self.zones)):
                yield Fault("zones", f"of {count} {id} the zones place {placed}")
        carried = max(self.carried.values(), default=0)
        if carried > self.teams:
            reason = f"each Fire Team carries one of a kind, and {carried} are more than {self.teams}"
            yield Fault("carried", reason)

    def _strangers(self) -> Iterator[Fault]:
        """Units, loads and guns that there are not, or none of which are had."""
        for field, what, counts, known in (
            ("units", "unit", self.units, tuple(KINDS)),
            ("carried", "load of a Fire Team", self.carried, CARRIED),
            ("guns", "gun", self.guns, GUNS),
        ):
            for id, count in counts.items():
                if id not in known or count < 1:
                    reason = f"{count} {id} cannot be had as a {what}; there is {', '.join(known)}"
                    yield Fault(field, reason)


class Exit(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Who must leave the map, and where if the goal names no hex [15.4] [15.5] [15.7]."""

    vehicles: int = 0
    fire_teams: int = 0
    coast: bool = False
    place: str = ""


class Scenario(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A scenario; `command` is normal, suspended (all are in command) or none (nobody ever is) [15.0]."""

    id: str
    case: str
    title: str
    turns: int
    goal: Goal
    alpha: Force
    bravo: Force
    date: str = ""
    place: str = ""
    minutes: int = 0
    goals: tuple[str, str] = ("", "")
    """What Alpha and Bravo must do, in words."""
    teaches: str = ""
    goal_hexes: tuple[str, ...] = ()
    exit: Exit = Exit()
    command: tuple[Literal["normal", "suspended", "none"], Literal["normal", "suspended", "none"]] = (
        "normal",
        "normal",
    )
    works: Literal["", "fortified", "redoubt"] = ""
    night: bool = False
    most_dead: int = -1
    no_opportunity_fire: tuple[int, ...] = ()
    no_close_assault: tuple[int, ...] = ()
    unsure: str = ""

    def faults(self) -> Iterator[Fault]:
        """What cannot be in one scenario, or is missing."""
        if self.turns < 1:
            yield Fault("turns", "a scenario lasts a turn or more")
        if self.goal not in ("kill", "sweep") and not self.goal_hexes:
            yield Fault("goal", f"the goal {self.goal!r} needs its goal_hexes")
        for side, force, most in zip(SIDES, self.forces, MOST_PLATOONS, strict=True):
            if force.units.get("hq", 0) > most:
                yield Fault(f"{side}.units", f"{side} has at most {most} platoons, each with one hq")
            yield from (Fault(f"{side}.{place}", reason) for place, reason in force.faults())

    @property
    def forces(self) -> tuple[Force, Force]:
        return self.alpha, self.bravo


class ScenariosFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of scenarios."""

    source: Source
    scenario: tuple[Scenario, ...]

    def __post_init__(self) -> None:
        ids = [scenario.id for scenario in self.scenario]
        if len(ids) != len({*ids}):
            raise ValueError(f"a scenario is listed twice: {', '.join(ids)}")
        for scenario in self.scenario:
            for place, reason in scenario.faults():
                raise ValueError(f"{scenario.id}: {place}: {reason}")


SCENARIOS = {one.id: one for one in read_toml(DATA / "scenarios.toml", ScenariosFile).scenario}
"""The eight scenarios of the book, by name."""
