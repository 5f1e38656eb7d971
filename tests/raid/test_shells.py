"""Indirect fire: plots, calling off, scatter, zones that overlap, smoke and charges."""

from collections.abc import Sequence

import pytest
from tests.raid.range import Range

from sandtable.engine.cases import covers
from sandtable.games.raid.plots import Plot, PlotFire, Plots, plot_fire
from sandtable.games.raid.scene import Play
from sandtable.games.raid.shells import land_fire, strength_at, strike
from sandtable.games.raid.state import ALPHA, Charge, Impact, Mission, Smoke
from sandtable.games.raid.units import GUNS

HEAVY = GUNS.index("artillery_155mm")
MEDIUM = GUNS.index("mortar_81mm")


def battery(*more: str, **terrain: str) -> Range:
    """A mortar, its headquarters with a team of the platoon, and room to fire."""
    lines = ("C alpha mortar_81mm 1002", "A alpha fire_team 1003", "Q alpha hq 1003", *more)
    field = Range(*lines, map="30x34", **terrain)
    field.table.state.platoon[field.unit("A")] = field.table.state.platoon[field.unit("Q")] = 0
    return field


def aimed(field: Range, hex: str, *, smoke: bool = False, turn: int = 1) -> Range:
    gun, spotter = field.unit("C"), field.unit("A")
    field.table.state.missions.append(Mission(gun, ALPHA, field.hex(hex), smoke, spotter, turn))
    return field


def phase_e(field: Range, dice: Sequence[int], answers: Sequence[object] = ()) -> Range:

    async def procedure(table: Play) -> None:
        await land_fire(table)
        await strike(table)

    field.run(procedure, answers, dice)
    return field


@covers("raid", "9.1", "9.61", "9.82")
def test_a_plot_names_gun_hex_and_observer_and_is_written_in_secret():
    field = Range("C alpha mortar_60mm 1002", "A alpha fire_team 1003", "Q alpha hq 1003")
    field.table.state.platoon[1:] = [0, 0]
    wire = {"missions": [{"gun": "C", "hex": "1011", "spotter": "A"}]}
    field.run(plot_fire, [wire])
    assert field.table.state.missions == [Mission(0, ALPHA, field.hex("1011"), False, 1, 2)]
    assert field.asked == [("Alpha", "plot-fire")]  # Bravo was never given a gun
    assert [heard.to for heard in field.table.log or ()] == [ALPHA]


@covers("raid", "9.1", "11.0")
def test_a_mission_can_be_typed_as_it_is_noted_on_paper():
    ask, nothing = PlotFire(battery().table, ALPHA), Plots()
    assert ask.typed(nothing, "C 1014 A smoke") == Plots((Plot("C", "1014", "A", True),))
    assert ask.typed(nothing, "C 1013") == Plots((Plot("C", "1013", "A"),))  # the first who can observe
    seen = ask.typed(nothing, "C 1034")
    assert seen is not None
    assert ask.faults(seen)  # nobody sees as far
    assert ask.typed(nothing, "1014") is None


@covers("raid", "9.61", "9.62", "9.82", "9.83", "9.9", "5.32")
def test_every_fault_of_a_plot_is_told_with_its_case():
    field = battery("B alpha fire_team 1003 out of command")
    ask, good = PlotFire(field.table, ALPHA), Plot("C", "1014", "A")

    def cases(*plots: Plot) -> list[str]:
        return [fault.case for fault in ask.faults(Plots(plots))]

    # From 1003 one sees ten open hexes far, and the mortar in 1002 fires no nearer than twelve.
    assert cases(good) == ["9.61"]
    assert cases(Plot("C", "1012", "A")) == ["9.82"]
    assert cases(good, good) == ["9.61", "9.62", "9.61"]
    assert cases(Plot("C", "1005", "B")) == ["9.82", "9.9"]
    assert cases(Plot("C", "1005", "Q"))[:2] == ["9.82", "6.3"]
    assert cases(Plot("X", "1013", "A")) == ["9.1"]
    field.table.state.flags[0] |= 4
    assert cases(Plot("C", "1013", "A")) == ["5.32", "9.82"]


@covers("raid", "9.83", "9.61")
def test_plots_can_be_built_from_what_is_offered():
    field = Range("C alpha mortar_60mm 1002", "A alpha fire_team 1003", "Q alpha hq 1003", h1011="heavy")
    field.table.state.platoon[1:] = [0, 0]
    ask = PlotFire(field.table, ALPHA)
    grown = ask.grow(ask.blank())
    distance = field.table.scene.board.distance
    assert all(distance(field.hex("1002"), field.hex(option.hex)) >= 8 for option, _ in grown)  # 9.82
    assert all(not ask.faults(draft) for _, draft in grown)
    assert ask.grow(grown[0][1]) == []  # 9.62: the one gun has its mission
    field.table.state.hexes[0] = field.hex("1011")
    assert ask.grow(ask.blank()) == []  # 9.83: no missions out of the jungle


