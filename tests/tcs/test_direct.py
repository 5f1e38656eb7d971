"""Direct fire as it is declared and resolved: the examples of the book and its odd cases [8.0]."""

from typing import Any

from tests.tcs.practice import Practice, lay_out

from sandtable.engine.cases import covers
from sandtable.games.tcs.direct import close_roll, point_roll
from sandtable.games.tcs.direct_asks import direct_fire_segment
from sandtable.games.tcs.shots import CLOSE, POINT, Shot

STACK = """
1/1 ge_vg_rifle Red 0506 fire
1/2 ge_vg_rifle Red 0507 fire
A/1 us_rifle Blue 0505 - A
B/1 ge_green Blue 0505 fire B
"""


def segment(practice: Practice) -> Practice:
    return practice.begin(direct_fire_segment)


@covers("tcs", "8.7", "8.7a", "8.6e", "9.0c", "9.0d", "9.3", "9.4")
def test_the_example_of_area_fire_on_two_stacked_platoons() -> None:
    """E4: firepower 6 and 6 at range 1, forest; the one retreats, the other, a step down, is paralyzed.

    Both firers stand side by side so that each is one hex away.
    """
    units = STACK.replace("0507", "0404")
    practice = Practice(
        lay_out(units, h0505="forest"),
        1, 6,  # Red wins the roll and chooses
        4, 4,  # 8 + 4 - 1 = 11: a step, company morale +1
        6, 6,  # index 4 + 5 + 1 = 10: +2, 14: retreat
        5, 6,  # 11 + 4 - 2 = 13: a step, company +1
        6, 6,  # index 6 + 6 + 2 = 14: +5, 17: paralyzed
        3,  # 3 + 5 = 8: four hexes
    )  # fmt: skip
    practice.with_morale(A=4, B=5).table.state.lost[practice.unit("B/1")] = 1
    segment(practice).answer("first", "0505", ["1/1 fires at 0505", "1/2 fires at 0505"])
    assert practice.lost("A/1") == 1
    assert practice.lost("B/1") == 2
    assert practice.status("B/1") == {"fire", "paralyzed", "shot at"}
    assert practice.morale("A") == 5
    assert practice.morale("B") == 7  # 5, +1 with the step, +1 for the paralysis
    for _ in range(4):
        if practice.question == "Blue retreat-to":
            ask: Any = practice.ask
            practice.answer(ask.key(ask.options[0]))
    assert (
        practice.table.scene.country.distance(practice.hex("0505"), practice.hex(practice.where("A/1"))) >= 3
    )
    assert practice.status("A/1") >= {"retreated"}
    assert "suppressed" not in practice.status("A/1")


@covers("tcs", "2.0", "9.1")
def test_the_enemy_hears_no_workings_of_a_morale_check() -> None:
    practice = Practice(
        lay_out("1/1 ge_vg_rifle Red 0506 fire\nA/1 us_rifle Blue 0505 fire A"), 1, 6, 6, 6, 1, 1
    )
    segment(practice).answer("first", "0505", ["1/1 fires at 0505"])
    assert practice.morale("A") == 2  # 6 x 3 = 18, so 12 + 2 = 14: two steps, company morale +2
    owner, enemy = practice.told("Blue"), practice.told("Red")
    assert any("company A" in line for line in owner)
    assert not any("company A" in line for line in enemy)


@covers("tcs", "8.8", "8.8a")
def test_the_example_of_point_fire() -> None:
    """E5: the Panther (nominal 7, +2 on the defense) needs 11 at eight hexes, and so does the Sherman."""
    state = lay_out(
        "V ge_panther Red 0505 fire\nS us_m4 Blue 0513 fire", battle="skyline-drive", h0505="woods"
    )
    practice = Practice(state)
    table, v, s = practice.table, practice.unit("V"), practice.unit("S")
    assert table.scene.country.distance(state.hexes[v], state.hexes[s]) == 8
    at_sherman = point_roll(table, Shot(v, POINT, state.hexes[s], s))
    assert at_sherman is not None
    assert at_sherman.of((4, 4)).startswith("missed")  # 8 + 2 in the open = 10
    assert at_sherman.of((4, 5)) == "destroyed"
    at_panther = point_roll(table, Shot(s, POINT, state.hexes[v], v))
    assert at_panther is not None
    assert at_panther.of((6, 6)) == "destroyed"


@covers("tcs", "8.10", "8.10a", "8.10d", "8.6g")
def test_the_example_of_at_rolls() -> None:
    """E6: a suppressed platoon beside a tank in a village needs 7 + 1, over woods two hexes off 11 + 1."""
    state = lay_out(
        "A us_rifle Blue 0505 suppressed\nT ge_stug Red 0506 fire\nU ge_stug Red 0503 fire",
        h0506="village",
        h0503="village",
        h0504="woods",
    )
    practice = Practice(state)
    a, t, u = map(practice.unit, ("A", "T", "U"))
    beside = close_roll(practice.table, Shot(a, CLOSE, state.hexes[t], t))
    assert (beside.of((3, 4)), beside.of((4, 4))) == ("missed", "destroyed")
    beyond = close_roll(practice.table, Shot(a, CLOSE, state.hexes[u], u))
    assert (beyond.of((5, 6)), beyond.of((6, 6))) == ("missed", "destroyed")


