"""Rout, rally and the force that breaks [13.0]."""

from fractions import Fraction

import pytest
from tests.rdf.situations import US, USSR, Bench, situation

from sandtable.engine.cases import covers
from sandtable.games.rdf.hits import destroy
from sandtable.games.rdf.morale import (
    catastrophe_odds,
    command_check,
    company_count,
    rally_odds,
    rally_segment,
    rout,
)
from sandtable.games.rdf.state import DESTROYED, EXITED

ROUTED = {"status": ["routed", "inactive"]}


def without_chief(**more: object) -> Bench:
    """The first American company has lost its headquarters, and the other two platoons have routed."""
    lost = {"status": ["destroyed"], "hex": ""}
    return Bench(situation("company", A=lost, B=ROUTED, C=ROUTED, **more))  # type: ignore[arg-type]


@covers("rdf", "13.0", "13.11", "13.12", "5.61")
def test_a_company_routs_with_its_headquarters() -> None:
    bench = Bench(situation("company", B={"status": ["no act"]}))
    destroy(bench.table, bench.unit("A"))
    assert bench.is_("B", "routed", "inactive")
    assert not bench.is_("B", "no act")
    assert bench.is_("C", "routed")
    assert not bench.is_("D", "routed")
    other = Bench("company")
    destroy(other.table, other.unit("B"))
    assert not other.is_("C", "routed"), "only the headquarters counts"


@covers("rdf", "13.2", "13.21", "13.5")
def test_a_headquarters_near_helps_and_losses_hurt() -> None:
    """Rating 3 rallies on 2 or less. Another company's headquarters within three hexes -1, one unit lost +1.

    D stands two hexes from C and three from B; the battalion headquarters with E is too far.
    """
    bench = without_chief()
    assert rally_odds(bench.table, bench.unit("B")).chance("rallied") == Fraction(2, 6)
    alone = without_chief(D={"status": ["company hq", "routed"]})
    assert rally_odds(alone.table, alone.unit("B")).chance("rallied") == Fraction(1, 6)
    near = without_chief(E={"hex": "0607"})
    assert rally_odds(near.table, near.unit("B")).chance("rallied") == Fraction(3, 6), "-2 instead of -1, +1"


@covers("rdf", "13.21", "13.22")
def test_the_first_success_rallies_the_company_and_makes_a_headquarters() -> None:
    bench = without_chief()
    bench.table.dice = type(bench.table.dice)((3, 2))
    bench.begin(lambda table: rally_segment(table, US))
    assert bench.over
    assert bench.table.state.chief[0] == bench.unit("C")
    for name in "BC":
        assert not bench.is_(name, "routed")
        assert not bench.is_(name, "inactive")
    assert any("rallies" in line for line in bench.told(USSR))
    assert not any("needed" in line for line in bench.told(USSR)), "the die would tell the rating"


@covers("rdf", "13.21", "5.64")
def test_a_unit_that_routed_alone_rallies_alone() -> None:
    bench = Bench("company", 3)
    rout(bench.table, bench.unit("C"))
    bench.begin(lambda table: rally_segment(table, US))
    assert not bench.is_("C", "routed"), "2 or less, and A, its own headquarters, takes one off"
    assert bench.table.state.chief[0] == bench.unit("A")


@covers("rdf", "12.17")
def test_carriers_without_their_infantry_rally_as_battalion_assets() -> None:
    """Rating 1 rallies on 5 or less; two units are lost: 3 - and both carriers rally with the first."""
    bench = Bench("mechanized", 3).begin(lambda table: rally_segment(table, US))
    for name in ("V1", "V2"):
        assert not bench.is_(name, "routed")
        assert bench.table.state.company[bench.unit(name)] == -1
    assert company_count(bench.table, US) == (0, 0, 1)


# -- catastrophic morale


@covers("rdf", "13.3")
def test_the_odds_of_breaking_count_companies() -> None:
    """Rating 3, one routed, one unrouted, Game-Turn 4: 2d6 - 3 - 1 + 1 is at most 4 on 7: 21 of 36."""
    bench = without_chief()
    assert company_count(bench.table, US) == (1, 1, 0)
    assert catastrophe_odds(bench.table, US).chance("broken") == Fraction(21, 36)


@covers("rdf", "13.3")
def test_eliminated_and_exited_companies_count_on_neither_side() -> None:
    bench = Bench("company")
    for name in "ABC":
        bench.table.state.hexes[bench.unit(name)] = DESTROYED
    assert company_count(bench.table, US) == (0, 1, 1)
    bench.table.state.hexes[bench.unit("A")] = EXITED
    assert company_count(bench.table, US) == (0, 1, 0)


@covers("rdf", "13.31", "13.33", "13.34")
@pytest.mark.parametrize(("rating", "due"), [(1, False), (2, False), (3, False), (4, True)])
def test_how_many_companies_lost_call_for_a_check(rating: int, due: bool) -> None:
    """One routed: a check for rating 4 alone; the roll of 12 holds."""
    bench = without_chief(state={"rating": [rating, 3]})
    bench.table.dice = type(bench.table.dice)((6, 6))
    bench.begin(lambda table: command_check(table, US))
    assert len(bench.table.rolls or ()) == int(due)
    lost = without_chief(state={"rating": [rating, 3]}, E={"status": []}, H={"status": ["destroyed"]})
    lost.table.dice = type(lost.table.dice)((6, 6))
    lost.begin(lambda table: command_check(table, US))
    assert len(lost.table.rolls or ()) == 1, "and always when the battalion headquarters is lost"


@covers("rdf", "13.4")
def test_a_broken_force_ends_the_game_by_points() -> None:
    """Rating 4, 2d6 - 4 - 1 + 1 is 4 or less on 8. The Soviets under orders 5: M-60 7, and half a T-72 9."""
    bench = without_chief(state={"rating": [4, 3]})
    bench.table.dice = type(bench.table.dice)((4, 4))
    bench.begin(lambda table: command_check(table, US))
    assert bench.ended
    outcome = bench.table.state.outcome
    assert outcome is not None
    assert outcome.points[USSR] == 7 + 4.5
