"""The situations and scenarios of Tank!: who meets whom, where, in which country and for how long [17.0]."""

import msgspec

from sandtable.engine import read_toml
from sandtable.games.tank.charts import CHARTS, DATA, MOST_CHITS, Mode
from sandtable.games.tank.weapons import KINDS, WEAPONS


class Situation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of action [17.1].

    `entries` are the edges at which Alpha and Bravo come in, "" for who sets up on the map. `meeting` is for
    advance routes, `improved` for hidden Improved Positions, `exit` for an edge over which both may leave.
    `goals` are what Alpha and Bravo must do, with the numbers of a battle left open.
    """

    id: str
    name: str
    goals: tuple[str, str]
    entries: tuple[str, str]
    meeting: bool = False
    improved: bool = False
    exits_after_preservation: bool = False
    exit: str = ""
    length: int | None = None

    def __post_init__(self) -> None:
        for edge in (*self.entries, self.exit):
            if edge and edge not in CHARTS.map.edges:
                raise ValueError(f"{self.id}: the map has no edge {edge!r}")


class Force(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One side's units, Panic Level and Preservation Level, 0 where the rule is not used [17.2]."""

    units: tuple[tuple[str, int], ...]
    panic: int
    preservation: int = 0

    @property
    def kinds(self) -> tuple[int, ...]:
        """The kind of every single unit, in the order of the list."""
        return tuple(KINDS[id] for id, count in self.units for _ in range(count))

    def __post_init__(self) -> None:
        for id, count in self.units:
            if id not in KINDS or count < 1:
                raise ValueError(f"{count} {id} cannot be had; units.toml lists what there is")
        if not 0 <= self.panic <= MOST_CHITS:
            raise ValueError(f"a Panic Level lies between 0 and {MOST_CHITS}, not at {self.panic}")
        if not 0 <= self.preservation <= len(self.kinds):
            raise ValueError(f"Preservation {self.preservation} is more than all {len(self.kinds)} units")


class Battle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario: a situation, a terrain mode and two forces; `unsure` says what is not legible [17.2]."""

    key: str
    title: str
    date: str
    place: str
    minutes: int
    situation: str
    mode: Mode
    alpha: Force
    bravo: Force
    teaches: str = ""
    unsure: str = ""

    @property
    def forces(self) -> tuple[Force, Force]:
        return self.alpha, self.bravo

    def goal(self, text: str) -> str:
        """A goal with the numbers of this battle [15.0] [17.12] [17.13]."""
        forces = zip(("alpha", "bravo"), self.forces, strict=True)
        levels = {f"{side}_level": force.preservation for side, force in forces}
        alpha, bravo = (len(force.kinds) for force in self.forces)
        guns = sum(WEAPONS[kind].gun for kind in self.bravo.kinds)
        return text.format(alpha=alpha, bravo=bravo, half=alpha // 2, guns=guns, **levels)


class ScenariosFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of scenarios."""

    situation: tuple[Situation, ...]
    scenario: tuple[Battle, ...]

    def __post_init__(self) -> None:
        for what, keys in (
            ("situation", [situation.id for situation in self.situation]),
            ("scenario", [battle.key for battle in self.scenario]),
        ):
            if len(keys) != len(set(keys)):
                raise ValueError(f"a {what} is listed twice: {', '.join(keys)}")
        known = [situation.id for situation in self.situation]
        for battle in self.scenario:
            if battle.situation not in known:
                raise ValueError(f"scenario {battle.key}: there is no situation {battle.situation!r}")


_FILE = read_toml(DATA / "scenarios.toml", ScenariosFile)
SITUATIONS = {situation.id: situation for situation in _FILE.situation}
SCENARIOS = {battle.key: battle for battle in _FILE.scenario}
"""The introductory scenario and the thirteen of the chart, by key [16.0] [17.2]."""
