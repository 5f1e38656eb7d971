"""Fire plans: reference points, planned, immediate and protective fires, rockets, light [10.0] [16.3]."""

from msgspec.structs import replace
from tests.tcs.practice import Practice
from tests.tcs.test_missions import BLUE_A, fallen, firing, guns

from sandtable.engine.cases import covers
from sandtable.games.tcs.artillery import artillery_segment, immediate_fire
from sandtable.games.tcs.barrages import assign_barrage, callable_barrages, drop_barrage, keep_firing
from sandtable.games.tcs.batteries import first_turn, observed, observers_for
from sandtable.games.tcs.battles import Battery, scenarios
from sandtable.games.tcs.calls import call_for_fire
from sandtable.games.tcs.defending import first_defenses
from sandtable.games.tcs.fire_plan import start_planned, write_fire_plans
from sandtable.games.tcs.plots import trim_plots
from sandtable.games.tcs.shelling import land
from sandtable.games.tcs.state import (
    CALLED,
    EVERYBODY,
    GENERAL,
    IMMEDIATE,
    IMPLEMENTED,
    PENDING,
    PLANNED,
    PROTECTIVE,
    Barrage,
    Mission,
    Sheet,
)

UNITS = "O us_rifle Blue 1013 fire A\n1/1 ge_vg_rifle Red 1010 fire 1"
RED_1 = 0


@covers("tcs", "10.2", "10.2a", "10.4", "10.4a", "10.6", "10.6b", "10.12a")
def test_reference_points_and_planned_fires_are_written_before_set_up() -> None:
    """In woods beside open ground there is something to see, in the open there is not; two are allowed."""
    practice = Practice(guns(UNITS, h0505="woods", h0707="village", h0909="buildings"))
    practice.table.state.ready = False
    practice.begin(write_fire_plans)
    red, blue = practice.asks
    practice.asks = [blue]
    told = practice.refusal({"trps": ["0505", "0606", "0707", "0909"]})
    assert "10.4a: 2 reference points may be chosen, not 4" in told
    assert "10.4c: there is nothing in 0606 by which to know it" in told
    late = {"trps": ["0505"], "missions": [{"battery": "Blue A", "hex": "0505", "he": 1, "at": "1005"}]}
    assert "10.6b: '1005' is no time of a turn" in practice.refusal(late)
    practice.asks = [red, blue]
    good = {"battery": "Blue A", "hex": "0606", "he": 2, "at": "1020", "trp": "0505", "shape": "area_a"}
    practice.sealed({}, {"trps": ["0505", "0707"], "missions": [good]})
    assert practice.over
    state = practice.table.state
    assert state.trps[1] == [practice.hex("0505"), practice.hex("0707")]
    expected = Mission(BLUE_A, PLANNED, 2, practice.hex("0606"), "area_a", 2, trp=practice.hex("0505"))
    assert state.missions == [expected]


@covers("tcs", "10.6b", "10.2b")
def test_planned_fires_of_a_sheet_count_from_its_implementation() -> None:
    practice = Practice(guns(UNITS))
    state = practice.table.state
    plan = scenarios()["orders"].own.sides[0].sheets[0]
    state.sheets, state.turn = [Sheet(1, plan, PENDING)], 4
    state.missions = [Mission(BLUE_A, PLANNED, 3, practice.hex("1010"), "point", 1, sheet=0)]
    start_planned(practice.table, 0)
    assert state.missions[0].turn == 3  # it waits
    state.sheets = [replace(state.sheets[0], status=IMPLEMENTED)]
    start_planned(practice.table, 0)
    assert (state.missions[0].turn, state.missions[0].sheet) == (7, -1)


@covers("tcs", "10.4b", "10.8")
def test_from_a_reference_point_no_designator_is_fired() -> None:
    """The marker lies on it: all four rounds are for effect at once, each in the hex."""
    practice = Practice(guns(UNITS), *[1, 1] * 4, *[1] * 40)
    marker = practice.hex("0505")
    firing(practice, Mission(BLUE_A, CALLED, 1, marker, "point", 1, trp=marker)).answer("fire all")
    assert practice.over
    assert fallen(practice) == ["0505"] * 4


