"""Types of units, batteries and sorties, as a battle's folder lists them [3.0] [10.0] [17.0]."""

from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta

from sandtable.engine import BadData, read_toml
from sandtable.engine.tables import Source
from sandtable.games.tcs.charts import CHARTS, DATA
from sandtable.games.tcs.movement_charts import Legs

Category = Literal["infantry", "mortar", "at_gun", "map_gun", "vehicle", "carrier"]
"""The categories of units; mortars and guns together are the weapon units [3.0]."""
Fires = Literal["A", "P", "B", "-"]
"""Target and firer types: area, point, both, none [3.4a]."""
Size = Literal["platoon", "section", "item"]
Track = Literal["", "half", "full", "wheel"]
T = TypeVar("T", "UnitType", "BatteryType", "SortieType")

Positive = Annotated[int, Meta(ge=1)]
NotNegative = Annotated[int, Meta(ge=0)]


class UnitType(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A counter as it is printed; movement points of 0 are for what can only be towed [3.1] [3.4].

    See also [3.2] [3.3] [8.2a].
    """

    id: str
    name: str
    category: Category
    source: Source
    target: Literal["A", "P", "B"]
    firer: Fires
    attack: NotNegative = 0
    range: NotNegative = 0
    morale: NotNegative | None = None
    defense: NotNegative = 0
    points: NotNegative = 0
    legs: Legs = "foot"
    track: Track = ""
    steps: Positive = 1
    size: Size = "item"
    company: bool = False
    calibre: NotNegative = 0
    observers: Literal["", "company", "battalion", "regiment"] = ""
    shells: NotNegative = 0
    truck: bool = False
    aa_rating: NotNegative = 0
    aa_range: NotNegative = 0
    note: str = ""

    def __post_init__(self) -> None:
        if self.category in ("infantry", "mortar", "at_gun", "map_gun") and self.morale is None:
            raise ValueError(f"{self.id}: infantry and weapons need a morale [9.0a]")
        if self.category in ("vehicle", "carrier") and self.morale is not None:
            raise ValueError(f"{self.id}: vehicles and carriers have no morale [9.0a]")
        if self.firer not in ("-",) and not (self.attack and self.range):
            raise ValueError(f"{self.id}: a unit that fires needs an attack number and a range")
        if bool(self.calibre) != (self.category == "mortar"):
            raise ValueError(f"{self.id}: mortars have a calibre, and nothing else has")
        if bool(self.shells) != (self.category == "map_gun"):
            raise ValueError(f"{self.id}: guns on the map have the firepower of a shell, nothing else has")
        if bool(self.aa_rating) != bool(self.aa_range):
            raise ValueError(f"{self.id}: anti-aircraft fire needs a rating and a range [17.3a] [17.3c]")

    @property
    def tow_only(self) -> bool:
        """Can it only be towed [12.0c] [3.7f]?"""
        return self.points == 0

    @property
    def weapon(self) -> bool:
        """Is it a weapon unit, which never assaults, overruns, breaches or makes AT rolls [3.4a]?"""
        return self.category in ("mortar", "at_gun", "map_gun")

    @property
    def gun(self) -> bool:
        """An AT gun, or a gun on the map: one step, a target of either kind [3.6] [3.6a] [3.7a]."""
        return self.category in ("at_gun", "map_gun")

    @property
    def tank(self) -> bool:
        """Does it count as a tank in scores?"""
        return self.category == "vehicle"

    @property
    def reach(self) -> int:
        """How far it can fire: area weapons to their range, point weapons twice [8.7] [8.8a] [3.7e]."""
        if self.category == "map_gun":
            return CHARTS.firepower.direct_range
        return 2 * self.range if self.firer == "P" else self.range


class BatteryType(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An off-map battery: its tubes, the firepower of a round, and whose ammunition it fires [10.3]."""

    id: str
    name: str
    source: Source
    tubes: Positive
    shells: Positive
    ammunition: str
    rocket: bool = False
    note: str = ""


class SortieType(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What an aircraft brings: firepower against areas, a number against points, how often each [17.1e]."""

    id: str
    name: str
    source: Source
    firepower: NotNegative = 0
    area_uses: NotNegative = 0
    area_per_run: NotNegative = 0
    point: NotNegative = 0
    point_uses: NotNegative = 0
    point_per_run: NotNegative = 0


class Armoury(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of types of a battle."""

    unit: tuple[UnitType, ...]
    battery: tuple[BatteryType, ...] = ()
    sortie: tuple[SortieType, ...] = ()

    def __post_init__(self) -> None:
        for kind in (self.unit, self.battery, self.sortie):
            ids = [each.id for each in kind]
            if twice := [id for place, id in enumerate(ids) if id in ids[:place]]:
                raise ValueError(f"{', '.join(twice)}: listed twice")

    def find(self, id: str) -> UnitType:
        """The type of this name."""
        return _found(self.unit, id, "unit")

    def battery_type(self, id: str) -> BatteryType:
        return _found(self.battery, id, "battery")

    def sortie_type(self, id: str) -> SortieType:
        return _found(self.sortie, id, "sortie")


def _found(kinds: tuple[T, ...], id: str, what: str) -> T:
    for each in kinds:
        if each.id == id:
            return each
    raise BadData(f"units.toml: there is no {what} {id!r}")


def read_armoury(folder: str) -> Armoury:
    """The types of a battle."""
    return read_toml(DATA / folder / "units.toml", Armoury)
