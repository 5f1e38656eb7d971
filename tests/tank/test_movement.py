"""Movement point against point: disputes, held hexes, following, settling, reverse, halts [9.0] [11.0]."""

from __future__ import annotations

from tests.tank.situations import Play, asked, play, situation, status, told, where

from sandtable.engine.cases import covers
from sandtable.engine.events import SegmentBegan
from sandtable.games.tank.events import Moved
from sandtable.hexes import LETTERS


def places(driver: Play, *units: str) -> dict[str, str]:
    return {unit: where(driver, unit) for unit in units}


def facing(driver: Play, unit: str) -> str:
    return LETTERS[driver.state.facing[driver.table.scene.unit(unit)]]


def impulses(driver: Play) -> list[list[str]]:
    """Who moved where at each impulse, such as "A1 0505"."""
    found: list[list[str]] = []
    for event in driver.heard(None):
        if isinstance(event, SegmentBegan) and event.name == "impulse":
            found.append([])
        elif isinstance(event, Moved):
            scene = driver.table.scene
            found[-1].append(f"{scene.unit_name(event.unit)} {scene.hex_name(event.hex)}")
    return found


@covers("tank", "9.0")
def test_who_cross_a_hexside_in_opposite_directions_both_stop() -> None:
    driver = play("swap")
    assert places(driver, "A1", "B1") == {"A1": "0505", "B1": "0506"}
    assert "stopped" in status(driver, "A1")
    assert "stopped" in status(driver, "B1")


@covers("tank", "9.0")
def test_the_disputed_hex_is_closed_to_those_in_dispute_only() -> None:
    """A1 and B1 want 0505 with their first point; A2 gets there with its second."""
    driver = play("same-hex")
    assert places(driver, "A1", "A2", "B1") == {"A1": "0504", "A2": "0505", "B1": "0506"}


@covers("tank", "9.0")
def test_friends_may_enter_a_hex_together_and_are_parted_in_the_end() -> None:
    """Both of Alpha reach 0505 with their first point; the second of the roster goes back."""
    driver = play(situation("same-hex", A2={"hex": "0404", "plot": "MV 0505"}, B1={"plot": ""}))
    assert places(driver, "A1", "A2") == {"A1": "0505", "A2": "0404"}


@covers("tank", "9.35")
def test_a_hex_that_an_enemy_leaves_at_the_same_impulse_may_be_entered() -> None:
    driver = play("follow")
    assert places(driver, "A1", "B1") == {"A1": "0504", "B1": "0503"}


@covers("tank", "9.35")
def test_an_enemy_who_stays_stops_whoever_comes_and_all_who_follow_him() -> None:
    """A3 keeps B1 from leaving 0506, so A1 cannot enter it; A2 and A4, behind, end where there is room."""
    driver = play("chain")
    assert places(driver, "A1", "A2", "A4", "B1") == {"A1": "0507", "A2": "0508", "A4": "0509", "B1": "0506"}


@covers("tank", "9.35")
def test_without_the_first_of_the_chain_all_move() -> None:
    driver = play(situation("chain", A3=None))
    assert places(driver, "A1", "A2", "A4", "B1") == {"A1": "0506", "A2": "0507", "A4": "0508", "B1": "0505"}


@covers("tank", "11.2", "11.1", "9.34", "11.0")
def test_the_example_of_the_friend_who_is_stopped() -> None:
    """A is kept in 1110 by the enemy in 1111; B, to end in 1110, ends in the last hex before."""
    driver = play("friendly-stop")
    assert places(driver, "A", "B") == {"A": "1110", "B": "1009"}


@covers("tank", "11.1", "9.34")
def test_settling_goes_on_until_every_stack_is_right() -> None:
    """A1 came first to 0508, so A2 goes back to 0509, where it was before A3, so A3 goes back to 0510."""
    driver = play("cascade")
    assert places(driver, "A1", "A2", "A3") == {"A1": "0508", "A2": "0509", "A3": "0510"}


@covers("tank", "11.3", "11.1")
def test_friends_pass_through_friends_and_wrecks_take_no_room() -> None:
    """A2 drives through A1, who stays, and ends on a wreck beyond it."""
    position = situation("cascade", A1={"plot": ""}, A3=None, B1=None, state={"wrecks": ["0508"]})
    driver = play(position)
    assert places(driver, "A1", "A2") == {"A1": "0510", "A2": "0508"}


