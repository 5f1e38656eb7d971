"""The combat tables, mostly reconstructed, of which a player may have printed ones [7.2] [7.7] [9.41] [9.42].

Every chance is reckoned from a `Tables` value, so that games with other tables can be played side by side.
"""

import hashlib
from collections.abc import Iterator
from functools import cache
from typing import Literal

import msgspec

from sandtable.engine import BadData
from sandtable.engine.tables import Source
from sandtable.games.raid.charts import DATA, Result, Row

Class = Literal["H", "L", "4", "3", "2", "1"]
"""By which column a unit starts: a heavy or light machine gun, or so many men [7.7]."""

Line = Literal["bolt", "semi", "auto", "lmg", "hmg"]
"""The lines of the range table: three kinds of small arms, two of machine guns [7.2]."""

FORBIDDEN = "P"
ORDER = ("-", "S", "1", "2", "3", "4")
"""Results from the mildest to the worst."""
ROWS: tuple[Row, ...] = ("clear", "medium", "heavy", "building")
CLASSES: tuple[Class, ...] = ("H", "4", "L", "3", "2", "1")


class RangeTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, eq=False):
    """The change of the die by range and weapon; "P" forbids the shot [7.2]."""

    source: Source
    ranges: tuple[int, ...]
    bolt: tuple[int | Literal["P"], ...]
    semi: tuple[int | Literal["P"], ...]
    auto: tuple[int | Literal["P"], ...]
    lmg: tuple[int | Literal["P"], ...]
    hmg: tuple[int | Literal["P"], ...]

    def __post_init__(self) -> None:
        if self.ranges[:1] != (0,) or list(self.ranges) != sorted({*self.ranges}):
            raise ValueError("7.2: the ranges begin at 0 and rise from column to column")
        for line in ("bolt", "semi", "auto", "lmg", "hmg"):
            if len(getattr(self, line)) != len(self.ranges):
                raise ValueError(f"7.2: the line {line} needs {len(self.ranges)} entries, one for each range")

    def change(self, line: Line, distance: int) -> int | None:
        """What the range does to the die, or None where the shot is forbidden [7.2]."""
        column = sum(least <= distance for least in self.ranges) - 1
        entry: int | str = getattr(self, line)[column]
        return entry if isinstance(entry, int) else None


class DirectTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, eq=False):
    """The Direct Fire table, and in which column a unit starts by the target's terrain [7.7]."""

    source: Source
    clear: dict[Class, int]
    medium: dict[Class, int]
    heavy: dict[Class, int]
    building: dict[Class, int]
    lowest: int
    beyond_right: int
    rows: tuple[tuple[Result, ...], ...]

    def __post_init__(self) -> None:
        _check_rows("7.7", self.rows)
        for row in ROWS:
            starts: dict[Class, int] = getattr(self, row)
            if sorted(starts) != sorted(CLASSES):
                raise ValueError(f"7.7: the {row} line needs a column for each of {', '.join(CLASSES)}")
            if not all(1 <= column <= self.columns for column in starts.values()):
                raise ValueError(f"7.7: the {row} line names a column outside 1 to {self.columns}")

    @property
    def columns(self) -> int:
        return len(self.rows[0])

    def start(self, row: Row, fires: Class) -> int:
        """The column in which a shot starts, from 1 on the left [7.7]."""
        starts: dict[Class, int] = getattr(self, row)
        return starts[fires]

    def result(self, column: int, roll: int) -> Result:
        """What a changed roll means in a column of the table [7.7]."""
        if roll < self.lowest:
            return "-"
        return self.rows[min(roll - self.lowest, len(self.rows) - 1)][column - 1]


