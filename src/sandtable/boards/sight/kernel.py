"""What a rule for lines of sight is made of: the planes it reads off a board and the line it judges."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol

import msgspec

_NONE: Mapping[str, Sequence[int]] = {}


class Numbers(Protocol):
    """A number or a flag: one plain int if a single line is judged, an array if many lines are."""

    def __add__(self, other: Any, /) -> Numbers: ...
    def __radd__(self, other: Any, /) -> Numbers: ...
    def __sub__(self, other: Any, /) -> Numbers: ...
    def __rsub__(self, other: Any, /) -> Numbers: ...
    def __mul__(self, other: Any, /) -> Numbers: ...
    def __rmul__(self, other: Any, /) -> Numbers: ...
    def __and__(self, other: Any, /) -> Numbers: ...
    def __rand__(self, other: Any, /) -> Numbers: ...
    def __or__(self, other: Any, /) -> Numbers: ...
    def __ror__(self, other: Any, /) -> Numbers: ...
    def __lt__(self, other: Any, /) -> Numbers: ...
    def __le__(self, other: Any, /) -> Numbers: ...
    def __gt__(self, other: Any, /) -> Numbers: ...
    def __ge__(self, other: Any, /) -> Numbers: ...
    def __eq__(self, other: object, /) -> Any: ...
    def __ne__(self, other: object, /) -> Any: ...
    def __hash__(self) -> int: ...


class Plane(NamedTuple):
    """A property of all hexes of a board; a flag is 0 or 1."""

    values: Sequence[int]
    beside: Literal["lower", "higher"]
    """Which of the two hexes beside a hexside counts where a line runs along it."""


class Planes(NamedTuple):
    """What a rule reads off a board, each property by the name that the rule uses."""

    hexes: Mapping[str, Plane]
    hexsides: Mapping[str, Sequence[int]] = _NONE
    """Properties of hexsides, six a hex in the order A to F, the same from both of its hexes."""


class Stretch(Protocol):
    """The hexes or the hexsides of one sort on a line, or on the part of it that is nearer to one end."""

    def any(self, plane: str) -> Numbers:
        """Whether one of them has the property."""

    def total(self, plane: str) -> Numbers:
        """The sum of the property over them."""

    def highest(self, plane: str) -> Numbers:
        """The greatest value among them; if there are none, one less than the least on the board."""


class Part(Protocol):
    """What lies on a line between its ends, or on the part of it that is nearer to one end."""

    @property
    def hexes(self) -> Stretch:
        """The hexes crossed; a pair beside a hexside that the line runs along counts as one."""

    @property
    def crossed(self) -> Stretch:
        """The hexsides crossed, but for those of the end hexes."""

    @property
    def along(self) -> Stretch:
        """The hexsides that the line runs along."""


class Station(Protocol):
    """One hex on a line, or one pair beside a hexside that the line runs along."""

    @property
    def nearer_start(self) -> bool:
        """Whether it is fewer hexes away from the start than from the end."""

    @property
    def nearer_end(self) -> bool:
        """Whether it is fewer hexes away from the end than from the start."""

    def value(self, plane: str) -> Numbers:
        """The property of the hex, or 0 where the board has none."""


class Line(Part, Protocol):
    """The line from a start to an end, or such lines of one direction and length from all hexes at once."""

    @property
    def distance(self) -> int:
        """How many hexes it is from the start to the end, the end counted."""

    @property
    def near(self) -> Part:
        """What is fewer hexes away from the start than from the end; a hexside, as its two hexes together."""

    @property
    def far(self) -> Part:
        """What is fewer hexes away from the end than from the start."""

    def start(self, plane: str) -> Numbers:
        """The property of the hex that looks."""

    def end(self, plane: str) -> Numbers:
        """The property of the hex that is looked at."""

    def stations(self) -> Iterator[Station]:
        """The hexes between, one after the other: slower than stretches, so for rules with a short reach."""

    def higher(self, a: Numbers, b: Numbers, /) -> Numbers:
        """The greater of two numbers."""

    def lower(self, a: Numbers, b: Numbers, /) -> Numbers:
        """The lesser of two numbers."""

    def choose(self, flag: Numbers, a: Numbers, b: Numbers, /) -> Numbers:
        """The number a where the flag is set, and b where it is not."""

    def no(self, flag: Numbers, /) -> Numbers:
        """Where a flag is not set."""


Obstacles = Iterable[tuple[str, str, Numbers]]
"""Each way in which a line can be blocked: the case of the rules, the reason, and whether it holds."""

Parameter = bool | int | str


class Kernel(msgspec.Struct, frozen=True):
    """A game's rule for lines of sight.

    `planes(board, *parameters)` gives what it reads, `obstacles(line, *parameters)` what blocks a line. They
    may depend on nothing else, and a change to either needs a new version, for tables are kept under the
    name, the version and the parameters. A mutual rule is asked about one direction of each line only. A line
    longer than `reach` is never clear; a rule that has a case for this gives it as an obstacle too.
    """

    name: str
    version: int
    planes: Callable[..., Planes]
    obstacles: Callable[..., Obstacles]
    parameters: tuple[Parameter, ...] = ()
    mutual: bool = True
    reach: int | None = None