@covers("tcs", "10.4d", "10.6c")
def test_a_fire_that_nobody_adjusts_may_be_corrected_once_from_a_reference_point() -> None:
    """Three hexes north are wanted, a 4 gives three: the burst is on the marker, and one round is gone."""
    practice = Practice(guns("O us_rifle Blue 0120 fire"), 4, *[1, 1] * 3)
    practice.table.state.visibility = 3
    trp, marker = practice.hex("1013"), practice.hex("1010")
    firing(practice, Mission(BLUE_A, PLANNED, 1, marker, "point", 1, trp=trp))
    assert practice.offers == ["adjust", "fire for effect"]
    practice.answer("adjust", "fire all")
    assert fallen(practice) == ["1010"] * 4


@covers("tcs", "10.10", "10.10a", "10.10b", "10.11b", "10.11c")
def test_immediate_fire_falls_after_all_else_seen_and_by_batteries_without_delay() -> None:
    practice = Practice(guns(UNITS), 6, 1, *[1] * 60)
    state = practice.table.state
    state.support[2] = GENERAL  # Blue B: a turn of delay
    assert (first_turn(practice.table, 1), first_turn(practice.table, 2)) == (2, 3)
    state.visibility = 5
    practice.begin(immediate_fire)
    red, blue = practice.asks
    practice.asks = [blue]
    assert "no battery 'Blue B'" in practice.refusal([{"battery": "Blue B", "hex": "1010", "he": 1}])
    assert "10.10a" in practice.refusal([{"battery": "Blue A", "hex": "0101", "he": 1}])
    assert "10.10: immediate" in practice.refusal([{"battery": "Blue A", "hex": "1010", "he": 1, "wait": 1}])
    practice.asks = [red, blue]
    practice.sealed([], [{"battery": "Blue A", "hex": "1010", "he": 1}])
    assert [(one.kind, one.shape, one.turn) for one in state.missions] == [(IMMEDIATE, "area_a", 1)]
    state.missions.append(Mission(2, PLANNED, 1, practice.hex("0202"), "point", 1))
    practice.begin(artillery_segment).answer("first")
    assert practice.ask.side == 1
    assert practice.offers == ["no more", "Blue B on 0202, pre-planned, point, 1 HE, 0 smoke"]


@covers("tcs", "10.6a", "10.13")
def test_what_has_not_begun_may_be_cancelled_and_costs_nothing() -> None:
    practice = Practice(guns(UNITS), 1, 6)
    state = practice.table.state
    state.missions = [Mission(BLUE_A, PLANNED, 1, practice.hex("1010"), "point", 4)]
    practice.begin(artillery_segment).answer("first", "no more")
    assert practice.over
    assert state.missions == []
    assert state.ammunition[1] == {"105": (14, 4, 0)}


@covers("tcs", "10.9", "10.9a", "10.9d", "10.9b")
def test_an_fpf_is_drawn_within_six_hexes_of_those_it_is_for() -> None:
    """Kestrel's Red battery has one; in general support, or with another sheet, a battery has none."""
    practice = Practice(guns(UNITS))
    state = practice.table.state
    practice.begin(first_defenses)
    assert (practice.ask.name, practice.ask.side) == ("assign-fpf", RED_1)
    distance = practice.table.scene.country.distance
    hexes = {practice.hex(offer.split()[0]) for offer in practice.offers if offer != "none"}
    assert max(distance(practice.hex("1010"), hex) for hex in hexes) == 6
    practice.answer("1012 A-D")
    assert state.barrages == [Barrage(RED_1, practice.hex("1012"), (0, 3))]
    assert callable_barrages(practice.table, 0) == state.barrages
    state.support[RED_1] = GENERAL
    assert callable_barrages(practice.table, 0) == []
    drop_barrage(practice.table, RED_1)
    assert state.barrages == []