class Artillery(msgspec.Struct, frozen=True, forbid_unknown_fields=True, eq=False):
    """Strength of a shell by distance from the impact hex [9.41]."""

    source: Source
    mortar_60mm: tuple[int, ...]
    mortar_81mm: tuple[int, ...]
    mortar_4_2in: tuple[int, ...]
    artillery_105mm: tuple[int, ...]
    artillery_155mm: tuple[int, ...]

    def __post_init__(self) -> None:
        if any(not strengths for strengths in self.all()):
            raise ValueError("9.41: every gun needs its strength in the impact hex")

    def all(self) -> tuple[tuple[int, ...], ...]:
        """The rows from the smallest calibre to the greatest."""
        guns = ("mortar_60mm", "mortar_81mm", "mortar_4_2in", "artillery_105mm", "artillery_155mm")
        return tuple(getattr(self, gun) for gun in guns)

    def strength(self, gun: str, distance: int) -> int:
        """What a shell of this gun adds so many hexes from where it bursts [9.41]."""
        strengths: tuple[int, ...] = getattr(self, gun)
        return strengths[distance] if distance < len(strengths) else 0

    def radius(self, gun: str) -> int:
        """How far from the impact hex a gun still counts [9.41]."""
        strengths: tuple[int, ...] = getattr(self, gun)
        return max((at for at, strength in enumerate(strengths) if strength), default=0)


class IndirectTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, eq=False):
    """The Indirect Fire table, for shells, charges, mines and all that explodes [9.42]."""

    source: Source
    strengths: tuple[int, ...]
    lowest: int
    rows: tuple[tuple[Result, ...], ...]

    def __post_init__(self) -> None:
        _check_rows("9.42", self.rows)
        if len(self.strengths) != len(self.rows[0]):
            raise ValueError("9.42: every column needs the least strength that it serves, and no more")
        if list(self.strengths) != sorted({*self.strengths}, reverse=True):
            raise ValueError("9.42: the strengths fall from column to column")

    @property
    def columns(self) -> int:
        return len(self.strengths)

    def column(self, strength: int) -> int:
        """The column of a strength, from 1 on the left; one more than there are if it has none [9.42]."""
        return 1 + sum(least > strength for least in self.strengths)

    def result(self, column: int, roll: int) -> Result:
        """What a changed roll means; past the last column nothing happens [9.42]."""
        if column > self.columns:
            return "-"
        return self.rows[min(max(roll - self.lowest, 0), len(self.rows) - 1)][column - 1]


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True, eq=False):
    """The four combat tables of a game; one value for each file, so that chances can be remembered by it."""

    range_attenuation: RangeTable
    direct_fire: DirectTable
    artillery: Artillery
    indirect_fire: IndirectTable

    @property
    def fingerprint(self) -> str:
        """By which a record names the tables it was played with: of the numbers, not of the comments."""
        return hashlib.sha256(msgspec.json.encode(_numbers(self))).hexdigest()[:16]


def _numbers(tables: Tables) -> list[object]:
    """All numbers in a fixed order, without what the file says about their source."""
    parts = (tables.range_attenuation, tables.direct_fire, tables.artillery, tables.indirect_fire)
    builtin = [msgspec.to_builtins(part, order="sorted") for part in parts]
    return [{key: value for key, value in part.items() if key != "source"} for part in builtin]


def _check_rows(case: str, rows: tuple[tuple[Result, ...], ...]) -> None:
    if not rows or len({len(row) for row in rows}) != 1:
        raise ValueError(f"{case}: the rows of the table are not all of one length")


@cache
def tables_from(text: str, name: str = "tables") -> Tables:
    """The tables that a file holds, or BadData naming the first place where it cannot be used."""
    try:
        return msgspec.toml.decode(text, type=Tables)
    except msgspec.ValidationError as error:
        raise BadData(f"{name}: {error}") from None
    except msgspec.DecodeError as error:
        raise BadData(f"{name}: not a TOML file: {error}") from None


def doubts(tables: Tables) -> list[str]:
    """Where tables go against what the rules say of them: sentences for somebody who is typing them in."""
    return [sentence for sentence, holds in _claims(tables) if not holds]


def _claims(tables: Tables) -> Iterator[tuple[str, bool]]:
    """What the legible rules say of the four tables [7.1] [7.7] [9.2] [9.7] [14.14] [14.24]."""
    yield from _range_claims(tables.range_attenuation)
    yield from _direct_claims(tables.direct_fire)
    yield from _artillery_claims(tables.artillery)
    yield from _indirect_claims(tables.indirect_fire)


