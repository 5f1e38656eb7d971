"""Air strikes, their cancelling, and air defence [14.0]."""

from fractions import Fraction

import pytest
from tests.rdf.situations import US, USSR, Bench, situation

from sandtable.engine.cases import covers
from sandtable.games.rdf.air import cancel_strikes, strikes_now
from sandtable.games.rdf.air_defence import defence_odds
from sandtable.games.rdf.fire import AIR_DEFENCE, BESIDE, Shot
from sandtable.games.rdf.indirect import indirect_fire_phase
from sandtable.games.rdf.reactions import final_fire_segment, own_air_defence, react

WALL = {"level": {f"{column:02}07": 2 for column in range(1, 10)}}
"""High ground that hides the Soviets from the tank."""


def strike(bench: Bench, hex: str, way: str = "D") -> Bench:
    """An American air strike that begins in a hex."""
    bench.begin(lambda table: indirect_fire_phase(table, US))
    return bench.answer("US air strike", f"US {hex}", f"US {way}")


def strength(bench: Bench, firer: str, target: str, weapon: int = AIR_DEFENCE) -> Fraction:
    return defence_odds(bench.table, Shot(bench.unit(firer), bench.unit(target), weapon)).chance("destroyed")


# -- air strikes


@covers("rdf", "14.14", "14.15", "14.13")
@pytest.mark.parametrize(
    ("first", "second", "left"), [(4, 4, (0, 0)), (3, 4, (0, 1)), (4, 2, (2, 0)), (0, 3, (0, 3))]
)
def test_strikes_cancel_when_the_later_sides_come(first: int, second: int, left: tuple[int, int]) -> None:
    """Both from Game-Turn 6 on: the first player flies his in that turn before the second's come."""
    bench = Bench(situation("strikes", state={"strikes": [first, second]}))
    cancel_strikes(bench.table, US)
    assert strikes_now(bench.table, US) == first
    cancel_strikes(bench.table, USSR)
    assert tuple(bench.table.state.strikes) == left
    cancel_strikes(bench.table, USSR)
    assert tuple(bench.table.state.strikes) == left, "once for the whole game"


@covers("rdf", "14.16")
def test_without_its_headquarters_a_side_has_no_strikes() -> None:
    bench = Bench(situation("strikes", H={"status": ["destroyed"], "hex": ""}))
    assert strikes_now(bench.table, USSR) == 0
    cancel_strikes(bench.table, USSR)
    assert bench.table.state.strikes == [3, 4], "what is lost already cancels nothing"


@covers("rdf", "14.1", "14.12", "14.31", "7.31")
def test_a_strike_covers_three_hexes_in_a_line() -> None:
    """Down the column: 0509, 0510, 0511. The gun (rating 4) misses with 5; then T rolls, hit on 2."""
    bench = strike(Bench(situation("strikes", board=WALL), 5, 2), "0509")
    assert bench.question == "USSR strike-defence"
    assert bench.offers == ["pass", "Z"]
    assert bench.chance("Z") == Fraction(4, 6)
    bench.answer("USSR Z")
    assert bench.hits("T") == 1
    assert bench.suppressed("T")
    assert bench.hits("H") == 0, "not seen, not in a village, at no crossroad"
    assert bench.question == "US pick-mission"
    assert bench.table.state.flown == [1, 0]


@covers("rdf", "14.33", "14.36")
@pytest.mark.parametrize(("pinned", "die", "through"), [(False, 4, False), (True, 4, True), (True, 3, False)])
def test_air_defence_turns_a_strike_away(pinned: bool, die: int, through: bool) -> None:
    line = {"suppressed_by": ["US"]} if pinned else {}
    dice = (die, 6) if through else (die,)
    bench = strike(Bench(situation("strikes", board=WALL, Z=line), *dice), "0509").answer("USSR Z")
    assert any("turns the air strike away" in words for words in bench.told()) != through


