"""Plots: two notations, the examples of the book, every fault at once, fire that friends mask [4.1] [9.1]."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec import convert
from tests.tank.plotted import line_of, pad, plot, refused
from tests.tank.situations import ALPHA, BRAVO, Play, asked, play, rolls, situation, status, told, where

from sandtable.cli.dialogue import dialogue_for
from sandtable.engine.asks import random_answer
from sandtable.engine.cases import covers
from sandtable.engine.dice import Script
from sandtable.engine.position import BoardChanges
from sandtable.engine.table import Table
from sandtable.games.tank import game
from sandtable.games.tank.pad import Pad
from sandtable.games.tank.panic import face_initially
from sandtable.games.tank.plots import Plots
from sandtable.games.tank.state import FC, OF
from sandtable.hexes import LETTERS

NUMBERS = ("J OV 3704 3603", "L MV 4006 3906 3805 3706", "M MV 4111 4011 3912 3812")
VECTORS = ("J OV FF", "L MV AFFE", "M MV DEEE")


@covers("tank", "9.11", "9.12", "9.4", "9.41", "6.0")
@pytest.mark.parametrize("lines", [NUMBERS, VECTORS], ids=["hex numbers", "vectors"])
def test_the_four_tanks_plot_in_either_notation(lines: tuple[str, ...]) -> None:
    """J pays a point more for 3704; the others a point a hex. The squad in 3704 is eliminated."""
    driver = plot(play("four-tanks"), pad(*lines), pad())
    assert [driver.state.due[unit] for unit in range(3)] == [(2, 3), (1, 2, 3, 4), (1, 2, 3, 4)]
    assert [where(driver, unit) for unit in ("J", "L", "M")] == ["3603", "3706", "3812"]
    assert "destroyed" in status(driver, "B1")


@covers("tank", "9.11")
def test_costs_noted_with_the_hexes_change_nothing() -> None:
    driver = plot(play("four-tanks"), pad("J OV 3704(3) 3603(1)"), pad())
    assert driver.state.due[0] == (2, 3)


@covers("tank", "9.2", "4.1")
def test_before_they_move_the_four_tanks_turn_to_their_first_hex() -> None:
    """J faces F, L faces A, M faces D."""
    plots = {line.split()[0]: {"plot": line.split(" ", 1)[1]} for line in NUMBERS}
    field, state = game.from_position(situation("four-tanks", phase="initial-facing", **plots))
    segment = face_initially(Table(field, state, Script([])))
    with pytest.raises(StopIteration):
        segment.send(None)
    assert [LETTERS[facing] for facing in state.facing[:3]] == ["F", "A", "D"]


@covers("tank", "9.0", "9.11")
def test_a_path_that_leaps_is_refused() -> None:
    """The book's text has the tank in 4110 drive to 4006, which is four hexes off."""
    assert refused(play("four-tanks"), ALPHA, pad("M MV 4006 3906 3805 3706")) == ["9.11 M"]


@covers("tank", "4.1", "5.0", "9.34", "9.4", "9.6", "9.32", "8.84", "8.81", "8.1", "8.0")
def test_every_fault_of_a_pad_is_named_at_once() -> None:
    """One fault a line, each with its case and its unit."""
    driver = play("pad")
    lines = pad(
        "A1 MV 0605 0705 0805 0905 1005 1105",
        "A2 MVR 0508 0509 0510",
        "A3 FC",
        "A4 MV 1206",
        "A5 OV 1011 1112",
        "A6 DF 0506",
        "B1 MV 0511",
        "A9 FC",
    )
    assert refused(driver, ALPHA, lines) == [
        "9.32 A1",
        "9.6 A2",
        "9.6 A2",
        "5.0 A3",
        "9.34 A4",
        "9.4 A5",
        "8.1 A6",
        "6.0 B1",
        "6.0 A9",
    ]