def _range_claims(table: RangeTable) -> Iterator[tuple[str, bool]]:
    """What is legible of the range table [7.1] [7.2]."""
    same = table.change("semi", 3) == table.change("lmg", 3) == 0
    yield "7.2: at range 3 neither Semi nor LMG changes the die in the examples of 7.1", same
    close = [table.change("auto", distance) for distance in range(5)]
    yield "7.2: Auto is printed as +5 +4 +3 +2 +1 at ranges 0 to 4", close == [5, 4, 3, 2, 1]
    far = [table.change("hmg", distance) for distance in (10, 11, 15, 16)]
    yield "7.2: the HMG is printed as -1 -2 -4 at 10, 11 to 15 and 16 or more", far == [-1, -2, -2, -4]
    lmg = [table.change("lmg", distance) for distance in (8, 9, 10, 11, 16)]
    yield "7.2: the LMG is printed as -2 -4 -5 -6 -7 from 8 hexes on", lmg == [-2, -4, -5, -6, -7]


def _direct_claims(table: DirectTable) -> Iterator[tuple[str, bool]]:
    """What the text says of the Direct Fire table [7.1] [7.7]."""
    shared = table.start("medium", "3") == table.start("medium", "L")
    yield "7.7: on the Medium line three men and the LMG share a column", shared
    one = table.result(table.start("medium", "3"), 4) == "1"
    yield "7.7: three men at Medium get one casualty with a 4", one
    ordered = all(
        _falling([table.result(column, roll) for column in range(1, table.columns + 1)])
        for roll in range(table.lowest, table.lowest + len(table.rows))
    )
    yield "7.7: further to the right no result is worse for the target", ordered
    rising = all(_falling([row[column] for row in reversed(table.rows)]) for column in range(table.columns))
    yield "7.7: a higher roll is never better for the target", rising


def _artillery_claims(table: Artillery) -> Iterator[tuple[str, bool]]:
    """What is printed of shells [9.2] [9.41]."""
    centres = [strengths[0] for strengths in table.all()]
    printed = [centres[0], *centres[2:]] == [6, 8, 9, 15]
    yield "9.41: 6, 8, 9 and 15 are printed for the impact hex of 60mm, 4.2 in, 105mm and 155mm", printed
    yield "9.41: no calibre is weaker than a smaller one in the impact hex", centres == sorted(centres)
    yield "9.2: an 81mm shell counts 2 at some distance", 2 in table.mortar_81mm[1:]
    falls = all(list(row) == sorted(row, reverse=True) for row in table.all())
    yield "9.41: a shell is never stronger further from where it bursts", falls


def _indirect_claims(table: IndirectTable) -> Iterator[tuple[str, bool]]:
    """What weapons are said to be able to do by the Indirect Fire table [9.7] [14.14] [14.24]."""
    for weapon, strength in (("tank gun", 12), ("Bazooka", 8)):
        kills = table.result(table.column(strength), 6) == "4"
        yield f"14.14: a {weapon} of strength {strength} can kill a tank, which takes a 4", kills
    for weapon, strength in (("Bazooka", 8), ("charge", 9)):
        rubbles = table.result(table.column(strength), 3) in ("3", "4")
        yield f"9.7: a {weapon} of strength {strength} can rubble a Building, which takes a 3 at -3", rubbles
    ordered = all(_falling(row) for row in table.rows)
    yield "9.42: a weaker column is never worse for the target", ordered
    rising = all(_falling([row[column] for row in reversed(table.rows)]) for column in range(table.columns))
    yield "9.42: a higher roll is never better for the target", rising


def _falling(results: list[Result] | tuple[Result, ...]) -> bool:
    """Are the results in order from the worst to the mildest?"""
    places = [ORDER.index(result) for result in results]
    return places == sorted(places, reverse=True)


INCLUDED = tables_from((DATA / "lost.toml").read_text("utf-8"), "lost.toml")
"""The tables that come with Sandtable."""