@covers("tank", "9.34")
def test_who_did_not_move_stays_and_the_newcomer_goes_back() -> None:
    """A2 was to end in 0510, which A1 does not leave since B1 holds the next hex."""
    driver = play(situation("cascade", A2={"plot": "MV 0510"}, A3=None, B1={"hex": "0509"}))
    assert places(driver, "A1", "A2") == {"A1": "0510", "A2": "0511"}


@covers("tank", "9.14", "9.31", "10.12", "9.33")
def test_every_point_is_spent_at_the_same_time_as_everybody_elses() -> None:
    """Rough ground takes two points, and the hex is entered with the second of them [9.14]."""
    assert impulses(play("clock")) == [
        ["B1 0504", "B2 0804"],
        ["A1 0507", "B2 0805"],
        ["B2 0806"],
        ["A1 0506", "B2 0807"],
        ["A1 0505", "B2 0808"],
    ]


@covers("tank", "9.2", "7.13")
def test_units_face_along_their_path_and_straight_on_at_its_end() -> None:
    """B2 drives south; A2 turns from southeast to south on its way."""
    driver = play(situation("same-hex", A1=None, B1=None, A2={"plot": "MV 0404 0505 0506"}))
    assert facing(driver, "A2") == "D"
    assert facing(play("swap"), "A1") == "D"


@covers("tank", "9.2")
def test_a_unit_that_is_stopped_faces_the_hex_it_did_not_enter() -> None:
    """A2 comes from 0404, southeast to 0505, and is stopped before 0506, due south."""
    driver = play(situation("same-hex", A1=None, A2={"plot": "MV 0404 0505 0506"}, B1={"plot": ""}))
    assert where(driver, "A2") == "0505"
    assert facing(driver, "A2") == "D"


@covers("tank", "9.6")
def test_backing_units_keep_their_rear_to_where_they_go() -> None:
    """MVR from 0506 north to 0505 and 0504: the front stays south."""
    driver = play(
        situation("swap", B1={"hex": "1616", "plot": ""}, A1={"hex": "0506", "plot": "MVR 0505 0504"})
    )
    assert where(driver, "A1") == "0504"
    assert facing(driver, "A1") == "D"


@covers("tank", "9.0", "9.32")
def test_a_plot_that_takes_too_much_is_carried_out_as_far_as_the_points_go() -> None:
    """An M4 has five points: of seven hexes it makes five."""
    path = "MV 0506 0507 0508 0509 0510 0511 0512"
    driver = play(situation("swap", B1={"hex": "1616", "plot": ""}, A1={"plot": path}))
    assert where(driver, "A1") == "0510"


@covers("tank", "9.34")
def test_infantry_does_not_enter_a_hex_that_the_enemy_holds() -> None:
    squad = {"type": "INF", "facing": "", "plot": "MV 0506"}
    driver = play(situation("swap", A1=squad, B1={"plot": ""}))
    assert where(driver, "A1") == "0505"


@covers("tank", "7.12", "4.1")
def test_who_was_stopped_may_still_turn() -> None:
    """The outline lets units turn that have moved; one stopped short has moved as far as it could."""
    assert asked(play("swap")) == ["Alpha final-facing", "Bravo final-facing"]


@covers("tank", "12.23")
def test_a_panicked_unit_gives_way_to_an_enemy_who_is_to_end_in_its_last_hex() -> None:
    """B1 would reach 0505 at the second impulse as A1 does; it does not even dispute it."""
    driver = play("yield")
    assert places(driver, "A1", "B1") == {"A1": "0505", "B1": "0504"}
    assert any("gives way" in sentence for sentence in told(driver))


@covers("tank", "12.23")
def test_a_panicked_unit_gives_way_to_a_friend_however_early_it_came() -> None:
    """A1 enters 0506 with its first point, A2 with its second; A1 goes back."""
    driver = play("yield-to-friend")
    assert places(driver, "A1", "A2") == {"A1": "0507", "A2": "0506"}
