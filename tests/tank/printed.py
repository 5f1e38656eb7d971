"""The charts of Tank! as they were read off the two surviving copies of the sheet, cell by cell.

This is typed from the copies, not from the game's own data. "?" is a cell that cannot be read; "." is the dot
that stands for no effect. Where a copy is cut off, a row says from which differential on it is there.
"""

from __future__ import annotations

from typing import NamedTuple

BANDS = ((1, 5), (6, 10), (11, 15), (16, 20), (21, 25), (26, 30), (31, 35), (36, 40), (41, 45), (46, 50))


class Reading(NamedTuple):
    """Cells of one results table: a row of it (by its first range) or a column (by its differential)."""

    first: int
    """Of a row, the differential at which the reading begins; of a column, the range."""
    cells: str

    def numbers(self) -> list[int | None]:
        """Highest die that destroys; None where nothing can be read."""
        return [None if word == "?" else 0 if word == "." else int(word) for word in self.cells.split()]


ROWS: dict[str, dict[int, list[Reading]]] = {
    "8.91": {
        1: [Reading(0, "1 2 3 4 5 6 ? 8 9 10 10"), Reading(4, "5 6 7 8 9 10 10")],
        6: [Reading(0, ". 1 2 3 4 5 6 7 8 9 10"), Reading(5, "5 6 7 8 9 10")],
        11: [Reading(0, ". . 1 2 3 4 5 6 7 8 9"), Reading(5, "4 5 6 7 8 9")],
        16: [Reading(3, "1 ? ? 4 ? ? ? ?")],
        21: [Reading(4, "1 ? 3 4 ? 6 ?")],
        26: [Reading(5, "1 ? ? 4 ? ?")],
        31: [Reading(6, "1 ? ? 4 ?")],
        36: [Reading(7, "1 ? ? 4")],
        41: [Reading(8, "1 2 ?")],
        46: [Reading(0, ". . . . . . . . . 1 2")],
    },
    "8.92": {
        1: [Reading(0, "1 2 3 4 5 6 ? 8 9 10 10"), Reading(4, "5 6 7 8 9 10 10")],
        6: [Reading(0, ". 1 ? ? 4 ? ? ? ? ? ?")],
        11: [Reading(0, ". . 1 ? ? 4 ? ? ? ? 9")],
        16: [Reading(0, ". . . . 1 ? ? 4 ? ? ?")],
        21: [Reading(0, ". . . . . . 1 2 3 4 5")],
        26: [Reading(0, ". . . . . . . . 1 2 3")],
        31: [Reading(0, ". . . . . . . . . . 1")],
    },
    "8.93": {
        1: [Reading(0, "1 2 3 4 5 6 7 8 9 ? 10"), Reading(4, "5 6 7 8 9 10 10")],
        6: [Reading(0, "1 2 3 4 5 6 7 8 9 10 10"), Reading(4, "5 6 7 8 9 10 10")],
        11: [Reading(0, "1 2 3 4 5 6 ? 8 9 10 10"), Reading(4, "5 6 7 8 9 ? 10")],
        16: [Reading(1, ". 1 ? ? 4 ? ? ? ? ?")],
        21: [Reading(1, ". . 1 2 3 4 5 6 7 8")],
        26: [Reading(4, "1 ? ? 4 ? ? ?")],
        31: [Reading(5, "? ? 4 ? ? ?")],
        36: [Reading(5, "1 ? ? 4 ? ?")],
        41: [Reading(5, "1 ? ? 4 ? ?")],
        46: [Reading(5, ". . 1 2 3 4")],
    },
}
"""Rows by table and first range."""

