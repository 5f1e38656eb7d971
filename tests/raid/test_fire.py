"""Direct fire of Raid!: the book's examples, limits on fire, kill zones, losses that spill, what explodes."""

from collections.abc import Sequence

from tests.raid.range import PASS, Range

from sandtable.engine.cases import covers
from sandtable.games.raid.arms import DIRECT, OPPORTUNITY, Kind, Shot, arms_of
from sandtable.games.raid.direct_fire import fire_in_turn
from sandtable.games.raid.fire import Aim, at_unit, crossfire, reckon
from sandtable.games.raid.fire_asks import DirectAttack, PickShots
from sandtable.games.raid.phases import end_fire
from sandtable.games.raid.scene import Play
from sandtable.games.raid.state import ALPHA
from sandtable.games.raid.windows import attack


def declared(
    field: Range, target: str, *firers: str, arm: int = 0, kind: Kind = DIRECT
) -> tuple[Kind, Aim, list[Shot]]:
    units = [field.unit(name) for name in firers]
    return (
        kind,
        at_unit(field.table, field.unit(target)),
        [Shot(unit, arms_of(field.table, unit)[arm]) for unit in units],
    )


def attacked(
    field: Range,
    target: str,
    *firers: str,
    dice: Sequence[int] = (),
    answers: Sequence[object] = (),
    arm: int = 0,
    kind: Kind = DIRECT,
) -> Range:
    """One attack, with the weapon of that place in every firer's list, and what answers it."""
    given = declared(field, target, *firers, arm=arm, kind=kind)

    async def procedure(table: Play) -> None:
        await attack(table, *given)

    field.run(procedure, answers, dice)
    return field


def in_turn(field: Range, answers: Sequence[object], dice: Sequence[int] = (), first: int = ALPHA) -> Range:
    field.table.state.active = first
    field.run(fire_in_turn, answers, dice)
    return field


def medium_ground() -> Range:
    """The situation of both examples of 7.1, on open ground but for the target's hex."""
    field = Range(
        "A alpha fire_team 1010", "M alpha lmg 1010", "B bravo fire_team 1013 face up", h1013="medium"
    )
    field.table.state.men[0] = 3
    return field


@covers("raid", "7.1", "7.2", "7.7", "7.8")
def test_example_of_small_arms():
    field = attacked(medium_ground(), "B", "A", dice=[4])  # E6: the 4 is one casualty and suppression
    assert field.men("B") == 3
    assert field.is_("B", "suppressed")
    assert field.is_("A", "fired")


@covers("raid", "7.1")
def test_example_of_a_machine_gun():
    field = attacked(medium_ground(), "B", "M", dice=[4])  # E7
    assert field.men("B") == 3


@covers("raid", "7.91")
def test_example_of_cross_fire():
    field = Range(
        "A alpha fire_team 2012",
        "B alpha fire_team 2415",
        "G alpha lmg 2217",
        "T bravo fire_team 2015 face up",
        map="30x24",
    )
    _, aim, shots = declared(field, "T", "A", "B", "G")
    assert list(crossfire(field.table, aim, shots)) == [True, False, True]  # E9
    fires = [reckon(field.table, DIRECT, aim, shots[0], cross) for cross in (True, False)]
    assert [fire.column for fire in fires] == [1, 2]  # four men in the open start in column 2


@covers("raid", "7.84", "7.83")
def test_losses_too_many_for_the_target_fall_on_its_stack_downward_then_from_the_top():
    field = Range(
        "G alpha hmg 1010", "X bravo fire_team 1012 face up", "Y bravo lmg 1012 face up",
        "Z bravo fire_team 1012 face up",
    )  # fmt: skip
    field.table.state.men[field.unit("Y")] = 1
    field.table.state.men[field.unit("Z")] = 1
    attacked(field, "Y", "G", dice=[6], answers=[PASS])  # an HMG in the open: column 1, and a 6 kills three
    assert [field.men(name) for name in "XYZ"] == [3, 0, 0]
    assert field.is_("X", "suppressed")


@covers("raid", "7.4", "7.41", "7.5", "7.53")
def test_who_fires_at_a_dead_target_fires_for_the_kill_zone_alone():
    field = Range(
        "A alpha fire_team 1010", "G alpha lmg 1009", "T bravo lmg 1012 face up",
        "Z bravo fire_team 1014", "W bravo fire_team 1015",
    )  # fmt: skip
    # Four men, Semi, range 2: column 2, +1; a 5 counts 6 and kills three, more than there are. Then the LMG
    # at range 5 in its zone, 1013 and 1014: column 3, a 4 is one man. 1015 is out of it.
    attacked(field, "T", "A", "G", dice=[5, 4], answers=[PASS])
    assert field.at("T") < 0
    assert (field.men("Z"), field.men("W")) == (3, 4)


