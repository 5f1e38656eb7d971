"""What a side cannot know: formations, orders, headquarters; what has been shown, and for how long."""

from random import Random
from typing import Any

import pytest
from tests.rdf.situations import USSR, Bench, situation

from sandtable.engine import BadPosition, Driver, Table
from sandtable.engine.asks import random_answer
from sandtable.engine.cases import covers
from sandtable.engine.dice import Script, seeded
from sandtable.engine.position import Position
from sandtable.games.rdf import game
from sandtable.games.rdf.ammunition import deal_ammunition, shots_used
from sandtable.games.rdf.assault import close_assault
from sandtable.games.rdf.charts import FORMATIONS
from sandtable.games.rdf.command import change_formation
from sandtable.games.rdf.dealing import deal_again
from sandtable.games.rdf.hits import find_headquarters
from sandtable.games.rdf.movement import movement_segments, place_no_act
from sandtable.games.rdf.scene import Play
from sandtable.games.rdf.state import ABSENT, NOBODY, WAITING
from sandtable.games.rdf.withdrawal import Leaving, Withdraw, move_out

NUMBER = {formation.id: number for number, formation in enumerate(FORMATIONS)}


def dealt(position: Position, column: str) -> set[object]:
    """What the US has of something in 60 forks for the USSR."""
    driver = Driver(game, *game.from_position(position), seeded(1))
    driver.start()
    forks = [driver.fork_for(USSR, bytes([number])) for number in range(60)]
    return {getattr(fork.state, column)[0] for fork in forks}


@covers("rdf", "9.62", "9.63")
def test_who_is_announced_as_dug_in_is_dug_in_in_the_enemys_odds() -> None:
    """C has fired and stood still, and all hear that it digs in: +1 in the preview as in the roll."""
    bench = Bench("dug-in")
    place_no_act(bench.table, 0)
    assert "C has fired, has not moved and is dug in: No Act" in bench.told(USSR)
    assert bench.modifiers("R", "C", 1, to=USSR) == bench.modifiers("R", "C", 1)
    assert 1 in bench.modifiers("R", "C", 1, to=USSR).values()


@covers("rdf", "9.62", "9.63")
def test_who_fires_and_gets_no_marker_shows_that_this_is_no_deliberate_defense() -> None:
    """Left out, C shows as much as with a marker; every other formation stays possible."""
    fired = {"status": ["fired", "inactive"]}
    bench = Bench(situation("seen-in-defence", phase="", C=fired))
    place_no_act(bench.table, 0)
    assert bench.table.state.defence_known == [2, 0]


@covers("rdf", "5.4", "9.63", "9.64")
def test_what_was_seen_of_a_formation_holds_until_it_may_be_changed_in_secret() -> None:
    """Dug in for all to see, the US may change in its Command Phase: the USSR can count on nothing then."""
    bench = Bench("dug-in")
    place_no_act(bench.table, 0)
    bench.begin(lambda table: change_formation(table, 0)).answer("US pass")
    assert bench.modifiers("R", "C", 1, to=USSR) != bench.modifiers("R", "C", 1)
    assert bench.table.state.defence_known == [0, 0]


@covers("rdf", "3.1", "9.63")
@pytest.mark.parametrize(
    ("formation", "known", "possible"),
    [("HD", 0, {*NUMBER}), ("HD", 2, {*NUMBER} - {"DD"}), ("DD", 1, {"DD"})],
)
def test_a_fork_for_the_enemy_has_any_formation_that_fits_what_was_seen(
    formation: str, known: int, possible: set[str]
) -> None:
    seen = {"formation": [formation, "HA"], "defence_known": [known, 0]}
    position = situation("seen-in-defence", state=seen)
    assert dealt(position, "formation") == {NUMBER[one] for one in possible}


@covers("rdf", "9.63")
@pytest.mark.parametrize(("formation", "known"), [("HD", 1), ("DD", 2)])
def test_a_position_in_which_something_else_was_seen_than_is_so_is_refused(
    formation: str, known: int
) -> None:
    seen = {"formation": [formation, "HA"], "defence_known": [known, 0]}
    with pytest.raises(BadPosition, match=r"9\.63: US: its formation is not what has been seen of it"):
        game.from_position(situation("seen-in-defence", state=seen))


@covers("rdf", "3.1", "3.22", "15.16")
def test_after_the_first_exit_orders_are_dealt_among_those_that_allow_it() -> None:
    """Orders 2 are to exit, as are orders 1; the other four let nobody out before the enemy is beaten."""
    out = {"hex": "", "status": ["exited"]}
    assert dealt(situation("seen-in-defence"), "orders") == {1, 2, 3, 4, 5, 6}
    assert dealt(situation("seen-in-defence", C=out), "orders") == {1, 2}


@covers("rdf", "3.1", "5.63")
def test_units_off_the_map_are_not_known_to_the_others() -> None:
    driver = Driver(game, *game.from_position(situation("hidden-hq")), Script(()))
    state, scene = driver.state, driver.table.scene
    riders = [unit for unit, name in enumerate(scene.units) if state.hexes[unit] < 0]
    assert riders
    for unit in range(len(scene.units)):
        own = state.side[unit]
        assert game.knows(driver.table, own, unit)
        assert game.knows(driver.table, 1 - own, unit) == (unit not in riders)