@covers("tank", "8.0", "8.84", "7.21", "8.82", "8.81", "4.0")
def test_fire_that_cannot_be_is_refused() -> None:
    """No enemy there; a squad at a squad, too far; a gun out of its arc; all round; two tasks."""
    driver = play("pad")
    assert refused(driver, ALPHA, pad("A1 DF 1501")) == ["8.0 A1"]
    assert refused(driver, ALPHA, pad("A3 DF 0506")) == ["8.82 A3", "8.81 A3"]
    assert refused(driver, ALPHA, pad("A4 OF 1210")) == ["7.21 A4"]
    assert refused(driver, ALPHA, pad("A1 OF around")) == ["8.84 A1"]
    assert refused(driver, ALPHA, pad("A1 FC", "A1 MV 0405")) == ["4.0 A1"]
    assert refused(driver, ALPHA, pad("A1 MARCH")) == ["5.0 A1"]
    assert refused(driver, ALPHA, pad("A1 DF")) == ["8.0 A1"]
    ask: Any = driver.asked(ALPHA)
    (fault,) = ask.faults(convert(pad("A1 DF"), Plots))
    assert fault.reason == "DF needs a target hex; in its fire are 0506"
    assert refused(driver, ALPHA, pad("A1 MV")) == ["9.0 A1"]


@covers("tank", "8.41")
def test_fire_through_a_friend_is_refused() -> None:
    """A2 in 0507 stands between A1 and 0512; the squad in 0506, an enemy, would be no hindrance [8.42]."""
    assert refused(play("pad"), ALPHA, pad("A1 DF 0512")) == ["8.41 A1"]


@covers("tank", "8.42")
def test_enemies_do_not_mask_enemies() -> None:
    """Without A2 the line from 0505 to 0512 passes only the squad in 0506."""
    driver = play(situation("pad", A2=None), 6)
    plot(driver, pad("A1 DF 0512"), pad())
    assert len(rolls(driver)) == 1


@covers("tank", "11.0", "9.34")
def test_a_path_that_ends_on_a_friend_who_stays_is_refused() -> None:
    """Unless that friend is to move away."""
    driver = play("pad")
    assert refused(driver, ALPHA, pad("A1 MV 0605 0606 0507")) == ["11.0 A1"]
    plot(driver, pad("A1 MV 0605 0606 0507", "A2 MV 0508"), pad())
    assert where(driver, "A1") == "0507"


@covers("tank", "9.45")
def test_overrunning_a_vehicle_is_refused() -> None:
    driver = play(situation("pad", B2={"type": "PzIVh", "facing": "A"}))
    assert refused(driver, ALPHA, pad("A1 OV 0506 0507", "A2 MV 0607")) == ["9.45 A1"]


@covers("tank", "8.43", "9.37")
def test_a_friend_who_is_to_cross_the_line_costs_the_shot() -> None:
    """A2 drives from 0307 over 0407 to 0508, in A1's line: the fire is lost, the move stands."""
    driver = plot(play("own-lines"), pad("A1 DF 0512", "A2 MV 0407 0508"), pad())
    assert "A1 may not fire: A2 is or comes into its line" in told(driver)
    assert rolls(driver) == []
    assert where(driver, "A2") == "0508"


@covers("tank", "8.84")
def test_of_the_six_hexes_those_with_friends_are_left_out() -> None:
    """A5 stands in 1107 beside the squad in 1208, A3 is to enter 1207: two of the six are not covered."""
    driver = plot(play("own-lines"), pad("A4 OF around", "A3 MV 1206 1207"), pad())
    state = driver.state
    neighbours = driver.table.scene.country.neighbours
    squad = state.units.index("A4")
    left_out = [
        driver.table.scene.hex_name(neighbours[state.hexes[squad] * 6 + d])
        for d in range(6)
        if (-2 - state.target[squad]) >> d & 1
    ]
    assert sorted(left_out) == ["1207"]


@covers("tank", "4.1", "4.2")
def test_plots_stay_secret_until_both_have_committed_themselves() -> None:
    """And until then they can be taken back."""
    driver = play("pad")
    driver.submit(ALPHA, pad("A1 FC"))
    assert told(driver, BRAVO) == []
    assert asked(driver) == ["Bravo plot"]
    driver.withdraw(ALPHA)
    assert sorted(asked(driver)) == ["Alpha plot", "Bravo plot"]
    driver.submit(ALPHA, pad("A2 FC"))
    driver.submit(BRAVO, pad())
    assert "A2 has plotted: FC" in told(driver, BRAVO)
    assert not any("A1 has plotted" in sentence for sentence in told(driver, None))


