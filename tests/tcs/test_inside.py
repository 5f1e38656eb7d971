"""Assaults and overruns besides their narratives: who takes part, and who is thrown out [13.1] [14.1]."""

from tests.tcs.practice import Practice, lay_out
from tests.tcs.test_close_combat import assaulting, overrunning

from sandtable.engine import Refusal
from sandtable.engine.cases import covers
from sandtable.games.tcs.area_odds import Fire
from sandtable.games.tcs.assault import why_not_assault
from sandtable.games.tcs.bodies import place
from sandtable.games.tcs.close_combat import fighters, fire_inside
from sandtable.games.tcs.direct import area_roll, tell_dug_in
from sandtable.games.tcs.invariants import faults
from sandtable.games.tcs.losses import destroy
from sandtable.games.tcs.overrun import DriveOut, why_not_overrun
from sandtable.games.tcs.state import CAME_BY_ROAD, Mine, has, mark

TWO = "A/1 us_rifle Blue 0505 - A\nA/2 us_rifle Blue 0605 - A\n1/1 ge_vg_rifle Red 0506 fire 1"


@covers("tcs", "13.1", "13.1c", "13.2g")
def test_units_assault_a_hex_from_several_sides_and_it_may_be_assaulted_again() -> None:
    """The first gives up and goes back to its own hex; the second, which has not moved, may still come."""
    practice = Practice(lay_out(TWO))
    assaulting(practice, "A/1").answer("fight", [], [], "give up")
    assert practice.where("A/1") == "0505"
    hex = practice.hex("0506")
    again = why_not_assault(practice.table, practice.unit("A/1"), hex)
    assert again is not None
    assert again.case == "13.2d"
    assert why_not_assault(practice.table, practice.unit("A/2"), hex) is None
    together = Practice(lay_out(TWO), 1)
    assaulting(together, "A/1", "A/2").answer("flee")
    while together.asks:
        together.answer(together.offers[0])
    assert {together.where("A/1"), together.where("A/2")} == {"0506"}


@covers("tcs", "13.2b", "13.1e")
def test_paralyzed_defenders_add_nothing_to_the_fight() -> None:
    practice = Practice(lay_out(TWO + "\n1/2 ge_vg_rifle Red 0506 fire+paralyzed 1"))
    table, hex = practice.table, practice.hex("0506")
    assert fighters(table, 1, hex) == [practice.unit("1/1")]
    assert fighters(table, 1, hex, paralyzed=True) == [practice.unit("1/1"), practice.unit("1/2")]


@covers("tcs", "14.1", "14.1a", "14.1b")
def test_tanks_overrun_one_hex_after_another_while_their_points_last() -> None:
    """One point for open ground and three more each time, and a point to drive out: five of fourteen."""
    units = "T us_m4 Blue 0505 -\n1/1 ge_vg_rifle Red 0506 fire+paralyzed 1"
    units += "\n1/2 ge_vg_rifle Red 0508 fire+paralyzed 1"
    practice = Practice(lay_out(units), 1, 1)
    table, tank = practice.table, practice.unit("T")
    overrunning(practice, "T").answer([], "0507")
    assert practice.over
    assert table.state.spent[tank] == 30
    assert why_not_overrun(table, tank, practice.hex("0508")) is None
    infantry = Practice(lay_out("A us_rifle Blue 0505 -\n1/1 ge_vg_rifle Red 0506 fire 1"))
    refused = why_not_overrun(infantry.table, 0, infantry.hex("0506"))
    assert refused is not None
    assert refused.reason == "A is no vehicle or carrier"


@covers("tcs", "14.1c", "8.5a")
def test_hedges_count_in_an_assault_and_not_in_an_overrun() -> None:
    """Woods in the hex are -1 either way for men in fire mode; only an assault looks at hexsides crossed."""
    practice = Practice(lay_out(TWO, h0506="woods"))
    table, hex = practice.table, practice.hex("0506")
    odds = {
        name: area_roll(table, [0], hex, 2, Fire(assault=name == "assault", overrun=name == "overrun"))
        for name in ("assault", "overrun")
    }
    for one in odds.values():
        assert [modifier.amount for modifier in one.modifiers if modifier.case == "8.5"] == [-1]
    assert not place(table, hex).hedge


@covers("tcs", "14.1f", "12.3j", "14.1d")
def test_passengers_fire_in_an_overrun_and_what_is_towed_does_not() -> None:
    units = "H us_m3ht Blue 0506 -\nA us_rifle Blue H fire\nP us_57at Blue H towed"
    units += "\n1/1 ge_vg_rifle Red 0506 fire 1"
    practice = Practice(lay_out(units))
    hex = practice.hex("0506")
    practice.begin(lambda table: fire_inside(table, 0, hex, fighters(table, 0, hex), Fire(overrun=True)))
    assert practice.offers == ["H fires at 0506", "A fires at 0506"]


@covers("tcs", "14.2", "14.2c", "8.2h", "14.2d")
def test_a_passenger_thrown_out_among_enemies_assaults_retreats_or_steps_back() -> None:
    """The half-track is knocked out first; a mortar thrown out of it is lost."""
    units = "H us_m3ht Blue 0505 -\nA us_rifle Blue H - A\n1/1 ge_vg_rifle Red 0506 fire 1"
    for choice in ("step back", "retreat", "assault"):
        practice = Practice(lay_out(units), 1, 6, 6, 1)
        overrunning(practice, "H").answer(["1/1 goes at H"])
        assert practice.question == "Blue thrown-out"
        assert practice.offers == ["assault", "retreat", "step back"]
        practice.answer(choice)
        if choice == "step back":
            assert (practice.over, practice.where("A")) == (True, "0505")
        elif choice == "retreat":
            assert practice.question == "Blue retreat-to"
        else:
            assert practice.question == "Red fire-inside"
            practice.answer([], [], "give up")
            assert practice.where("A") == "0505"
        assert not practice.over or [*faults(practice.table)] == []
    mortar = Practice(lay_out(units.replace("us_rifle", "us_60mm")), 1, 6, 6)
    overrunning(mortar, "H").answer(["1/1 goes at H"])
    assert mortar.where("A") == "destroyed"


