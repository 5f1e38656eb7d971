"""Calls for fire and the segment in which they fall [10.3] [10.8] [10.11]."""

from tests.tcs.practice import Practice
from tests.tcs.test_missions import BLUE_A, guns

from sandtable.engine.cases import covers
from sandtable.games.tcs.artillery import artillery_segment
from sandtable.games.tcs.calls import call_for_fire
from sandtable.games.tcs.plots import trim_plots
from sandtable.games.tcs.state import CALLED, GENERAL, PLANNED, Mission

UNITS = "O us_rifle Blue 1013 fire\n1/1 ge_vg_rifle Red 1010 fire 1"


@covers("tcs", "10.8a", "10.8b", "10.3", "10.3a", "10.3b", "1.3e")
def test_calls_are_judged_as_a_whole_with_all_their_faults() -> None:
    practice = Practice(guns(UNITS)).begin(call_for_fire)
    blue = practice.asks[1]
    wrong = [
        {"battery": "Blue A", "hex": "1010", "he": 5},
        {"battery": "Blue X", "hex": "9999", "he": 1},
        {"battery": "Blue A", "hex": "1010", "he": 1, "trp": "1010"},
    ]
    practice.asks = [blue]
    told = practice.refusal(wrong)
    assert "10.3: a mission has 1 to 4 battery fires, not 5" in told
    assert "10.1: there is no battery 'Blue X'" in told
    assert "10.8b: the map has no hex 9999" in told
    assert "10.4: 1010 is no reference point" in told
    nine = [{"battery": "Blue A", "hex": "1010", "he": 3}] * 3
    assert "10.3a: a battery fires 8 times in a turn, not 9" in practice.refusal(nine)
    smoky = [{"battery": name, "hex": "1010", "smoke": 3} for name in ("Blue A", "Blue B")]
    assert "10.3b: there are 14 battery fires of HE and 4 of smoke left" in practice.refusal(smoky)


@covers("tcs", "10.3a", "10.9e")
def test_plots_beyond_eight_fires_of_a_battery_in_a_turn_are_cut_down() -> None:
    """Four and three were plotted first and leave one of eight for the last; another turn has its own."""
    practice = Practice(guns(UNITS))
    table, hex = practice.table, practice.hex("1010")
    plots = [
        Mission(BLUE_A, PLANNED, turn, hex, "point", he) for turn, he in ((3, 4), (3, 3), (4, 2), (3, 4))
    ]
    table.state.missions = plots
    trim_plots(table)
    assert [(plot.turn, plot.he) for plot in table.state.missions] == [(3, 4), (3, 3), (4, 2), (3, 1)]


@covers("tcs", "10.3a", "10.6b")
def test_plots_that_meet_when_a_sheet_is_implemented_do_not_bar_an_empty_call() -> None:
    """Nine battery fires of one battery in turn 3: no more for that turn, yet nobody has to write any."""
    practice = Practice(guns(UNITS))
    table, hex = practice.table, practice.hex("1010")
    table.state.missions = [Mission(BLUE_A, PLANNED, 3, hex, "point", he) for he in (4, 4, 1)]
    practice.begin(call_for_fire)
    practice.asks = [practice.asks[1]]
    line = {"battery": "Blue A", "hex": "1010", "he": 1}
    assert practice.ask.read([]) == ()
    assert len(practice.ask.read([line])) == 1
    table.state.ammunition[1]["105"] = (8, 0, 0)  # the guns on the map have spent some
    assert practice.ask.read([]) == ()
    assert "10.3b: there are 8 battery fires of HE" in practice.refusal([line])
    assert "10.3a: a battery fires 8 times in a turn, not 10" in practice.refusal([{**line, "wait": 1}])


@covers("tcs", "10.1b", "10.11a", "10.8b")
def test_a_call_falls_in_the_next_turn_and_one_later_in_general_support() -> None:
    for support, turn in ((None, 2), (GENERAL, 3)):
        practice = Practice(guns(UNITS))
        if support is not None:
            practice.table.state.support[BLUE_A] = support
        practice.begin(call_for_fire)
        line = [{"battery": "Blue A", "hex": "1010", "he": 2, "shape": "area_a"}]
        practice._go({0: (), 1: practice.asks[1].read(line)})
        assert practice.over
        expected = Mission(BLUE_A, CALLED, turn, practice.hex("1010"), "area_a", 2)
        assert practice.table.state.missions == [expected]


@covers("tcs", "1.3d", "10.8d", "10.8b")
def test_missions_fall_in_their_turn_or_not_at_all() -> None:
    practice = Practice(guns(UNITS), 1, 6)
    table, hex = practice.table, practice.hex("1010")
    table.state.missions = [
        Mission(BLUE_A, CALLED, 1, hex, "point", 1),
        Mission(BLUE_A, CALLED, 1, practice.hex("1001"), "point", 1),
        Mission(BLUE_A, CALLED, 2, hex, "point", 1),
    ]
    table.state.visibility = 5
    practice.begin(artillery_segment).answer("first")
    assert practice.ask.name == "next-mission"
    assert practice.offers == ["no more", "Blue A on 1010, point, 1 HE, 0 smoke"]  # nobody sees 1001
    practice.answer("no more")
    assert practice.over
    assert [mission.turn for mission in table.state.missions] == [2]