@covers("tank", "4.1", "13.4")
def test_plots_of_hidden_units_are_not_told() -> None:
    hiding = {"status": ["hidden"]}
    position = situation("pad", B2=hiding, B3=hiding, state={"situation": "AT", "quiet": 10})
    driver = plot(play(position), pad("A2 FC"), pad("B3 OF 1205"))
    assert any("B3 has plotted" in sentence for sentence in told(driver, BRAVO))
    assert not any("B3" in sentence for sentence in told(driver, ALPHA))


@covers("tank", "5.0", "9.4")
@pytest.mark.parametrize("name", ["pad", "own-lines", "four-tanks", "coming-on", "way-out"])
def test_what_is_built_from_options_is_a_right_pad(name: str) -> None:
    """Built at random fifty times; the checker of the whole pad, asked afresh, finds no fault."""
    for seed in range(50):
        driver = play(name)
        ask = driver.asks[0]
        numbers = iter(range(seed * 7919, 10**9, 104729))
        answer = random_answer(ask, lambda count, numbers=numbers: next(numbers) % count)  # type: ignore[misc]
        assert Pad(driver.table.scene, driver.state, ask.side).read(answer).faults == []


def offered(driver: Play, side: int) -> list[str]:
    ask: Any = driver.asked(side)
    return [option.key for option, _ in ask.grow(ask.blank())]


@covers("tank", "5.0", "8.41", "17.3E")
def test_the_first_options_are_those_of_the_first_unit() -> None:
    """A1 in 0505: nothing, facing, one enemy it can fire at, cover; six hexes ahead, six back, one overrun.
    A2 in 0507 masks B1 in 0512; the squad in 0506 is near enough, and cannot be driven over into A2."""
    keys = offered(play("pad"), ALPHA)
    assert [key for key in keys if key.startswith("A1 DF")] == ["A1 DF 0506"]
    assert len([key for key in keys if key.startswith("A1 MV ")]) == 6
    assert len([key for key in keys if key.startswith("A1 MVR")]) == 6
    assert [key for key in keys if key.startswith("A1 OV")] == []
    assert "A1 -" in keys
    assert "A1 FC" in keys
    assert "A1 OF" in keys


@covers("tank", "5.0")
def test_the_ask_says_what_every_unit_could_plot() -> None:
    """A5, a tank in 1010 with four points, reaches 61 hexes, its own included: 1 + 6(1+2+3+4)."""
    driver = play("pad")
    units = {prospect.unit: prospect for prospect in driver.asked(ALPHA).context()["units"]}
    a5 = units[driver.table.scene.unit("A5")]
    assert sum(map(len, a5.reach.values())) == 61
    a1 = units[driver.table.scene.unit("A1")]
    assert [(driver.table.scene.hex_name(one.hex), one.masked_by) for one in a1.fire] == [
        ("0506", -1),
        ("0512", driver.table.scene.unit("A2")),
        ("1212", driver.table.scene.unit("A3")),
    ]


@covers("tank", "6.0", "9.12")
def test_several_units_may_share_a_line_and_drive_after_one_another() -> None:
    """A5 goes north from 1010; A6 in 1011 drives after it and ends one hex behind; A1 and A2 do the same."""
    driver = play(situation("pad", A6={"hex": "1011"}))
    pads = {"lines": [line_of("A5 MV AA"), line_of("A6 MV after A5"), {"unit": "A1 A2", "task": "FC"}]}
    plot(driver, pads, pad())
    assert (where(driver, "A5"), where(driver, "A6")) == ("1008", "1009")
    assert "A1 has plotted: FC" in told(driver)
    assert "A2 has plotted: FC" in told(driver)


