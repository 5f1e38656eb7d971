"""The alternation of fire: who may fire in which window, and when it ends [9.32] [9.33] [9.35]."""

from fractions import Fraction

import pytest
from tests.rdf.situations import USSR, Bench, situation

from sandtable.engine.cases import covers
from sandtable.engine.orders import StandingOrder
from sandtable.games.rdf.reactions import final_fire_segment, hasty_fire, react


def enter(bench: Bench, *stack: str, spent: int = 2, new_height: bool = False) -> Bench:
    """A stack has just entered its hex."""
    units = [bench.unit(name) for name in stack]
    bench.moving(*stack, spent=spent)
    return bench.begin(lambda table: react(table, units, units, new_height=new_height))


@covers("rdf", "9.3", "9.32", "9.33", "9.35")
def test_the_books_alternation() -> None:
    """A moves; B fires at it; A, C, D and E answer; F and G may fire at any of those who fired, and so on.

    T-72 (class 1, number 6 at 2-4 hexes, -1 at class C), M-60 (class 2, 5 or at 5 hexes 5, +1 at class B).
    """
    bench = enter(Bench("alternation", 6, 6, 6, 6, 6, 6), "A")
    assert bench.question == "USSR opportunity-fire"
    assert "B at A, class 1" in bench.offers
    assert bench.refusal("F at E, class 1").startswith("9.32: E has neither moved nor fired just now")
    bench.answer("USSR B at A, class 1", "USSR pass")
    assert bench.question == "US return-fire"
    assert {"A at B, class 2", "C at B, class 2", "D at B, class 2", "E at B, class 2"} <= {*bench.offers}
    assert bench.refusal("C at F, class 2").startswith("9.33: F has not just made opportunity fire")
    bench.answer("US E at B, class 2", "US pass")
    assert bench.question == "USSR opportunity-fire"
    assert "F at E, class 1" in bench.offers
    assert not any("at C" in key for key in bench.offers), "C has not fired"
    assert not any("at A" in key for key in bench.offers), "one entry, one chance"
    bench.answer("USSR F at E, class 1", "USSR pass")
    assert "C at F, class 2" in bench.offers
    bench.answer("US C at F, class 2", "US pass")
    assert bench.question == "USSR opportunity-fire"
    assert bench.offers == ["pass", "G at C, class 1"]
    bench.answer("USSR G at C, class 1")
    assert bench.question == "US return-fire", "five links: B, E, F, C, G"
    assert {"A at G, class 2", "D at G, class 2"} <= {*bench.offers}
    bench.answer("US pass")
    assert bench.over
    for name in ("B", "E", "F", "C", "G"):
        assert bench.is_(name, "fired", "inactive")
    for name in ("A", "D"):
        assert not bench.is_(name, "fired")


@covers("rdf", "9.35")
def test_the_chain_ends_when_the_enemy_lets_his_window_pass() -> None:
    bench = enter(Bench("alternation"), "A").answer("USSR pass")
    assert bench.over
    assert bench.asked == [0, 1]


@covers("rdf", "9.33")
def test_overwatch_needs_an_opportunity_shot_and_a_unit_that_has_not_moved() -> None:
    moved = situation("alternation", C={"status": ["moved"]}, D={"status": ["inactive"]})
    bench = enter(Bench(moved, 6, 6), "A").answer("USSR B at A, class 1", "USSR pass")
    assert {key for key in bench.offers if key[0] in "CD"} == set()
    assert bench.refusal("C at B, class 2").startswith("9.33: C has moved")
    assert bench.refusal("D at B, class 2").startswith("9.21: D is inactive")
    bench.answer("US E at B, class 2", "US pass", "USSR pass")
    assert bench.is_("E", "done"), "who fires overwatch may not move any more"
    assert not bench.is_("E", "moved")


@covers("rdf", "9.31", "9.35")
def test_hasty_fire_may_be_at_any_enemy_in_sight() -> None:
    bench = enter(Bench("alternation", 6, 6), "A").answer("USSR B at A, class 1", "USSR pass")
    assert {key for key in bench.offers if key.startswith("A at")} >= {"A at B, class 2", "A at F, class 2"}
    bench.answer("US A at F, class 2", "US pass")
    assert bench.question == "USSR opportunity-fire"
    assert bench.is_("A", "hasty", "moved", "fired")


@covers("rdf", "9.35", "9.31")
def test_hasty_fire_on_the_movers_own_initiative_exposes_it() -> None:
    bench = Bench("alternation", 6).moving("A")
    units = [bench.unit("A")]
    bench.begin(lambda table: hasty_fire(table, units)).answer("US A at F, class 2")
    assert bench.question == "USSR opportunity-fire"
    assert all(key == "pass" or " at A, " in key for key in bench.offers)


