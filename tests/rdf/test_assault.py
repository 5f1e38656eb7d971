"""Close assault: entry fire, rounds, withdrawals, and headquarters in it [10.0] [13.32]."""

import pytest
from tests.rdf.situations import Bench, situation

from sandtable.engine.cases import covers
from sandtable.games.rdf.assault import close_assault
from sandtable.games.rdf.reactions import react
from sandtable.games.rdf.state import ROUTED


def assault(bench: Bench, *attackers: str, spent: int = 2, renewed: bool = False) -> Bench:
    """The attackers have just entered the hex of the first of them, or fight on there."""
    units = [bench.unit(name) for name in attackers]
    if not renewed:
        bench.moving(*attackers, spent=spent)
    hex = bench.table.state.hexes[units[0]]
    return bench.begin(lambda table: close_assault(table, units, hex, renewed=renewed))


def one_on_one(**more: object) -> Bench:
    return Bench(situation("assault", B={"hex": "0101"}, S={"hex": "0909"}, **more))  # type: ignore[arg-type]


@covers("rdf", "10.0", "9.31", "9.32")
def test_entry_fire_is_opportunity_then_hasty_fire_even_unprovoked() -> None:
    """The defenders first; when they hold, the attackers may fire all the same, at those in the hex."""
    bench = assault(Bench("assault"), "A", "B")
    assert bench.question == "USSR opportunity-fire"
    bench.answer("USSR pass")
    assert bench.question == "US return-fire"
    assert "A at T, class 2" in bench.offers
    bench.answer("US pass")
    assert bench.question == "US withdraw"


@covers("rdf", "9.21", "10.0")
def test_who_spent_more_than_half_has_no_hasty_fire_at_entry_but_fights() -> None:
    tired = situation("assault", A={"status": ["inactive"]}, B={"hex": "0101"}, S={"hex": "0909"})
    bench = assault(Bench(tired), "A", spent=22).answer("USSR pass")
    assert bench.question == "US withdraw"
    bench.answer("US ")
    bench.answer("USSR ")
    assert bench.question == "US round-fire"


@covers("rdf", "12.12", "6.23")
def test_men_who_have_just_dismounted_assault_without_hasty_fire() -> None:
    """Dismounting makes them inactive; the last point takes them into the enemy's hex [E9]."""
    men = situation(
        "assault", A={"type": "US Infantry", "status": ["inactive", "boarded"]}, B={"hex": "0101"}
    )
    bench = assault(Bench(men), "A", spent=6).answer("USSR pass")
    assert bench.question == "US withdraw"
    bench.answer("US ", "USSR ")
    assert any(key.startswith("A at T, class 7") for key in bench.offers)


@covers("rdf", "10.2", "10.24", "10.26", "10.23", "10.27")
def test_each_step_is_a_round_fixed_before_the_first() -> None:
    """A has three steps, T two: T fires in two rounds only, hit or not; A in all three, though it is hit."""
    bench = one_on_one(T={"hits": 1})
    bench.table.dice = type(bench.table.dice)((6, 6, 6, 6, 6))
    assault(bench, "A", renewed=True)
    for number in range(3):
        bench.answer("US ", "USSR ", "US A at T, class 9")
        if number < 2:
            assert bench.question == "USSR round-fire"
            bench.answer("USSR T at A, class 9")
    assert bench.over
    assert bench.table.state.rounds[bench.unit("T")] == 0
    assert bench.is_("A", "inactive")
    assert bench.is_("T", "inactive")
    assert not bench.is_("A", "fired"), "rounds are not the fire of the Game-Turn"


@covers("rdf", "10.0", "9.13", "10.25")
def test_a_defender_eliminated_by_the_first_half_round_does_not_answer() -> None:
    bench = one_on_one(T={"hits": 2})
    bench.table.dice = type(bench.table.dice)((5,))
    assault(bench, "A", renewed=True).answer("US ", "USSR ", "US A at T, class 2")
    assert bench.gone("T")
    assert bench.over
    assert bench.where("A") == "0505"


@covers("rdf", "10.21", "10.24")
def test_missiles_do_not_fire_within_the_hex() -> None:
    bench = one_on_one(A={"type": "BMP"})
    assault(bench, "A", renewed=True).answer("US ", "USSR ")
    assert bench.offers == ["pass", "A at T, class 4", "A at T, class 9"]
    assert bench.refusal("A at T, class 5").startswith("10.21: class 5 cannot fire within its own hex")


