"""The hidden unit of each side in Drill: how it is found, and that nothing tells of it before [1.3]."""

from typing import Any

import msgspec
import pytest
from tests.drill.situations import (
    BLUE,
    RED,
    Game,
    answer,
    asked,
    play,
    situation,
    status,
    told,
    where,
)

from sandtable.engine import Refused
from sandtable.engine.cases import covers
from sandtable.engine.record import FromPosition, new_header, source_of
from sandtable.engine.session import Session
from sandtable.games.drill import game

ELSEWHERE = (
    {"hex": "0601"},
    {"hex": "0302"},
    {"hex": "0502", "status": ["hidden", "dug in"]},
)
"""Where R2 could as well lie in the ambush, as far as Blue can tell: in Red's home rows, 01 and 02."""


def seat(driver: Game, side: int) -> Session:
    """The game as a program at one side's seat gets it."""
    header = new_header(game, FromPosition(game.to_position(driver.table)), source_of(driver.table.dice))
    return Session(driver, header, side)


def bytes_for(driver: Game, side: int) -> bytes:
    """All that reaches a seat: its view, what it has heard, and the open asks."""
    session = seat(driver, side)
    wire: list[Any] = [session.view(""), session.news(), reach(session, "R2")]
    return msgspec.json.encode(wire)


def reach(session: Session, unit: str) -> Any:
    """Where a unit could go, or why the seat is not told."""
    try:
        return session.reach(unit)
    except Refused as refused:
        return str(refused)


# How it is found


@covers("drill", "1.3")
def test_coming_next_to_it_finds_it_before_anybody_fires() -> None:
    """B1 comes to 0503; R2 in 0502 shows itself to both sides, and may then fire as any other unit."""
    driver = play("ambush")
    answer(driver, "Blue B1", "Blue 0504", "Red pass")
    assert told(driver, BLUE) == ["B1 moves to 0504"]
    answer(driver, "Blue 0503")
    assert told(driver, BLUE) == told(driver, RED) == [
        "B1 moves to 0504",
        "B1 moves to 0503",
        "R2 shows itself in 0502",
    ]  # fmt: skip
    assert status(driver, "R2") == []
    assert asked(driver) == ["Red react: pass R2"]
    assert game.odds(driver.table, {"firer": "B1", "target": "R2"}).chance("hit") > 0


@covers("drill", "1.3")
def test_one_hex_further_off_it_stays_hidden() -> None:
    """From 0504 there are two hexes to 0502."""
    driver = play("ambush")
    answer(driver, "Blue B1", "Blue 0504")
    assert status(driver, "R2") == ["hidden"]


@covers("drill", "1.3", "4.2")
def test_it_shows_itself_by_firing() -> None:
    """First it is seen, then it fires. Red holds, so at two hexes rifles hit on 3 + 1."""
    driver = play("ambush", 4)
    answer(driver, "Blue B1", "Blue 0504", "Red R2")
    assert told(driver, BLUE) == [
        "B1 moves to 0504",
        "R2 shows itself in 0502",
        "Fire: 4, needed 4 or less: hit",
        "B1 is destroyed",
    ]
    assert status(driver, "R2") == ["fired"]


@covers("drill", "1.3", "3.1")
def test_it_shows_itself_by_moving() -> None:
    """As soon as it is named, even if it then stays where it is."""
    driver = play(situation("ambush", phase="red-movement"))
    answer(driver, "Red R2")
    assert told(driver, BLUE) == ["R2 shows itself in 0502"]
    assert status(driver, "R2") == ["moved"]


@covers("drill", "1.3")
def test_a_trench_is_found_with_the_unit_in_it() -> None:
    """It stays dug in, and Blue now sees so."""
    driver = play(situation("ambush", R2={"status": ["hidden", "dug in"]}))
    answer(driver, "Blue B1", "Blue 0504", "Red pass", "Blue 0503")
    assert status(driver, "R2") == ["dug in"]
    assert driver.view(BLUE) == msgspec.structs.replace(driver.view(None), side=BLUE)


# What the enemy may know


@covers("drill", "1.3", "4.2")
@pytest.mark.parametrize("place", ELSEWHERE)
def test_nothing_that_reaches_the_enemy_tells_where_it_is(place: dict[str, Any]) -> None:
    """View, events, asks and reach are the same to the byte wherever R2 lies, after every answer.

    B1 comes within three hexes of Red's home rows and never next to any of the places.
    """
    here, there = play("ambush"), play(situation("ambush", R2=place))
    assert bytes_for(here, BLUE) == bytes_for(there, BLUE)
    for words in ("Blue B1", "Blue 0504", "Red pass", "Blue 0505", "Red pass", "Blue pass", "Blue pass"):
        for driver in (here, there):
            answer(driver, words)
        assert bytes_for(here, BLUE) == bytes_for(there, BLUE), words
    assert bytes_for(here, RED) != bytes_for(there, RED)


