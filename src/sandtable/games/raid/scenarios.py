"""The scenarios of Raid!: forces, where they set up or come in, how long, and what must be done [15.0]."""

from collections.abc import Iterator, Mapping
from typing import Literal

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


class Weapons(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Small arms of a force: one line for all, or by platoon, team or shot; `crews` of mortars [7.2]."""

    lines: tuple[Line, ...]
    by: Literal["all", "platoons", "teams", "choice"] = "all"
    crews: Line | None = None

    def __post_init__(self) -> None:
        if any(line in ("lmg", "hmg") for line in (*self.lines, self.crews)):
            raise ValueError("small arms are bolt, semi or auto")
        if (len(self.lines) == 1) != (self.by == "all") or not 1 <= len(self.lines) <= 3:
            raise ValueError("one line of small arms serves all; of several, `by` says who has which")


class Zone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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

    def __post_init__(self) -> None:
        given = (self.hexes, self.place, self.entry, self.edges, self.of, self.terrain)
        if sum(map(bool, (*given, self.from_edge, self.anywhere, self.drop))) != 1:
            raise ValueError("a zone says in exactly one way where it is")
        if bool(self.of or self.terrain) != bool(self.within or self.beyond):
            raise ValueError("a zone within or beyond a range says of what, and the other way round")


class Force(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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

    def __post_init__(self) -> None:
        for what, counts, known in (
            ("unit", self.units, tuple(KINDS)),
            ("load of a Fire Team", self.carried, CARRIED),
            ("gun", self.guns, GUNS),
        ):
            for id, count in counts.items():
                if id not in known or count < 1:
                    raise ValueError(f"{count} {id} cannot be had as a {what}; there is {', '.join(known)}")
        for fault in self._faults():
            raise ValueError(fault)

    @property
    def kinds(self) -> tuple[int, ...]:
        """The kind of every single unit, in the order of the list."""
        return tuple(KINDS[id] for id, count in self.units.items() for _ in range(count))

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

    def _faults(self) -> Iterator[str]:
        """What cannot be in one force, or is missing [5.11]."""
        for zone in self.zones:
            for id, count in zone.units.items():
                if self.units.get(id, 0) < count:
                    yield f"a zone is for {count} {id}, and the force has {self.units.get(id, 0)}"
        for id, count in self.units.items():
            placed = sum(zone.units.get(id, 0) for zone in self.zones)
            if placed > count or (placed < count and all(zone.units for zone in self.zones)):
                yield f"of {count} {id} the zones place {placed}"
        if sum(self.carried.values()) > self.teams * len(CARRIED):
            yield "more is carried than there are Fire Teams to carry it"
        carried = max(self.carried.values(), default=0)
        if carried > self.teams:
            yield f"each Fire Team carries one of a kind, and {carried} are more than {self.teams}"


class Exit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who must leave the map, and where if the goal names no hex [15.4] [15.5] [15.7]."""

    vehicles: int = 0
    fire_teams: int = 0
    coast: bool = False
    place: str = ""


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario; `command` is normal, suspended (all are in command) or none (nobody ever is) [15.0]."""

    id: str
    case: str
    title: str
    turns: int
    goal: Goal
    alpha: Force
    bravo: Force
    date: str = ""
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

    def __post_init__(self) -> None:
        if self.turns < 1:
            raise ValueError(f"{self.id}: a scenario lasts a turn or more")
        for side, force, most in zip(SIDES, self.forces, MOST_PLATOONS, strict=True):
            if force.units.get("hq", 0) > most:
                raise ValueError(f"{self.id}: {side} has at most {most} platoons, each with one hq")
        if self.goal not in ("kill", "sweep") and not self.goal_hexes:
            raise ValueError(f"{self.id}: the goal {self.goal!r} needs its goal_hexes")

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


SCENARIOS = {one.id: one for one in read_toml(DATA / "scenarios.toml", ScenariosFile).scenario}
"""The eight scenarios of the book, by name."""
