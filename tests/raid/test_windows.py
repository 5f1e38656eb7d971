"""Fire at movers, cones of machine guns, and when a window opens at all: on public grounds alone."""

from collections.abc import Sequence

from tests.raid.range import PASS, Range

from sandtable.engine.cases import covers
from sandtable.games.raid.fire_asks import OpportunityFire, in_cone
from sandtable.games.raid.scene import Play
from sandtable.games.raid.spotting import look
from sandtable.games.raid.state import BRAVO, WAITING, Mission
from sandtable.games.raid.windows import react


def entered(field: Range, *movers: str, answers: Sequence[object] = (), dice: Sequence[int] = ()) -> Range:
    """These have just entered the hex where they stand."""
    units = [field.unit(name) for name in movers]

    async def procedure(table: Play) -> None:
        await react(table, units, table.state.hexes[units[0]])

    field.run(procedure, answers, dice)
    return field


@covers("raid", "7.62", "8.51", "8.52")
def test_at_each_mover_one_attack_is_declared_in_a_hex_by_any_number_of_units():
    field = Range(
        "M alpha fire_team 1010 face up, moved", "N alpha fire_team 1010 face up, moved",
        "A bravo fire_team 1013", "B bravo lmg 1113", "C bravo mortar_60mm 1013",
    )  # fmt: skip
    field.table.state.facing[field.unit("B")] = 3  # its cone points south, away from them
    # Four men, Semi, range 3, in the open: column 2, a 1 is S; so for the LMG in column 3. At N the crew
    # of the mortar, two men: column 4, a 6 is two men.
    entered(
        field, "M", "N", answers=["M", ["A: Semi rifles", "B: LMG"], "N", ["C: Semi rifles"]], dice=[1, 1, 6]
    )
    assert (field.men("M"), field.is_("M", "suppressed"), field.men("N")) == (4, True, 2)
    assert [name for _, name in field.asked].count("opportunity-fire") == 2


@covers("raid", "9.8")
def test_a_mortar_that_fires_its_rifles_gives_up_its_mission():
    field = Range("M alpha fire_team 1010 face up, moved", "C bravo mortar_60mm 1013")
    field.table.state.missions = [Mission(1, 1, field.hex("1001"), False, 1, 2)]
    entered(field, "M", answers=["M", ["C: Semi rifles"]], dice=[1])
    assert field.table.state.missions == []


@covers("raid", "7.92")
def test_examples_of_the_cone():
    field = Range(
        "G alpha lmg 1015 face up", "O bravo fire_team 1310 face up", "I bravo fire_team 1212 face up",
        "W bravo fire_team 1313 face up",
    )  # fmt: skip
    inside = [in_cone(field.table, 0, field.unit(name)) for name in "OIW"]
    assert inside == [False, True, False]  # E10, E11
    heavy = Range("G alpha lmg 1015 face up", "I bravo fire_team 1212 face up", h1212="heavy")
    assert not in_cone(heavy.table, 0, 1)  # E12: 3 points between and 6 to look in are more than 5


@covers("raid", "7.92", "7.31")
def test_a_gun_that_has_fired_still_fires_by_its_cone_once_at_each_unit():
    field = Range(
        "G alpha lmg 1015 face up, fired, shot", "I bravo fire_team 1212 face up, moved",
        "J bravo fire_team 1212 face up, moved",
    )  # fmt: skip
    entered(field, "I", "J", answers=["G at I", "G at J"], dice=[1, 1])  # E23; column 3: a 1 is an S
    assert field.is_("I", "suppressed")
    assert field.is_("J", "suppressed")
    assert field.asked == [("Alpha", "cone-fire")] * 2
    field.asked.clear()
    assert entered(field, "I", "J").asked == []  # leaving and coming back gives no second shot


@covers("raid", "6.3", "6.32")
def test_no_window_opens_for_a_mover_that_nobody_sees_or_that_nobody_could_reach():
    field = Range("M alpha fire_team 1010 moved", "A bravo fire_team 1013")
    assert entered(field, "M").asked == []  # face down
    field = Range("M alpha fire_team 1010 face up, moved", "A bravo fire_team 1013 face up, fired")
    assert entered(field, "M").asked == []  # the one counter has fired, as all know
    field = Range("M alpha fire_team 1010 face up, moved", "A bravo fire_team 1022", map="24x24")
    assert entered(field, "M").asked == []  # twelve hexes: nothing on the ground sees as far


@covers("raid", "6.3", "15.92")
def test_a_window_opens_for_counters_that_only_their_owner_knows_to_be_harmless():
    field = Range("M alpha fire_team 1010 face up, moved", "D bravo dummy 1016")
    entered(field, "M", answers=[PASS, PASS])
    assert field.asked == [("Bravo", "opportunity-fire"), ("Bravo", "cone-fire")]
    assert field.offers == [[PASS], [PASS]]


@covers("raid", "5.25", "8.52")
def test_a_headquarters_that_moves_by_itself_is_left_alone():
    field = Range("H alpha hq 1010 face up, moved", "A bravo fire_team 1013 face up")
    assert entered(field, "H").asked == []


@covers("raid", "7.62", "7.63")
def test_opportunity_fire_is_overwatched_by_who_has_not_moved():
    field = Range(
        "M alpha fire_team 1010 face up, moved", "B bravo fire_team 1013", "C alpha lmg 1009",
        "D alpha fire_team 1009 moved",
    )  # fmt: skip
    field.table.state.facing[field.unit("C")] = 0
    # B: column 2, a 1 is S. C at range 4: column 3, a 5 is two men.
    entered(field, "M", answers=["M", ["B: Semi rifles"], "B", ["C: LMG"]], dice=[1, 5])
    assert field.men("B") == 2
    assert ["C: LMG"] in field.offers


@covers("raid", "8.35", "14.16")
def test_who_waits_off_the_map_aboard_a_truck_fires_at_nobody():
    field = Range("M alpha fire_team 1010 face up, moved", "K bravo truck 1001", "B bravo fire_team K")
    field.table.state.hexes[field.unit("K")] = WAITING
    assert OpportunityFire(field.table, BRAVO, [0]).firers() == []
    assert entered(field, "M").asked == []


@covers("raid", "14.15", "6.3")
def test_riders_on_a_tank_are_seen_with_it_and_are_a_target_of_their_own():
    field = Range(
        "K alpha tank 1010 face up, moved", "R alpha fire_team K", "B bravo lmg 1013", h1010="medium"
    )
    field.table.state.facing[field.unit("B")] = 3
    look(field.table)  # B sees the tank, and so who rides on it
    # In the open, whatever the ground: LMG, column 3: a 6 is two men.
    entered(field, "K", answers=["R", ["B: LMG"], PASS], dice=[6])
    assert field.offers[0] == [PASS, "K", "R"]
    assert field.men("R") == 2