@covers("tank", "6.0")
def test_a_platoon_follows_its_leader_in_single_file() -> None:
    """A5 goes two hexes north from 1010; A6 and A2, who stand behind it, end in 1009 and 1010."""
    driver = play(situation("pad", A6={"hex": "1011"}, A2={"hex": "1012"}))
    platoon = {"unit": "A6 A2", "task": "MV", "path": "after A5"}
    plot(driver, {"lines": [line_of("A5 MV AA"), platoon]}, pad())
    assert [where(driver, unit) for unit in ("A5", "A6", "A2")] == ["1008", "1009", "1010"]


@covers("tank", "6.0")
def test_the_ask_remembers_what_was_plotted_the_last_time() -> None:
    driver = plot(play("pad"), pad("A1 OF 0506", "A2 FC", "A5 MV 1009"), pad())
    while asked(driver) != ["Alpha plot", "Bravo plot"]:
        driver.submit(driver.asks[0].side, {})
    last = {prospect.unit: prospect.last for prospect in driver.asked(ALPHA).context()["units"]}
    assert [last[unit] for unit in (0, 1, 2, 4)] == ["OF 0506", "FC", "", "MV A"]


@covers("tank", "6.0", "8.84")
def test_all_can_be_given_at_once_what_they_did_last() -> None:
    """A5 goes on north; nothing is offered before the first plots."""
    first = play("pad")
    assert "again" not in offered(first, ALPHA)
    driver = plot(first, pad("A1 OF 0506", "A2 FC", "A5 MV 1009"), pad())
    while asked(driver) != ["Alpha plot", "Bravo plot"]:
        driver.submit(driver.asks[0].side, {})
    ask = driver.asked(ALPHA)
    (lines,) = [draft.lines for option, draft in ask.grow(ask.blank()) if option.key == "again"]
    assert [str(line) for line in lines] == ["A1 OF 0506", "A2 FC", "A5 MV A"]
    driver.answer(ALPHA, ask.shape(lines))


@covers("tank", "6.0")
def test_one_line_gives_the_rest_what_they_did_last_and_another_takes_one_of_them_out() -> None:
    """A1 covers 0506 again; A2, who shared A5's line, is then given another; A3, A4 and A6 did nothing."""
    driver = plot(play("pad"), pad("A1 OF 0506", "A2 FC", "A5 MV 1009"), pad())
    while asked(driver) != ["Alpha plot", "Bravo plot"]:
        driver.submit(driver.asks[0].side, {})
    ask: Any = driver.asked(ALPHA)
    draft = ask.typed(ask.typed(ask.typed(ask.blank(), "A1 again"), "A2 A5 FC"), "A2 OF 0506")
    assert [str(line) for line in draft.lines] == ["A1 again", "A5 FC", "A2 OF 0506"]
    assert [(fault.case, fault.place) for fault in ask.faults(draft)] == []
    everybody = ask.typed(draft, "all again")
    assert [(fault.case, fault.place) for fault in ask.faults(everybody)] == [
        ("6.0", "A3"),
        ("6.0", "A4"),
        ("6.0", "A6"),
    ]
    tasks = {driver.table.scene.units[unit]: order.task for unit, order in ask.pad.read(draft).orders.items()}
    assert tasks == {"A1": OF, "A5": FC, "A2": OF}


@covers("tank", "8.43", "11.2", "9.37")
def test_what_a_pad_will_cost_is_said_before_it_is_handed_in() -> None:
    """A2 drives into A1's line, and A3 ends where A2 does; both may be plotted all the same."""
    ask: Any = play(situation("own-lines", A3={"hex": "0409"})).asked(ALPHA)
    draft = convert(pad("A1 DF 0512", "A2 MV 0407 0508", "A3 MV 0408 0508"), Plots)
    assert ask.faults(draft) == []
    assert [str(remark) for remark in ask.remarks(draft)] == [
        "8.43: A1: its fire will be lost, since A2 drives into the line",
        "11.2: A3: is to end in 0508 as A2 is: one of them steps back",
    ]


