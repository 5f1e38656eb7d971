"""Close Assault: who shoots first, cover by rounds, losses, and when the attacker may leave."""

from collections.abc import Sequence

from tests.raid.range import Range
from tests.raid.situations import answer, asked, hold, offered, play, situation, told

from sandtable.engine.cases import covers
from sandtable.games.raid.arms import Shot, arms_of
from sandtable.games.raid.assault import Bout, Melee, close_assault, melee_odds
from sandtable.games.raid.scene import Play
from sandtable.games.raid.state import ALPHA


def assaulted(field: Range, *movers: str, answers: Sequence[object] = (), dice: Sequence[int] = ()) -> bool:
    """These have entered a hex of the enemy; do they leave it in the end?"""
    units = [field.unit(name) for name in movers]

    async def procedure(table: Play) -> bool:
        return await close_assault(table, units, table.state.hexes[units[0]])

    return bool(field.run(procedure, answers, dice))


@covers("raid", "10.1", "7.84")
def test_the_die_says_who_shoots_first_and_units_alternate():
    field = Range("A alpha fire_team 1010 face up", "M alpha lmg 1010 face up", "T bravo lmg 1010 face up")
    # Even: Bravo first. Its LMG in the open, column 3, a 1 is an S. A, suppressed: column 2, range 0, +3 -1:
    # a 2 is row 4, two men, all there are.
    leaves = assaulted(field, "A", "M", answers=["T at A: LMG", "A at T: Semi rifles"], dice=[2, 1, 2])
    assert not leaves
    assert field.at("T") < 0
    assert field.is_("A", "suppressed")


@covers("raid", "10.3")
def test_in_round_one_only_a_defender_has_cover_and_from_round_two_both_have():
    field = Range(
        "M alpha lmg 1010 face up",
        "T bravo lmg 1010 face up",
        "X alpha lmg 1011",
        h1010="building",
        h1011="medium",
    )
    at_defender = Melee(Shot(0, arms_of(field.table, 0)[0]), 1)
    at_attacker = Melee(Shot(1, arms_of(field.table, 1)[0]), 0)
    hex, columns = field.hex("1010"), []
    for round in (1, 2):
        for melee in (at_defender, at_attacker):
            columns.append(melee_odds(field.table, Bout(round, hex, ALPHA), melee).column)
    assert columns == [6, 3, 6, 6]  # an LMG starts in column 6 at a Building, in column 3 in the open


@covers("raid", "10.4")
def test_what_has_fired_before_fights_and_keeps_its_one_shot():
    field = Range("A alpha fire_team 1010 face up", "T bravo mortar_60mm 1010 face up, suppressed, fired")
    field.table.state.men[1] = 1
    # T, one man and suppressed: column 5, +3 -1: a 1 is row 3, nothing. A: column 2, a 1 with +3 is two men.
    assert not assaulted(field, "A", answers=["T at A: Semi rifles", "A at T: Semi rifles"], dice=[2, 1, 1])
    assert (field.is_("A", "shot"), field.is_("A", "fired"), field.at("T") < 0) == (True, False, True)


@covers("raid", "10.1", "7.8")
def test_a_suppressed_attacker_fights_on_without_being_asked():
    field = Range("A alpha fire_team 1010 face up", "K bravo tank 1010 face up")
    # Rifles do a tank no harm. Its LMG, column 3: a 6 is two men, so two rounds are the end of the team.
    answers = ["A at K: Semi rifles", "K at A: turret LMG"] * 2
    assert not assaulted(field, "A", answers=answers, dice=[1, 6, 6, 1, 6, 6])
    assert (field.men("A"), field.at("K") >= 0) == (0, True)


@covers("raid", "10.1", "10.3")
def test_an_attacker_who_is_not_hit_leaves():
    field = Range("A alpha fire_team 1010 face up", "T bravo lmg 1010 face up, suppressed", h1010="building")
    # A at a Building: four men, column 5, +3: a 1 counts 4: an S. T, -1, in the open: column 3, a 1 counts 0.
    answers = ["A at T: Semi rifles", "T at A: LMG", "leave"]
    assert assaulted(field, "A", answers=answers, dice=[1, 1, 1])
    assert field.offers[-1] == ["fight", "leave"]


@covers("raid", "10.1", "13.1")
def test_a_gunship_assaults_with_its_gun_and_uses_it_up():
    field = Range("H alpha helicopter_gunship 1010 face up", "T bravo bazooka 1010 face up")
    field.table.state.men[1] = 1
    assert not assaulted(
        field, "H", answers=["H at T: HMG"], dice=[1, 1]
    )  # column 1, +3: a 1 counts 4, two men
    assert field.table.state.uses[0] == 1


@covers("raid", "10.0", "10.6", "10.71", "10.5")
def test_shells_strike_first_then_the_defenders_fire_and_then_the_assault_is_fought():
    # Shells of strength 6 in the open, column 8: a 1 is an S for A, a 6 three men of C. L at A, range 0 in
    # column 3: a 1 is an S. Then a 2: Bravo shoots first; at C, column 3, a 6 is two men, and C had one.
    driver = answer(play("storm", 1, 6, 1, 2, 6), "A+C", "to 1010")
    assert told(driver)[2:] == ["A is suppressed", "Men lost by C: 3; left: 1", "C is suppressed"]
    assert asked(driver) == ["Bravo opportunity-fire"]
    answer(driver, "A", ["L: LMG"], "pass")
    hold(driver)
    assert asked(driver) == ["Bravo assault-shot"]
    answer(driver, "L at C: LMG")
    assert asked(driver) == ["Alpha assault-shot"]  # and nobody else is asked anything until it is over
    assert offered(driver) == ["A at L: Semi rifles"]


@covers("raid", "10.72", "7.63")
def test_nobody_in_the_hex_overwatches_what_is_fired_in_the_assault():
    driver = hold(answer(play("storm", 6, 6, 1, 1, 1, 1), "A+C", "to 1010"))
    answer(driver, "A at L: Semi rifles")
    assert asked(driver) == ["Bravo assault-shot"]


@covers("raid", "10.2", "8.37")
def test_those_who_assault_together_began_the_phase_in_one_stack():
    assert [key for key in offered(play("storm")) if "+" in key] == ["A+C"]  # D stands beside them
    met = situation("storm", D={"hex": "1011", "began": "1110"})
    assert [key for key in offered(play(met)) if "+" in key] == ["A+C"]
