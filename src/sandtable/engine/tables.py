"""Results tables and other numbers of a rule book, read from data files and checked."""

from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Literal, TypeVar

import msgspec

Source = Literal["printed", "restored", "reconstructed", "invented"]

T = TypeVar("T")


class BadData(Exception):
    """A data file that cannot be used, with its name and the place."""


def read_toml(path: Path | Traversable, shape: type[T]) -> T:
    """A data file as typed values; BadData names the file and the place of the first fault."""
    try:
        return msgspec.toml.decode(path.read_bytes(), type=shape)
    except OSError as error:
        raise BadData(f"{path.name}: cannot be read ({error.strerror})") from None
    except msgspec.ValidationError as error:
        raise BadData(f"{path.name}: {error}") from None
    except msgspec.DecodeError as error:
        raise BadData(f"{path.name}: not a TOML file: {error}") from None


class Band(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of a chart: the span of values it serves, and its cells."""

    span: tuple[int, int]
    cells: tuple[int, ...]


class Chart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A printed chart of numbers: rows by bands of a value such as range, columns from `first` on.

    A value above the last band, or below the first, has no row.
    """

    case: str
    title: str
    source: Source
    rows: tuple[Band, ...]
    first: int = 0
    note: str = ""

    def __post_init__(self) -> None:
        width = len(self.rows[0].cells) if self.rows else 0
        before = None
        for row in self.rows:
            low, high = row.span
            if low > high or (before is not None and low != before + 1):
                raise ValueError(f"{self.title}: the rows do not join at {low}-{high}")
            if len(row.cells) != width:
                raise ValueError(f"{self.title}: row {low}-{high} has {len(row.cells)} cells, not {width}")
            before = high

    def row(self, value: int) -> tuple[int, ...] | None:
        """The cells for a value, or None where the chart has no row."""
        for row in self.rows:
            if row.span[0] <= value <= row.span[1]:
                return row.cells
        return None

    def cell(self, value: int, column: int) -> int | None:
        """One number; a column beyond either end is read at that end."""
        cells = self.row(value)
        if cells is None:
            return None
        return cells[min(max(column - self.first, 0), len(cells) - 1)]

    @property
    def most(self) -> int:
        """The highest value that still has a row."""
        return self.rows[-1].span[1]
