"""The geometry of op sheets: the worked sheet of First Blood and the sheets with which battles begin."""

from __future__ import annotations

import pytest

from sandtable.engine.cases import covers
from sandtable.games.tcs.battles import battle_map, scenarios
from sandtable.games.tcs.drawn import (
    bits,
    covered,
    crossing,
    enemy_ground,
    gap,
    indices,
    margin,
    members,
    within,
)
from sandtable.games.tcs.envelope import Envelope
from sandtable.games.tcs.sheets import Item

BOARD = battle_map("first-blood")
FIR_WAY, LARCH_WAY = "1210 1310 1410 1510 1610 1710 1810", "1209 1208 1308 1407 1507 1607 1707 1807"
FIR = Item(kind="axis", name="FIR", hexes=tuple(FIR_WAY.split()), half_width=2)
LARCH = Item(kind="axis", name="LARCH", hexes=tuple(LARCH_WAY.split()), half_width=2)
ASH = Item(kind="phase_line", name="ASH", hexes=tuple(f"15{row:02}" for row in range(7, 14)))
PATH = indices(BOARD, FIR.hexes)


def along(path: tuple[int, ...]) -> Envelope:
    """A way and nothing else."""
    return Envelope(BOARD, path, 0, (0, 0), ())


LINE = indices(BOARD, ASH.hexes)


def at(hex: str) -> int:
    return BOARD.find(hex)


def holds(hexes: int, hex: str) -> bool:
    return bool(hexes >> at(hex) & 1)


@covers("tcs", "6.2a")
@pytest.mark.parametrize(
    ("hex", "inside", "beside"),
    [
        ("1511", True, False),  # one from the axis
        ("1512", True, False),
        ("1513", False, True),  # three from it
        ("1514", False, True),
        ("1515", False, False),
        ("1706", False, True),  # four from it
        ("1705", False, False),  # five from it
    ],
)
def test_the_corridor_of_the_worked_sheet_and_its_margin(hex: str, inside: bool, beside: bool) -> None:
    corridor = covered(BOARD, FIR)
    assert holds(corridor, hex) is inside
    assert holds(margin(BOARD, corridor), hex) is beside


def test_the_alternate_alone_leads_through_1705() -> None:
    assert holds(covered(BOARD, LARCH), "1705")


@covers("tcs", "6.2a")
def test_progress_and_the_phase_line_of_the_worked_sheet() -> None:
    assert crossing(PATH, LINE) == 3
    assert along(PATH).progress(at("1611"), 3) == 4
    assert along(PATH).progress(at("1711"), 4) in (4, 5)
    assert not along(PATH).past(LINE, at("1511"), 2)
    assert along(PATH).past(LINE, at("1611"), 3)
    assert crossing(PATH, (at("0101"),)) == -1
    assert not along(PATH).past((at("0101"),), at("1810"), 6)


def test_a_hairpin_is_not_jumped() -> None:
    """Out along row 10 and back along row 12: between the two, the way nearest to where one was."""
    out = [f"{column:02}10" for column in range(3, 9)]
    path = indices(BOARD, [*out, "0811", *(f"{column:02}12" for column in range(8, 2, -1))])
    between = at("0511")
    assert along(path).progress(between, 2) == 2
    assert along(path).progress(between, 10) > 6


@covers("tcs", "6.5a")
def test_hexes_within_five_of_a_centre() -> None:
    """91 hexes lie within five of one that is far from the edge: 1 + 6 + 12 + 18 + 24 + 30."""
    assert within(BOARD, [at("1010")], 5).bit_count() == 91
    assert within(BOARD, (at("0101"),), 1).bit_count() == 3
    assert list(members(bits([7, 3, 40]))) == [3, 7, 40]


@covers("tcs", "6.3c")
def test_enemy_ground_is_nearer_to_an_enemy_than_to_oneself() -> None:
    ground = enemy_ground(BOARD, [at("0510")], [at("1510")])
    assert not holds(ground, "1010")  # five from both
    assert holds(ground, "1110")
    assert not holds(ground, "0910")
    assert enemy_ground(BOARD, [at("0510")], []) == 0


def test_every_way_and_line_of_every_sheet_hangs_together() -> None:
    for scenario in scenarios().values():
        board = battle_map(scenario.battle.key)
        for side in scenario.own.sides:
            for sheet in side.sheets:
                assert [gap(board, item) for item in sheet.graphic] == [None] * len(sheet.graphic), sheet.id
    broken = Item(kind="axis", name="Elm", hexes=("0101", "0103"))
    assert gap(BOARD, broken) == ("0101", "0103")