@covers("rdf", "5.63", "10.11")
def test_an_attackers_headquarters_that_is_found_takes_part_in_the_rounds_to_come() -> None:
    """S hits A in the first round; H, with which it rode, may fire in the second."""
    bench = Bench("headquarters-rides", 1, 6)
    bench.begin(lambda table: close_assault(table, [bench.unit("A")], bench.table.state.hexes[0]))
    while bench.ask is not None and bench.where("H") == "":
        shots = [key for key in bench.offers if key.startswith("S at A")]
        bench.answer(f"USSR {shots[0]}") if shots else bench.answer(PASS[bench.question])
    while bench.ask is not None and bench.question != "US round-fire":
        bench.answer(PASS[bench.question])
    assert any(key.startswith("H at S") for key in bench.offers)


PASS = {
    "US withdraw": "US ",
    "USSR withdraw": "USSR ",
    "US round-fire": "US pass",
    "USSR round-fire": "USSR pass",
    "USSR opportunity-fire": "USSR pass",
    "US return-fire": "US pass",
}


@covers("rdf", "5.63", "6.15", "10.25")
def test_a_host_withdraws_only_where_its_headquarters_can_go() -> None:
    """Men on foot climb down two levels, a headquarters does not; the enemy, which does not know with whom it
    rides, is not to see that from who is asked."""
    level = {"0505": 2, "0504": 2}
    men = {"type": "US Infantry"}
    host = Bench(situation("headquarters-rides", board={"level": level}, A=men))
    ask = Withdraw(host.table, 0, host.table.state.hexes[host.unit("A")])
    assert [ask.key(option) for option in ask.offer()] == ["A to 0504"]
    assert ask.might_answer()


@covers("rdf", "5.47", "10.25")
def test_who_withdraws_into_view_is_sighted() -> None:
    bench = Bench("headquarters-rides")
    bench.table.state.sighted = [0] * 4
    move_out(bench.table, [Leaving(bench.unit("A"), bench.table.scene.hex("0506"))])
    assert bench.table.state.sighted[bench.unit("A")] == 1 << USSR


@covers("rdf", "9.62")
def test_a_unit_that_stood_hears_why_it_makes_no_hasty_fire() -> None:
    bench = Bench(situation("seen-in-defence", phase="", R={"status": ["inactive"]}), 6, 6)
    bench.begin(lambda table: movement_segments(table, 0)).answer("US A")
    while bench.question != "US step":
        bench.answer("US ")
    assert bench.refusal("fire") == "9.62: A has a No Act marker and makes no hasty fire"


def test_the_companies_that_come_are_dealt_again_until_one_of_them_is_seen() -> None:
    """The American force of scenario 2 comes with M-60 of company 2 or mechanized infantry of company 4."""
    driver = Driver(game, *game.set_up("2", game.settled({})), seeded(b"options"))
    driver.start()
    pick = Random(2)
    while not driver.state.begun:
        driver.answer(driver.asks[0].side, random_answer(driver.asks[0], pick.randrange))
    name = "US's force option"
    assert {option(driver, seed) for seed in range(30)} == {"tank_heavy", "infantry_heavy"}
    state = driver.state
    shown = next(unit for unit in driver.table.scene.own[0] if state.choices[unit] == (state.option[0],))
    assert state.hexes[shown] == WAITING
    state.hexes[shown] = state.entry[0]
    assert name not in game.secrets(driver.table, 1)


def option(driver: Driver[Any, Any], seed: int) -> str:
    """The option of the first side in a deal for the second; whoever is to come then is whole."""
    state = driver.state.copy()
    table: Play = Table(driver.table.scene, state, seeded(0))
    deal_again(table, 1, driver.state, seeded(seed))
    assert not [*game.faults(table)]
    for company in table.scene.companies_of[0]:
        come = [unit for unit in table.scene.members[company] if state.hexes[unit] != ABSENT]
        assert (state.chief[company] in come) if come else state.chief[company] == NOBODY
    assert game.view(table, 1) == game.view(driver.table, 1)
    return str(state.option[0])


@covers("rdf", "3.1")
def test_ammunition_is_dealt_again_up_to_what_could_have_been_fired() -> None:
    """In Game-Turn 3 a Hind has fired each weapon three times at most, and its one mission or not."""
    bench = Bench(situation("duel", T={"type": "Hind", "shots": [1, 0], "hex": "0506"}, turn=3))
    table, hind = bench.table, bench.unit("T")
    found = set()
    for seed in range(200):
        state = table.state.copy()
        dealt: Play = Table(table.scene, state, seeded(0))
        deal_ammunition(dealt, USSR, table.state, seeded(seed))
        found.add((shots_used(state, hind, 0), shots_used(state, hind, 1), state.missions[hind]))
    assert found == {(a, b, mission) for a in range(4) for b in range(4) for mission in (0, 1)}


@covers("rdf", "5.63")
def test_a_headquarters_that_is_found_has_spent_no_more_than_it_has() -> None:
    """What cost its host more than it can have paid itself leaves it with no points, and no fewer."""
    table = Bench("hidden-hq").table
    side = next(side for side, host in enumerate(table.state.host) if host != NOBODY)
    hq, host = table.scene.hq[side], table.state.host[side]
    table.state.spent[host] = table.scene.allowance[hq] + 2
    find_headquarters(table, side)
    assert table.state.hexes[hq] == table.state.hexes[host]
    assert table.state.spent[hq] == table.scene.allowance[hq]