@covers("tcs", "10.9e", "10.9c")
def test_an_fpf_fires_two_missions_of_four_each_turn_until_it_is_stopped() -> None:
    """Sixteen battery fires of HE last two turns; nothing else is fired by the battery in them."""
    practice = Practice(guns(UNITS), 1, 6, *[1] * 64, 1, 6)
    state = practice.table.state
    state.barrages = [Barrage(RED_1, practice.hex("0505"), (0, 3))]
    practice.begin(artillery_segment).answer("first")
    practice.answer("FPF of Red 1 on 0505 A-D")
    assert [(one.kind, one.he, one.line) for one in state.missions] == [(PROTECTIVE, 4, (0, 3))] * 2
    for _ in range(2):
        practice.answer("Red 1 on 0505, FPF, linear, 4 HE, 0 smoke", "fire all")
    assert practice.over
    assert state.ammunition[0]["105"] == (8, 0, 0)
    assert state.fires[RED_1] == 8
    state.turn, state.fires = 2, [0, 0, 0]
    keep_firing(practice.table)
    assert [one.he for one in state.missions] == [4, 4]
    practice.begin(artillery_segment).answer("first", "no more")
    assert [barrage.firing for barrage in state.barrages] == [False]


@covers("tcs", "10.9e", "10.3b")
def test_plots_for_which_an_fpf_leaves_nothing_are_cut_down() -> None:
    practice = Practice(guns(UNITS))
    state = practice.table.state
    state.ammunition[0] = {"105": (5, 0, 0)}
    hex = practice.hex("0505")
    state.missions = [
        Mission(RED_1, CALLED, 2, hex, "point", 3),
        Mission(RED_1, PROTECTIVE, 1, hex, "linear", 4, line=(0, 3)),
    ]
    trim_plots(practice.table)
    assert [one.he for one in state.missions] == [1, 4]


@covers("tcs", "10.8c", "10.0", "10.0a", "10.3c")
def test_the_marker_is_put_on_an_observed_hex_within_three_of_the_plot() -> None:
    """From one corner of the map to the other; the same hex may be plotted as often as one likes."""
    practice = Practice(guns("O us_rifle Blue 0105 fire"), *[1] * 40)
    practice.table.state.visibility = 4
    firing(practice, Mission(BLUE_A, CALLED, 1, practice.hex("0101"), "point", 1))
    distance = practice.table.scene.country.distance
    for offer in practice.offers:
        assert distance(practice.hex(offer), practice.hex("0101")) <= 3
        assert distance(practice.hex(offer), practice.hex("0105")) <= 4
    assert "0101" in practice.offers
    plots = [{"battery": "Blue A", "hex": "1010", "he": 1}] * 3
    calling = Practice(guns(UNITS)).begin(call_for_fire).sealed([], plots)
    assert len(calling.table.state.missions) == 3


@covers("tcs", "10.5a", "10.5e", "10.5d", "10.1d")
def test_who_observes_for_a_battery_in_support_of_a_sheet() -> None:
    """Its own units alone, whatever they are and in either mode; the paralyzed see nothing for it."""
    units = "A us_rifle Blue 1013 -\nT us_m4 Blue 1014 fire\nB us_rifle Blue 1015 fire"
    units += "\nP us_rifle Blue 1016 paralyzed"
    practice = Practice(guns(units))
    state = practice.table.state
    state.sheet = [0, 0, 1, 0]
    state.support[BLUE_A] = 0
    assert [*observers_for(practice.table, BLUE_A)] == [0, 1]
    state.support[BLUE_A] = EVERYBODY
    assert [*observers_for(practice.table, BLUE_A)] == [0, 1, 2]
    state.smoke = [practice.hex("1014")]
    assert observed(practice.table, BLUE_A, practice.hex("1010"))


