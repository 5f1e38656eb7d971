"""Fire missions: the example of the book, unseen bursts, check fire, shells on a stack [10.12] [8.11]."""

from msgspec.structs import replace
from tests.tcs.practice import Practice, lay_out

from sandtable.engine.cases import covers
from sandtable.games.tcs.barrages import keep_firing
from sandtable.games.tcs.missions import conduct
from sandtable.games.tcs.rounds import loaded
from sandtable.games.tcs.shelling import strike
from sandtable.games.tcs.state import (
    CALLED,
    EVERYBODY,
    IMMEDIATE,
    PLANNED,
    PROTECTIVE,
    Barrage,
    Mission,
    State,
)

BLUE_A, BLUE_B = 1, 2


def guns(units: str, **terrain: str) -> State:
    """The batteries of Kestrel Ridge: four tubes of 105 mm with 14 battery fires of HE and four of smoke."""
    state = replace(
        lay_out(units, **terrain),
        scenario="kestrel",
        sides=("Red", "Blue"),
        batteries=("Red 1", "Blue A", "Blue B"),
    )
    state.side = tuple(1 - side for side in state.side)
    state.support, state.fires, state.shots = [EVERYBODY] * 3, [0] * 3, [0] * 3
    state.ammunition = [{"105": (16, 0, 0)}, {"105": (14, 4, 0)}]
    return state


def firing(practice: Practice, mission: Mission) -> Practice:
    return practice.begin(lambda table: conduct(table, mission))


def fallen(practice: Practice) -> list[str]:
    """Where the rounds fell, one after the other."""
    return [line.split(" falls in ")[1] for line in practice.told() if " falls in " in line]


@covers("tcs", "10.12", "10.12b", "10.12c", "10.12d", "10.7", "10.7b", "10.14", "10.14d", "10.3")
def test_the_example_of_a_called_fire() -> None:
    """E10 on 1010, direction 2 being northeast: three hexes off, then adjusted by 1, 3, 0 and 1.

    Four tubes and three battery fires give the twelve rounds of the example.
    """
    practice = Practice(
        guns("O us_rifle Blue 1013 fire"),
        2, 3,  # designator: three to the northeast
        6,  # three wanted, one comes
        2,  # two wanted, three come: one beyond the marker
        6,  # one wanted, none comes
        4,  # one wanted: on the marker
        1, 2,  # one hex north
        2, 6, 3,  # two hexes northeast, turned by three along the ring
        2, 1,  # in the hex
        5, 2,  # one hex southwest
        2, 3,  # one hex northeast
        1, 1, 6, 1,  # in the hex
    )  # fmt: skip
    marker = practice.hex("1010")
    firing(practice, Mission(BLUE_A, CALLED, 1, marker, "point", 3))
    assert practice.ask.name == "place-marker"
    practice.answer("1010", "adjust", "adjust", "adjust", "adjust")
    assert practice.offers == ["go on", "check fire", "fire all"]
    practice.answer("fire all")
    assert practice.over
    assert len(fallen(practice)) == 12
    country = practice.table.scene.country
    distances = [country.distance(marker, practice.hex(hex)) for hex in fallen(practice)]
    assert distances == [3, 2, 1, 1, 0, 1, 2, 0, 1, 1, 0, 0]
    # 10.14d: two rounds in a hex leave one smoke marker: four on the marker, two beyond it, two northeast.
    smoke = practice.table.state.smoke
    assert smoke.count(marker) == 2
    assert practice.table.state.ammunition[1] == {"105": (11, 4, 0)}
    assert practice.table.state.fires[BLUE_A] == 3


@covers("tcs", "10.5c", "10.12b", "10.5")
def test_an_unseen_burst_is_not_fired_for_effect_on() -> None:
    """Seven hexes of visibility: a burst three hexes beyond the marker is lost to the observer."""
    practice = Practice(guns("O us_rifle Blue 1015 fire"), 1, 3, 4, 1)
    practice.table.state.visibility = 7
    firing(practice, Mission(BLUE_A, CALLED, 1, practice.hex("1010"), "point", 1)).answer("1010")
    assert practice.offers == ["new designator", "check fire"]


