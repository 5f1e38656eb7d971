"""What a target stands behind: by which hexside a line comes in, berms both ways, slopes one way, corners."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from tests.tank.coldharbour import BOARD, DEPRESSION

from sandtable.boards import Board, blank_board, read_vocabulary
from sandtable.boards.sight import trace
from sandtable.engine.cases import covers
from sandtable.games.tank.charts import DATA, Mode
from sandtable.games.tank.shelter import Shelter, entered
from sandtable.games.tank.sight import kernel
from sandtable.hexes import LETTERS, STEPS, Hex, area, centre, corners

VOCABULARY = read_vocabulary((DATA / "terrain.toml").read_text("utf-8"))
MODES: tuple[Mode, ...] = ("closed", "mixed", "open")


@cache
def plain() -> Board:
    return blank_board(VOCABULARY, 12, 12)


def walled(**sides: str) -> Board:
    """Plain ground with these hexsides; h0606A is side A of 0606."""
    return plain().changed(sides={name[1:]: kind for name, kind in sides.items()})


def behind(board: Board, mode: Mode, firer: str, target: str) -> str:
    return Shelter(board, mode).hexside(board.find(firer), board.find(target))


def screened(board: Board, mode: Mode, seer: str, target: str) -> bool:
    return Shelter(board, mode).screens(board.find(seer), board.find(target))


@covers("tank", "10.32")
def test_the_line_comes_in_by_the_side_between_whose_corners_it_passes() -> None:
    """By the signs of cross products with the six corners, for all offsets up to twelve hexes."""
    around = corners(Hex(0, 0))
    for there in area(Hex(0, 0), 12)[1:]:
        x, y = centre(there)
        turns = [corner.x * y - corner.y * x for corner in around]
        ahead = [corner.x * x + 3 * corner.y * y > 0 for corner in around]
        sides = {d for d in range(6) if turns[d - 1] > 0 > turns[d]}
        sides |= {side % 6 for d in range(6) if turns[d] == 0 and ahead[d] for side in (d, d + 1)}
        assert set(entered(there)) == sides, there


@covers("tank", "10.32")
def test_a_neighbour_fires_through_the_side_between() -> None:
    assert [entered(there) for there in STEPS] == [(d,) for d in range(6)]


@covers("tank", "10.32", "10.4", "10.61")
@pytest.mark.parametrize("mode", ["closed", "mixed"])
def test_a_berm_of_the_targets_own_hex_shelters_it_from_either_side(mode: Mode) -> None:
    """The berm lies between 0606 and 0605; fire from 0602 comes through it, from 0610 it does not."""
    board = walled(h0606A="berm")
    assert behind(board, mode, "0602", "0606") == "berm"
    assert behind(board, mode, "0610", "0605") == "berm"
    assert behind(board, mode, "0610", "0606") == ""
    assert behind(board, mode, "0602", "0605") == ""


@covers("tank", "10.32", "10.22")
def test_a_berm_of_the_firers_hex_shelters_only_the_firer() -> None:
    """0606 fires out over its own berm at 0602: the line is clear, and the target has nothing before it."""
    board = walled(h0606A="berm")
    assert behind(board, "mixed", "0606", "0602") == ""
    assert trace(board, kernel("mixed"), board.find("0606"), board.find("0602")).clear


@covers("tank", "10.5", "10.61")
@pytest.mark.parametrize("mode", MODES)
def test_a_slope_shelters_only_who_is_on_its_sloped_side(mode: Mode) -> None:
    """Written from 0606 the slope lies on that hex's side, hachures in 0606."""
    board = walled(h0606A="slope")
    assert behind(board, mode, "0602", "0606") == "slope"
    assert behind(board, mode, "0610", "0605") == ""


@covers("tank", "10.61", "13.5")
def test_the_open_mode_knows_no_berms() -> None:
    board = walled(h0606A="berm")
    assert behind(board, "open", "0602", "0606") == ""
    assert not screened(board, "open", "0602", "0606")


@covers("tank", "13.5")
def test_to_be_spotted_a_slope_screens_from_either_side() -> None:
    board = walled(h0606A="slope")
    for mode in MODES:
        assert screened(board, mode, "0602", "0606")
        assert screened(board, mode, "0610", "0605")
        assert not screened(board, mode, "0610", "0606")


# 0806 and 0406 lie straight east and west of 0606: a line between them runs in at the corner of two hexsides.


@covers("tank", "10.32")
@pytest.mark.parametrize(
    ("sides", "hexside", "screens"),
    [
        ({"h0606B": "berm"}, "", False),
        ({"h0606C": "berm"}, "", False),
        ({"h0606B": "berm", "h0606C": "berm"}, "berm", True),
        ({"h0606B": "slope", "h0606C": "slope"}, "slope", True),
        ({"h0606B": "berm", "h0606C": "slope"}, "", True),
        ({"h0606B": "slope"}, "", False),
    ],
)
def test_at_a_corner_both_hexsides_must_have_it(sides: dict[str, str], hexside: str, screens: bool) -> None:
    """A berm beside a slope is neither a berm nor a slope on both, but both obstruct sight."""
    board = walled(**sides)
    assert entered(Hex(2, -1)) == (LETTERS.index("B"), LETTERS.index("C"))
    assert behind(board, "mixed", "0806", "0606") == hexside
    assert screened(board, "mixed", "0806", "0606") == screens


@covers("tank", "10.5")
def test_at_a_corner_slopes_must_both_fall_toward_the_target() -> None:
    """One is hachured in 0606, the other in 0707, its neighbour to the southeast."""
    board = walled(h0606B="slope", h0707F="slope")
    assert board.find_hexside("0707-0606")[1] == LETTERS.index("F")
    assert behind(board, "mixed", "0806", "0606") == ""
    assert screened(board, "mixed", "0806", "0606")


@covers("tank", "10.26", "13.5")
def test_the_rim_of_the_depression_hides_nobody_from_across_it() -> None:
    """3806 stands just north of the rim. From 3811, across the depression, it is seen as in the open, since
    both are outside; from 3808, inside, it is behind a slope. A vehicle in 3807 is sheltered from outside."""
    for mode in MODES:
        assert not screened(BOARD, mode, "3811", "3806")
        assert screened(BOARD, mode, "3808", "3806")
        assert behind(BOARD, mode, "3808", "3806") == ""
        assert behind(BOARD, mode, "3804", "3807") == "slope"
        assert screened(BOARD, mode, "3804", "3807")
    assert "3807" in DEPRESSION
    assert "3806" not in DEPRESSION


@covers("tank", "10.25")
def test_x18_one_obstructing_hexside_at_each_end_is_no_block_but_a_third_is() -> None:
    """0602 looks south at 0608 over berms of its own and of the target's hex."""
    ends: dict[str, Any] = {"h0602D": "berm", "h0608A": "berm"}
    clear, blocked = walled(**ends), walled(**ends, h0605A="berm")
    a, b = clear.find("0602"), clear.find("0608")
    assert trace(clear, kernel("mixed"), a, b).clear
    line = trace(blocked, kernel("mixed"), a, b)
    assert (line.clear, line.case) == (False, "10.22")
    assert behind(clear, "mixed", "0602", "0608") == "berm"
    assert trace(blocked, kernel("open"), a, b).clear