@covers("tcs", "1.3d", "1.3a", "8.6f")
def test_sides_fire_in_turn_until_both_pass_in_a_row() -> None:
    practice = Practice(
        lay_out("A/1 us_rifle Blue 0505 fire A\n1/1 ge_vg_rifle Red 0507 fire 1"), 3, 3, 5, 2, 1, 1, 1, 1
    )
    segment(practice)
    assert practice.question == "Blue act-first"  # 3 and 3 are rolled again
    practice.answer("second")
    assert practice.question == "Red name-target"
    assert practice.offers == ["pass", "0505"]
    practice.answer("pass")
    practice.answer("0507", ["A/1 fires at 0507"])
    assert practice.question == "Red name-target"  # a pass is not for good
    practice.answer("0505", ["1/1 fires at 0505"])
    assert practice.offers == ["pass"]
    practice.answer("pass", "pass")
    assert practice.over
    assert practice.status("A/1") == {"fire", "shot at"}


@covers("tcs", "8.6a", "8.6b", "8.6d", "8.6h", "9.3a", "8.7b", "8.1b", "8.10c")
def test_refusals_say_what_is_in_the_way() -> None:
    practice = Practice(
        lay_out(
            """
            A/1 us_rifle Blue 0505 fire
            A/2 us_rifle Blue 0505 -
            A/3 us_rifle Blue 0505 fire+paralyzed
            T us_m4 Blue 0505 fire
            1/1 ge_vg_rifle Red 0507 fire
            2/1 ge_vg_rifle Red 0519 fire
            S ge_stug Red 0507 fire
            """
        ),
        5,
        2,
    )
    segment(practice).answer("first")
    assert practice.refusal("0610").startswith("8.6a: there is no enemy")
    assert practice.refusal("0519").startswith("8.6d: no unit of Blue")
    practice.answer("0507")
    assert "8.6b: A/2 is in move mode" in practice.refusal(["A/2 fires at 0507"])
    assert "9.3a: A/3 is paralyzed" in practice.refusal(["A/3 fires at 0507"])
    assert "8.1b: 1/1 is an area target" in practice.refusal(["T aims at 1/1"])
    assert "3.4a: A/1 is no point weapon" in practice.refusal(["A/1 aims at S"])
    assert "8.10d: 1/1 is no vehicle" in practice.refusal(["A/1 goes at 1/1"])
    assert "8.10: T is no infantry" in practice.refusal(["T goes at S"])
    assert "8.6f: T fires once" in practice.refusal(["T fires at 0507", "T aims at S"])
    assert "A/2 goes at S" in practice.offers  # 8.10a: in any mode


@covers("tcs", "8.8d", "12.3h", "8.7e")
def test_the_end_of_a_carrier_exposes_those_aboard_to_its_killer_and_the_rest() -> None:
    """Two tanks; the first destroys the truck, both then attack the platoon aboard by area fire."""
    state = lay_out(
        """
        T1 us_m4 Blue 0505 fire
        T2 us_m4 Blue 0505 fire
        L us_truck Red 0508 fire
        R ge_vg_rifle Red L fire 1
        """
    )
    practice = Practice(state, 5, 2, 6, 6, 3, 3)
    segment(practice).answer("first", "0508", ["T1 aims at L", "T2 aims at L"])
    # attack 4 and 4 at three hexes x 2 = 16: +2 (16 / 10 = 1.6 up); aboard a truck -2; 6 + 0 and open ground.
    assert practice.where("L") == "destroyed"
    assert practice.where("R") == "0508"
    assert "fire" not in practice.status("R")
    assert practice.table.rolls is not None
    assert len(practice.table.rolls) == 3


@covers("tcs", "3.5b", "11.0c")
def test_a_mortar_fires_a_smoke_round_where_somebody_sees_it_land() -> None:
    practice = Practice(lay_out("M us_60mm Blue 0505 fire A\n1/1 ge_vg_rifle Red 0519 fire 1"), 5, 2)
    segment(practice).answer("first", "mortar round")
    assert "M smokes 0510" in practice.offers
    practice.answer("M smokes 0510")
    assert practice.table.state.smoke == [practice.hex("0510")]
    practice.answer("pass")
    assert "mortar round" not in practice.offers


@covers("tcs", "3.5a", "10.5b")
def test_a_mortar_needs_somebody_of_its_company_who_sees_the_target() -> None:
    """With visibility eight the mortar itself does not see 0517; A/1 does, and B/1 is of another company."""
    units = "M us_60mm Blue 0505 fire A\n{} us_rifle Blue 0511 - {}\n1/1 ge_vg_rifle Red 0517 fire 1"
    for company, offers in (("A", ["pass", "mortar round", "0517"]), ("B", ["pass", "mortar round"])):
        practice = Practice(lay_out(units.format(f"{company}/1", company)), 5, 2)
        practice.table.state.visibility = 8
        segment(practice).answer("first")
        assert practice.offers == offers, company