@covers("rdf", "9.34", "9.35")
def test_in_the_final_fire_segment_nobody_fires_hastily() -> None:
    """C fires; B answers; A has moved and may only wait for its own final fire; D and E may watch."""
    moved = situation("alternation", A={"status": ["moved"]})
    bench = Bench(moved, 6, 6).begin(lambda table: final_fire_segment(table, 0))
    bench.answer("US C at B, class 2", "USSR B at C, class 1", "USSR pass")
    assert bench.question == "US return-fire"
    assert {key[0] for key in bench.offers if key != "pass"} == {"D", "E"}
    bench.answer("US pass")
    assert bench.question == "US final-fire"
    assert any(key.startswith("A at") for key in bench.offers)


@covers("rdf", "9.8", "9.35")
def test_the_new_height_counts_for_the_fire_that_the_entry_draws() -> None:
    """Class 3 at four hexes, 5; class C +1, moving +1, hull down +1, new height -2: 4 or less, else 2."""
    bench = enter(Bench("ambush", 6), "A", new_height=True)
    assert bench.chance("T at A, class 3") * 6 == 4
    plain = enter(Bench("ambush", 6), "A")
    assert plain.chance("T at A, class 3") * 6 == 2


@covers("rdf", "6.4", "6.41", "9.16")
def test_a_stack_is_exposed_as_a_whole_and_the_dead_are_no_targets() -> None:
    """1 is critical, and 4 or less destroys with three steps: then only B is left, alone."""
    bench = enter(Bench(situation("ambush", T={"type": "T-72", "hex": "0507"}), 1, 4), "A", "B")
    assert bench.offers == ["pass", "T at A, class 1", "T at B, class 1"]
    bench.answer("USSR T at A, class 1")
    assert bench.gone("A")
    assert bench.question == "US return-fire"
    assert bench.offers == ["pass", "B at T, class 2"]


@covers("rdf", "13.12", "9.35")
def test_who_routs_in_mid_chain_no_longer_fires_but_stays_a_target() -> None:
    """A is its company's headquarters; with it gone C, D and E rout and have no overwatch."""
    company = {name: {"company": 1} for name in "ACDE"}
    company["A"]["status"] = ["company hq"]  # type: ignore[assignment]
    bench = enter(Bench(situation("alternation", **company), 1, 1), "A").answer("USSR B at A, class 1")
    assert bench.gone("A")
    assert all(bench.is_(name, "routed") for name in "CDE")
    assert bench.over


@covers("rdf", "14.35", "14.31", "14.38")
def test_air_defence_is_part_of_the_chain_and_costs_no_fire() -> None:
    """The helicopter flies by; each defender rolls; what fires in the air may be answered."""
    bench = enter(Bench("helicopters", 6, 6, 6), "C")
    assert bench.offers == ["pass", "S at C, air defence", "Z at C, air defence", "T at C, from beside it"]
    bench.answer("USSR S at C, air defence", "USSR T at C, from beside it", "USSR Z at C, air defence")
    assert bench.question == "US return-fire"
    assert any(key.startswith("C at T") for key in bench.offers)
    bench.answer("US pass")
    assert not any(bench.is_(name, "fired") for name in "SZT")
    assert bench.is_("Z", "air defence in enemy movement")
    assert bench.is_("T", "defended")


def test_windows_open_on_public_grounds_only() -> None:
    """A helicopter without ammunition might still have some as far as the mover can tell."""
    empty = situation("duel", M={"hex": "0510"}, T={"type": "Hind", "shots": [3, 3], "hex": "0506"})
    bench = enter(Bench(empty), "M")
    assert bench.question == "USSR opportunity-fire"
    assert bench.offers == ["pass"]
    assert bench.refusal("T at M, class 5").startswith("14.27: T has fired its class 5")


@pytest.mark.parametrize(("least", "asked"), [("1/2", 0), ("0", 0)])
def test_standing_orders_answer_for_the_enemy(least: str, asked: int) -> None:
    """Fire from one half up, else hold: B at A needs 6 - (-1 + 1) = 6 or less, which is certain."""
    bench = Bench("alternation", 6, 6, 6, 6)
    bench.orders[USSR] = [
        StandingOrder("react", least_chance=Fraction(least)),
        StandingOrder("pass"),
    ]
    enter(bench, "A")
    assert bench.question == "US return-fire"
    assert bench.asked[USSR] == asked
    assert bench.is_("B", "fired")