@covers("raid", "7.42", "7.43")
def test_the_kill_zone_of_an_hmg_is_four_hexes_and_ends_with_the_first_jungle():
    field = Range(
        "G alpha hmg 1004", "T bravo fire_team 1006 face up", "A alpha fire_team 1008",
        "Z bravo fire_team 1009", h1008="heavy",
    )  # fmt: skip
    attacked(
        field, "T", "G", dice=[1, 3]
    )  # column 1: a 1 kills one; in jungle column 3: a 3 kills one, a friend
    assert (field.men("T"), field.men("A"), field.men("Z")) == (3, 3, 4)


@covers("raid", "7.4")
def test_the_firer_chooses_between_two_hexes_that_lie_equally_near_before_anything_is_rolled_there():
    field = Range("G alpha lmg 1010", "T bravo fire_team 1012 face up", "Z bravo fire_team 1014")
    steps = field.table.scene.ground.kill_zone(field.hex("1010"), field.hex("1012"), 2)
    assert [len(step) for step in steps] == [1, 1]  # along a straight direction nothing is to choose
    field = Range("G alpha lmg 1010", "T bravo fire_team 1210 face up", "Z bravo fire_team 1213 face up")
    steps = field.table.scene.ground.kill_zone(field.hex("1010"), field.hex("1210"), 2)
    two = next(step for step in steps if len(step) == 2)
    field.table.state.hexes[field.unit("Z")] = two[1]
    names = [field.table.scene.hex_name(hex) for hex in two]
    attacked(field, "T", "G", answers=[names[0], PASS], dice=[1])
    assert field.men("Z") == 4
    assert ("Alpha", "swept-hex") in field.asked


@covers("raid", "7.34")
def test_an_attack_that_proves_impossible_has_been_made_all_the_same():
    field = Range("A alpha fire_team 1005", "T bravo fire_team 1014 face up", "W bravo fire_team 1010")
    field.table.state.line[0] = 2  # Auto is forbidden beyond 8 hexes, this is 9
    attacked(field, "T", "A", answers=[PASS])  # no die is thrown; who fired may be overwatched
    assert field.is_("A", "fired")
    assert field.is_("T", "attacked")
    assert field.asked == [("Bravo", "overwatch-fire")]


@covers("raid", "7.33", "7.61", "4.1")
def test_in_the_direct_fire_phase_a_unit_is_attacked_once_and_two_passes_end_it():
    field = Range("A alpha fire_team 1010", "B alpha fire_team 1009", "T bravo fire_team 1013 face up")
    ask = DirectAttack(field.table, ALPHA, DIRECT)
    assert ask.key(ask.options[1]) == "T"
    # Four men, Semi, range 3: column 2, and a 1 suppresses.
    in_turn(field, ["T", ["A: Semi rifles"], PASS], [1])
    assert field.is_("T", "suppressed")
    assert [name for _, name in field.asked] == ["direct-attack", "firers", "direct-attack"]
    assert field.is_("T", "attacked")
    field.run(end_fire)
    assert not field.is_("T", "attacked")  # the mark goes with the phase


@covers("raid", "7.31", "5.31", "6.3")
def test_refusals_name_the_case():
    field = Range(
        "A alpha fire_team 1010 fired", "B alpha fire_team 1009 out of command", "C alpha mortar_60mm 1009",
        "D alpha fire_team 1011 moved", "T bravo fire_team 1013 face up", "U bravo fire_team 1113",
        "V bravo fire_team 1213 face up, attacked", "E alpha fire_team 1010",
    )  # fmt: skip
    ask = DirectAttack(field.table, ALPHA, DIRECT)
    assert [ask.key(option) for option in ask.options] == [PASS, "T"]
    assert [field.refused(ask, name) for name in ("U", "V")] == ["6.3", "7.33"]
    shots = PickShots(field.table, ALPHA, DIRECT, at_unit(field.table, field.unit("T")))
    assert [shots.key(option) for option in shots.options] == ["E: Semi rifles"]
    cases = [field.refused(shots, [f"{name}: Semi rifles"]) for name in "ABCD"]
    assert cases == ["7.31", "5.31", "9.8", "7.31"]


