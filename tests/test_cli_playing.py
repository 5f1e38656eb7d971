"""Playing in the terminal, by what is typed and what is then told."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from tests.commands import BLUE_HOMES, FIGHT, RED_HOMES, SANDTABLE, complaint, lines, say

from sandtable.cli import seating
from sandtable.cli.dialogue import PAGE, Menu
from sandtable.cli.showing import percent
from sandtable.cli.standing import orders_text, standing_orders
from sandtable.engine import BadRequest, Option
from sandtable.engine.orders import StandingOrder
from sandtable.engine.record import read_record
from sandtable.engine.record.lines import Answer, Roll


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Everything happens in a folder of its own, where a fight is about to begin."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "fight.toml").write_text(FIGHT)
    return tmp_path


# Playing


def test_a_whole_game_against_the_bot_through_a_pipe() -> None:
    """Whoever always takes the first option, or none of several, gets to the end; the record is sound."""
    told = say("play", "drill/crossfire", "--as", "Blue", "--against", "sergeant", "--seed", "7",
               "--record", "game.jsonl", typed=lines(BLUE_HOMES, *("1", "none") * 200))  # fmt: skip
    assert "R1 moves to" in told
    assert "Turn 8: Blue movement" in told
    ending = next(line for line in told.splitlines() if line.startswith("The game is over: "))
    assert say("replay", "game.jsonl").splitlines()[-1] == ending
    assert say("verify", "game.jsonl") == "game.jsonl: sound\n"


def test_two_people_see_each_what_their_side_may_know() -> None:
    """Between their turns falls a curtain. Each side's last unit is hidden, from the story and the map."""
    plans = (BLUE_HOMES, "log", RED_HOMES, "advance", "hold")
    typed = lines(*plans, "log 100", "map blue.svg", "quit")
    told = say("play", "drill", "--two", "--seed", "1", typed=typed, code=4)
    first, second, third, fourth, last = re.split(r"--- (?:Blue|Red) ---", told)[1:]
    assert "0510" in first
    assert "B1" not in second
    assert "B7 stands in 0510" in third
    assert "R7" not in third
    assert "B7" not in fourth
    assert "Blue and Red will advance and hold" in last
    assert "R6 stands in 0802" in last
    drawn = Path("blue.svg").read_text()
    assert [f">{name}<" in drawn for name in ("B7", "R6", "R7")] == [True, True, False]


def test_asking_for_odds_does_not_find_what_is_hidden(folder: Path) -> None:
    """B2 would hit R2 at some ranges in Red's two home rows and not at others; it is told nothing."""
    hidden = '[[unit]]\nname = "R2"\nside = "Red"\ntype = "rifles"\nhex = "0702"\nstatus = ["hidden"]\n'
    (folder / "ambush.toml").write_text(FIGHT + hidden)
    typed = lines("odds B2 R2", "map", "quit")
    told = say("play", "ambush.toml", "--as", "Blue", "--against", "random", typed=typed, code=4)
    assert "R2: Blue cannot know anything about it" in told
    assert "hit" not in told
    drawn = Path("ambush.svg").read_text()
    assert [f">{name}<" in drawn for name in ("B2", "R1", "R2")] == [True, True, False]


def test_a_form_is_filled_in_step_by_step() -> None:
    """By number or key, with a step back; handed in too early it is refused with everything it lacks."""
    typed = lines(
        "0509", "1", "back", "done", "0609", "0709", "0409", "0309", "0809", "0510", "1", "done", "quit"
    )
    told = say("play", "drill", "--two", typed=typed, code=4)
    assert '{"hexes":["0509","0109"]}' in told
    assert "2.1: 7 units need a hex each, not 1" in told
    assert '{"hexes":["0509","0609","0709","0409","0309","0809","0510"]}' in told
    assert "2.1: '1' cannot be added to the form now; done hands it in" in told
    assert told.count("--- Red ---") == 1


def test_refusals_teach_and_the_question_is_put_again() -> None:
    """0101 is far away; 0404 is a wood next to no unit of Blue's; nonsense is answered with a way out."""
    typed = lines("B1", "0101", "banana", "", "0305", "quit")
    told = say("play", "fight.toml", "--two", typed=typed, code=4)
    assert "3.2: 0101 is not next to the unit" in told
    assert "is called 'banana' (? for help)" in told
    assert "B1 moves to 0305" in told


def test_the_odds_stand_beside_the_options_and_why_explains_them() -> None:
    """R1, a gun at range 2 whose side holds, hits B1 on 4 + 1 of 6; after the roll, why tells how it fell."""
    typed = lines("B1", "0305", "why", "why R1", "why 1", "why 9", "R1", "why", "quit")
    told = say("play", "fight.toml", "--two", "--seed", "7", typed=typed, code=4)
    assert re.search(r"2  R1 +83%  R1 fires", told)
    assert "no dice have been rolled yet" in told
    assert "  -1  firer's side holds [4." in told
    assert "  hit: 83% (5/6)" in told
    assert "no dice are rolled for this itself" in told
    assert "'9' is neither the number nor the key of an option" in told
    (rolled,) = [roll for _, roll in read_record(Path("fight.jsonl").read_bytes()).each(Roll)]
    result = "hit" if rolled.dice[0] <= 5 else "miss"
    assert f"Fire: {rolled.dice[0]}, needed 5 or less: {result}" in told