@covers("tcs", "10.13")
def test_a_checked_mission_gives_whole_battery_fires_back() -> None:
    """Two battery fires of four rounds: the designator is one of eight, so one whole fire comes back."""
    practice = Practice(guns("O us_rifle Blue 1013 fire"), 2, 2, 3)
    firing(practice, Mission(BLUE_A, CALLED, 1, practice.hex("1010"), "point", 2))
    practice.answer("1010", "check fire")
    assert practice.over
    assert practice.table.state.ammunition[1] == {"105": (13, 4, 0)}
    assert practice.table.state.fires[BLUE_A] == 1


@covers("tcs", "10.13")
def test_a_check_that_fails_costs_a_round_before_the_next_try() -> None:
    practice = Practice(guns("O us_rifle Blue 1013 fire"), 2, 2, 4, 1)
    firing(practice, Mission(BLUE_A, CALLED, 1, practice.hex("1010"), "point", 2)).answer(
        "1010", "check fire"
    )
    assert len(fallen(practice)) == 2
    assert practice.ask.name == "correct-fire"


@covers("tcs", "10.9c", "10.7a")
def test_an_fpf_falls_along_its_line_without_a_designator() -> None:
    """Left is north, right is south; distance dice of 1 to 3 and 4 to 6 by the row for linear fires."""
    practice = Practice(guns("O us_rifle Blue 1013 fire"), 1, 1, 4, 1, 1, 1, 6, 1)
    mission = Mission(BLUE_A, PROTECTIVE, 1, practice.hex("1010"), "linear", 1, line=(0, 3))
    firing(practice, mission).answer("fire all")
    assert practice.over
    assert len(fallen(practice)) == 4


@covers("tcs", "10.6c", "10.10c")
def test_fires_that_nobody_adjusts_take_the_burst_as_the_marker() -> None:
    """The designator falls two hexes north; all rounds for effect with a distance die of 1 fall on it."""
    for kind in (PLANNED, IMMEDIATE):
        practice = Practice(guns("O us_rifle Blue 0120 fire"), 1, 2, 1, 1, 1, 1, 1, 1)
        practice.table.state.visibility = 3
        firing(practice, Mission(BLUE_A, kind, 1, practice.hex("1010"), "point", 1)).answer("fire all")
        assert practice.over
        assert fallen(practice)[0] == "1008"


@covers("tcs", "8.11", "8.11a", "8.11b", "8.11c", "10.14b", "10.14c")
def test_the_example_of_artillery_on_a_mixed_stack() -> None:
    """E7: six rounds; the gun needs 11 at each and falls to the third, the tank 12 and stands."""
    practice = Practice(
        guns("P us_57at Blue 1010 fire\nT us_m4 Blue 1010 fire"),
        1, 1,  # the gun on the area table: 2 + 3 (six rounds of 5) - 2 = 3
        1, 1, 2, 4, 5, 6,  # 2, 6, 11
        6, 5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,  # 11 and less: the tank stands
    )  # fmt: skip
    practice.begin(lambda table: strike(table, practice.hex("1010"), 6, 5))
    assert practice.over
    assert practice.where("P") == "destroyed"
    assert practice.where("T") == "1010"


@covers("tcs", "10.9e")
def test_an_fpf_that_goes_on_leaves_its_battery_nothing_else() -> None:
    """Blue A has a called fire for turn 1 and one for turn 2; two FPF missions of four fill turn 1."""
    practice = Practice(guns("O us_rifle Blue 1013 fire"))
    hex = practice.hex("1010")
    state = practice.table.state
    other, later = Mission(BLUE_B, CALLED, 1, hex, "point", 2), Mission(BLUE_A, CALLED, 2, hex, "point", 2)
    state.missions = [Mission(BLUE_A, CALLED, 1, hex, "point", 2), other, later]
    state.barrages = [Barrage(BLUE_A, hex, (0, 3), firing=True)]
    keep_firing(practice.table)
    line = Mission(BLUE_A, PROTECTIVE, 1, hex, "linear", 4, line=(0, 3))
    assert len(state.missions) == 3 + 1
    assert all(mission in state.missions for mission in (other, later, line))


@covers("tcs", "3.5b", "11.0b")
def test_a_mortar_that_stands_blind_in_smoke_is_asked_for_no_round() -> None:
    """Nobody observes out of smoke; its own hex is all that it could see, and there is no other observer."""
    practice = Practice(guns("M us_60mm Blue 0505 fire A"))
    assert loaded(practice.table, 1) == [0]
    practice.table.state.smoke = [practice.hex("0505")]
    assert loaded(practice.table, 1) == []
