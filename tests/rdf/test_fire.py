"""Direct fire: odds, modifiers, hits, and refusals that teach [9.0] [11.0] [12.2]."""

import tomllib
from fractions import Fraction
from functools import partial
from importlib.resources import files
from itertools import product

import pytest
from tests.rdf.situations import US, Bench, situation

from sandtable.engine.cases import covers
from sandtable.games.rdf.direct_odds import HASTY, MOVING, VILLAGE, direct_fire
from sandtable.games.rdf.fire import FINAL, HASTY_FIRE, LEAVING, OPPORTUNITY, ROUND
from sandtable.games.rdf.reactions import final_fire_segment, hasty_fire, react

PRINTED = tomllib.loads((files("sandtable.games.rdf") / "data" / "tables.toml").read_text("utf-8"))
FACES = range(1, 7)
final_fire = partial(final_fire_segment, side=US)


def final(bench: Bench) -> Bench:
    """The American Final Fire Segment."""
    return bench.begin(final_fire)


def move_and_fire(bench: Bench, *stack: str, spent: int = 2) -> Bench:
    """Hasty fire by a stack under way."""
    units = [bench.unit(name) for name in stack]
    return bench.moving(*stack, spent=spent).begin(lambda table: hasty_fire(table, units))


# -- the odds


@covers("rdf", "9.0", "9.7", "9.31")
@pytest.mark.parametrize("die", FACES)
def test_the_books_example_hits_on_a_one(die: int) -> None:
    """Number 4; class C +1, fields +1, hasty +1: 1 + 3 = 4 hits, 2 + 3 does not; no critical hit."""
    bench = move_and_fire(Bench("hasty-shot", die), "M")
    assert bench.chance("M at T, class 3") == Fraction(1, 6)
    bench.answer("US M at T, class 3").hold()
    assert bench.over
    assert bench.hits("T") == int(die == 1)


@covers("rdf", "9.7", "9.8", "9.5", "9.9")
def test_the_odds_equal_all_ways_the_dice_can_fall() -> None:
    """Every weapon, range, target, strength, some circumstances: counted out by the printed tables anew."""
    numbers, targets, to_hit = _printed_direct()
    for weapon, row, steps, stack in product(range(1, 10), range(7), (1, 2, 3), (1, 2, 3)):
        first = targets[row][weapon - 1]
        for distance, about in product((0, 1, 3, 6, 10, 13, 16, 19, 21), (0, MOVING, HASTY | VILLAGE)):
            crowd = {1: 0, 2: -2, 3: -3}[stack]
            motion = 0 if weapon in (5, 6) else (about & MOVING > 0) + (about & HASTY > 0)
            shift = (0 if first in ("D", "NE") else first) + crowd + motion + 2 * (about & VILLAGE > 0)
            number = numbers(distance)[weapon - 1]
            harm = destroyed = 0
            for die, second in product(FACES, FACES):
                if first == "NE" or number == 0 or die + shift > number:
                    continue
                if first == "D":
                    harm += second - steps <= to_hit[row]
                else:
                    harm += 1
                    destroyed += die + shift <= 1 and second - steps <= 1
            found = direct_fire(weapon, distance, row, steps, stack, about)
            assert found.chance("hit", "destroyed") == Fraction(harm, 36)
            assert found.chance("destroyed") == Fraction(destroyed, 36)


def _printed_direct():  # type: ignore[no-untyped-def]
    rows = PRINTED["direct"]["rows"]

    def numbers(distance: int) -> list[int]:
        return next((r["cells"] for r in rows if r["span"][0] <= distance <= r["span"][1]), [0] * 9)

    targets = [PRINTED["initial"][letter] for letter in "ABCDEFG"]
    return numbers, targets, [PRINTED["to_hit"].get(letter, 0) for letter in "ABCDEFG"]


@covers("rdf", "9.8")
@pytest.mark.parametrize(
    ("hits", "second", "destroyed"), [(1, 3, True), (1, 4, False), (0, 4, True), (2, 3, False)]
)
def test_a_critical_hit_is_surer_the_more_steps_fire(hits: int, second: int, destroyed: bool) -> None:
    """Class 2 at class D, one hex: 1 - 1 = 0, so critical; two steps need 3 or less, three 4, one 2."""
    near = situation("duel", M={"hits": hits}, T={"type": "BMP", "hex": "0506"})
    bench = final(Bench(near, 1, second)).answer("US M at T, class 2")
    assert bench.gone("T") == destroyed
    assert bench.hits("T") == (0 if destroyed else 1)


