"""The counters: what each type of unit is and can do, as far as the sheet is known [2.4] [11.0]."""

from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from sandtable.engine import read_toml
from sandtable.engine.tables import Source

DATA = files("sandtable.games.rdf") / "data"

TARGETS = ("A", "B", "C", "D", "E", "F", "G", "helo")
"""The target classes, in the order of the tables; a row is a place in this list."""
CLASS_G, HELICOPTER = 6, 7

Kind = Literal[
    "armor",
    "recon",
    "apc",
    "infantry",
    "engineer",
    "artillery",
    "anti_tank",
    "anti_air",
    "helicopter",
    "hq",
]
"""The ten types of ground and air units [2.4]."""

Group = Literal["vehicle", "truck", "foot", "helicopter"]
"""The columns of the terrain effects chart [6.16]."""

_GROUPS: dict[str, Group] = {"F": "truck", "G": "foot", "helo": "helicopter"}
SMALL_ARMS = 9


class Counter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A type of unit; `printed` and `reconstructed` name the fields by how they are known."""

    id: str
    name: str
    kind: Kind
    target: Literal["A", "B", "C", "D", "E", "F", "G", "helo"]
    ma: int
    steps: int
    vp: int
    printed: tuple[str, ...]
    why: str
    reconstructed: tuple[str, ...] = ()
    weapon: int = 0
    additional: tuple[int, ...] = ()
    asset: bool = False
    thermal: Literal["", "always", "1986"] = ""
    hull_down: bool = False
    improved_1986: bool = False
    carries: Literal["", "always", "without carriers"] = ""
    indirect: Literal["", "L", "M", "H"] = ""
    indirect_range: int = 0
    indirect_min: int = 0
    indirect_missions: int = 0
    ad_rating: int = 0
    ad_range: int = 0
    agility: int = 0
    shots: int = 0

    @property
    def row(self) -> int:
        """The target class as a row of the tables."""
        return TARGETS.index(self.target)

    @property
    def group(self) -> Group:
        """The column of the terrain effects chart [6.16]."""
        return _GROUPS.get(self.target, "vehicle")

    @property
    def allowance(self) -> int:
        """The movement allowance in half points [6.11]."""
        return self.ma * 2

    @property
    def weapons(self) -> tuple[int, ...]:
        """The printed weapon, then the additional ones [11.0]."""
        return ((self.weapon,) if self.weapon else ()) + self.additional


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of counters."""

    source: Source
    counter: tuple[Counter, ...]

    def __post_init__(self) -> None:
        ids = [one.id for one in self.counter]
        twice = sorted({id for id in ids if ids.count(id) > 1})
        if twice:
            raise ValueError(f"these counters stand there twice: {', '.join(twice)}")
        for one in self.counter:
            for fault in _faults(one):
                raise ValueError(f"{one.id}: {fault}")


def _faults(one: Counter) -> list[str]:
    """What a counter says that cannot be."""
    checks = {
        "a weapon class is a number from 1 to 9": all(1 <= weapon <= 9 for weapon in one.weapons),
        "an additional weapon stands there twice": len(set(one.weapons)) == len(one.weapons),
        "a helicopter has target class helo, and nothing else has": (one.kind == "helicopter")
        == (one.target == "helo"),
        "movement, steps and value are above 0": min(one.ma, one.steps, one.vp) > 0,
        "indirect fire needs a type and a range": (one.indirect == "") == (one.indirect_range == 0),
        "air defence needs a rating and a range": (one.ad_rating == 0) == (one.ad_range == 0),
        "a field is both printed and reconstructed": not set(one.printed) & set(one.reconstructed),
        "printed or reconstructed names no field": {*one.printed, *one.reconstructed}
        <= {*Counter.__struct_fields__},
    }
    return [words for words, holds in checks.items() if not holds]


COUNTERS: tuple[Counter, ...] = read_toml(DATA / "units.toml", Sheet).counter
"""Every type of unit; its place here is the number by which the rules know it."""

KIND: dict[str, int] = {one.id: place for place, one in enumerate(COUNTERS)}


@cache
def weapons(kind: int, mounted: bool = False) -> tuple[int, ...]:
    """The weapon classes a unit may choose from: aboard a carrier small arms only [11.0] [12.21] [8.16]."""
    return tuple([weapon for weapon in COUNTERS[kind].weapons if weapon == SMALL_ARMS or not mounted])


@cache
def improved(kind: int, weapon: int, modern: bool) -> bool:
    """Is this the main weapon whose die is bettered in the scenarios of 1986 [16.4] [16.5] [16.6]?"""
    return modern and COUNTERS[kind].improved_1986 and weapon == COUNTERS[kind].weapon


@cache
def has_thermal(kind: int, modern: bool) -> bool:
    """Has it thermal imaging [8.42]?"""
    return COUNTERS[kind].thermal == "always" or (modern and COUNTERS[kind].thermal == "1986")