@covers("tank", "10.13", "9.6", "9.41")
def test_closed_woods_take_the_whole_allowance_and_no_other_hex() -> None:
    """A PzIVh has four points, two in reverse. The extra point of an overrun cannot be paid."""
    woods = BoardChanges(terrain={"0504": "woods", "0506": "woods"})
    position = situation("pad", A2={"hex": "0408"}, board=woods, state={"mode": "closed", "contact": 1})
    assert refused(play(position), ALPHA, pad("A1 MV 0404 0504")) == ["10.13 A1"]
    assert refused(play(position), ALPHA, pad("A1 OV 0506 0507")) == ["10.13 A1"]
    driver = plot(play(position), pad("A1 MV 0504"), pad())
    assert (where(driver, "A1"), driver.state.due[0]) == ("0504", (4,))
    driver = plot(play(position), pad("A1 MVR 0504"), pad())
    assert (where(driver, "A1"), driver.state.due[0]) == ("0504", (2,))


@covers("tank", "3.1", "10.0")
def test_in_the_open_mode_woods_are_nothing_and_a_slope_still_costs_two() -> None:
    """The woods of 0504 cost a point; the slope beyond them two more than the hex: 1, then 3. That is all."""
    board = BoardChanges(terrain={"0504": "woods"}, sides={"0504A": ["slope"]})
    position = situation("pad", board=board, state={"mode": "open", "contact": 1})
    assert refused(play(position), ALPHA, pad("A1 MV 0504 0503 0502")) == ["9.32 A1"]
    driver = plot(play(position), pad("A1 MV 0504 0503"), pad())
    assert driver.state.due[0] == (1, 4)


@covers("tank", "8.5", "8.53", "9.31")
def test_the_ask_says_which_lines_enemies_could_drive_into() -> None:
    """A1 in 0505, and one PzIVh in 0512 with four points, no friend between. The line down the column to 0516
    passes nine hexes in which it can be, 0508 to 0516, its own included."""
    tank = {"type": "PzIVh", "hex": "0512", "facing": "A", "status": ["spotted"]}
    driver = play(situation("pad", A2={"hex": "1501"}, B1=tank, B2=None, B3=None))
    units = {prospect.unit: prospect for prospect in driver.asked(ALPHA).context()["units"]}
    name = driver.table.scene.hex_name
    lines = {name(cover.hex): [name(hex) for hex in cover.crossed] for cover in units[0].cover}
    assert lines["0516"] == [f"05{row:02}" for row in range(8, 17)]


@covers("tank", "13.5", "13.22")
def test_the_ask_says_how_likely_what_lies_face_down_is_spotted_in_time() -> None:
    """A squad in the open, up to ten hexes off, is spotted on 1-5, and two tanks look for it: 1 - 1/36.
    Once it is spotted there is nothing to say."""
    squad = {"type": "INF", "facing": "", "status": []}
    others = dict.fromkeys(("A3", "A4", "A5", "A6", "B2", "B3"))
    for marks, expected in (((), Fraction(35, 36)), (("spotted",), None)):
        driver = play(situation("pad", B1={**squad, "status": [*marks]}, **others))
        (unit, _) = driver.asked(ALPHA).context()["units"]
        assert [one.sighting for one in unit.fire] == [expected]


@covers("tank", "6.0")
def test_at_the_terminal_the_pad_reads_as_on_paper() -> None:
    """What is written so far, and how lines are written."""
    dialogue = dialogue_for(play("pad").asked(ALPHA))
    assert "so far: an empty pad" in next(iter(dialogue.lines()))
    dialogue.take("A1 DF 0506")
    dialogue.take("A2 A5 FC")
    first, *_, last = dialogue.lines()
    assert first.strip() == "so far: A1 DF 0506; A2 A5 FC"
    assert "lines such as A1 MV 3704 3603" in last


@covers("tank", "6.0")
def test_after_a_line_for_several_units_those_are_offered_who_have_none() -> None:
    """A2 and A5 share a line; A1 is the first without one, and after it A3."""
    ask: Any = play("pad").asked(ALPHA)
    draft = ask.typed(ask.blank(), "A2 A5 FC")
    assert {option.unit for option, _ in ask.grow(draft)} == {"A1"}
    assert {option.unit for option, _ in ask.grow(ask.typed(draft, "A1 FC"))} == {"A3"}