@covers("rdf", "9.5", "9.9", "10.21")
@pytest.mark.parametrize(("second", "hit"), [(5, True), (6, False)])
def test_small_arms_roll_twice_against_vehicles(second: int, hit: bool) -> None:
    """Class 9 at class D within the hex: 5 or less, then with three steps 5 - 3 = 2; never a critical hit."""
    close = situation("duel", M={"type": "M113"}, T={"type": "BMP", "hex": "0505"})
    bench = final(Bench(close, 1, second)).answer("US M at T, class 9")
    assert bench.hits("T") == int(hit)


@covers("rdf", "6.33")
def test_units_in_one_hex_are_easier_to_hit() -> None:
    bench = Bench("ambush")
    shot = ("T", "A", 3, OPPORTUNITY)
    assert -2 in bench.modifiers(*shot).values()
    bench.moving("A")
    assert -2 not in bench.modifiers(*shot).values(), "a mover counts only those who move with it"
    bench.moving("A", "B")
    assert -2 in bench.modifiers(*shot).values()


@covers("rdf", "9.8")
def test_headquarters_and_passengers_do_not_count_as_stacked() -> None:
    riders = Bench("riders")
    assert sum(riders.modifiers("T", "V", 1).values()) == -1, "class 1 at class D alone"


@covers("rdf", "9.8", "9.61")
def test_hull_down_helps_american_armour_on_higher_ground() -> None:
    """From above +1; a T-55 up there has none; and nobody has it in the rounds of an assault."""
    above = situation("duel", board={"level": {"0505": 2}})
    bench = Bench(above)
    assert sum(bench.modifiers("T", "M", 3).values()) == 1 + 1
    assert sum(bench.modifiers("T", "M", 3, ROUND).values()) == 1
    turned = Bench(situation("duel", board={"level": {"0508": 2}}))
    assert sum(turned.modifiers("M", "T", 2).values()) == 0


@covers("rdf", "9.8")
def test_who_comes_to_another_height_is_an_easier_target() -> None:
    bench = Bench("ambush").moving("A")
    plain = sum(bench.modifiers("T", "A", 3, OPPORTUNITY).values())
    assert sum(bench.modifiers("T", "A", 3, OPPORTUNITY, new_height=True).values()) == plain - 2


@covers("rdf", "9.8")
def test_missiles_know_no_movement() -> None:
    bench = Bench("missile").moving("T")
    assert sum(bench.modifiers("W", "T", 5, OPPORTUNITY, new_height=True).values()) == 0
    assert sum(bench.modifiers("M", "T", 2, OPPORTUNITY, new_height=True).values()) == 0 + 1 - 2
    assert sum(bench.modifiers("M", "T", 2, HASTY_FIRE).values()) == 0 + 1 + 1


@covers("rdf", "9.8")
def test_missiles_fire_into_but_not_through_fields() -> None:
    """Fields at 0505, in the way, bar the missile and not the gun; around firer or target they do not."""
    through = final(Bench("missile"))
    assert through.offers == ["pass", "M at T, class 2"]
    assert through.refusal("W at T, class 5").startswith("9.8: a missile does not fly")
    for hex in ("0502", "0508"):
        ends = situation("missile", board={"terrain": {hex: "cultivated"}})
        assert "W at T, class 5" in final(Bench(ends)).offers


@covers("rdf", "16.4", "16.5", "16.6")
def test_the_mpws_is_better_from_1986_on() -> None:
    early, late = Bench("hasty-shot"), Bench(situation("hasty-shot", state={"modern": True}))
    assert sum(early.modifiers("M", "T", 3).values()) == 1 + 1
    assert sum(late.modifiers("M", "T", 3).values()) == 1 + 1 - 2


# -- who may fire


@covers("rdf", "9.11", "9.14", "9.34")
def test_a_unit_fires_once_and_a_target_may_be_fired_at_again() -> None:
    two = situation("ambush", A={"hex": "0506"}, B={"hex": "0506"})
    bench = final(Bench(two, 6, 6)).answer("US A at T, class 2").hold()
    assert bench.is_("A", "fired", "inactive")
    assert bench.refusal("A at T, class 2").startswith("9.11: A has fired already")
    assert bench.answer("US B at T, class 2").hold().over


