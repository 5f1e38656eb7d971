"""What forces of the players' own making cost, for scenarios between equals [15.9]."""

from typing import Literal

import msgspec

from sandtable.engine import read_toml
from sandtable.engine.tables import Source
from sandtable.games.raid.charts import DATA
from sandtable.games.raid.scenarios import TEAMS, Force
from sandtable.games.raid.units import CARRIED, GUNS, KINDS


class Points(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of points."""

    source: Source
    units: dict[str, int]
    rifles: dict[Literal["bolt", "semi", "auto", "choice"], int]
    carried: dict[str, int]
    guns: dict[str, int]
    each: dict[Literal["mine", "dummy", "radios"], int]

    def __post_init__(self) -> None:
        units = {id: 0 for id in KINDS if id != "dummy"}
        for listed, known in ((self.units, units), (self.carried, CARRIED), (self.guns, GUNS)):
            if sorted(listed) != sorted(known):
                raise ValueError(f"points are for {', '.join(sorted(known))}, each of them once")


POINTS = read_toml(DATA / "points.toml", Points)


def cost(force: Force) -> int:
    """The points of a force with all that it has [15.9]."""
    units = sum(POINTS.units.get(id, 0) * count for id, count in force.units.items())
    carried = sum(POINTS.carried.get(id, 0) * count for id, count in force.carried.items())
    guns = sum(POINTS.guns.get(id, 0) * count for id, count in force.guns.items())
    extras = POINTS.each["mine"] * force.mines + POINTS.each["dummy"] * force.dummies
    return units + carried + guns + extras + POINTS.each["radios"] * force.radios + _rifles(force)


def _rifles(force: Force) -> int:
    """What its small arms cost: of several lines each as many teams as have it [7.2]."""
    weapons = force.weapons
    if weapons.by == "choice":
        return force.teams * POINTS.rifles["choice"]
    if weapons.by == "all":
        return force.teams * POINTS.rifles[_line(weapons.lines[0])]
    share = TEAMS if weapons.by == "teams" else len(weapons.lines)
    return sum(force.teams * POINTS.rifles[_line(line)] for line in weapons.lines) // share


def _line(line: str) -> Literal["bolt", "semi", "auto"]:
    """The name of a line of small arms; machine guns have their price with the gun."""
    return "bolt" if line == "bolt" else "auto" if line == "auto" else "semi"