@covers("raid", "9.2", "9.3", "9.41")
def test_a_mission_scatters_by_the_example_and_strikes_everybody_in_its_zone():
    field = aimed(battery("T bravo fire_team 2019", "U bravo fire_team 2021"), "2018")
    # E16: odd scatters, 4 is south, 2 is one hex: 2019. Strength 7 there, 2 two hexes off. Strength 7: a 3 is
    # two men; strength 2: a 3 is an S.
    phase_e(field, [3, 4, 2, 3, 3])
    assert field.table.state.impacts == [Impact(field.hex("2019"), MEDIUM, ALPHA)]
    assert field.men("T") == 2
    assert (field.men("U"), field.is_("U", "suppressed")) == (4, True)


@covers("raid", "9.3")
def test_an_even_die_does_not_scatter_and_what_leaves_the_map_is_lost():
    field = phase_e(aimed(battery(), "2018"), [4])
    assert field.table.state.impacts[0].hex == field.hex("2018")
    field = phase_e(aimed(battery(), "2001"), [1, 1, 6])  # two hexes north of the edge
    assert field.table.state.impacts == []


@covers("raid", "9.2")
def test_zones_that_overlap_add_up():
    field = battery()
    field.table.state.impacts = [
        Impact(field.hex("2020"), HEAVY, 1), Impact(field.hex("2018"), MEDIUM, ALPHA),
    ]  # fmt: skip
    assert strength_at(field.table, field.hex("2020")) == 17  # E15


@covers("raid", "9.8", "9.9", "5.32", "12.3")
@pytest.mark.parametrize(("unit", "word"), [("C", "out of command"), ("A", "out of command"), ("Q", "mute")])
def test_a_mission_is_called_off_when_gun_observer_or_radio_fails(unit, word):
    field = aimed(battery(), "2018")
    field.table.state.flags[field.unit(unit)] |= 4 if word == "out of command" else 16
    phase_e(field, [])
    assert field.table.state.impacts == field.table.state.missions == []
    assert [heard.to for heard in field.table.log or ()] == [ALPHA]  # the enemy hears nothing of it


@covers("raid", "9.1", "9.2")
def test_a_mission_waits_for_its_turn():
    field = phase_e(aimed(battery(), "2018", turn=2), [])
    assert len(field.table.state.missions) == 1


@covers("raid", "11.0", "11.1", "9.0")
def test_smoke_lifts_on_one_to_four_and_new_smoke_stays_for_this_phase():
    field = aimed(battery(), "2018", smoke=True)
    field.table.state.smoke = [Smoke(field.hex("0505"), 1), Smoke(field.hex("0909"), 1)]
    field.table.state.impacts = [Impact(field.hex("2020"), HEAVY, 1)]
    phase_e(field, [4, 5, 2])
    assert field.table.state.smoke == [Smoke(field.hex("0909"), 1), Smoke(field.hex("2018"), 1)]
    assert field.table.state.impacts == []


@covers("raid", "9.7", "9.5")
def test_shells_bring_down_buildings_with_units_and_without():
    field = aimed(battery("T bravo fire_team 2018", h2018="building", h2017="building"), "2018")
    # 2017 is empty: strength 4, -3: a 6 counts 3: no. T: strength 7, -3: a 6 counts 3: two men, no rubble.
    phase_e(field, [2, 6, 6])
    assert field.table.state.rubble == []
    field = battery("T bravo fire_team 2018", h2018="building", h2017="building")
    gun = field.table.state
    gun.impacts, gun.missions = [], [Mission(0, ALPHA, field.hex("2018"), False, 1, 1)] * 3
    # Three missions: 21 in 2018 and 12 in 2017. The empty one: 12 at -3: a 6 counts 3: rubble. T: a 6 is a 4.
    phase_e(field, [2, 2, 2, 6, 6])
    assert field.table.state.rubble == sorted([field.hex("2017"), field.hex("2018")])


@covers("raid", "13.6")
def test_low_helicopters_beside_a_burst_are_lost_and_others_are_not():
    field = aimed(
        battery(
            "H bravo helicopter_transport 2019", "I bravo helicopter_transport 2020",
            "J bravo helicopter_transport 2018 high",
        ),
        "2018",
    )  # fmt: skip
    phase_e(field, [2])
    assert [field.at(name) >= 0 for name in "HIJ"] == [False, True, True]


@covers("raid", "14.25", "9.7")
def test_charges_go_off_from_the_turn_after_and_add_up():
    field = Range("A alpha fire_team 1010", "T bravo lmg 1012", h1012="building")
    state, hex = field.table.state, field.hex("1012")
    state.turn = 2
    state.charges = [Charge(hex, ALPHA, -1, 1), Charge(hex, ALPHA, -1, 1), Charge(hex, ALPHA, -1, 2)]
    # Two together: 18, -3: a 3 counts 0, which is a 3: both men, and the Building.
    phase_e(field, [3], [["1012 1", "1012 2"]])
    assert field.offers == [["1012 1", "1012 2"]]
    assert field.at("T") < 0
    assert state.rubble == [hex]
    assert state.charges == [Charge(hex, ALPHA, -1, 2)]
