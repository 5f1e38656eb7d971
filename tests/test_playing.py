"""Whole games between chosen players: the bots that know no game, playing out, and matches."""

from fractions import Fraction
from random import Random
from typing import Any

import msgspec
import pytest
from tests.toy import Chance, NextWord, Play, Toy, Word, toy

from sandtable.bots.greedy import GreedyBot, likeliest
from sandtable.bots.random import RandomBot, picks
from sandtable.bots.roster import bots_for
from sandtable.engine import Outcome
from sandtable.engine.game import games
from sandtable.engine.views import Seat
from sandtable.lab.playing import TooLong, match, play_out

DRILL = games()["drill"]


async def windows(table: Play) -> None:
    """Side B may shoot at a chance of 1/3, at 1/6, or pass, five times over."""
    for _ in range(5):
        table.state.trail.append(str(await table.ask(Chance(table, 1))))


async def five_words(table: Play) -> None:
    while len(table.state.trail) < 5:
        table.state.trail.append(await table.ask(NextWord(table, len(table.state.trail) % 2, "yes", "no")))


async def race(table: Play) -> None:
    """Whoever says "win" wins; A speaks first."""
    for side in (0, 1):
        if await table.ask(Word(table, side, "lose", "win")) == "win":
            table.state.outcome = Outcome(side, "said so")
            return


class Racer:
    """Says what it is told to say."""

    def __init__(self, word: str) -> None:
        self.word = word

    def answer(self, seat: Seat[Any, Any]) -> str:
        return self.word


def test_the_random_bot_depends_on_its_seed_alone() -> None:
    """Two of the same seed play alike, and among twenty seeds not all play like the first."""
    played = []
    for seed in [0, *range(20)]:
        driver = toy(five_words)
        play_out(driver, dict.fromkeys((0, 1), RandomBot(b"%d" % seed)))
        played.append(driver.state.trail)
    assert played[0] == played[1]
    assert any(trail != played[0] for trail in played)


def test_picks_reach_every_one_of_more_things_than_a_die_has_sides() -> None:
    """A map may have thousands of hexes to choose from; the last must be as open as the first."""
    pick = picks(Random(1))
    assert {pick(300) for _ in range(10_000)} == set(range(300))


def test_the_greedy_bot_takes_the_best_chance() -> None:
    """Shot 1 is stated at 1/3, shot 2 at 1/6: it fires the first every time."""
    driver = toy(windows)
    play_out(driver, {1: GreedyBot(b"any")})
    assert driver.state.trail[:5] == ["1"] * 5


def test_the_greedy_bot_plays_on_where_no_chance_is_stated() -> None:
    driver = toy(five_words)
    assert likeliest(driver.asks[0]) == []  # type: ignore[arg-type]
    assert play_out(driver, dict.fromkeys((0, 1), GreedyBot(b"any"))) == 5


def test_a_chance_of_nought_is_no_reason_to_pick_an_option() -> None:
    """Where the best chance is none at all, anything may be answered."""

    class Hopeless(Chance):
        def describe(self, option: Any) -> Any:
            return msgspec.structs.replace(super().describe(option), chance=Fraction(0))

    assert likeliest(Hopeless(toy(windows).table, 1)) == []


def test_the_roster_has_a_games_own_bots_first() -> None:
    assert list(bots_for(DRILL)) == [*DRILL.bots(), "random", "greedy"]


def test_playing_out_counts_the_answers_and_keeps_the_limit() -> None:
    """Five words take five answers: a limit of five is enough, of four is not."""
    players = dict.fromkeys((0, 1), RandomBot(b"any"))
    assert play_out(toy(five_words), players, limit=5) == 5
    with pytest.raises(TooLong, match="Toy has not ended after 4 answers"):
        play_out(toy(five_words), players, limit=4)


def test_in_a_match_everybody_sits_at_every_side() -> None:
    """Only one player wants to win: it wins both games of every seed, one at each side."""
    result = match(
        Toy(race), "only", {"keen": lambda _: Racer("win"), "shy": lambda _: Racer("lose")}, range(3)
    )
    assert [bout.seats for bout in result.bouts] == [("keen", "shy"), ("shy", "keen")] * 3
    assert (result.wins("keen"), result.wins("keen", 0), result.wins("keen", 1)) == (6, 3, 3)
    assert (result.wins("shy"), result.draws) == (0, 0)


def test_in_a_match_between_equals_the_first_to_speak_wins() -> None:
    """Both want to win, and A is asked first: each player wins once a seed, as A."""
    result = match(
        Toy(race), "only", {"one": lambda _: Racer("win"), "two": lambda _: Racer("win")}, range(4)
    )
    assert (result.wins("one", 0), result.wins("two", 0)) == (4, 4)
    assert (result.wins("one", 1), result.wins("two", 1)) == (0, 0)


def test_a_match_where_nobody_wins_is_drawn() -> None:
    result = match(Toy(race), "only", {"one": lambda _: Racer("lose"), "two": lambda _: Racer("lose")}, [1])
    assert result.draws == 2


def test_a_match_needs_a_player_for_every_side() -> None:
    with pytest.raises(ValueError, match="only is for 2 players, not 1"):
        match(Toy(race), "only", {"one": RandomBot}, [1])


def test_drills_sergeant_beats_random_play() -> None:
    """Of 100 games, 50 at each side, it wins at least 95."""
    result = match(DRILL, "crossfire", {"sergeant": DRILL.bots()["sergeant"], "random": RandomBot}, range(50))
    assert len(result.bouts) == 100
    assert result.wins("sergeant") >= 95
