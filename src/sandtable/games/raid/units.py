"""What every unit of Raid! is and can do, and the weapons that burst [3.3] [8.1] [9.8] [13.0] [14.0]."""

from typing import Literal

import msgspec

from sandtable.engine import read_toml
from sandtable.engine.tables import Source
from sandtable.games.raid.charts import DATA, Result
from sandtable.games.raid.tables import INCLUDED, Line

Breed = Literal["infantry", "hq", "dummy", "vehicle", "helicopter"]
"""Whose rules a unit goes by; ground combat units are infantry [3.3]."""

Fires = Literal["", "men", "L", "H"]
UNLIMITED = 99


class Burst(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon of the Indirect Fire table that is fired, laid or placed; strength by target [14.2]."""

    id: str
    name: str
    strength: int
    case: str
    armour: int = 0
    least_range: int = 0
    most_range: int = 0
    smoke: bool = False
    placed: bool = False
    turns_to_load: int = 0

    def against(self, armoured: bool) -> int:
        """Its strength; a tank gun is stronger at armour [14.11]."""
        return self.armour or self.strength if armoured else self.strength

    def reaches(self, distance: int) -> bool:
        """Is a target at this distance within its range?"""
        return self.least_range <= distance and (not self.most_range or distance <= self.most_range)


class Mount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon of a vehicle or helicopter; `front` if it fires forward only [14.11] [14.12] [13.41]."""

    name: str
    fires: Fires = ""
    line: Line | None = None
    weapon: str = ""
    front: bool = False
    most_range: int = 0
    uses: int = 0

    def __post_init__(self) -> None:
        if bool(self.fires) == bool(self.weapon) or bool(self.fires) != (self.line is not None):
            raise ValueError(f"{self.name}: a mount is a machine gun with its line, or a weapon of the list")


class Dies(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The results of either table that destroy a vehicle or helicopter [14.14] [14.17] [13.51]."""

    direct: tuple[Result, ...]
    indirect: tuple[Result, ...]


class Unit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"breed": "class"}):
    """A type of unit. `gun` is its row of 9.41, `weapon` one of the list; `gear` weighs 1 in the air."""

    id: str
    name: str
    breed: Breed
    mp: int
    men: int = 0
    fires: Fires = ""
    line: Line | None = None
    gun: str = ""
    weapon: str = ""
    least_range: int = 0
    men_to_move: int = 1
    gear: int = 0
    any_platoon: bool = False
    truck_fire: bool = False
    turns_to_load: int = 1
    armoured: bool = False
    mounts: tuple[Mount, ...] = ()
    carries: int = 0
    teams: int = 0
    dies: Dies | None = None
    unsure: str = ""

    def __post_init__(self) -> None:
        if (self.breed == "infantry") != (self.men > 0):
            raise ValueError(f"{self.id}: men and nothing else have a number of men")
        if (self.breed in ("vehicle", "helicopter")) != (self.dies is not None):
            raise ValueError(f"{self.id}: vehicles and helicopters say what destroys them, and nothing else")
        if self.gun and not hasattr(INCLUDED.artillery, self.gun):
            raise ValueError(f"{self.id}: table 9.41 has no row {self.gun!r}")
        if (self.fires in ("L", "H")) != (self.line is not None):
            raise ValueError(f"{self.id}: machine guns, and nothing else, have a line of their own in 7.2")

    @property
    def combat(self) -> bool:
        """Is it a ground combat unit [3.3]?"""
        return self.breed == "infantry"

    @property
    def machine_gun(self) -> bool:
        """Has it a cone and a kill zone [7.4] [7.92]?"""
        return self.combat and self.line is not None

    @property
    def mortar(self) -> bool:
        """Is it on-map artillery [9.0]?"""
        return bool(self.gun)

    @property
    def airlift(self) -> int:
        """What it weighs in a helicopter with all its men: a point each, and one for gear [13.31]."""
        return self.men + self.gear

    @property
    def flies(self) -> bool:
        return self.breed == "helicopter"


class UnitsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of units and weapons."""

    source: Source
    unit: tuple[Unit, ...]
    weapon: tuple[Burst, ...]

    def __post_init__(self) -> None:
        for listed in (self.unit, self.weapon):
            ids = [one.id for one in listed]
            if twice := [id for number, id in enumerate(ids) if id in ids[:number]]:
                raise ValueError(f"{', '.join(twice)}: listed twice")
        known = [weapon.id for weapon in self.weapon]
        for unit in self.unit:
            for weapon in (unit.weapon, *(mount.weapon for mount in unit.mounts)):
                if weapon and weapon not in known:
                    raise ValueError(f"{unit.id}: there is no weapon {weapon!r}")


_FILE = read_toml(DATA / "units.toml", UnitsFile)
UNITS = _FILE.unit
"""All types of unit; a unit's kind is its place here."""

KINDS = {unit.id: kind for kind, unit in enumerate(UNITS)}
BURSTS = {weapon.id: weapon for weapon in _FILE.weapon}
GUNS = ("mortar_60mm", "mortar_81mm", "mortar_4_2in", "artillery_105mm", "artillery_155mm")
"""The rows of 9.41; those that no unit on the map has fire from off the map [9.0]."""

CARRIED = ("demolition_charge", "m203", "rifle_grenade")
"""What a Fire Team may be given [14.21] [14.22] [14.25]."""
