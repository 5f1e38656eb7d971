"""Before play: forces bought, fate rolled in secret, plans; and the order of the phases."""

from typing import Any

import pytest
from tests.rdf.situations import Bench

from sandtable.engine import Driver, Refused
from sandtable.engine.asks import random_answer
from sandtable.engine.cases import covers
from sandtable.engine.dice import Script, seeded
from sandtable.engine.events import SegmentBegan
from sandtable.games.rdf import game
from sandtable.games.rdf.charts import FORMATION
from sandtable.games.rdf.counters import KIND
from sandtable.games.rdf.muster import opening
from sandtable.games.rdf.pregame import MakePlan, Plan
from sandtable.games.rdf.queries import odds_of
from sandtable.games.rdf.sequence import LADDER
from sandtable.games.rdf.state import ABSENT, HIDDEN, NOBODY, WAITING

FATE = (1, 1, 1, 1, 1, 3, 3, 3, 3, 1, 6, 6, 2, 6, 5, 6, 6, 6, 6, 6)
"""For the first player: row A, exit F; orders 1; rating of 2; formation of 6; strikes of 3, GT of 3; full.

For the second: row G, exit E; orders 2; rating of 11; formation of 12; strikes of 6, GT of 6; half.
"""


def started(scenario: str, *dice: int, **options: str) -> Driver[Any, Any]:
    """A scenario at its first question."""
    rolls = Script(dice) if dice else seeded(b"pregame")
    driver = Driver(game, *game.set_up(scenario, game.settled(options)), rolls)
    driver.start()
    return driver


def plan_of(driver: Driver[Any, Any], side: int) -> MakePlan:
    ask = driver.asked(side)
    assert isinstance(ask, MakePlan)
    return ask


def planned(driver: Driver[Any, Any]) -> Driver[Any, Any]:
    """Both players write the first plan there is."""
    for side in range(len(driver.state.sides)):
        driver.answer(side, random_answer(driver.asked(side), lambda _count: 0))
    return driver


@covers("rdf", "3.0", "3.21", "3.22", "3.23", "3.24", "3.25", "3.26", "16.1")
def test_fate_is_rolled_in_order() -> None:
    """Iran and Iraq read the column of the others: 2 is a rating of 2, 11 of 3.

    Formation: 6 + 1 - 2 = 5 is Administrative March; 12 + 2 - 3 = 11 Movement to Contact. Strikes: die 3 is 1
    and die 6 is 4; from 3 + 1 = 4 on GT 6; from 6 + 2, read as 6, on GT 8.
    """
    state = started("1", *FATE).state
    names = game.scene(state).board.entries
    assert state.entry == [names["A"].hexes[0], names["G"].hexes[0]]
    assert state.exit == [names["F"].hexes[0], names["E"].hexes[0]]
    assert (state.orders, state.rating) == ([1, 2], [2, 3])
    assert state.formation == [FORMATION["AM"], FORMATION["MC"]]
    assert (state.strikes, state.strikes_from) == ([1, 4], [6, 8])
    assert state.half == [0, 1]


@covers("rdf", "3.0", "3.1")
def test_nobody_hears_the_other_players_fate() -> None:
    driver = started("1", *FATE)
    own, other = driver.heard(0), driver.heard(1)
    assert len([event for event in own if type(event).__name__ == "Rolled"]) == 7
    assert not [event for event in own if event in other and type(event).__name__ in ("Rolled", "AxisSet")]
    view: Any = driver.view(0)
    assert view.sheets[0] is not None
    assert view.sheets[1] is None


@covers("rdf", "3.0")
def test_who_goes_first_and_which_scenario_can_be_rolled() -> None:
    """The higher die, ties again: an even chance; six scenarios alike."""
    table = Bench("destroy").table
    assert odds_of(table, {"roll": "first player"}).chance("first die") == pytest.approx(0.5)
    assert odds_of(table, {"roll": "scenario"}).chance("4") * 6 == 1


@covers("rdf", "3.1", "5.11", "5.63", "13.11")
def test_a_plan_names_every_headquarters_and_a_host() -> None:
    ask = plan_of(started("1", *FATE), 0)
    faults = [str(fault) for fault in ask.faults(Plan())]
    assert any("3 companies need a headquarters" in fault for fault in faults)
    assert any(fault.startswith("5.63") for fault in faults)
    chiefs = ("Iran 1/1 Chieftain", "Iran 2/2 Chieftain", "Iran 3/3 BTR 60")
    assert ask.faults(Plan("", "", 1, chiefs, "Iran 3/3 Infantry")) == []
    with pytest.raises(Refused, match="5.63"):
        ask.read({"headquarters": [*chiefs], "host": "Iran Rapier"})
    wrong = ask.faults(Plan("", "AM", 99, chiefs, "Iran 3/3 Infantry"))
    assert [fault.place for fault in wrong] == ["formation", "way"]


@covers("rdf", "3.24")
def test_on_seventeen_the_owner_chooses_his_formation() -> None:
    """12 + 6 - 1: the first rolls 6 for his orders, 6 on the rating (1) and 12."""
    dice = (1, 1, 6, 3, 3, 6, 6, 3, 3, 1, *FATE[10:])
    ask = plan_of(started("1", *dice), 0)
    assert ask.table.state.formation[0] == NOBODY
    assert [option.key for option, _ in ask.grow(Plan())] == [*FORMATION]


