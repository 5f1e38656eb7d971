"""Ambushes: set, met, sprung, and shelled without anybody knowing [20.0]."""

from msgspec.structs import replace
from tests.tcs.practice import Practice, lay_out

from sandtable.engine.cases import covers
from sandtable.engine.dice import seeded
from sandtable.games.tcs.ambushes import PickAmbusher, ambush_hexes, hide, set_ambushes
from sandtable.games.tcs.batteries import observers_for
from sandtable.games.tcs.battles import scenarios
from sandtable.games.tcs.dealing_fire import deal_ambushes
from sandtable.games.tcs.direct_asks import direct_fire_segment
from sandtable.games.tcs.movement import enter
from sandtable.games.tcs.overwatch import overwatch
from sandtable.games.tcs.shelling import strike_hidden
from sandtable.games.tcs.state import HIDDEN, IMPLEMENTED, Sheet
from sandtable.games.tcs.view import knows
from sandtable.games.tcs.ways import Way

UNITS = """
A us_rifle Blue 0505 - A
1/1 ge_vg_rifle Red 0515 fire 1
1/2 ge_vg_rifle Red 0515 fire 1
P ge_pak40 Red 0515 fire
M ge_8cm Red 0515 fire
R ge_vg_rifle Red 0515 fire 2
"""
RED = 1


def lurking(*dice: int) -> Practice:
    """A hasty defense of Red's for all but R; ambushes are played."""
    state = replace(lay_out(UNITS), options=("ambushes",))
    plan = next(one for one in scenarios()["orders"].own.sides[0].sheets if one.id == "RD-2")
    state.sheets = [Sheet(RED, plan, IMPLEMENTED, steps=(0,))]
    state.sheet = [-1, 0, 0, 0, 0, -1]
    return Practice(state, *dice)


def hidden(practice: Practice, unit: str, hex: str) -> Practice:
    hide(practice.table, practice.unit(unit), practice.hex(hex))
    return practice


def into(practice: Practice, start: str, hex: str) -> Way:
    neighbours = practice.table.scene.country.neighbours
    return Way(neighbours.index(practice.hex(hex), practice.hex(start) * 6), practice.hex(hex), False)


@covers("tcs", "20.0", "20.1", "20.1a", "20.1b", "20.1e")
def test_infantry_and_at_guns_of_the_sheet_leave_the_map_unseen() -> None:
    practice = lurking()
    practice.begin(lambda table: set_ambushes(table, 0))
    assert practice.offers == ["1/1", "1/2", "P"]
    assert practice.refusal(["M"]).startswith("20.1a")
    assert practice.refusal(["R"]).startswith("20.1b")
    practice.answer(["1/1"], "0509")
    assert practice.over
    unit = practice.unit("1/1")
    assert practice.table.state.hexes[unit] == HIDDEN
    assert not knows(practice.table.state, 0, unit)
    assert practice.told("Blue") == []
    assert practice.told("Red") == ["1/1 goes into ambush in 0509"]


@covers("tcs", "20.1c", "20.1d")
def test_ambushes_lie_within_twice_a_move_off_from_the_enemy_in_four_hexes() -> None:
    """Six points take a platoon twelve hexes, one point a gun two; three from the enemy is far enough."""
    practice = lurking()
    table, distance = practice.table, practice.table.scene.country.distance
    for name, most in (("1/1", 12), ("P", 2)):
        hexes = ambush_hexes(table, 0, practice.unit(name))
        assert max(distance(hex, practice.hex("0515")) for hex in hexes) == most
        assert min(distance(hex, practice.hex("0505")) for hex in hexes) >= 3
    for unit, hex in (("1/2", "0510"), ("P", "0514")):
        hidden(practice, unit, hex)
    table.state.sheet[practice.unit("M")] = table.state.sheet[practice.unit("R")] = 0
    hidden(practice, "M", "0511")
    hidden(practice, "R", "0512")
    left = {table.scene.hex_name(hex) for hex in ambush_hexes(table, 0, practice.unit("1/1"))}
    assert left == {"0510", "0511", "0512", "0514"}
    assert PickAmbusher(table, 0).options == [practice.unit("1/1")]


@covers("tcs", "20.1g", "20.0")
def test_who_walks_into_an_ambush_is_stopped_and_it_is_shown() -> None:
    practice = hidden(lurking(), "1/1", "0506")
    practice.begin(lambda table: enter(table, 0, into(practice, "0505", "0506")))
    assert practice.over
    assert (practice.where("A"), practice.where("1/1")) == ("0505", "0506")
    assert practice.table.state.spent[0] == 0
    assert practice.told("Blue")[-1] == "1/1 lies in ambush in 0506"


@covers("tcs", "20.0", "8.9b")
def test_an_ambush_may_be_sprung_on_whoever_passes() -> None:
    """Asked before overwatch is fired; then it fires as any unit does, firepower 18 at one hex."""
    practice = hidden(lurking(1, 1), "1/1", "0507")
    practice.table.state.moving = 0
    practice.table.state.hexes[0] = practice.hex("0506")
    practice.begin(lambda table: overwatch(table, 0, practice.hex("0506")))
    assert practice.question == "Red spring-ambush"
    practice.answer(["1/1"])
    assert "1/1 fires at 0506" in practice.offers
    quiet = hidden(lurking(), "1/1", "0507")
    quiet.begin(lambda table: overwatch(table, 0, quiet.hex("0505"))).answer([])
    assert quiet.table.state.hexes[quiet.unit("1/1")] == HIDDEN


@covers("tcs", "20.0", "20.1h")
def test_it_is_sprung_to_fire_in_its_segment_and_observes_for_nobody_before() -> None:
    practice = hidden(lurking(1, 6), "1/1", "0507")
    state = practice.table.state
    state.batteries, state.support = ("R",), [-3]
    practice.table.scene.batteries = ((RED, scenarios()["orders"].own.sides[0].batteries[0]),)
    assert practice.unit("1/1") not in [*observers_for(practice.table, 0)]
    practice.begin(direct_fire_segment).answer("first")
    assert practice.question == "Red name-target"
    assert "spring an ambush" in practice.offers
    practice.answer("spring an ambush", ["1/1"])
    assert practice.question == "Red name-target"
    assert "0505" in practice.offers
    assert practice.unit("1/1") in [*observers_for(practice.table, 0)]


@covers("tcs", "20.1f")
def test_shells_hit_an_ambush_and_the_enemy_hears_nothing_of_it() -> None:
    """Four rounds of 5 are 20: +2 against a platoon in move mode in the open; 6 and 2 make a step."""
    practice = hidden(lurking(5, 1, 1, 1), "1/1", "0507")
    practice.begin(lambda table: strike_hidden(table, practice.hex("0507"), 4, 5))
    assert practice.over
    assert practice.lost("1/1") == 1
    assert practice.table.state.hexes[practice.unit("1/1")] == HIDDEN
    assert practice.told("Blue") == []
    assert "Steps lost by 1/1: 1" in practice.told("Red")


@covers("tcs", "20.0", "2.0")
def test_a_fork_for_the_enemy_puts_ambushes_elsewhere() -> None:
    practice = hidden(lurking(), "1/1", "0507")
    places = set()
    for seed in range(9):
        deal_ambushes(practice.table, RED, seeded(seed))
        places.add(practice.table.state.dug[practice.unit("1/1")])
    assert len(places) > 3
    assert practice.hex("0505") not in places