@covers("rdf", "14.11", "5.63")
@pytest.mark.parametrize("why", ["village", "crossroad", "seen"])
def test_bombs_find_a_headquarters_in_three_cases(why: str) -> None:
    """In a village; at or beside a crossroad; or seen by an enemy on the ground. Class D, heavy: hit on 3."""
    boards: dict[str, object] = {
        "village": {"terrain": {"0511": "village"}},
        "crossroad": {"paths": ["unpaved: 0411 0512 0612", "unpaved: 0511 0512 0513"]},
        "seen": {},
    }
    board = {**WALL, **boards[why]} if why != "seen" else {}  # type: ignore[dict-item]
    found = Bench(situation("strikes", board=board, Z={"hex": "0101"}, T={"hex": "0920"}), 2)
    strike(found, "0509").hold()
    assert found.hits("H") == 1
    hidden = Bench(situation("strikes", board=WALL, Z={"hex": "0101"}, T={"hex": "0920"}))
    strike(hidden, "0509").hold()
    assert hidden.hits("H") == 0


# -- air defence


@covers("rdf", "14.3", "14.33", "14.34", "14.36", "14.37", "14.21", "14.22", "14.23", "14.24")
def test_agility_and_suppression_lower_the_number() -> None:
    """ZSU23/4: 4 - agility 2 low, 4 - 1 at medium, 4 high; 1 less if suppressed; infantry 2 - 2, but a 1."""
    low = Bench("helicopters")
    assert strength(low, "Z", "C") == Fraction(2, 6)
    assert strength(low, "S", "C") == Fraction(1, 6), "14.37"
    medium = Bench(situation("helicopters", C={"altitude": "medium"}, Z={"suppressed_by": ["US"]}))
    assert strength(medium, "Z", "C") == Fraction(2, 6)
    assert strength(medium, "S", "C") == Fraction(1, 6)
    assert strength(Bench(situation("helicopters", C={"altitude": "high"})), "Z", "C") == Fraction(4, 6)


@covers("rdf", "14.38", "14.26")
def test_units_without_a_rating_fire_at_helicopters_beside_them() -> None:
    bench = Bench("helicopters", 6).moving("C")
    assert strength(bench, "T", "C", BESIDE) == Fraction(1, 6)
    unit = bench.unit("C")
    bench.begin(lambda table: react(table, [unit], [unit])).answer("USSR T at C, from beside it")
    assert bench.refusal("T at C, from beside it") if bench.question.startswith("USSR") else True
    assert bench.is_("T", "defended")
    far = Bench(situation("helicopters", T={"hex": "0507"})).moving("C")
    far.begin(lambda table: react(table, [unit], [unit]))
    assert far.refusal("T at C, from beside it").startswith("14.38: T is not beside C")


@covers("rdf", "14.31", "14.35")
def test_air_defence_has_a_window_between_the_own_moves() -> None:
    """Soviet infantry, though routed, fires at a helicopter that only hangs there; once in this window."""
    routed = situation(
        "helicopters", S={"status": ["routed", "inactive"]}, Z={"hex": "0920"}, T={"hex": "0919"}
    )
    bench = Bench(routed, 6).begin(lambda table: own_air_defence(table, USSR))
    assert bench.offers == ["pass", "S at C, air defence"]
    bench.answer("USSR S at C, air defence").hold()
    assert bench.over
    assert bench.is_("S", "air defence in own movement")
    assert not bench.is_("S", "air defence in enemy movement")


@covers("rdf", "14.32")
def test_an_anti_air_unit_that_fires_directly_gives_up_its_air_defence() -> None:
    """And one that uses air defence may still fire directly."""
    targets = situation("helicopters", S={"hex": "0909"}, T={"side": "US", "hex": "0511"})
    bench = Bench(targets, 6).begin(lambda table: final_fire_segment(table, USSR))
    bench.answer("USSR Z at T, class 8").hold()
    assert bench.is_("Z", "no air defence")
    bench.moving("C")
    unit = bench.unit("C")
    bench.begin(lambda table: react(table, [unit], [unit]))
    assert "Z at C, air defence" not in (bench.offers if bench.ask else [])
    used = Bench(
        situation(
            "helicopters", Z={"status": ["air defence in enemy movement"]}, T={"side": "US", "hex": "0511"}
        )
    )
    used.begin(lambda table: final_fire_segment(table, USSR))
    assert "Z at T, class 8" in used.offers
