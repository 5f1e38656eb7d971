"""Minefields by force and breached: dummies, lanes, and who is attacked [15.0]."""

from tests.tcs.practice import Practice, lay_out

from sandtable.engine import Refusal
from sandtable.engine.cases import covers
from sandtable.games.tcs.breaching import PickBreach, breaches
from sandtable.games.tcs.mines import breach, cross, toll, why_not_breach
from sandtable.games.tcs.state import Mine

BLUE, RED = 0, 1


def mined(practice: Practice, hex: str, real: bool = True, lane: int = -1, side: int = RED) -> Practice:
    practice.table.state.mines = [Mine(practice.hex(hex), side, real, lane=lane)]
    return practice


def entering(practice: Practice, unit: str, forced: bool = False) -> Practice:
    number = practice.unit(unit)
    hex = practice.table.state.hexes[number]
    return practice.begin(lambda table: cross(table, number, hex, forced))


@covers("tcs", "15.2", "15.0c", "9.1d")
def test_a_real_field_attacks_who_crosses_and_stays_real_side_up() -> None:
    """6 + 2 is 8: a step, company 1; index 4 + 1 + 1: +1; 9 + 1 would suppress, which falls away here."""
    practice = mined(Practice(lay_out("A/1 us_rifle Blue 0505 - A"), 3, 3, 4, 5), "0505")
    entering(practice, "A/1")
    assert practice.over
    assert practice.lost("A/1") == 1
    assert "suppressed" not in practice.status("A/1")
    assert practice.table.state.mines == [Mine(practice.hex("0505"), RED, True, known=True)]


@covers("tcs", "15.2")
def test_a_dummy_is_taken_away_and_ones_own_mines_do_nothing() -> None:
    practice = mined(Practice(lay_out("A/1 us_rifle Blue 0505 - A")), "0505", real=False)
    entering(practice, "A/1")
    assert practice.table.state.mines == []
    own = mined(Practice(lay_out("A/1 us_rifle Blue 0505 - A")), "0505", side=BLUE)
    assert entering(own, "A/1").told() == []


@covers("tcs", "15.2", "15.0d", "12.3l")
def test_a_tank_is_lost_on_an_eight() -> None:
    for dice, where in (((4, 4), "destroyed"), ((3, 4), "0505")):
        practice = mined(Practice(lay_out("T us_m4 Blue 0505 -"), *dice), "0505")
        assert entering(practice, "T").where("T") == where


@covers("tcs", "15.4", "15.4c", "15.4d")
def test_a_lane_is_safe_over_its_two_hexsides_but_not_for_a_retreat() -> None:
    """The lane of 0505 runs from north to south, hexsides 0 and 3."""
    for before, forced, rolls in (
        ("0504", False, 0),
        ("0506", False, 0),
        ("0404", False, 1),
        ("0504", True, 1),
    ):
        practice = mined(Practice(lay_out("T us_m4 Blue 0505 -"), 1, 1), "0505", lane=0)
        practice.table.state.previous[0] = practice.hex(before)
        entering(practice, "T", forced)
        assert practice.table.rolls is not None
        assert len(practice.table.rolls) == rolls, before


@covers("tcs", "15.3", "15.3a", "15.4a")
def test_a_breach_opens_a_lane_straight_across() -> None:
    """From the south, by the bare dice: 7 is under fire, index 4: no check. Hexsides 3 and 0."""
    practice = mined(Practice(lay_out("E us_engineer Blue 0506 fire A\nT us_m4 Blue 0506 -"), 3, 4), "0505")
    table, unit, hex = practice.table, practice.unit("E"), practice.hex("0505")
    assert why_not_breach(table, unit, hex) is None
    refused = why_not_breach(table, practice.unit("T"), hex)
    assert refused is not None
    assert refused.case == "15.3a"
    practice.begin(lambda table: breach(table, unit, hex))
    assert practice.over
    assert table.state.mines == [Mine(hex, RED, True, known=True, lane=0)]
    assert practice.where("E") == "0506"


@covers("tcs", "15.3", "15.3b")
def test_a_breacher_enters_where_there_was_nothing() -> None:
    practice = mined(Practice(lay_out("E us_engineer Blue 0506 fire A")), "0505", real=False)
    unit, hex = practice.unit("E"), practice.hex("0505")
    practice.begin(lambda table: breach(table, unit, hex))
    assert practice.where("E") == "0505"


@covers("tcs", "15.3", "1.3f")
def test_breaches_come_after_all_movement_and_one_unit_breaches_once() -> None:
    practice = mined(Practice(lay_out("E us_engineer Blue 0506 fire A\nT us_m4 Blue 0506 -"), 3, 4), "0505")
    practice.begin(lambda table: breaches(table, BLUE))
    assert practice.offers == ["pass", "E at 0505"]
    assert "15.3a: T is no infantry" in practice.refusal("T at 0505")
    practice.answer("E at 0505")
    assert practice.over


@covers("tcs", "15.0b", "15.2", "15.4c")
def test_mines_cost_three_points_by_force_and_one_by_a_lane_or_to_their_owner() -> None:
    practice = mined(Practice(lay_out("T us_m4 Blue 0506 -")), "0505", lane=0)
    table, hex, start = practice.table, practice.hex("0505"), practice.hex("0506")
    assert toll(table, BLUE, start, hex) == 6
    assert toll(table, BLUE, practice.hex("0404"), hex) == 18
    assert toll(table, RED, practice.hex("0404"), hex) == 6
    assert toll(table, BLUE, start, practice.hex("0507")) == 0


@covers("tcs", "15.0e", "15.3")
def test_a_refused_breach_does_not_tell_where_hidden_fields_lie() -> None:
    """0505 hides a field and 0507 does not: asked for a breach, both are answered alike."""
    practice = Practice(lay_out("E us_engineer Blue 0506 fire A"))
    table = practice.table
    table.state.mines = [Mine(practice.hex("0505"), RED, True, shown=False)]
    ask = PickBreach(table, BLUE)
    told = [ask.why_not(f"E at {hex}") for hex in ("0505", "0507")]
    assert told == [Refusal("15.3", f"there are no enemy mines in {hex}") for hex in ("0505", "0507")]


@covers("tcs", "15.0e", "15.2")
def test_where_both_sides_have_a_field_the_enemys_is_paid_for_once_it_is_known() -> None:
    practice = Practice(lay_out("T us_m4 Blue 0506 -"))
    table, hex, start = practice.table, practice.hex("0505"), practice.hex("0506")
    own, hidden = Mine(hex, BLUE, True), Mine(hex, RED, True, shown=False)
    for mines, sixths in (([own, hidden], 6), ([hidden, own], 6), ([own, hidden._replace(shown=True)], 18)):
        table.state.mines = mines
        assert toll(table, BLUE, start, hex) == sixths
    table.state.mines = [hidden]
    assert toll(table, BLUE, start, hex) == 0
