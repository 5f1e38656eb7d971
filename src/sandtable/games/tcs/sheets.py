"""An op sheet as plain data: what a player draws and writes, and what a battle begins with [6.2]."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from sandtable.games.tcs.command_charts import SheetType
from sandtable.games.tcs.command_odds import elements

ItemKind = Literal[
    "assembly_area",
    "line_of_departure",
    "phase_line",
    "axis",
    "direction",
    "road_march",
    "boundary",
    "objective",
    "battle_position",
    "sector",
    "support_position",
    "security_position",
    "fpf",
    "smoke_area",
]
"""The graphic elements [6.2a]."""
Verb = Literal["move", "attack", "support", "screen", "defend", "delay", "hold", "withdraw", "join", "follow"]
Posture = Literal["avoid", "accept", "seek"]
"""Whether a step keeps away from the enemy, fights where it must, or looks for a fight."""
Hexes = tuple[str, ...]

WAYS = ("axis", "direction", "road_march")
AREAS = (
    "assembly_area",
    "objective",
    "battle_position",
    "sector",
    "support_position",
    "security_position",
    "smoke_area",
)
LINES = ("line_of_departure", "phase_line", "boundary")


class Item(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """One graphic element: an area as its hexes, a way or line as its path, a fire as its hex [6.2a]."""

    kind: ItemKind
    name: str
    hexes: Hexes
    half_width: Annotated[int, Meta(ge=0, le=5)] = 0
    order: int = 1
    condition: Literal["seize", "clear", "secure"] = "seize"
    target: Hexes = ()
    directions: tuple[int, ...] = ()
    battery: str = ""


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a step waits for, or what ends it: to begin, all must hold; to end, one is enough."""

    on_order: bool = False
    time: str = ""
    turns: int = 0
    taken: str = ""
    reached: str = ""
    group: str = ""
    fired: str = ""
    fired_on_from: str = ""
    occupied: str = ""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """One step of a group: a verb, the ways it takes, the area it ends in, when it begins and ends."""

    verb: Verb
    via: tuple[str, ...] = ()
    to: str = ""
    area: Hexes = ()
    start: tuple[Condition, ...] = ()
    until: tuple[Condition, ...] = ()
    posture: Posture = "accept"


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A part of the task organization with steps of its own, in order; a reserve follows another group."""

    id: str
    units: tuple[str, ...]
    steps: tuple[Step, ...]
    reserve: bool = False
    follows: str = ""


class Withdrawal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Failure instructions: the steps for which they hold (or all), the way, the place [6.2c]."""

    route: Hexes
    rally: Hexes
    group: str = ""
    steps: tuple[int, ...] = ()


class Preliminary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Preliminary instructions: who moves at once, by which way, to which assembly area [6.11a]."""

    units: tuple[str, ...]
    route: Hexes
    area: Hexes


class Alternate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The one set of other ways and objectives: what is drawn, and for whom it stands in for what [6.11c]."""

    graphic: tuple[Item, ...]
    group: str
    instead: dict[str, str]
    """The name of each element that is replaced, and of what replaces it."""


class SheetPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The whole of a sheet as drawn, or of what is drawn into another one, `adds_to` [6.2] [6.4] [6.4e].

    `implemented` and `turns`, of weighted turns, are for the sheets with which a battle begins.
    """

    id: str
    type: SheetType
    elements: tuple[tuple[str, ...], ...] = ()
    loose: tuple[str, ...] = ()
    guns: tuple[str, ...] = ()
    batteries: tuple[str, ...] = ()
    graphic: tuple[Item, ...] = ()
    groups: tuple[Group, ...] = ()
    failure: tuple[Withdrawal, ...] = ()
    alternate: Alternate | None = None
    preliminary: tuple[Preliminary, ...] = ()
    notes: str = ""
    adds_to: str = ""
    implemented: bool = True
    turns: int = 0

    @property
    def units(self) -> tuple[str, ...]:
        """All units listed, element by element, then loose ones and guns [3.7g]."""
        return (*(unit for element in self.elements for unit in element), *self.loose, *self.guns)

    @property
    def size(self) -> int:
        """Its size in elements; artillery never counts [6.6d] [10.1a]."""
        return elements(len(self.elements), len(self.loose))

    @property
    def drawn(self) -> tuple[Item, ...]:
        """All that is drawn on it, the alternate too."""
        return (*self.graphic, *(self.alternate.graphic if self.alternate else ()))

    def item(self, name: str) -> Item:
        """The graphic element of this name, one of the alternate too."""
        return next(item for item in self.drawn if item.name == name)

    def group_of(self, unit: str) -> int:
        """The place of the group that a unit belongs to, or -1."""
        return next((place for place, group in enumerate(self.groups) if unit in group.units), -1)


class Contingency(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What unassigned units do when attacked: withdraw at once, or defend first [6.5c]."""

    mode: Literal["withdraw", "defend"]
    route: Hexes
    area: Hexes


class Unassigned(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Units on no implemented sheet: the centre they stay by and their contingency plan [6.5a] [6.5c]."""

    units: tuple[str, ...]
    centre: str
    contingency: Contingency
