"""Carriers, tows, vehicles as carriers, and retreats of those aboard [9.4] [12.0] [12.3] [12.4]."""

import pytest
from tests.tcs.practice import Practice, lay_out

from sandtable.engine.cases import covers
from sandtable.games.tcs.attacks import Attack, carry_out, why_not_retreat
from sandtable.games.tcs.breaching import PickBreach
from sandtable.games.tcs.close_combat import fall_back
from sandtable.games.tcs.direct import fire_at, firer
from sandtable.games.tcs.invariants import faults
from sandtable.games.tcs.losses import destroy, surrender
from sandtable.games.tcs.movement import Step, TakeStep, act, begin_actions, board, enter, steps
from sandtable.games.tcs.overwatch import overwatch
from sandtable.games.tcs.retreats import may_retreat, retreat
from sandtable.games.tcs.shots import AREA, OVERWATCH, Shot, why_not
from sandtable.games.tcs.state import FIRE, Mine, mark
from sandtable.games.tcs.ways import Way, price, slow, way_bars


def keys(practice: Practice, unit: str) -> list[str]:
    """What a unit may do next."""
    number = practice.unit(unit)
    ask = TakeStep(practice.table, practice.table.state.side[number], number)
    return [ask.key(option) for option in ask.options]


def to(practice: Practice, start: str, hex: str) -> Way:
    neighbours = practice.table.scene.country.neighbours
    return Way(neighbours.index(practice.hex(hex), practice.hex(start) * 6), practice.hex(hex), False)


def flown(practice: Practice) -> Practice:
    """Every question about a way is answered with its first option."""
    while practice.asks and practice.ask.name in ("retreat-to", "ride-away", "tag-along"):
        practice.answer([] if practice.ask.name == "tag-along" else practice.offers[0])
    return practice


@covers("tcs", "12.4", "12.4a", "12.3a")
def test_two_vehicles_carry_a_platoon_together_and_lose_it_where_they_separate() -> None:
    """One takes sections alone. Side by side they go together; one that cannot follow ends the ride."""
    units = "A us_rifle Blue 0505 -\nT us_m4 Blue 0505 -\nU us_m4 Blue 0505 -\nM us_hmg Blue 0505 -"
    practice = Practice(lay_out(units))
    assert "mount T and U" in keys(practice, "A")
    assert "mount T" not in keys(practice, "A")
    assert "mount T" in keys(practice, "M")
    board(practice.table, 0, Step(carrier=1, second=2))
    assert "mount T" not in keys(practice, "M")
    assert "mount U" not in keys(practice, "M")
    practice.begin(lambda table: enter(table, 1, to(practice, "0505", "0506")))
    assert practice.over
    assert [practice.where(name) for name in "ATU"] == ["aboard", "0506", "0506"]
    assert [*faults(practice.table)] == []
    mark(practice.table.state, 2, FIRE)
    practice.begin(lambda table: enter(table, 1, to(practice, "0506", "0507")))
    assert [practice.where(name) for name in "ATU"] == ["0506", "0507", "0506"]


@covers("tcs", "12.4a", "12.3h")
def test_the_loss_of_either_vehicle_throws_the_platoon_out() -> None:
    for lost in (1, 2):
        practice = Practice(lay_out("A us_rifle Blue 0505 -\nT us_m4 Blue 0505 -\nU us_m4 Blue 0505 -"))
        board(practice.table, 0, Step(carrier=1, second=2))
        practice.begin(lambda table: destroy(table, lost))  # noqa: B023
        assert practice.where("A") == "0505"
        assert practice.table.state.second[0] == -1


@covers("tcs", "12.3i", "12.3b", "8.9k")
def test_mounting_is_no_trigger() -> None:
    """Enemies keep watch over the hex; nobody is asked."""
    units = "A us_rifle Blue 0505 -\nH us_m3ht Blue 0505 -\n1/1 ge_vg_rifle Red 0507 fire 1"
    practice = Practice(lay_out(units))
    practice.begin(lambda table: act(table, 0)).answer("A", "mount H")
    assert practice.ask.side == 0
    assert practice.where("A") == "aboard"


@covers("tcs", "8.9h", "12.3d", "8.9k")
def test_a_mounted_platoon_in_fire_mode_keeps_overwatch_whatever_its_carrier_does() -> None:
    units = (
        "A us_rifle Blue H fire\nH us_m3ht Blue 0505 -\nP us_57at Blue H towed\n1/1 ge_vg_rifle Red 0507 - 1"
    )
    practice = Practice(lay_out(units))
    assert why_not(practice.table, Shot(0, AREA, practice.hex("0507")), OVERWATCH) is None
    assert firer(practice.table, 0, practice.hex("0507")).mounted
    refused = why_not(practice.table, Shot(2, AREA, practice.hex("0507")), OVERWATCH)
    assert refused is not None
    assert refused.case == "8.6h"
    assert fire_at(practice.table, [0]).direct


@covers("tcs", "12.3k", "15.3a")
def test_nobody_breaches_from_aboard() -> None:
    practice = Practice(lay_out("E us_engineer Blue H -\nH us_m3ht Blue 0506 -"))
    practice.table.state.mines = [Mine(practice.hex("0505"), 1, True)]
    ask = PickBreach(practice.table, 0)
    assert [*ask.options] == [None]
    assert ask.why_not("E at 0505").case == "12.3k"