COLUMNS: dict[str, dict[int, Reading]] = {
    "8.91": {
        4: Reading(11, "3 2 1 . . . ."),
        5: Reading(11, "4 3 2 1 . . ."),
        6: Reading(11, "5 4 3 2 1 . ."),
        7: Reading(11, "6 5 4 3 2 1 ."),
        8: Reading(11, "7 6 5 4 3 2 1"),
        9: Reading(11, "8 7 6 5 4 3 2"),
    },
    "8.92": {
        4: Reading(6, "4 3 1 . . ."),
        5: Reading(6, "5 4 2 . . ."),
        6: Reading(6, "6 5 3 1 . ."),
        7: Reading(6, "7 6 4 2 . ."),
        8: Reading(6, "8 7 5 3 1 ."),
        9: Reading(6, "9 8 6 4 2 ."),
        10: Reading(6, "10 9 7 5 3 1"),
    },
    "8.93": {
        5: Reading(16, "4 3 2"),
        6: Reading(16, "5 4 3"),
        7: Reading(16, "6 5 4"),
        8: Reading(16, "7 6 5"),
        9: Reading(16, "8 7 6"),
        10: Reading(16, "9 8 7"),
    },
}
"""Columns by table and differential, from the second copy, which broke the rows up."""

FIRST = {
    "8.91": (0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    "8.92": (0, 1, 2, 4, 6, 8, 10),
    "8.93": (0, 0, 0, 2, 3, 4, 4, 5, 5, 7),
}
"""For each band the differential under which the lone 1 stands; from there each row counts on, to 10."""


def entry(table: str, distance: int, differential: int) -> int | None:
    """The highest die that destroys; None beyond the last row."""
    band = (distance - 1) // 5
    if band >= len(FIRST[table]):
        return None
    return max(0, min(10, min(differential, 10) - FIRST[table][band] + 1))


WEAPONS = """
PzIVh     7 3 2    14 10  4  50 N
PzIIIj    5 3 5     8  5  5  40 N
PzV      11 3 3    18 10  7  50 N
JPzV     11 4 4    21 10  7  50 N
PzVIa     9 7 7    15 10  5  50 N
PzVIb    13 7 7    21 10  4  50 N
T34_76c   8 5 5     7 10  8  30 N
T34_85   11 8 6    14 10  8  50 N
JSII     10 9 6    15 10  4  50 N
T55      12 6 6    20 10  7  50 SR
T62      14 6 6    21 10  7  30 SR
CrII      6 4 3     6  0  8  25 N
CrIII     6 4 3    12  0  8  50 N
Cent105  16 9 6    22 10  6  60 SC
M4        6 3 2    10 10  5  50 N
M4_76     6 3 2    13 10  5  50 N
M18       2 1 1    13 10  5  50 N
M60A2    17 8 5    30 15  7  50 SC
AT75      - - -    14  0  0  50 N
AT76      - - -     7  0  0  35 N
AT88      - - -    21  0  0  50 N
"""
"""The weapons chart in printed order: front, side, rear; AP, HE; allowance, effective range, fire control."""

SCENARIOS = """
 1 AT mixed   15 PzIVh   4  9   8 AT76 12 INF  2 16
 2 AT mixed   15 T34_85  3 11   8 AT75 12 INF  4 16
 3 ME open    15 CrII    3  9  10 PzIIIj       2  5
 4 ME open    15 CrIII   3  9   6 PzIVh        2  4
 5 ME mixed   20 M4_76   2 10  10 PzVIa        2  6
 6 ME mixed   15 T34_76c 4 12  12 PzIIIj       2  6
 7 ME closed  11 PzV     4  7  10 M4_76        2  5
 8 ME mixed   20 JSII    2 12  12 PzVIb        3  6
 9 AT closed  15 M4      3  8   4 AT88  6 INF  3  8
10 ME mixed   20 T62     2 16  10 M60A2        1  5
11 RG mixed   15 T34_85  3 11   5 JPzV         3  2
12 RG closed  15 PzIVh   4 11  12 M18          1  8
13 RG open    20 T55     5 18   4 Cent105      1  2
"""
"""The scenario chart: situation, terrain mode, then Alpha's units, Panic and Preservation, then Bravo's."""
