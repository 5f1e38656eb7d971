"""Orders, points, levels of victory, and how the game ends [15.0]."""

from tests.rdf.situations import US, USSR, Bench, situation

from sandtable.engine.cases import covers
from sandtable.games.rdf.ending import DeclareEnd, end_phase, offer_the_end
from sandtable.games.rdf.morale import check_morale
from sandtable.games.rdf.orders import met, might_be_met, note_routs, tally
from sandtable.games.rdf.sequence import end_turn
from sandtable.games.rdf.victory import half_points


@covers("rdf", "15.11", "15.2", "15.1")
def test_exit_three_platoons_and_three_assets() -> None:
    """One platoon and three M-109 are out; two more platoons are wanted."""
    bench = Bench("way-out")
    assert tally(bench.table, US)[:2] == (1, 3)
    assert not met(bench.table, US)
    out = {"hex": "", "status": ["exited"], "left": 5}
    done = Bench(situation("way-out", A=out, B=out))
    assert met(done.table, US)
    # M-60 and M-109 by their values: M-60 C at GT 2 four times, M-109 at GT 2, 3, 4, then two M-60 once.
    counters = done.table.scene.counter
    tank, gun = counters[done.unit("A")].vp, counters[done.unit("X")].vp
    assert half_points(done.table, US) == 2 * (tank * 4 + gun * (4 + 3 + 2) + 2 * tank)


@covers("rdf", "15.12")
def test_reduce_is_met_when_the_rest_has_left_as_well() -> None:
    assert not met(Bench("reduce").table, US)
    out = {"hex": "", "status": ["exited"], "left": 9}
    assert met(Bench(situation("reduce", A=out, B=out)).table, US)


@covers("rdf", "15.12", "15.3")
def test_reduce_counts_enemies_in_full_and_own_units_half() -> None:
    """Three T-72 of 9 and two D-30; one M-60 that has left counts half, without a bonus."""
    out = {"hex": "", "status": ["exited"], "left": 2}
    bench = Bench(situation("reduce", A=out))
    counters = bench.table.scene.counter
    tank, gun = counters[bench.unit("A")].vp, counters[bench.unit("G1")].vp
    assert half_points(bench.table, US) == 2 * (27 + 2 * gun) + tank


@covers("rdf", "15.13", "15.15")
def test_destroy_counts_assets_one_by_one_and_helicopters_among_them() -> None:
    """Six platoons; two guns and a helicopter are three assets; the spent BM-21 is none."""
    bench = Bench("destroy")
    assert tally(bench.table, US)[2:4] == (6, 3)
    assert met(bench.table, US)
    less = Bench(situation("destroy", K={"hex": "1001", "status": []}))
    assert not met(less.table, US)


@covers("rdf", "15.13", "15.15")
def test_destroy_counts_own_unrouted_units_half_and_no_helicopter() -> None:
    bench = Bench("destroy")
    counters = bench.table.scene.counter
    lost = sum(
        counters[bench.unit(name)].vp for name in ("T1", "T2", "T3", "T4", "T5", "T6", "G1", "G2", "K")
    )
    assert half_points(bench.table, US) == 2 * lost + counters[bench.unit("A")].vp


@covers("rdf", "3.22")
def test_two_companies_routed_are_six_platoons_lost_or_routed_at_one_moment() -> None:
    bench = Bench("rout-two")
    note_routs(bench.table)
    assert met(bench.table, US)
    five = Bench(situation("rout-two", T6={"status": []}))
    note_routs(five.table)
    assert not met(five.table, US)


@covers("rdf", "15.14", "15.4")
def test_who_has_met_his_orders_may_end_the_game_or_wait() -> None:
    bench = Bench("destroy").begin(offer_the_end)
    assert (bench.question, bench.offers) == ("US declare", ["pass", "declare"])
    bench.answer("US pass")
    bench.begin(end_phase).answer("US declare")
    assert bench.ended
    outcome = bench.table.state.outcome
    assert outcome is not None
    assert outcome.winner == US
    assert "decisive" in outcome.reason


@covers("rdf", "15.14", "3.1")
def test_being_asked_tells_nothing_of_the_orders() -> None:
    """Whatever his orders are, he is asked where some orders would be met; the others see only that."""
    for orders in range(1, 7):
        state = {**situation("destroy").state, "orders": [orders, 5]}
        bench = Bench(situation("destroy", state=state))
        assert might_be_met(bench.table, US)
        assert not might_be_met(bench.table, USSR)
        assert DeclareEnd(bench.table, US).might_answer()


@covers("rdf", "15.0")
def test_a_side_with_nobody_left_ends_the_game() -> None:
    bench = Bench(situation("destroy", R={"hex": "", "status": ["destroyed"]})).begin(end_phase).hold()
    assert bench.ended
    assert "nobody is left" in str(bench.table.state.outcome)


@covers("rdf", "15.0", "4.0")
def test_the_last_game_turn_ends_the_game() -> None:
    assert Bench(situation("destroy", turn=19)).begin(end_turn).ended
    assert not Bench(situation("destroy", turn=18)).begin(end_turn).ended


@covers("rdf", "16.7")
def test_allies_add_their_points_up() -> None:
    """The Soviets and the Syrians have both destroyed the same tank; their points count together."""
    bench = Bench("allies").begin(lambda table: end_phase(table)).hold()
    assert not bench.ended
    assert half_points(bench.table, 1) == half_points(bench.table, 2)
    done = Bench(situation("allies", A={"hex": "", "status": ["destroyed"]})).begin(end_phase).hold()
    outcome = done.table.state.outcome
    assert outcome is not None
    assert done.table.state.teams[outcome.winner or 0] == 1


@covers("rdf", "16.7", "13.4")
def test_a_broken_ally_leaves_and_the_other_fights_on() -> None:
    """Two dice of 2, less a rating of 3: broken. The Soviets go; when the Syrians break too, it is over."""
    bench = Bench("allies", 1, 1, 1, 1).begin(lambda table: check_morale(table, 1))
    assert not bench.ended
    assert bench.where("R") == ""
    assert bench.where("S") == "0909"
    assert half_points(bench.table, US) == half_points(Bench("allies").table, US)
    assert bench.begin(lambda table: check_morale(table, 2)).ended