@covers("tcs", "12.3m", "9.4i", "9.4g", "12.3e")
def test_a_carrier_goes_with_its_passengers_and_crosses_mines_by_force() -> None:
    """The passenger's retreat takes the half-track along; the field in the way is revealed under it.

    It keeps mode and marker aboard, and the half-track ends in move mode.
    """
    units = "A us_rifle Blue H fire+overwatch A\nH us_m3ht Blue 0505 fire\n1/1 ge_vg_rifle Red 0502 fire 1"
    practice = Practice(lay_out(units), 1, 1, 1, *[1] * 8)
    state = practice.table.state
    state.mines = [
        Mine(hex, 1, True) for hex in practice.table.scene.country.neighbours[practice.hex("0505") * 6 :][:6]
    ]
    flown(practice.begin(lambda table: retreat(table, 0)))
    assert practice.over
    assert practice.where("A") == "aboard"
    assert practice.where("H") not in ("0505", "destroyed")
    assert any(mine.known for mine in state.mines)
    assert practice.status("A") == {"fire", "overwatch"}
    assert "fire" not in practice.status("H")


@covers("tcs", "9.4b", "9.4e", "9.4h", "9.4d", "12.0h")
def test_a_retreat_of_ones_own_will_takes_the_place_of_the_move() -> None:
    """Suppressed infantry may; it ends in move mode, unmarked and no longer suppressed, and is done."""
    units = "A us_rifle Blue 0505 fire+suppressed A\nM us_60mm Blue 0505 - A\n1/1 ge_vg_rifle Red 0502 fire 1"
    practice = Practice(lay_out(units), 1)
    begin_actions(practice.table)
    assert why_not_retreat(practice.table, 0) is None
    assert why_not_retreat(practice.table, 1) is not None
    practice.table.state.moving = 0
    flown(practice.begin(lambda table: carry_out(table, 0, Attack("retreat"))))
    assert practice.over
    assert practice.status("A") == {"retreated"}
    assert steps(practice.table, 0) == []


@covers("tcs", "9.4f", "8.9c", "8.9k")
def test_vehicles_that_tag_along_go_the_same_way_and_may_be_fired_at() -> None:
    """The platoon on foot opens nothing; the tank does, at each hex, and alone may be hit."""
    units = "A us_rifle Blue 0505 - A\nT us_m4 Blue 0505 -\nS ge_stug Red 0502 fire"
    practice = Practice(lay_out(units), 1, *[1] * 12)
    practice.table.state.moving = 0
    practice.begin(lambda table: retreat(table, 0, overwatch))
    assert practice.question == "Blue tag-along"
    practice.answer(["T"])
    practice.answer(practice.offers[0])
    assert practice.question == "Red overwatch"
    assert practice.offers == ["S aims at T"]
    while practice.asks:
        practice.answer([] if practice.ask.kind == "several" else practice.offers[0])
    assert practice.where("A") == practice.where("T")
    assert practice.status("T") >= {"retreated"}


@covers("tcs", "9.5", "12.3e", "12.4c")
def test_who_surrenders_aboard_takes_carrier_and_company_along() -> None:
    for kind in ("us_m3ht", "us_m4"):
        practice = Practice(lay_out(f"A us_hmg Blue H - A\nH {kind} Blue 0505 -\nB us_hmg Blue H - A"))
        surrender(practice.table, 0)
        assert [practice.where(name) for name in "AHB"] == ["taken"] * 3


@covers("tcs", "12.0d", "12.0", "12.1c")
def test_nobody_enters_what_is_prohibited() -> None:
    """A truck in a swamp; on foot it is only dear."""
    practice = Practice(lay_out("TR us_truck Blue 0505 -\nA us_rifle Blue 0505 -", h0506="swamp"))
    way = to(practice, "0505", "0506")
    assert [bar.case for bar in way_bars(practice.table, 0, way)] == ["12.1c"]
    assert way_bars(practice.table, 1, way) == []
    assert "0506" not in keys(practice, "TR")


@covers("tcs", "12.0f", "13.2c")
def test_falling_back_costs_no_points_and_opens_no_overwatch() -> None:
    practice = Practice(lay_out("A us_rifle Blue 0506 -\n1/1 ge_vg_rifle Red 0508 fire 1"))
    practice.table.state.previous[0] = practice.hex("0505")
    fall_back(practice.table, 0, practice.hex("0506"))
    assert practice.where("A") == "0505"
    assert practice.table.state.spent[0] == 0
    assert practice.told() == ["A falls back to 0505"]


@covers("tcs", "12.2c")
def test_slow_go_on_a_road_is_neither_doubled_nor_dangerous() -> None:
    practice = Practice(lay_out("T us_m4 Blue 0505 -", h0506="swamp"))
    table = practice.table
    across, road = to(practice, "0505", "0506"), to(practice, "0505", "0506")._replace(road=True)
    assert slow(table, 0, across)
    assert not slow(table, 0, road)
    assert price(table, 0, across) == 24


@pytest.mark.parametrize(("die", "where"), [(4, "destroyed"), (5, "0505")])
@covers("tcs", "12.3g", "8.2g")
def test_what_was_towed_by_a_lost_carrier_survives_on_five_and_six(die: int, where: str) -> None:
    practice = Practice(lay_out("P us_57at Blue TR towed\nTR us_truck Blue 0505 -"), die)
    practice.begin(lambda table: destroy(table, 1))
    assert practice.where("P") == where
    assert not may_retreat(practice.table, 1)