@covers("rdf", "9.2", "9.21", "6.14", "6.43")
def test_hasty_fire_needs_half_the_allowance() -> None:
    """Of 11 points, 22 halves, up to 11 halves."""
    units = situation("duel")
    assert move_and_fire(Bench(units), "M", spent=11).offers == ["pass", "M at T, class 2"]
    over = move_and_fire(Bench(units), "M", spent=12)
    assert over.offers == ["pass"]
    assert over.refusal("M at T, class 2").startswith("6.14: M moved more than half")


@covers("rdf", "9.62", "9.64")
def test_a_unit_that_waited_has_the_bonus_once() -> None:
    """The No Act marker takes one from the die of final fire, and goes; no hasty fire with it."""
    waiting = situation("duel", M={"status": ["no act"]})
    bench = Bench(waiting, 6)
    assert sum(bench.modifiers("M", "T", 2).values()) == -1
    assert sum(bench.modifiers("M", "T", 2, OPPORTUNITY).values()) == 0
    final(bench).answer("US M at T, class 2")
    assert not bench.is_("M", "no act")
    assert move_and_fire(Bench(waiting), "M", spent=0).offers == ["pass"]


@covers("rdf", "9.63", "9.64")
def test_in_deliberate_defence_the_marker_digs_in_and_stays() -> None:
    bench = Bench("deliberate", 6)
    shot = ("T", "M", 1, OPPORTUNITY)
    assert sum(bench.modifiers(*shot).values()) == -1 + 1, "class 1 at class C, and dug in"
    assert sum(bench.modifiers(*shot, to=1).values()) == -1, "the enemy has not seen it yet"
    final(bench).answer("US M at T, class 2")
    assert bench.is_("M", "no act")
    assert bench.table.state.defence_known == [1, 2], (
        "M keeps its marker; T's die shows that it has not dug in"
    )
    assert sum(bench.modifiers(*shot, to=1).values()) == 0


@covers("rdf", "12.2", "12.21", "12.22", "12.13")
def test_men_aboard_fire_small_arms_by_themselves_and_are_no_target() -> None:
    """Class 9 at men in the next hex: number 2, -3 for class G, +2 mounted."""
    bench = Bench("riders", 6)
    assert sum(bench.modifiers("I", "S", 9).values()) == -3 + 2
    final(bench)
    assert bench.refusal("I at T, class 6").startswith("12.21: I has no weapon of class 6")
    bench.answer("US I at S, class 9")
    assert bench.is_("I", "fired")
    assert not bench.is_("V", "fired")
    other = Bench("riders").begin(partial(final_fire_segment, side=1))
    assert other.refusal("T at I, class 1").startswith("12.13: I is aboard a carrier")


@covers("rdf", "8.35", "8.31")
def test_the_suppressed_fire_worse_and_a_hit_brings_men_to_their_feet() -> None:
    pinned = situation("riders", S={"suppressed_by": ["US"]}, V={"hex": "0506"}, I={"hex": "0506"})
    bench = Bench(pinned, 1, 6)
    assert sum(bench.modifiers("S", "V", 7, ROUND).values()) == -2 + 1
    final(bench).answer("US V at S, class 9")
    assert bench.hits("S") == 1, "number 5, and 1 - 3 is below 2: critical, but 6 - 3 is not"
    assert not bench.suppressed("S")


@covers("rdf", "7.42", "9.16", "9.7", "14.26", "7.41")
def test_every_bar_says_its_case() -> None:
    far = situation("riders", S={"hex": "0510"}, T={"hex": "0508"})
    bench = Bench(far).begin(partial(final_fire_segment, side=US))
    assert bench.over, "nobody can fire at anything, so nobody is asked"
    ask = Bench(situation("riders", S={"hex": "0510"}, T={"hex": "0506"})).begin(final_fire)
    assert ask.refusal("V at S, class 9").startswith("9.7: 5 hexes are too far")
    tank = final(Bench(situation("duel", M={"type": "LAV"}, T={"type": "Soviet Infantry", "hex": "0510"})))
    assert tank.over, "men on foot are seen four hexes away"
    aloft = final(Bench(situation("ambush", T={"type": "Hind", "hex": "0506"})))
    assert aloft.over, "nobody fires weapons at helicopters"