@covers("rdf", "16.2", "16.3")
@pytest.mark.parametrize(
    ("scenario", "side", "options", "kept"),
    [
        ("2", 0, ["tank_heavy", "infantry_heavy"], {1, 2, 3}),
        ("3", 1, ["m60", "m1"], {1, 2, 4, 5}),
    ],
)
def test_force_options_leave_companies_at_home(
    scenario: str, side: int, options: list[str], kept: set[int]
) -> None:
    driver = started(scenario)
    assert plan_of(driver, side).force_options == options
    state = planned(driver).state
    came = {
        state.companies[state.formed[unit]][1]
        for unit in range(len(state.units))
        if state.side[unit] == side and state.formed[unit] != NOBODY and state.hexes[unit] != ABSENT
    }
    assert came == kept


@covers("rdf", "12.15")
def test_infantry_rides_its_carriers_at_first() -> None:
    state = planned(started("1", *FATE)).state
    riding = [state.units[unit] for unit in range(len(state.units)) if state.carrier[unit] != NOBODY]
    # The Iraqi engineers have the one BTR 60 of their battalion.
    assert riding == ["Iran 1/3 Infantry", "Iran 2/3 Infantry", "Iran 3/3 Infantry", "Iraq Engineer"]


@covers("rdf", "4.0")
def test_the_first_game_turn_begins_with_the_first_players_movement() -> None:
    """The second player commands at the beginning of the next Game-Turn."""
    driver = planned(started("1", *FATE))
    while driver.state.turn < 3:
        ask = driver.asks[0]
        driver.answer(ask.side, ask.options[0])
    began = [event for event in driver.heard(None) if isinstance(event, SegmentBegan)]
    names = [(event.turn, event.name) for event in began if event.turn in (1, 2)]
    first = [name for turn, name in names if turn == 1]
    assert first[:3] == ["fate", "plans", "first-movement-begins"]
    assert "first-formation" in first
    assert not [name for name in first if name.startswith("second-formation")]
    second = [name for turn, name in names if turn == 2]
    assert second[0] == "second-conformity"
    order = ["second-formation", "first-indirect-fire", "first-movement", "first-final-fire", "first-rally"]
    order += [
        "first-status",
        "first-formation",
        "second-indirect-fire",
        "second-movement",
        "second-status",
        "end",
    ]
    assert [name for name in second if name in order] == order


@covers("rdf", "16.7")
def test_three_players_move_one_after_the_other() -> None:
    """The third commands at the beginning of the next Game-Turn, the second after his own movement."""
    state = opening("three-melee", {})
    state.begun, state.turn = True, 2
    state.step = next(n for n, rung in enumerate(LADDER.rungs) if rung.when is None or rung.when(state))
    names = []
    while state.turn == 2:
        names.append(LADDER.rungs[state.step].name)
        LADDER.advance(state)
    order = [name for name in names if name.endswith(("-formation", "-movement"))]
    assert order == [
        *("third-formation", "first-movement", "first-formation"),
        *("second-movement", "second-formation", "third-movement"),
    ]


@covers("rdf", "16.7")
def test_a_third_player_uses_his_allys_table_and_no_entry_twice() -> None:
    """Soviet and Syrian are allied: both roll on the second table; a second J is rolled again."""
    dice = (1, 1, 1, 3, 3, 3, 3, 1, 1, 1, 1, 1, 1, 3, 3, 3, 3, 1, 1, 1, 1, 1, 2, 1, 1, 3, 3, 3, 3, 1, 1, 1)
    state = started("three-rdf", *dice).state
    names = game.scene(state).board.entries
    assert state.entry == [names[letter].hexes[0] for letter in "AJI"]


@covers("rdf", "16.7")
def test_forces_are_bought_within_the_ceiling() -> None:
    """Nine T-72 (81), three BMP and infantry (21), three D-30 (6): 108 of 200; the headquarters is free."""
    driver = started("own", first="USSR", second="US")
    ask = driver.asked(0)
    wire = {"companies": [1, 2, 3, 4], "assets": {"d30": 3}}
    ask.read(wire)
    with pytest.raises(Refused, match="16.7"):
        ask.read({"companies": [1, 2, 3, 4, 5, 6], "assets": {"d30": 3, "hind": 99}})
    driver.submit(0, wire)
    driver.submit(1, {"companies": [1, 5, 6]})
    state = driver.state
    bought = [
        unit for unit in range(len(state.units)) if state.side[unit] == 0 and state.hexes[unit] == WAITING
    ]
    kinds = [state.kind[unit] for unit in bought]
    assert kinds.count(KIND["t72"]) == 9
    assert kinds.count(KIND["d30"]) == 3
    assert len(bought) == 9 + 6 + 3
    assert state.hexes[game.scene(state).hq[0]] == HIDDEN


@covers("rdf", "16.4", "16.0")
def test_the_rules_of_1986_apply_to_the_last_three_scenarios() -> None:
    assert [opening(str(number), {}).modern for number in range(1, 7)] == [False] * 3 + [True] * 3