@covers("drill", "1.3")
def test_the_enemy_sees_that_there_is_one_and_no_more() -> None:
    """Blue's view names R2, hidden and nowhere; Red and the umpire see it in 0502."""
    driver = play("ambush")
    unit = driver.table.scene.unit("R2")
    seen: dict[Any, Any] = {side: driver.view(side) for side in (BLUE, RED, None)}
    places = {side: (view.hexes[unit], view.flags[unit]) for side, view in seen.items()}
    hidden, at = 8, driver.table.scene.hex("0502")
    assert places == {BLUE: (-1, hidden), RED: (at, hidden), None: (at, hidden)}
    assert b"0502" not in msgspec.json.encode(seat(driver, BLUE).view(""))


@covers("drill", "1.3", "4.2")
@pytest.mark.parametrize(("place", "offered"), [("0502", "pass R2"), ("0102", "pass")])
def test_red_is_asked_wherever_its_hidden_unit_might_lie(place: str, offered: str) -> None:
    """At 0504 rifles in 0502 could hit B1; R2 in 0102 is four hexes off, but Red is asked all the same.

    Blue learns only that Red is asked.
    """
    driver = play(situation("ambush", R2={"hex": place}))
    answer(driver, "Blue B1", "Blue 0504")
    assert asked(driver) == [f"Red react: {offered}"]
    assert seat(driver, BLUE).asks() == {"asks": [{"side": "Red", "kind": "hidden"}]}


@covers("drill", "1.3", "4.2")
def test_red_is_not_asked_where_its_hidden_unit_cannot_lie() -> None:
    """From 0506 the nearest home hex, 0502, is four hexes away, and R1 is farther."""
    driver = play("ambush")
    answer(driver, "Blue B1", "Blue 0506")
    assert asked(driver)[0].startswith("Blue step: ")


@covers("drill", "1.3", "3.3")
def test_the_refusal_of_a_step_does_not_find_it() -> None:
    """0502 is too far for one step; whether R2 lies there or not, the reason is the same."""
    for place in ({"hex": "0502"}, {"hex": "0102"}):
        driver = play(situation("ambush", R2=place))
        answer(driver, "Blue B1")
        with pytest.raises(Refused, match=r"3\.2: 0502 is not next to the unit"):
            answer(driver, "Blue 0502")


@covers("drill", "1.3")
def test_odds_at_the_enemys_seat_do_not_find_it() -> None:
    """Blue may not know the odds against R2, nor those of R2 against its own units; Red may."""
    driver = play(situation("ambush", B1={"hex": "0504"}))
    for query in ({"firer": "B1", "target": "R2"}, {"firer": "R2", "target": "B1"}):
        with pytest.raises(Refused):
            seat(driver, BLUE).odds(query)
    assert seat(driver, RED).odds({"firer": "R2", "target": "B1"})["odds"]["chances"]["hit"] == "2/3"


@covers("drill", "1.3")
def test_a_fork_for_the_enemy_puts_it_anywhere_it_could_be() -> None:
    """Over many forks it lies in all 18 hexes of rows 01 and 02 but R1's own, 0901, and those next to B1.

    B1 stands in 0503 and has found nothing, for R2 lies in 0102; next to it in the home rows lie 0402, 0502
    and 0602. Blue's view of every fork is its view of the game; a fork for Red leaves R2 where it is.
    """
    driver = play(situation("ambush", B1={"hex": "0503"}, R2={"hex": "0102"}))
    unit, hex_name = driver.table.scene.unit("R2"), driver.table.scene.hex_name
    seeds = [bytes([number]) for number in range(250)]
    places = set()
    for fork in (driver.fork_for(BLUE, seed) for seed in seeds):
        assert fork.view(BLUE) == driver.view(BLUE)
        places.add(hex_name(fork.state.hexes[unit]))
    home = {f"{column:02}{row:02}" for column in range(1, 10) for row in (1, 2)}
    assert places == home - {"0901", "0402", "0502", "0602"}
    assert {hex_name(driver.fork_for(RED, seed).state.hexes[unit]) for seed in seeds[:20]} == {"0102"}


@covers("drill", "1.3")
def test_what_has_shown_itself_stays_where_it_is_in_forks() -> None:
    driver = play("ambush")
    answer(driver, "Blue B1", "Blue 0504", "Red pass", "Blue 0503")
    for seed in range(20):
        assert where(driver.fork_for(BLUE, bytes([seed])), "R2") == "0502"


@covers("drill", "1.3")
def test_a_discovery_cannot_be_taken_back() -> None:
    """Before it Blue's step can be; afterwards Blue knows something."""
    driver = play(situation("ambush", B1={"hex": "0504"}))
    answer(driver, "Blue B1")
    driver.undo(side=BLUE)
    answer(driver, "Blue B1", "Blue 0503", "Red pass")
    with pytest.raises(Refused, match="something hidden has been revealed since"):
        driver.undo(2)
    driver.undo(side=RED)
    assert asked(driver) == ["Red react: pass R2"]
