"""The ways of a retreat on open ground and in pockets [9.4a]."""

from collections.abc import Iterable

from sandtable.boards import blank_board
from sandtable.engine.cases import covers
from sandtable.games.tcs.battles import vocabulary
from sandtable.games.tcs.retreat_ways import Ways

BOARD = blank_board(vocabulary(), 15, 15)
DISTANCE = BOARD.grid.distance


def hexes(names: str) -> list[int]:
    return [BOARD.find(name) for name in names.split()]


def ways(start: str, length: int, enemies: str, barred: str = "") -> Ways:
    foes, closed = hexes(enemies), {*hexes(enemies), *hexes(barred)}

    def beside(hex: int) -> Iterable[int]:
        return [far for far in BOARD.neighbours[hex * 6 : hex * 6 + 6] if far >= 0 and far not in closed]

    def near(hex: int) -> int:
        return min((DISTANCE(hex, foe) for foe in foes), default=99)

    return Ways(BOARD.find(start), length, beside, near, DISTANCE)


def names(found: Iterable[int]) -> list[str]:
    return sorted(BOARD.names[hex] for hex in found)


@covers("tcs", "9.4a")
def test_no_step_leads_nearer_to_the_enemy() -> None:
    """The enemy stands five hexes to the north: straight south is a way, straight north is none."""
    found = ways("0808", 3, "0803").onward(())
    assert all(DISTANCE(hex, BOARD.find("0803")) >= 5 for hex in found)
    assert BOARD.find("0809") in found
    assert BOARD.find("0807") not in found


@covers("tcs", "9.4a")
def test_it_ends_two_thirds_of_its_length_away_and_enters_no_hex_twice() -> None:
    retreat = ways("0808", 3, "0803")
    ends = set()
    for first in retreat.onward(()):
        for second in retreat.onward((first,)):
            for third in retreat.onward((first, second)):
                assert len({first, second, third, BOARD.find("0808")}) == 4
                ends.add(DISTANCE(third, BOARD.find("0808")))
    assert ends == {2, 3}  # ceil(3 * 2/3) = 2


@covers("tcs", "9.4a")
def test_where_every_way_comes_nearer_one_that_never_turns_back_will_do() -> None:
    """Enemies on both sides leave no step that is not nearer to one of them; sideways there is a way out."""
    pocket = ways("0808", 3, "0805 0811")
    assert pocket.onward(())
    for hex in pocket.onward(()):
        assert DISTANCE(hex, BOARD.find("0808")) == 1


@covers("tcs", "9.4a")
def test_a_unit_shut_in_has_no_way() -> None:
    around = "0807 0907 0908 0809 0708 0707 0908 0909 0709"
    assert ways("0808", 3, "0101", around).onward(()) == []
    corridor = "0807 0909 0908 0708 0709 0707 0907"
    assert names(ways("0808", 3, "0801", corridor).onward(())) == ["0809"]