@covers("tcs", "10.15", "10.15a", "10.15b")
def test_rockets_are_neither_adjusted_nor_checked_and_always_fall_as_area_b() -> None:
    """Area B puts a distance die of 6 six hexes off; the designator burst is the marker."""
    practice = Practice(guns("O us_rifle Blue 1013 fire"), *[1, 1], *[1, 6, 6] * 40)
    practice.table.scene.batteries = ((0, Battery(name="R", type="ge_werfer15")),) * 3
    armoury = practice.table.scene.armoury
    rocket = replace(armoury.battery[0], id="ge_werfer15", rocket=True, tubes=3)
    practice.table.scene.armoury = replace(armoury, battery=(rocket,))
    practice.table.state.ammunition = [{"105": (4, 0, 0)}, {"105": (4, 0, 0)}]
    firing(practice, Mission(0, PLANNED, 1, practice.hex("1010"), "point", 1))
    assert practice.over
    marker = practice.hex("1009")
    distance = practice.table.scene.country.distance
    assert [distance(marker, practice.hex(hex)) for hex in fallen(practice)] == [0, 6, 6]


@covers("tcs", "10.0b", "10.14a", "8.11c")
def test_shells_attack_friend_and_foe_after_the_last_round() -> None:
    practice = Practice(guns("A us_rifle Blue 1010 fire A\n1/1 ge_vg_rifle Red 1012 fire 1"), *[1] * 8)
    hexes = [practice.hex("1010"), practice.hex("1012")]
    practice.begin(lambda table: land(table, hexes, [], 5))
    assert practice.over
    assert sum("Area fire, firepower 5" in line for line in practice.told()) == 2


@covers("tcs", "16.3", "16.3a", "16.3c", "16.3d")
def test_light_from_artillery_is_counted_by_rounds_and_lost_in_the_dark() -> None:
    """By night a burst is seen within two hexes of the observer, or in the light of an earlier one."""
    practice = Practice(guns("O us_rifle Blue 1013 fire A"))
    state, marker = practice.table.state, practice.hex("1012")
    state.ammunition[1] = {"105": (14, 4, 3)}
    state.visibility = 2
    firing(practice, Mission(BLUE_A, CALLED, 1, marker, "point", 0, illum=2, trp=marker))
    assert practice.over
    assert state.lights == [marker]
    assert state.ammunition[1] == {"105": (14, 4, 2)}
    dark = Practice(guns("O us_rifle Blue 1013 fire A"), 1, 6)
    dark.table.state.ammunition[1], dark.table.state.visibility = {"105": (14, 4, 1)}, 2
    firing(dark, Mission(BLUE_A, CALLED, 1, dark.hex("1012"), "point", 0, illum=1)).answer("1012")
    assert dark.over
    assert dark.table.state.lights == []
    calls = Practice(guns(UNITS)).begin(call_for_fire)
    calls.asks = [calls.asks[1]]
    assert "16.3a" in calls.refusal([{"battery": "Blue A", "hex": "1010", "illum": 1}])
    assert "16.3d" in calls.refusal([{"battery": "Blue A", "hex": "1010", "illum": 1, "he": 1}])


@covers("tcs", "11.0b", "11.0")
def test_nobody_directs_fire_out_of_smoke_but_into_it() -> None:
    practice = Practice(guns(UNITS))
    state = practice.table.state
    state.smoke = [practice.hex("1010")]
    assert observed(practice.table, BLUE_A, practice.hex("1010"))
    state.smoke = [practice.hex("1013")]
    assert not observed(practice.table, BLUE_A, practice.hex("1010"))


@covers("tcs", "10.9a")
def test_a_barrage_replaces_the_one_before() -> None:
    practice = Practice(guns(UNITS))
    practice.begin(lambda table: assign_barrage(table, RED_1, [1])).answer("1011 B-E")
    practice.begin(lambda table: assign_barrage(table, RED_1, [1])).answer("none")
    assert practice.table.state.barrages == []