@covers("rdf", "10.25", "10.22")
@pytest.mark.parametrize("side", ["US", "USSR"])
def test_those_who_withdraw_are_fired_at_once(side: str) -> None:
    """The other side fires at them without using a round; then they stand in the next hex."""
    bench = one_on_one()
    bench.table.dice = type(bench.table.dice)((6,))
    assault(bench, "A", renewed=True)
    leaver, other, theirs = ("A", "T", "USSR") if side == "US" else ("T", "A", "US")
    if side == "USSR":
        bench.answer("US ")
    bench.answer(f"{side} {leaver} to 0504")
    assert bench.question == f"{theirs} leaving-fire"
    bench.answer(f"{theirs} {other} at {leaver}, class 9")
    assert bench.over
    assert bench.where(leaver) == "0504"
    assert bench.table.state.rounds[bench.unit("A")] == 3, "that shot was none of its rounds"
    if side == "USSR":
        assert not bench.is_("T", "inactive"), "who withdraws in the first round keeps its status"


@covers("rdf", "10.25", "6.15", "6.3", "8.31", "8.3")
def test_withdrawal_needs_a_hex_that_is_free_passable_and_has_room() -> None:
    """Behind the ledge lie a full hex, an enemy, and the cliff, which only men on foot go down."""
    bench = assault(Bench("cliff"), "A", renewed=True).answer("US ")
    assert bench.question == "USSR withdraw"
    assert not any(key.startswith("T to 0506") for key in bench.offers)
    assert "S to 0506" in bench.offers
    assert bench.refusal("T to 0504").startswith("10.25: 0504: T would overstack")
    assert bench.refusal("T to 0404").startswith("10.25: 0404: T cannot withdraw to a hex with enemies")
    assert bench.refusal("T to 0506").startswith("10.25: 0506: T cannot cross that hexside")
    assert bench.refusal("T to 0909").startswith("10.25: 0909: T can withdraw only to a hex beside it")
    pinned = assault(Bench(situation("cliff", S={"suppressed_by": ["US"]})), "A", renewed=True)
    pinned.answer("US ")
    assert pinned.refusal("S to 0506").startswith("10.25: 0506: S is suppressed")


@covers("rdf", "10.25")
def test_a_withdrawal_is_refused_with_all_its_faults() -> None:
    bench = assault(Bench("cliff"), "A", renewed=True).answer("US ")
    assert "S: withdraws to one hex only" in bench.refusal("S to 0506; S to 0405")


@covers("rdf", "10.11", "10.12", "13.13")
def test_the_routed_do_not_assault_but_defend() -> None:
    routed = one_on_one(A={"status": ["routed", "inactive"]})
    assert assault(routed, "A", renewed=True).over
    defending = one_on_one(T={"status": ["routed", "inactive"]})
    defending.table.dice = type(defending.table.dice)((6, 6))
    assault(defending, "A", renewed=True).answer("US A to 0504")
    assert defending.over, "no fire of the routed at those who leave"
    again = one_on_one(T={"status": ["routed", "inactive"]})
    again.table.dice = type(again.table.dice)((6, 6))
    assault(again, "A", renewed=True).answer("US ", "USSR ", "US A at T, class 9")
    assert again.question == "USSR round-fire"


@covers("rdf", "10.0", "6.41")
def test_units_that_break_away_are_fired_at_in_their_hex() -> None:
    """T alone may fire before A's first step out; S at the other end may not."""
    bench = Bench(situation("assault", B={"hex": "0101"}, S={"type": "T-72", "hex": "0509"}), 6)
    unit = bench.unit("A")
    bench.moving("A")
    hex = bench.table.state.hexes[unit]
    bench.begin(lambda table: react(table, [unit], [unit], within=hex))
    assert {key[0] for key in bench.offers if key != "pass"} == {"T"}


@covers("rdf", "13.32", "13.3", "13.4")
def test_a_headquarters_hit_in_an_assault_calls_for_a_check_at_its_end() -> None:
    """Rating 2, one company unrouted, Game-Turn 6: 2d6 - 2 + 1 comes to 6 on a 7, and the force breaks."""
    bench = Bench("headquarters-assaulted", 5, 3, 4)
    assault(bench, "A", renewed=True).answer("US ", "USSR ", "US A at H, class 2").hold()
    assert bench.hits("H") == 1
    assert bench.ended
    assert bench.table.state.broken == [0, 1]
    firm = Bench("headquarters-assaulted", 5, 4, 4)
    assault(firm, "A", renewed=True).answer("US ", "USSR ", "US A at H, class 2").hold()
    assert firm.over
    assert not firm.ended


@covers("rdf", "10.0", "10.23")
def test_no_enemy_left_after_entry_fire_is_no_assault() -> None:
    """Hasty fire in the hex: class 2 at class B, number 6, +1 +1; the last step goes; A keeps what it has."""
    last = one_on_one(T={"hits": 2, "status": ["inactive"]})
    last.table.dice = type(last.table.dice)((4,))
    assault(last, "A").answer("US A at T, class 2")
    assert last.over
    assert last.gone("T")
    assert last.table.state.rounds[last.unit("A")] == -1
    assert not last.table.state.flags[last.unit("A")] & ROUTED
