"""Sorties from the plot to the last run, and the fire from the ground [17.0]."""

from msgspec.structs import replace
from tests.tcs.practice import Practice, lay_out

from sandtable.engine.cases import covers
from sandtable.games.tcs.sorties import call_aircraft, fly, may_plot
from sandtable.games.tcs.state import Sortie

UNITS = """
1/1 ge_vg_rifle Red 1010 fire 1
S ge_stug Red 1111 fire
A us_rifle Blue 1012 fire A
"""
BLUE, RED = 1, 0


def sky(units: str = UNITS, *dice: int) -> Practice:
    """Kestrel Ridge's fighter-bomber: firepower 20 twice, one use a run, and one rocket that needs a 9."""
    state = replace(lay_out(units), scenario="kestrel", sides=("Red", "Blue"))
    state.side = tuple([1 - side for side in state.side])
    state.batteries, state.battery = ("Red 1", "Blue A", "Blue B"), (-1,) * len(state.units)
    state.sorties, state.turn = [0, 1], 4
    return Practice(state, *dice)


@covers("tcs", "17.2", "17.1c", "17.1a", "17.1")
def test_a_sortie_is_plotted_for_a_turn_in_which_it_is_available() -> None:
    """From 1100, the fourth turn, to 1240, the ninth; one, and against one kind of target."""
    practice = sky()
    assert may_plot(practice.table, BLUE)
    assert not may_plot(practice.table, RED)
    practice.begin(call_aircraft)
    flight = {"hex": "1010", "target": "infantry"}
    assert "17.1c: 1 sorties are left, not 2" in practice.refusal([flight, flight])
    assert "17.1c" in practice.refusal([{**flight, "wait": 9}])
    assert "17.1a" in practice.refusal([{**flight, "target": "houses"}])
    practice.sealed([flight])
    assert practice.table.state.flights == [Sortie(BLUE, 5, practice.hex("1010"), "infantry")]
    assert practice.table.state.sorties == [0, 0]


@covers("tcs", "17.0", "17.1a", "17.1b", "17.1e")
def test_runs_go_at_the_plotted_kind_within_ten_hexes_until_nothing_is_left() -> None:
    """20 is +2; two dice of 1 make 4: under fire, index 5: no check. Infantry alone is offered."""
    far = UNITS + "1/2 ge_vg_rifle Red 2020 fire 1\n"
    practice = sky(far, 1, 1, *[1, 1] * 2)
    practice.begin(lambda table: fly(table, Sortie(BLUE, 4, practice.hex("1010"), "infantry")))
    assert practice.offers == ["fly off", "bomb 1010 with 1"]
    assert "17.1b" in practice.refusal("attack S")
    practice.answer("bomb 1010 with 1")
    practice.answer("bomb 1010 with 1")
    assert practice.over
    assert practice.told()[-1].endswith("fly off")
    assert sum("firepower 20" in line for line in practice.told()) == 2


@covers("tcs", "17.1e", "17.0")
def test_a_point_weapon_destroys_what_it_names_on_its_number() -> None:
    for dice, where in (((4, 5), "destroyed"), ((4, 4), "1111")):
        practice = sky(UNITS, 1, 1, *dice)
        practice.begin(lambda table: fly(table, Sortie(BLUE, 4, table.scene.hex("1010"), "tanks")))
        practice.answer("attack S")
        assert practice.over
        assert practice.where("S") == where


@covers("tcs", "17.0", "17.3e")
def test_on_a_twelve_the_enemy_has_the_use_of_it_against_its_own_side() -> None:
    practice = sky(UNITS, 6, 6)
    practice.begin(lambda table: fly(table, Sortie(BLUE, 4, table.scene.hex("1010"), "infantry")))
    assert practice.ask.side == RED
    assert practice.offers == ["fly off", "bomb 1012 with 1"]
    practice.answer("fly off")
    assert practice.over


@covers("tcs", "17.3", "17.3a", "17.3b", "17.3c", "17.3d")
def test_guns_in_range_fire_before_every_run_in_either_mode_and_do_nothing_else() -> None:
    """Rating 10 in ten hexes of the target: a 9 flies on, a 10 shoots it down before its second run.

    A suppressed gun does not fire, nor one that is eleven hexes off.
    """
    units = UNITS + "F us_m16 Red 1005 -\nG us_m16 Red 1006 suppressed\nH us_m16 Red 2016 fire\n"
    state = replace(lay_out(units, battle="skyline-drive"), scenario="", sides=("Red", "Blue"))
    state.side = tuple([1 - side for side in state.side])
    practice = Practice(state, 1, 1, 4, 5, 1, 1, 5, 5)
    kestrel = sky()
    practice.table.scene.scenario = kestrel.table.scene.scenario
    practice.table.scene.armoury = replace(
        practice.table.scene.armoury, sortie=kestrel.table.scene.armoury.sortie
    )
    practice.begin(lambda table: fly(table, Sortie(BLUE, 4, table.scene.hex("1010"), "infantry")))
    practice.answer("bomb 1010 with 1", "bomb 1010 with 1")
    assert practice.over
    told = practice.told()
    assert sum("F fires at the aircraft" in line for line in told) == 2
    assert not any("G fires" in line or "H fires" in line for line in told)
    assert told[-1] == "The aircraft of Blue are shot down"
    assert "overwatch" not in practice.status("F")