def test_an_answer_can_be_taken_back_until_a_die_falls() -> None:
    """Picking a unit can; what was before the roll cannot, and the reason is given."""
    typed = lines("undo", "B1", "undo", "B1", "0305", "R1", "undo", "quit")
    told = say("play", "fight.toml", "--two", "--seed", "7", typed=typed, code=4)
    assert "this cannot be taken back: that is where the game began" in told
    assert "Taken back: pick-mover B1" in told
    assert "this cannot be taken back: a die has been rolled since" in told
    answers = read_record(Path("fight.jsonl").read_bytes())
    assert [answer.number for _, answer in answers.each(Answer)] == [1, 2, 3, 4]
    assert sum(isinstance(entry.value, Answer) for entry in answers.live) == 3


def test_looking_things_up_is_possible_before_answering() -> None:
    """From the person's own seat, with the numbers of the commands above."""
    typed = lines("odds B2 R1", "odds firer=B2 target=R1", "odds B2", "los 0407 0403", "los 0407", "reach B1",
                  "situation", "?", "help", "quit")  # fmt: skip
    told = say("play", "fight.toml", typed=typed, code=4)
    assert told.count("  hit: 33% (1/3)") == 2
    assert "two units are wanted" in told
    assert "blocked at 0404" in told
    assert "two hexes are wanted" in told
    assert "0306 (0)" in told
    assert told.count("quit  ") == 2


def test_standing_orders_answer_for_a_person() -> None:
    """Red holds fire by order when B1 moves a second time in its sight, and is not asked."""
    typed = lines("B1", "0305", "orders never", "pass", "0205", "orders", "quit")
    told = say("play", "fight.toml", "--two", typed=typed, code=4)
    assert "every unit holds back" in told
    assert told.count("--- Red ---") == 1
    assert "B1 moves to 0205" in told
    assert "you are asked at every chance to react" in told


