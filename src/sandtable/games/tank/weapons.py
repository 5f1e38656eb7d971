"""The weapons chart: what every vehicle, gun and squad of Tank! is and can do [17.3W]."""

from typing import Literal

import msgspec

from sandtable.engine import read_toml
from sandtable.engine.tables import Source
from sandtable.games.tank.charts import CHARTS, DATA

Class = Literal["AFV", "AT", "INF"]


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"kind": "class"}):
    """A row of the weapons chart; `defence` is front, side and rear, for vehicles only [17.3W] [8.7]."""

    id: str
    name: str
    kind: Class
    ap: int
    he: int
    ma: int
    range: int
    control: str
    defence: tuple[int, int, int] | None = None
    turret: bool = True
    unsure: str = ""

    def __post_init__(self) -> None:
        if self.hard != (self.defence is not None):
            raise ValueError(f"{self.id}: vehicles have a defence by aspect, and nothing else has")
        if self.infantry != (self.control == "infantry"):
            raise ValueError(f"{self.id}: infantry, and nothing else, fires by the infantry fire table")
        if not self.infantry and not any(self.control in results.systems for results in CHARTS.results):
            raise ValueError(f"{self.id}: no results table serves the system {self.control!r}")

    @property
    def hard(self) -> bool:
        """Is it an armoured vehicle, against which AP is fired [8.1]?"""
        return self.kind == "AFV"

    @property
    def gun(self) -> bool:
        """Is it an anti-tank gun?"""
        return self.kind == "AT"

    @property
    def infantry(self) -> bool:
        return self.kind == "INF"


class WeaponsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of weapons, in printed order."""

    source: Source
    unit: tuple[Weapon, ...]

    def __post_init__(self) -> None:
        ids = [weapon.id for weapon in self.unit]
        if twice := [id for number, id in enumerate(ids) if id in ids[:number]]:
            raise ValueError(f"{', '.join(twice)}: listed twice")


WEAPONS = read_toml(DATA / "units.toml", WeaponsFile).unit
"""All weapons; a unit's kind is its place here."""

KINDS = {weapon.id: kind for kind, weapon in enumerate(WEAPONS)}