@covers("raid", "7.63", "7.64", "6.31")
def test_overwatch_is_by_others_with_five_more_points_and_may_be_overwatched():
    field = Range(
        "A alpha fire_team 1005", "B alpha fire_team 1006", "T bravo fire_team 1007 face up",
        "W bravo lmg 1018", "M bravo fire_team 1008 moved",
    )  # fmt: skip
    # A fires, range 2: column 2, +1: a 2 is row 3: one man. W answers from 13 hexes, with 15 points:
    # column 3, -6: a 6 is row 0, no effect. B, fresh, would see W with 15 points: it is asked and passes.
    attacked(field, "T", "A", dice=[2, 6], answers=["A", ["W: LMG"], PASS])
    assert field.asked == [
        ("Bravo", "overwatch-fire"), ("Bravo", "firers"), ("Alpha", "overwatch-fire"),
    ]  # fmt: skip
    assert field.offers[1] == ["W: LMG"]  # not the one fired at, nor the one that has moved
    assert field.is_("W", "fired")
    assert not field.is_("A", "suppressed")
    assert not field.is_("W", "face up")  # turned down again when the answers are over


@covers("raid", "7.65")
def test_fire_within_one_building_is_not_overwatched():
    field = Range(
        "A alpha fire_team 1010", "T bravo fire_team 1011 face up", "W bravo fire_team 1013",
        h1010="building", h1011="building",
    )  # fmt: skip
    attacked(field, "T", "A", dice=[1])
    assert field.asked == []


@covers("raid", "14.24", "9.7", "8.43", "9.5")
def test_a_bazooka_strikes_everybody_in_a_building_and_makes_rubble_of_it():
    field = Range(
        "Z alpha bazooka 1010", "T bravo fire_team 1011 face up", "U bravo lmg 1011", h1011="building"
    )
    # Strength 8 at -3: a 6 is a 3; a 1 would be -2 in rubble too, but at -3 it is nothing.
    attacked(field, "T", "Z", dice=[6, 1], arm=1, answers=[PASS])
    assert (field.men("T"), field.men("U")) == (1, 2)
    assert field.table.state.rubble == [field.hex("1011")]


@covers("raid", "14.2", "9.7")
def test_an_empty_building_may_be_fired_at_by_what_explodes():
    field = Range(
        "Z alpha recoilless_106mm 1010",
        "T bravo fire_team 1020 face up, fired",
        h1011="building",
        map="24x24",
    )
    in_turn(
        field, ["1011", ["Z: 106mm recoilless rifle"], PASS], [6]
    )  # strength 9 at -3: a 6 counts 3 and rubbles
    assert field.table.state.rubble == [field.hex("1011")]


@covers("raid", "14.21", "11.2", "11.12")
def test_a_launcher_lays_smoke_at_once_on_one_hex():
    field = Range("A alpha fire_team 1010 m203", "T bravo fire_team 1013 face up")
    in_turn(field, ["smoke on 1013", ["A: M203 smoke"], PASS])
    assert field.table.state.smoke[0].radius == 0
    aim, shot = declared(field, "T", "A")[1:]
    # Seen through 1011 and 1012 for 2 and into smoke for 6; four men at Heavy start in column 4.
    assert reckon(field.table, OPPORTUNITY, aim, shot[0]).column == 4


@covers("raid", "14.22")
def test_a_rifle_grenade_takes_two_turns_to_load():
    field = Range("A alpha fire_team 1010 grenade", "T bravo fire_team 1012 face up")
    attacked(field, "T", "A", dice=[1], arm=1)  # strength 6 in the open: a 1 is an S
    assert field.is_("T", "suppressed")
    state = field.table.state
    state.flags[0] &= ~(1024 | 2048)
    offered = []
    for state.turn in (2, 3, 4):
        ask = PickShots(field.table, ALPHA, OPPORTUNITY, at_unit(field.table, 1))
        offered.append([shot.arm.name for shot in ask.options])
    assert offered == [["Semi rifles"], ["Semi rifles"], ["Semi rifles", "rifle grenade"]]


@covers("raid", "13.5", "13.51", "13.52")
def test_a_helicopter_falls_to_three_or_four_only():
    field = Range("G alpha hmg 1010", "H bravo helicopter_transport 1012 face up", "P bravo fire_team H")
    attacked(field, "H", "G", dice=[4])  # column 1: a 4 is a 2 and does nothing
    assert field.at("H") >= 0
    field.table.state.flags[0] = field.table.state.flags[1] = 1
    attacked(field, "H", "G", dice=[5])  # a 5 is a 3
    assert field.at("H") < 0
    assert field.men("P") == 0