@covers("tcs", "14.2d", "14.2a", "5.1d")
def test_nobody_stays_in_the_hex_that_was_overrun() -> None:
    units = "T us_m4 Blue 0506 -\n1/1 ge_vg_rifle Red 0506 fire 1\n1/2 ge_vg_rifle Red 0507 fire"
    practice = Practice(lay_out(units))
    practice.table.state.previous[0] = practice.hex("0505")
    ask = DriveOut(practice.table, 0, practice.hex("0506"))
    offers = [ask.key(hex) for hex in ask.options]
    assert "0505" in offers
    assert "0506" not in offers
    assert "0507" not in offers


@covers("tcs", "7.1d", "8.6")
def test_who_is_not_dug_in_is_known_not_to_be_once_he_is_fired_at() -> None:
    practice = Practice(lay_out(TWO))
    tell_dug_in(practice.table, 2)
    assert practice.table.state.told == [2]
    assert practice.told() == []


@covers("tcs", "13.1f", "15.0e", "15.2", "12.0a")
def test_who_drives_away_from_an_assault_meets_mines_as_in_any_move() -> None:
    """A hidden field in 0507 stops the gun before it is paid for; then it costs 1 + 3 and kills on an 8."""
    for dice, where in (((4, 4), "destroyed"), ((3, 4), "0507")):
        practice = Practice(lay_out("A/1 us_rifle Blue 0505 -\nS ge_stug Red 0506 fire"), *dice)
        table, gun, hex = practice.table, practice.unit("S"), practice.hex("0507")
        table.state.mines = [Mine(hex, 0, True, shown=False)]
        mark(table.state, gun, CAME_BY_ROAD)
        assaulting(practice, "A/1").answer("flee", "0507")
        assert table.state.mines[0].shown
        assert practice.where("S") == "0506"
        assert table.state.spent[gun] == 0
        practice.answer("0507")
        assert table.state.mines[0].known
        assert practice.where("S") == where
        if not practice.over:
            assert table.state.spent[gun] == 24
            assert not has(table.state, gun, CAME_BY_ROAD)


@covers("tcs", "13.1f", "14.2a", "12.2a")
def test_slow_go_takes_who_drives_through_it_out_of_a_fight() -> None:
    """A swamp: on a five the vehicle is gone, whether it flees or has overrun somebody."""
    fleeing = Practice(lay_out("A/1 us_rifle Blue 0505 -\nS ge_stug Red 0506 fire", h0507="swamp"), 5)
    assaulting(fleeing, "A/1").answer("flee", "0507")
    units = "T us_m4 Blue 0505 -\n1/1 ge_vg_rifle Red 0506 fire+paralyzed 1"
    leaving = Practice(lay_out(units, h0507="swamp"), 2, 5)
    overrunning(leaving, "T").answer([], "0507")
    assert fleeing.where("S") == leaving.where("T") == "destroyed"


@covers("tcs", "14.2a", "15.2", "15.0e")
def test_who_drives_out_of_an_overrun_meets_mines_as_in_any_move() -> None:
    units = "T us_m4 Blue 0505 -\n1/1 ge_vg_rifle Red 0506 fire+paralyzed 1"
    practice = Practice(lay_out(units), 2, 4, 4)
    table = practice.table
    table.state.mines = [Mine(practice.hex("0507"), 1, True, shown=False)]
    overrunning(practice, "T").answer([], "0507")
    assert (practice.where("T"), table.state.mines[0].shown) == ("0506", True)
    practice.answer("0507")
    assert practice.where("T") == "destroyed"


@covers("tcs", "14.1a", "14.2a")
def test_an_overrun_wants_the_points_to_drive_out_again() -> None:
    """Fourteen points: one and three to go in, one to go out."""
    practice = Practice(lay_out("T us_m4 Blue 0505 -\n1/1 ge_vg_rifle Red 0506 fire 1"))
    table, tank, hex = practice.table, practice.unit("T"), practice.hex("0506")
    table.state.spent[tank] = 9 * 6
    assert why_not_overrun(table, tank, hex) is None
    table.state.spent[tank] = 10 * 6
    refused = why_not_overrun(table, tank, hex)
    assert refused is not None
    assert refused == Refusal("14.1a", "T lacks the movement points to leave 0506 again")


@covers("tcs", "8.2g", "12.3j")
def test_what_is_towed_into_an_overrun_is_lost_with_its_carrier_whoever_fires() -> None:
    """The defender's AT roll destroys the half-track; the gun behind it gets no die."""
    units = "H us_m3ht Blue 0505 -\nP us_57at Blue H towed\n1/1 ge_vg_rifle Red 0506 fire 1"
    practice = Practice(lay_out(units), 1, 6, 6)
    overrunning(practice, "H").answer(["1/1 goes at H"])
    assert practice.where("H") == practice.where("P") == "destroyed"


@covers("tcs", "8.2g", "12.3g")
def test_what_is_towed_elsewhere_has_its_die() -> None:
    """On a five the gun is left in the hex."""
    practice = Practice(lay_out("H us_m3ht Blue 0505 -\nP us_57at Blue H towed"), 5)
    practice.begin(lambda table: destroy(table, practice.unit("H")))
    assert practice.where("P") == "0505"