def test_a_game_that_was_left_goes_on_as_if_nothing_had_been() -> None:
    """With the same seed, the dice of a game with a break in it are those of one without."""
    first, then = ("B1", "0305", "R1"), ("B2", "pass", "none")
    say("play", "fight.toml", "--two", "--seed", "9", typed=lines(*first, *then), code=4)
    say("play", "fight.toml", "--two", "--seed", "9", typed=lines(*first, "save copy.jsonl", "quit"), code=4)
    told = say("play", "--resume", "fight-2.jsonl", typed=lines(*then), code=4)
    assert "Blue: you, Red: you" in told
    whole, broken = (read_record(Path(name).read_bytes()) for name in ("fight.jsonl", "fight-2.jsonl"))
    assert [roll for _, roll in broken.each(Roll)] == [roll for _, roll in whole.each(Roll)] != []
    assert [one.answer for _, one in broken.each(Answer)] == [one.answer for _, one in whole.each(Answer)]
    copied = read_record(Path("copy.jsonl").read_bytes())
    assert len(copied.each(Answer)) == len(first)
    assert say("verify", "copy.jsonl") == "copy.jsonl: sound\n"


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGKILL])
@pytest.mark.skipif(os.name == "nt", reason="a console's Ctrl-C cannot be sent to one process on Windows")
def test_no_answer_is_lost_however_a_game_is_stopped(stop: signal.Signals) -> None:
    """Ctrl-C ends plainly; and after SIGKILL, too, everything that was answered is in the file."""
    game = subprocess.Popen(
        [*SANDTABLE, "play", "fight.toml", "--two", "--seed", "1"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    assert game.stdin
    assert game.stdout
    game.stdin.write(lines("B1", "0305"))
    game.stdin.flush()
    while "Who fires" not in (line := game.stdout.readline()):
        assert line, game.communicate()
    game.send_signal(stop)
    out, err = game.communicate(timeout=20)
    assert "Traceback" not in err
    assert (game.returncode, "The game is kept" in out) == (
        (4, True) if stop is signal.SIGINT else (-9, False)
    )
    assert "--- Red ---" in say("play", "--resume", "fight.jsonl", typed=lines("R1"), code=4)
    assert say("verify", "fight.jsonl") == "fight.jsonl: sound\n"


class Terminal:
    """A game at a terminal of its own."""

    def __init__(self, *words: str) -> None:
        import pty

        self.end, far = pty.openpty()
        settings = {**os.environ, "TERM": "xterm"}
        self.game = subprocess.Popen([*SANDTABLE, *words], stdin=far, stdout=far, stderr=far, env=settings)
        os.close(far)

    def until(self, words: str) -> str:
        """What is shown up to some words."""
        shown = ""
        while words not in shown:
            ready, _, _ = select.select([self.end], [], [], 20)
            assert ready, shown
            shown += os.read(self.end, 65536).decode()
        return shown

    def type(self, keys: str) -> None:
        os.write(self.end, keys.encode())


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such terminals to test with")
def test_at_a_terminal_a_curtain_falls_between_two_people() -> None:
    """The screen is wiped with all that had scrolled away; the arrow keys call back nothing of the other's.

    Until then, what was sealed can still be taken back.
    """
    pytest.importorskip("readline")
    table = Terminal("play", "drill", "--two", "--seed", "1")
    table.until("Next is Blue")
    table.type("\r")
    table.until("Hand over to Blue")
    table.type("\r")
    for seen in ("Next is Red: press Enter to clear the screen, or type undo. ", "Next is Red"):
        table.until("Deployment> ")
        table.type(BLUE_HOMES + "\r")
        table.until(seen)
        table.type("undo\r" if seen.endswith(" ") else "\r")
    assert "\x1b[2J\x1b[3J" in table.until("Hand over to Red")
    table.type("\r")
    assert "R1 in " in table.until("Deployment> ")
    table.type("\x1b[A\r")
    assert "0510" not in table.until("Deployment> ")
    table.type("\x04")
    table.until("The game is kept")
    assert table.game.wait(20) == 4


def test_who_sits_where() -> None:
    """A bot for each side by name; the record says who played."""
    say(
        "play", "drill", "--watch", "--against", "Blue=random", "--against", "sergeant", "--record", "w.jsonl"
    )
    players = read_record(Path("w.jsonl").read_bytes()).header.players
    assert [(one.side, one.name, one.kind) for one in players] == [
        ("Blue", "random", "bot"),
        ("Red", "sergeant", "bot"),
    ]
    assert "say --against" in complaint("play", "drill", "--against", "a", "--against", "b", code=2).lower()


def test_a_bot_that_breaks_the_rules_is_no_fault_of_the_person(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is a failure of the program and not a refusal."""

    class Cheat:
        def __init__(self, seed: bytes) -> None: ...

        def answer(self, seat: Any) -> Any:
            return seat.scene.unit("R1")

    monkeypatch.setattr(seating, "bots_for", lambda game: {"cheat": Cheat})
    told = complaint("play", "fight.toml", "--watch", code=5)
    assert "the bot of Blue answered what is not allowed" in told
    Path(told.rpartition(" in ")[2].strip()).unlink()


# Menus, orders and figures by themselves


def options(*keys: str) -> list[Option]:
    return [Option(key, key) for key in keys]


def test_a_hex_is_no_number_and_a_number_that_is_a_key_is_that_key() -> None:
    """0002 is a key and 2 its place; where keys look like places, nothing is numbered."""
    hexes = Menu(options("0001", "0002"))
    assert (hexes.place("0002"), hexes.place("2"), hexes.place("3"), hexes.place("01")) == (1, 1, None, None)
    counts = Menu(options("2", "1"))
    assert (counts.place("2"), counts.place("1")) == (0, 1)
    assert not any(line.strip().startswith("1  2") for line in counts.lines())


def test_long_lists_come_in_pages_and_can_be_narrowed() -> None:
    """Of 45 options the third page has 5; k4 begins k4 and k40 to k44, which keep their numbers."""
    menu = Menu(options(*(f"k{number}" for number in range(45))))
    assert list(menu.lines())[-1].strip().startswith(f"{45 - PAGE} more")
    menu.turn_page()
    menu.turn_page()
    assert [line.split() for line in menu.lines()] == [[str(n + 1), f"k{n}"] for n in range(40, 45)]
    menu.turn_page()
    assert next(menu.lines()).split() == ["1", "k0"]
    menu.narrow("k4")
    assert [line.split()[0] for line in menu.lines()] == ["5", "41", "42", "43", "44", "45"]


UNITS = ("B1", "2/A M-60")


def test_standing_orders_in_words() -> None:
    """Orders for a unit are tried first; what a condition leaves out is passed up."""
    general = standing_orders(["from", "30%"], UNITS, ())
    assert [(order.then, str(order.least_chance)) for order in general] == [
        ("react", "3/10"),
        ("pass", "None"),
    ]
    both = standing_orders(["2/A", "M-60", "ask", "within", "4"], UNITS, general)
    assert both == (
        StandingOrder("ask", unit="2/A M-60", most_range=4),
        StandingOrder("pass", unit="2/A M-60"),
        *general,
    )
    assert standing_orders(["always"], UNITS, both) == (*both[:2], StandingOrder("react"))
    assert orders_text(both[:2]) == "2/A M-60 asks you within 4; else 2/A M-60 holds back"
    for nonsense in (["B1"], ["sometimes"], ["from", "often"], ["always", "within"]):
        with pytest.raises(BadRequest, match="standing orders are given as"):
            standing_orders(nonsense, UNITS, ())


def test_percentages_never_call_a_chance_impossible_or_sure() -> None:
    """1 in 1000 is not 0%, and 999 in 1000 not 100%."""
    told = [percent(Fraction(n, 1000)) for n in (0, 1, 333, 999, 1000)]
    assert told == ["0%", "<1%", "33%", ">99%", "100%"]