@covers("raid", "13.42", "13.44")
def test_a_gunship_rises_to_fire_rockets_and_may_be_shot_down_first():
    field = Range(
        "H alpha helicopter_gunship 1004 face up", "T bravo fire_team 1010 face up", "G bravo hmg 1006"
    )
    attacked(field, "T", "H", arm=1, answers=["H", ["G: HMG"]], dice=[6])
    # At altitude one column right: 2; a 6 is a 3: shot down, and the salvo is never fired.
    assert field.at("H") < 0
    assert field.men("T") == 4
    field = Range("H alpha helicopter_gunship 1004 face up", "T bravo fire_team 1010 face up")
    attacked(field, "T", "H", arm=1, answers=[PASS], dice=[1])  # strength 9 in the open: a 1 is two men
    assert field.men("T") == 2
    assert field.is_("H", "high")
    assert field.table.state.uses[0] >> 4 == 1


@covers("raid", "13.41")
def test_a_gunship_gun_has_three_uses():
    field = Range("H alpha helicopter_gunship 1004 face up", "T bravo fire_team 1010 face up")
    state = field.table.state
    for use in (1, 2, 3):
        state.flags = [1, 1]
        state.mounts = [0, 0]
        state.men[1] = 4
        # Column 1 less one is still 1; +3: a 1 counts 4: two men.
        attacked(field, "T", "H", dice=[1])
        assert (state.uses[0] & 15, state.men[1]) == (use, 2)
    state.flags, state.mounts = [1, 1], [0, 0]
    ask = PickShots(field.table, ALPHA, DIRECT, at_unit(field.table, 1))
    assert [shot.arm.name for shot in ask.options] == ["rockets"]


@covers("raid", "14.11", "14.13", "14.14")
def test_a_tank_fires_all_its_weapons_and_small_arms_do_it_no_harm():
    field = Range(
        "K alpha tank 1010 face up", "T bravo fire_team 1013 face up", "U bravo apc 1007 face up",
        "F bravo fire_team 1110 face up",
    )  # fmt: skip
    field.table.state.facing[0] = 0  # north: the bow gun bears on 1007 and not on 1013
    ask = PickShots(field.table, ALPHA, DIRECT, at_unit(field.table, field.unit("T")))
    assert [shot.arm.name for shot in ask.options] == ["105mm gun", "turret LMG"]
    assert field.refused(ask, ["K: bow LMG"]) == "14.11"
    attacked(
        field, "U", "K", dice=[3], answers=[PASS]
    )  # strength 12 at armour in the open: a 3 is a 3, and an APC dies
    assert field.at("U") < 0
    assert field.table.state.wrecks == [field.hex("1007")]
    attacked(
        field, "T", "K", dice=[1], arm=1, answers=[PASS]
    )  # the LMG may still fire: column 3, a 1 is an S
    assert field.is_("T", "suppressed")
    field.table.state.flags[3] = 1
    attacked(field, "K", "F", dice=[6])
    assert field.at("K") >= 0
    assert not field.is_("K", "suppressed")


@covers("raid", "14.15", "14.16", "14.17")
def test_fire_from_a_truck_is_at_minus_one_and_a_truck_dies_of_three():
    field = Range(
        "K alpha truck 1010 face up", "A alpha fire_team K", "M alpha hmg K", "T bravo fire_team 1013 face up"
    )
    ask = DirectAttack(field.table, ALPHA, DIRECT)
    assert ask.firers() == [field.unit("A")]
    attacked(field, "T", "A", dice=[2])  # column 2: a 2 less 1 is row 1: suppressed
    assert (field.men("T"), field.is_("T", "suppressed")) == (4, True)
    assert field.is_("K", "fired")  # 14.13: it does not move once a passenger has fired
    field.table.state.flags[field.unit("T")] = 1
    attacked(field, "K", "T", dice=[6])  # column 2: a 6 is a 3
    assert (field.at("K") < 0, field.men("A"), field.men("M")) == (True, 0, 0)


def test_who_cannot_fire_any_more_is_not_asked():
    field = Range("A alpha fire_team 1010 face up, fired", "T bravo fire_team 1013 face up, moved")
    assert in_turn(field, []).asked == []


def test_a_side_with_counters_face_down_is_asked_though_they_could_not_fire():
    field = Range("A alpha fire_team 1010 fired", "T bravo fire_team 1013 face up, moved")
    assert in_turn(field, [PASS]).asked == [("Alpha", "direct-attack")]
