"""Overwatch: triggers, markers, replies, and who may be fired at with what [8.9]."""

from tests.tcs.practice import Practice, lay_out

from sandtable.engine.cases import covers
from sandtable.games.tcs.overwatch import overwatch
from sandtable.games.tcs.state import CAME_BY_ROAD


def entering(practice: Practice, unit: str) -> Practice:
    """The unit has just entered the hex where it stands."""
    table, number = practice.table, practice.unit(unit)
    table.state.moving = number
    return practice.begin(lambda table: overwatch(table, number, table.state.hexes[number]))


@covers("tcs", "8.9", "8.9a", "8.9b", "8.9d", "8.9l")
def test_who_fires_overwatch_is_marked() -> None:
    """Firepower 6 at two hexes, x 2 is 12: +1; 4 + 1 - 0 in the open is 5: under fire, index 4: no check."""
    state = lay_out(
        "A/1 us_rifle Blue 0507 - A\n1/1 ge_vg_rifle Red 0505 fire 1\n1/2 ge_vg_rifle Red 0504 - 1"
    )
    practice = entering(Practice(state, 2, 2), "A/1")
    assert practice.question == "Red overwatch"
    assert practice.offers == ["1/1 fires at 0507"]
    assert "8.6b: 1/2 is in move mode" in practice.refusal(["1/2 fires at 0507"])
    practice.answer(["1/1 fires at 0507"])
    assert practice.over
    assert "overwatch" in practice.status("1/1")
    assert practice.table.state.triggers == []


@covers("tcs", "8.9e")
def test_a_marked_unit_needs_a_six_to_fire_again() -> None:
    state = lay_out("A/1 us_rifle Blue 0507 - A\n1/1 ge_vg_rifle Red 0505 fire+overwatch 1")
    practice = entering(Practice(state, 5), "A/1").answer(["1/1 fires at 0507"])
    assert practice.over
    assert practice.told() == ["Overwatch again: 5, needed 6 or more: may not fire"]
    practice = entering(Practice(state, 6, 1, 1), "A/1").answer(["1/1 fires at 0507"])
    assert practice.over
    assert practice.table.rolls is not None
    assert [dice for _, dice in practice.table.rolls] == [(6,), (1, 1)]


@covers("tcs", "8.9c")
def test_the_phasing_side_answers_those_who_fired_and_nothing_answers_it() -> None:
    """The tank moves; the gun fires and misses; the platoon in fire mode shoots back at the gun alone."""
    state = lay_out(
        """
        T us_m4 Blue 0509 -
        A/1 us_rifle Blue 0509 fire A
        P ge_pak40 Red 0505 fire
        1/1 ge_vg_rifle Red 0506 fire 1
        """
    )
    practice = entering(Practice(state, 1, 1, 1, 1), "T")
    assert "P aims at T" in practice.offers
    practice.answer(["P aims at T"])
    assert practice.question == "Blue overwatch"
    assert practice.offers == ["A/1 fires at 0505"]
    assert "8.9a" in practice.refusal(["A/1 fires at 0506"])
    practice.answer(["A/1 fires at 0505"])
    assert practice.over
    assert "overwatch" in practice.status("A/1")


@covers("tcs", "8.9", "12.0e", "8.9j")
def test_fire_must_be_of_a_kind_that_can_be_directed_at_the_trigger() -> None:
    """A tank that moves with infantry draws point fire and AT rolls; the infantry area fire alone."""
    units = """
        T us_m4 Blue 0506 -
        A/1 us_rifle Blue 0506 - A
        S ge_stug Red 0505 fire
        1/1 ge_vg_rifle Red 0505 fire 1
        """
    assert entering(Practice(lay_out(units)), "T").offers == ["S aims at T", "1/1 goes at T"]
    assert entering(Practice(lay_out(units)), "A/1").offers == ["S fires at 0506", "1/1 fires at 0506"]


@covers("tcs", "8.9", "8.9f", "8.9i")
def test_suppressed_units_keep_no_overwatch_and_nobody_is_asked() -> None:
    state = lay_out("T us_m4 Blue 0506 -\n1/1 ge_vg_rifle Red 0505 fire+suppressed 1")
    assert entering(Practice(state), "T").over


@covers("tcs", "8.9", "12.1b", "8.10")
def test_a_tank_on_a_road_is_rushed_at_a_better_number() -> None:
    """E6: in a village beside the platoon 7, road +2: 5 or more."""
    state = lay_out("T us_m4 Blue 0506 -\n1/1 ge_vg_rifle Red 0505 fire 1", h0506="village")
    practice = Practice(state, 2, 3)
    practice.table.state.flags[0] |= CAME_BY_ROAD
    entering(practice, "T").answer(["1/1 goes at T"])
    assert practice.where("T") == "destroyed"


@covers("tcs", "3.5c", "10.5b")
def test_mortars_keep_overwatch_for_an_observer_who_is_not_suppressed() -> None:
    units = "A/1 us_rifle Blue 0517 - A\nM ge_8cm Red 0501 fire\n1/1 ge_vg_rifle Red 0511 {} 1"
    practice = Practice(lay_out(units.format("-"), h0510="forest"))
    assert entering(practice, "A/1").offers == ["M fires at 0517"]
    assert entering(Practice(lay_out(units.format("suppressed"), h0510="forest")), "A/1").over
