"""Rules that players choose to use: the chit, drifting smoke, fewer attacks; and mortars by night."""

from msgspec.structs import replace
from tests.tcs.practice import Practice, lay_out

from sandtable.engine.cases import covers
from sandtable.games.tcs.battles import scenarios
from sandtable.games.tcs.chit import deal_chit, roll_for
from sandtable.games.tcs.clean_up import clean_up, end_turn
from sandtable.games.tcs.clock import turn_of
from sandtable.games.tcs.direct import mortar_at_points
from sandtable.games.tcs.direct_asks import direct_fire_segment
from sandtable.games.tcs.options import CHOICES, as_options, chosen
from sandtable.games.tcs.other_odds import bog
from sandtable.games.tcs.shelling import strike
from sandtable.games.tcs.shots import LIGHT, SEGMENT, SMOKE, Shot, why_not
from sandtable.games.tcs.smoke_drift import blow, burn, raise_wind
from sandtable.games.tcs.state import FIRED, SHIFTED, State, mark, wipe
from sandtable.games.tcs.vision import lit

PLATOON = "A us_rifle Blue 0505 fire A"


def using(*rules: str, units: str = PLATOON, **terrain: str) -> State:
    return replace(lay_out(units, **terrain), options=rules)


@covers("tcs", "18.0")
def test_the_chit_lets_its_holder_roll_once_more_and_changes_hands() -> None:
    """Blue rolls the higher die; a 5 would bog down, the 2 that it rolls instead stands; then Red has it."""
    practice = Practice(using("mulligan"), 6, 3)
    practice.begin(deal_chit)
    assert practice.table.state.chits == [1, 0]
    again = Practice(practice.table.state, 5, 2)
    again.begin(lambda table: roll_for(table, 0, bog()))
    assert again.question == "Blue roll-again"
    again.answer("roll again")
    assert (again.over, again.result) == (True, "gets through")
    assert again.table.state.chits == [0, 1]
    mine = Practice(again.table.state, 5).begin(lambda table: roll_for(table, 0, bog()))
    assert (mine.over, mine.result) == (True, "bogged down")


@covers("tcs", "19.0", "19.1")
def test_smoke_goes_with_the_wind_lingers_in_a_light_one_and_is_gone_in_a_strong_one() -> None:
    """Direction 4 is south. Three hexes a turn move a marker three; two leave one between; five, none."""
    practice = Practice(using("smoke drift"), 4, 3)
    state = practice.table.state
    practice.begin(raise_wind)
    assert state.wind == (3, 3)
    assert practice.told()[-1] == "The wind blows toward D, 3 hexes in a turn"
    for speed, hexes in ((3, ["0508"]), (2, ["0507", "0506"]), (5, [])):
        state.smoke, state.wind = [practice.hex("0505")], (3, speed)
        blow(practice.table)
        assert [practice.table.scene.hex_name(hex) for hex in state.smoke] == hexes
    state.smoke, state.wind = [practice.hex("0519")], (3, 3)
    blow(practice.table)
    assert state.smoke == []  # over the edge of the map


@covers("tcs", "19.2", "19.0")
def test_smoke_in_woods_may_mean_a_fire_that_makes_more_of_it() -> None:
    practice = Practice(using("smoke drift", h0505="woods"), 6)
    state, hex = practice.table.state, practice.hex("0505")
    state.smoke = [hex, practice.hex("0606")]
    practice.begin(burn)
    assert (state.fires_burning, state.smoke.count(hex)) == ([hex], 2)
    practice.begin(burn)
    assert state.smoke.count(hex) == 3


@covers("tcs", "8.7f")
def test_by_the_optional_limit_the_largest_units_are_attacked_one_for_five_steps() -> None:
    """Seven steps make two attacks: the platoon of four, and of the two sections the one that is picked."""
    units = (
        "A us_rifle Red 0505 fire\nM us_hmg Red 0505 fire\nN us_hmg Red 0505 fire\nF us_rifle Blue 0507 fire"
    )
    state = using("attacks by steps", units=units)
    state.lost[0] = 1
    practice = Practice(state, 6, 1, 1, 1, 1, 1)
    practice.begin(direct_fire_segment).answer("first", "0505", ["F fires at 0505"])
    assert practice.question == "Blue pick-attacked"
    assert practice.offers == ["M", "N"]
    practice.answer("N")
    assert practice.table.rolls is not None
    assert sum("Area fire" in purpose for purpose, _ in practice.table.rolls) == 2


@covers("tcs", "16.3b", "16.3", "16.3c", "16.3e", "3.5b")
def test_a_large_mortar_lights_up_a_hex_by_night_in_place_of_its_fire() -> None:
    """81 mm may, 60 mm may not; by day nobody; the light reaches five hexes and goes out in the Clean Up."""
    units = "M us_81mm Blue 0505 fire\nL us_60mm Blue 0505 fire A\nO us_rifle Blue 0506 fire A"
    practice = Practice(lay_out(f"{units}\nR ge_green Red 1818 fire"), 6, 1)
    table, hex = practice.table, practice.hex("0507")
    table.scene.turns = scenarios()["skyline"].turns
    table.state.turn, table.state.visibility = turn_of(table.scene.turns, "16 1700"), 2
    assert why_not(table, Shot(0, LIGHT, hex), SEGMENT) is None
    small = why_not(table, Shot(1, LIGHT, hex), SEGMENT)
    assert small is not None
    assert small.case == "16.3b"
    assert why_not(table, Shot(1, SMOKE, hex), SEGMENT) is None
    practice.begin(direct_fire_segment).answer("first", "mortar round", "M lights 0507")
    assert table.state.lights == [hex]
    assert lit(table, practice.hex("0512"))
    assert not lit(table, practice.hex("0513"))
    clean = Practice(table.state).begin(clean_up)
    assert clean.table.state.lights == []
    table.state.turn = 3
    wipe(table.state, 0, FIRED)
    day = why_not(table, Shot(0, LIGHT, hex), SEGMENT)
    assert day is not None
    assert day.case == "16.3"


@covers("tcs", "1.3h")
def test_a_turn_ends_by_forgetting_what_held_for_it() -> None:
    practice = Practice(lay_out(PLATOON))
    practice.table.state.fires = [4]
    mark(practice.table.state, 0, SHIFTED)
    practice.begin(end_turn)
    assert practice.over
    assert practice.table.state.fires == [0]
    assert practice.status("A") == {"fire"}


def test_options_are_read_from_a_position_as_they_are_written() -> None:
    every = {choice.key: "yes" for choice in CHOICES if "yes" in choice.values}
    assert as_options(chosen(every)) == every
    assert chosen({}) == ()


@covers("tcs", "18.0", "10.0b")
def test_shells_are_rolled_for_by_the_side_that_fires_them_at_its_own_too() -> None:
    """Blue's shells fall on Blue's tank: the roll is Blue's, so Blue's chit may mend it, and not Red's."""
    for holder, question in ((0, "Blue roll-again"), (1, "")):
        practice = Practice(lay_out("T us_m4 Blue 0505 fire"), 1, 1)
        practice.table.state.chits[holder] = 1
        practice.begin(lambda table: strike(table, table.scene.hex("0505"), 1, 3, side=0))
        assert practice.question == question
    truck = "M us_60mm Blue 0505 fire\nH us_m3ht Blue 0505 -"
    for holder, question in ((0, "Blue roll-again"), (1, "")):
        practice = Practice(lay_out(truck), *[1] * 20)
        practice.table.state.chits[holder] = 1
        practice.begin(lambda table: mortar_at_points(table, 0, [1], table.scene.hex("0505")))
        assert practice.question == question