@covers("rdf", "8.42", "8.44", "8.4")
def test_thermal_imaging_sees_into_one_hex_of_smoke_six_hexes_away() -> None:
    """The M-60 does and the M-109 does not; seven hexes are too far."""
    bench = final(Bench("smoke"))
    assert bench.offers == ["pass", "M at T, class 2"]
    assert bench.refusal("V at T, class 3").startswith("8.42: ")
    assert final(Bench(situation("smoke", M={"hex": "0501"}, V={"hex": "0501"}))).over


@covers("rdf", "11.0", "9.17", "10.24")
def test_a_unit_with_several_weapons_chooses_one() -> None:
    bench = Bench(situation("duel", M={"type": "BMP"}, T={"hex": "0506"}), 6)
    final(bench)
    assert bench.offers == ["pass", *[f"M at T, class {weapon}" for weapon in (4, 5, 9)]]
    assert bench.answer("US M at T, class 5").hold().over


@covers("rdf", "14.27")
def test_a_helicopter_fires_each_weapon_three_times() -> None:
    cobra = situation("helicopters", C={"shots": [3, 2]}, S={"hex": "0101"}, Z={"hex": "0102"})
    bench = final(Bench(cobra, 6))
    assert bench.offers == ["pass", "C at Z, class 8", "C at T, class 8"]
    assert bench.refusal("C at T, class 5").startswith("14.27: C has fired its class 5")
    bench.answer("US C at T, class 8").hold()
    assert bench.table.state.shots[bench.unit("C")] == 3 + (3 << 4)


# -- what comes of it


@covers("rdf", "9.4", "9.41", "9.42", "9.43")
@pytest.mark.parametrize(("kind", "hits", "gone"), [("T-55", 1, False), ("T-55", 2, True), ("D-30", 1, True)])
def test_the_last_step_removes_a_unit(kind: str, hits: int, gone: bool) -> None:
    """Three hits for most, two for artillery: class 2 hits class C at three hexes on 5, and F as well."""
    bench = final(Bench(situation("duel", T={"type": kind, "hits": hits}), 5)).answer("US M at T, class 2")
    assert bench.gone("T") == gone


@covers("rdf", "12.13", "12.14")
def test_what_befalls_a_carrier_befalls_its_passenger() -> None:
    """Class 1 at class D: 6 - 1 = 5 hits both; then 2 - 1 = 1 is critical, and 4 - 3 = 1 destroys both."""
    once = Bench("riders", 6).begin(partial(final_fire_segment, side=1)).answer("USSR T at V, class 1")
    assert (once.hits("V"), once.hits("I")) == (1, 1)
    twice = Bench("riders", 2, 4).begin(partial(final_fire_segment, side=1)).answer("USSR T at V, class 1")
    assert twice.gone("V")
    assert twice.gone("I")


@covers("rdf", "9.12", "9.13", "9.15", "9.1")
def test_results_come_before_the_next_shot() -> None:
    two = situation("ambush", A={"hex": "0506"}, B={"hex": "0506"}, T={"hits": 2})
    bench = final(Bench(two, 1, 1)).answer("US A at T, class 2")
    assert bench.gone("T")
    assert bench.over, "B has nobody left to fire at"


@covers("rdf", "10.22")
def test_those_who_leave_have_cover_and_move() -> None:
    fields = situation("assault", board={"terrain": {"0505": "cultivated"}})
    bench = Bench(fields)
    assert sum(bench.modifiers("T", "A", 1, LEAVING).values()) == -1 + 1 + 1
    assert sum(bench.modifiers("T", "A", 1, ROUND).values()) == -1 - 2, "in the rounds two are stacked"
    assert sum(bench.modifiers("T", "A", 1, FINAL).values()) == -1 - 2 + 1


def test_units_that_nobody_can_fire_at_raise_no_question() -> None:
    bench = Bench(situation("duel", T={"hex": "0524"})).moving("M")
    bench.begin(lambda table: react(table, [bench.unit("M")], [bench.unit("M")]))
    assert bench.over
    assert bench.asked == [0, 0]
