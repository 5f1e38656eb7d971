"""The protocol: every request, what a seat may see, bad lines of every kind, and the pages about it."""

import io
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sandtable.bots.roster import bots_for
from sandtable.engine.position import position_from
from sandtable.engine.protocol import LONGEST, answer_line, serve
from sandtable.engine.requests import REQUESTS, Engine, chance_from
from sandtable.engine.schema import ANSWERS, Failed, protocol_schema
from sandtable.engine.views import Seat
from sandtable.games.drill import Drill

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"

# Blue's rifles face Red's gun two hexes to the north, with Blue to move; R2 hides in Red's corner.
DUEL = """
game = "drill"
map = "blank"
size = "7x7"
phase = "blue-movement"
unit = [
  { name = "B1", side = "Blue", type = "rifles", hex = "0404" },
  { name = "R1", side = "Red", type = "gun", hex = "0402" },
  { name = "R2", side = "Red", type = "rifles", hex = "0101", status = ["hidden"] },
]
"""


class Program:
    """A program that speaks to the engine; every answer must have the form the schema gives it."""

    def __init__(self) -> None:
        self.engine = Engine(bots_for)

    def says(self, do: str, **fields: Any) -> dict[str, Any]:
        """The whole answer to a request."""
        line = answer_line(self.engine, json.dumps({"do": do, "id": 1, **fields}).encode())
        answer = json.loads(line)
        assert line.endswith(b"\n")
        assert b"\n" not in line[:-1]
        shape = ANSWERS[do] if "ok" in answer else Failed
        msgspec.convert(answer, shape, dec_hook=chance_from)
        return answer  # type: ignore[no-any-return]

    def does(self, do: str, **fields: Any) -> Any:
        """What a request gives that is carried out."""
        answer = self.says(do, **fields)
        assert "ok" in answer, answer
        return answer["ok"]

    def refused(self, do: str, **fields: Any) -> dict[str, Any]:
        """The error of a request that is not carried out and changes nothing."""
        before = self.everything()
        answer = self.says(do, **fields)
        assert "error" in answer, answer
        assert self.everything() == before
        error: dict[str, Any] = answer["error"]
        return error

    def everything(self) -> Any:
        """All that a refused request must leave as it was."""
        session = self.engine.game
        if session is None:
            return None
        driver = session.driver
        told = (driver.hash(), len(driver.history), len(driver.undone), driver.table.dice.position)
        return told, len(driver.table.log or ()), dict(driver.orders), session.asks()

    def events(self, do: str, **fields: Any) -> list[str]:
        return [event["type"] for event in self.does(do, **fields)["events"]]


@pytest.fixture
def program() -> Program:
    return Program()


@pytest.fixture
def duel(program: Program) -> Program:
    """The duel, without dice."""
    program.does("load", position=DUEL)
    return program


def deploy(program: Program) -> None:
    program.does("play", bots={"Blue": "random", "Red": "random"}, until={"phase": "blue-movement"})


# What is asked, and answering


def test_games_tells_all_that_new_and_play_need(program: Program) -> None:
    """Whatever `games` names can be begun and played to the end by the bots it names."""
    shelf = program.does("games")
    (drill,) = [game for game in shelf["games"] if game["name"] == "drill"]
    (scenario,) = drill["scenarios"]
    program.does("new", game="drill", scenario=scenario["key"], seed=1)
    for bot in drill["bots"]:
        program.does("new", game="drill", seed=2)
        played = program.does("play", bots=dict.fromkeys(scenario["sides"], bot))
        assert (played["stopped"], played["asks"]) == ("over", [])
        assert played["events"][-1]["type"] == "game-ended"


def test_a_new_game_begins_with_both_sides_asked_to_deploy(program: Program) -> None:
    """The introductory scenario of Drill opens with a sealed form for each side [2.1]."""
    begun = program.does("new", game="drill", seed=1)
    assert [event["type"] for event in begun["events"]] == ["segment-began"]
    assert [(ask["side"], ask["name"], ask["kind"]) for ask in begun["asks"]] == [
        ("Blue", "deploy", "form"),
        ("Red", "deploy", "form"),
    ]
    assert program.does("asks")["asks"] == begun["asks"]


def test_events_are_told_once(duel: Program) -> None:
    """Each answer gives what happened since the one before, and nothing twice."""
    assert duel.events("answer", side="Blue", answer="B1") == []
    assert duel.events("answer", side="Blue", answer="0504") == ["moved"]
    assert duel.events("answer", side="Red", answer="pass") == []


def test_a_form_is_built_step_by_step(program: Program) -> None:
    """Steps add to the draft, a step back takes the last out again, commit hands it in."""
    program.does("new", game="drill", seed=1)
    form = program.does("answer", side="Blue", step="0109")["asks"][0]
    assert (form["draft"], form["complete"]) == ({"hexes": ["0109"]}, False)
    assert "0109" not in [option["key"] for option in form["options"]]
    form = program.does("answer", side="Blue", step_back=True)["asks"][0]
    assert form["draft"] == {"hexes": []}
    while not form["complete"]:
        form = program.does("answer", side="Blue", step=form["options"][0]["key"])["asks"][0]
    assert form["draft"]["hexes"] == ["0109", "0209", "0309", "0409", "0509", "0609", "0709"]
    assert form["options"] == []
    assert [ask["side"] for ask in program.does("answer", side="Blue", commit=True)["asks"]] == ["Red"]


def test_steps_that_cannot_be_are_refused(program: Program, duel: Program) -> None:
    """An unknown step, a step back from nothing, steps in an ask that is no form."""
    assert duel.refused("answer", side="Blue", step="B1")["code"] == "bad-request"
    program.does("new", game="drill", seed=1)
    assert program.refused("answer", side="Blue", step="0101")["case"] == "2.1"
    assert program.refused("answer", side="Blue", step_back=True)["code"] == "illegal"


def test_a_form_handed_in_too_early_tells_all_its_faults(program: Program) -> None:
    """A plan out of bounds, twice in a hex and too short has three faults; a refused draft is kept."""
    program.does("new", game="drill", seed=1)
    error = program.refused("answer", side="Blue", answer={"hexes": ["0109", "0109", "0101"]})
    assert [(fault["case"], fault["place"]) for fault in error["faults"]] == [
        ("2.1", "0101"), ("3.3", "0109"), ("2.1", ""),
    ]  # fmt: skip
    program.does("answer", side="Blue", step="0109")
    assert program.refused("answer", side="Blue", commit=True)["case"] == "2.1"
    assert program.does("asks")["asks"][0]["draft"] == {"hexes": ["0109"]}


def test_a_sealed_answer_can_be_withdrawn_until_all_have_answered(duel: Program) -> None:
    duel.does("load", position={**msgspec.toml.decode(DUEL), "phase": "stances"})
    duel.does("answer", side="Blue", answer="hold")
    assert [ask["side"] for ask in duel.does("withdraw", side="Blue")["asks"]] == ["Blue", "Red"]
    duel.does("answer", side="Blue", answer="advance")
    assert duel.events("answer", side="Red", answer="hold") == ["stances-taken", "segment-began"]
    assert "opened" in duel.refused("withdraw", side="Blue")["message"]


def test_a_withdrawn_form_lies_there_again_as_it_was_handed_in(program: Program) -> None:
    """A plan built step by step can go on from its last step, and so can one that was sent whole."""
    program.does("new", game="drill", seed=1)
    plan = [f"0{column}09" for column in range(1, 8)]
    for hex in plan:
        program.does("answer", side="Blue", step=hex)
    program.does("answer", side="Blue", commit=True)
    blue = program.does("withdraw", side="Blue")["asks"][0]
    assert (blue["draft"], blue["complete"]) == ({"hexes": plan}, True)
    assert program.does("answer", side="Blue", step_back=True)["asks"][0]["draft"] == {"hexes": plan[:-1]}
    program.does("answer", side="Blue", answer={"hexes": plan[::-1]})
    assert program.does("withdraw", side="Blue")["asks"][0]["draft"] == {"hexes": plan[::-1]}
    assert program.does("answer", side="Blue", step_back=True)["asks"][0]["draft"] == {"hexes": []}


def test_an_illegal_answer_names_the_case_and_the_reason(duel: Program) -> None:
    """A rifle unit has three points and one more when it advances: five hexes are too far [3.2]."""
    duel.does("answer", side="Blue", answer="B1")
    error = duel.refused("answer", side="Blue", answer="0107")
    assert (error["code"], error["case"]) == ("illegal", "3.2")
    taken = duel.refused("answer", side="Blue", answer="0402")
    assert (taken["case"], "taken" in taken["message"]) == ("3.3", True)
    assert duel.refused("answer", side="Blue", answer="9999")["code"] == "unknown"
    assert duel.refused("answer", side="Red", answer="pass")["code"] == "illegal"


# Dice


def moves_east(program: Program) -> None:
    """Blue's unit moves beside the line of fire of Red's gun, which may now react."""
    program.does("answer", side="Blue", answer="B1")
    program.does("answer", side="Blue", answer="0403")


def test_scripted_dice_are_rolled_in_order(program: Program) -> None:
    """At range 1 a gun hits on 4 or less [4.1]: the first die, 4, hits."""
    program.does("load", position=DUEL, dice=[4])
    moves_east(program)
    rolled = next(
        e for e in program.does("answer", side="Red", answer="R1")["events"] if e["type"] == "rolled"
    )
    assert (rolled["dice"], rolled["total"], rolled["needed"], rolled["result"]) == (
        [4],
        4,
        "4 or less",
        "hit",
    )


@pytest.mark.parametrize(
    ("dice", "code"), [([], "dice-exhausted"), ([7], "bad-request"), (["A"], "bad-request")]
)
def test_dice_that_cannot_be_leave_the_game_as_it_was(program: Program, dice: list[Any], code: str) -> None:
    """No die left, or a value that it does not have: the answer before the roll has not been given."""
    program.does("load", position=DUEL, dice=dice)
    moves_east(program)
    assert program.refused("answer", side="Red", answer="R1")["code"] == code
    assert program.does("answer", side="Red", answer="pass")["events"] == []


def test_a_seed_goes_on_after_the_script(program: Program) -> None:
    """With `then` the dice never end; the same script and seeds give the same game."""
    games = []
    for _ in range(2):
        program.does("load", position=DUEL, dice=[6], then=3)
        games.append(program.does("play", bots={"Blue": "random", "Red": "random"}))
        games.append(program.does("hash"))
    assert games[:2] == games[2:]
    assert games[0]["stopped"] == "over"


@pytest.mark.parametrize("dice", [{"seed": 1, "dice": [1]}, {"then": 1}, {"seed": 2**63}, {"dice": [1.5]}])
def test_dice_are_given_in_one_way(program: Program, dice: dict[str, Any]) -> None:
    assert program.refused("new", game="drill", **dice)["code"] == "bad-request"


# What may be known


def test_odds_are_the_exact_chances(duel: Program) -> None:
    """At range 2 rifles hit on 3 or less and guns on 4 or less [4.1]: 3/6 and 4/6."""
    odds = duel.does("odds", query={"firer": "B1", "target": "R1"})["odds"]
    assert (odds["needed"], odds["chances"]) == ("3 or less", {"hit": "1/2", "miss": "1/2"})
    back = duel.does("odds", query={"firer": "R1", "target": "B1"})["odds"]
    assert Fraction(back["chances"]["hit"]) == Fraction(4, 6)


def test_an_option_has_the_odds_of_its_roll(program: Program) -> None:
    """Red's gun fires 3 hexes far at rifles: 4 or less [4.1], so 4/6; passing rolls nothing."""
    program.does("load", position={**msgspec.toml.decode(DUEL), "phase": "blue-movement"}, seed=1)
    program.does("answer", side="Blue", answer="B1")
    asks = program.does("answer", side="Blue", answer="0405")["asks"]
    assert asks[0]["name"] == "react"
    told = asks[0]["options"][1]
    odds = program.does("odds", query={"option": told["key"], "side": "Red"})["odds"]
    assert odds["chances"]["hit"] == told["chance"] == "2/3"
    assert "nothing is rolled" in program.refused("odds", query={"option": "pass", "side": "Red"})["message"]


def test_a_line_of_sight_is_clear_or_says_what_blocks_it(program: Program) -> None:
    """Three hexes lie between 0401 and 0405; woods in the middle one block [1.1]."""
    wooded = {**msgspec.toml.decode(DUEL), "board": {"terrain": {"0403": "woods"}}}
    program.does("load", position=DUEL)
    line = {"from": "0401", "to": "0405"}
    assert program.does("los", **line)["sight"] == {"clear": True, "ray": ["0402", "0403", "0404"]}
    program.does("load", position=wooded)
    sight = program.does("los", **line)["sight"]
    assert (sight["clear"], sight["at"], sight["case"]) == (False, "0403", "1.1")


def test_reach_gives_every_hex_and_its_cost(program: Program) -> None:
    """Rifles have 3 points and 1 more when advancing; on open ground a disc of radius 4, cut at the edge.

    From the corner 0101 of a 7 x 7 board with its even columns low, a hex in column c (from 0) lies
    max(c, row + c // 2) hexes away or nearer the row: counted by the distance on the axes q, z.
    """
    corner = {**msgspec.toml.decode(DUEL), "unit": [
        {"name": "B1", "side": "Blue", "type": "rifles", "hex": "0101"},
        {"name": "R1", "side": "Red", "type": "gun", "hex": "0707"},
    ]}  # fmt: skip
    program.does("load", position=corner)
    costs = {}
    for column in range(7):
        for row in range(7):
            z = row - column // 2  # even columns, counted from 1, lie low
            far = max(column, abs(z), abs(column + z))
            if far <= 4:
                costs[f"{column + 1:02}{row + 1:02}"] = str(far)
    assert program.does("reach", unit="B1")["hexes"] == costs


def test_the_position_is_a_file_that_loads_again(program: Program) -> None:
    """Object and text are the same situation, and loading either gives it back."""
    program.does("new", game="drill", seed=4)
    deploy(program)
    saved = program.does("position")
    for form in (saved["position"], saved["text"]):
        program.does("load", position=form)
        assert program.does("position") == saved


def test_the_hash_tells_states_apart(duel: Program) -> None:
    before = duel.does("hash")["hash"]
    moves_east(duel)
    assert duel.does("hash")["hash"] != before
    duel.does("undo", n=2)
    assert duel.does("hash")["hash"] == before


# Records


def test_a_record_goes_on_where_it_was_saved(program: Program) -> None:
    """With its seed, a loaded game is the one that was saved: same state, same asks, same dice to come."""
    both = {"Blue": "sergeant", "Red": "random"}
    program.does("new", game="drill", seed=3)
    program.does("play", bots=both, until={"asks": 60})
    saved, asks, hash = program.does("save")["record"], program.does("asks"), program.does("hash")
    ends = [program.does("play", bots=both), program.does("hash")]
    loaded = program.does("load", record=saved, seed=3)
    assert loaded["notes"] == []
    assert (program.does("asks"), program.does("hash"), program.does("save")["record"]) == (asks, hash, saved)
    assert [program.does("play", bots=both), program.does("hash")] == ends


def test_a_record_without_its_seed_goes_on_until_the_next_roll(program: Program) -> None:
    """What is on record is all there is: the answer that wants another die is refused."""
    program.does("load", position=DUEL, seed=1)
    moves_east(program)
    program.does("load", record=program.does("save")["record"].splitlines())
    assert program.refused("answer", side="Red", answer="R1")["code"] == "dice-exhausted"
    assert program.does("answer", side="Red", answer="pass")["events"] == []


def test_a_record_that_breaks_off_loads_up_to_there_and_says_so(program: Program) -> None:
    """Cut in mid-line; and cut between an answer and its dice, where the answer is left out."""
    program.does("load", position=DUEL, seed=1)
    moves_east(program)
    program.does("answer", side="Red", answer="R1")
    lines = program.does("save")["record"].splitlines(keepends=True)
    shot = next(number for number, line in enumerate(lines) if '"line":"roll"' in line)
    loaded = program.does("load", record="".join(lines[: shot + 1])[:-20])
    assert len(loaded["notes"]) == 2
    assert f"up to line {shot}" in loaded["notes"][0]
    assert [ask["name"] for ask in loaded["asks"]] == ["react"]
    whole = program.does("load", record="".join(lines[:shot]), seed=1)
    assert whole["notes"] == []
    assert "rolled" in [event["type"] for event in whole["events"]]


def test_a_record_that_was_altered_or_has_another_seed_is_refused(duel: Program) -> None:
    """The faults have the lines where they are, and the game under way stays."""
    duel.does("load", position=DUEL, seed=1)
    moves_east(duel)
    record = duel.does("save")["record"]
    altered = record.replace('"answer":"0403"', '"answer":"0303"')
    assert altered != record
    place = record[: record.index('"answer":"0403"')].count("\n") + 1
    error = duel.refused("load", record=altered)
    assert (error["code"], error["faults"][0]["place"]) == ("bad-position", f"line {place}")
    assert duel.refused("load", record=record, seed=2)["faults"][0]["place"] == "line 1"
    assert duel.refused("load", record=record, position=DUEL)["code"] == "bad-request"
    assert duel.refused("load", record=record, dice=[1])["code"] == "bad-request"


# Undo and standing orders


def test_undo_takes_back_up_to_the_last_die(program: Program) -> None:
    """`heard` counts the events that still stand: the phase, and not the move that was taken back."""
    program.does("load", position=DUEL, seed=1)
    moves_east(program)
    assert program.does("undo", n=2)["heard"] == 1
    moves_east(program)
    program.does("answer", side="Red", answer="R1")
    assert "rolled" in program.refused("undo")["message"]


def test_undo_forgets_drafts(program: Program) -> None:
    """A draft belongs to the ask as it stood."""
    program.does("new", game="drill", seed=1)
    program.does("answer", side="Red", answer={"hexes": [f"0{n}01" for n in range(1, 8)]})
    program.does("answer", side="Blue", step="0109")
    assert program.does("undo")["asks"][0]["draft"] == {"hexes": []}


def test_standing_orders_answer_a_window(duel: Program) -> None:
    """Red's gun has 4 in 6 at range 1: asked for at 2/3, let by at 5/6."""
    for chance, asked in (("2/3", "Red"), ("5/6", "Blue")):
        duel.does("load", position=DUEL)
        given = [{"then": "ask", "ask": "react", "least_chance": chance}, {"then": "pass"}]
        assert duel.does("orders", side="Red", orders=given) == {"side": "Red", "orders": 2}
        moves_east(duel)
        assert [ask["side"] for ask in duel.does("asks")["asks"]] == [asked]


@pytest.mark.parametrize("order", [
    {"then": "shoot"}, {"then": "pass", "least_chance": 0.3}, {"then": "pass", "least_chance": "1/0"},
    {"then": "pass", "unit": "X9"}, {"then": "pass", "who": "R1"},
    {"then": "pass", "least_chance": "1e99999"},
])  # fmt: skip
def test_orders_with_faults_are_refused(duel: Program, order: dict[str, Any]) -> None:
    assert duel.refused("orders", side="Red", orders=[order])["code"] in ("bad-request", "unknown")


# Bots


def test_a_bot_says_what_it_would_answer(duel: Program) -> None:
    """Asking changes nothing, the same seed says the same, and the answer is accepted."""
    before = duel.everything()
    advice = duel.does("bot", side="Blue", bot="sergeant", milliseconds=50)
    assert advice == duel.does("bot", side="Blue", bot="sergeant")
    assert duel.everything() == before
    duel.does("answer", side="Blue", answer=advice["answer"])


def test_a_bot_that_can_keep_time_is_told_it(duel: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    class Clocked:
        milliseconds = 1000

        def __init__(self, seed: bytes) -> None:
            pass

        def answer(self, seat: Seat[Any, Any]) -> None:
            seen.append(self.milliseconds)

    monkeypatch.setattr(Drill, "bots", lambda self: {"clocked": Clocked})
    assert duel.does("bot", side="Blue", bot="clocked", milliseconds=70) == {"answer": "pass"}
    duel.does("bot", side="Blue", bot="clocked")
    assert seen == [70, 1000]


@pytest.mark.parametrize(
    ("until", "stopped"),
    [({"asks": 3}, "asks"), ({"phase": "red-movement"}, "phase"), ({"turn": 2}, "turn"), ("over", "over")],
)
def test_play_stops_where_it_is_told(program: Program, until: Any, stopped: str) -> None:
    """After so many answers, when a phase or turn begins, or at the end."""
    program.does("new", game="drill", seed=1)
    before = len(program.engine.session.driver.history)
    played = program.does("play", bots={"Blue": "random", "Red": "random"}, until=until)
    assert played["stopped"] == stopped
    view = program.does("view")["view"]
    reached = {
        "asks": len(program.engine.session.driver.history) - before == 3,
        "phase": view["phase"] == "red-movement",
        "turn": view["turn"] == 2,
        "over": played["asks"] == [],
    }
    assert [why for why, so in reached.items() if so] == [stopped]


def test_play_waits_for_a_side_without_a_bot(duel: Program) -> None:
    played = duel.does("play", bots={"Red": "random"})
    assert (played["stopped"], played["asks"][0]["side"]) == ("waiting", "Blue")


def test_play_stops_before_the_answer_that_no_die_is_left_for(program: Program) -> None:
    """What was played until then stands, and the error says why it went no further."""
    program.does("load", position=DUEL)
    moves_east(program)
    program.does("orders", side="Red", orders=[{"then": "ask"}])
    for seed in range(20):
        played = program.does("play", bots={"Red": "random"}, until={"asks": 1}, seed=seed)
        if played["stopped"] == "error":
            break
        program.does("undo")
    assert played["error"]["code"] == "dice-exhausted"
    assert played["asks"][0]["name"] == "react"


# What a seat may not know

SEEN = st.lists(
    st.sampled_from([
        ("asks", {}), ("view", {}), ("view", {"side": "Red"}), ("view", {"side": "umpire"}), ("hash", {}),
        ("position", {}), ("save", {}), ("reach", {"unit": "B1"}), ("reach", {"unit": "R2"}), ("undo", {}),
        ("undo", {"side": "Red"}), ("los", {"from": "0101", "to": "0707"}), ("withdraw", {"side": "Red"}),
        ("odds", {"query": {"firer": "B1", "target": "R2"}}),
        ("odds", {"query": {"firer": "R2", "target": "B1"}}),
        ("answer", {"answer": "B1"}), ("answer", {"answer": "0403"}), ("answer", {"answer": "0405"}),
        ("answer", {"answer": "pass"}), ("answer", {"side": "Red", "answer": "pass"}),
        ("answer", {"side": "Red", "answer": "R2"}), ("orders", {"side": "Red", "orders": []}),
        ("bot", {"side": "Red", "bot": "random"}), ("bot", {"bot": "sergeant"}),
    ]),
    max_size=12,
)  # fmt: skip
HOMES = st.lists(
    st.sampled_from(["0101", "0201", "0601", "0701", "0702"]), min_size=2, max_size=2, unique=True
)


def red_hides_in(hex: str) -> dict[str, Any]:
    position = msgspec.toml.decode(DUEL)
    position["unit"][2]["hex"] = hex
    return position  # type: ignore[no-any-return]


@settings(deadline=None, max_examples=60)
@given(requests=SEEN, hexes=HOMES)
def test_what_is_hidden_changes_no_byte_for_a_seat(requests: list[Any], hexes: list[str]) -> None:
    """Wherever Red's unit hides, Blue's seat gets the same bytes: events, asks, views, odds, refusals."""
    heard = []
    for hex in hexes:
        lines = [("load", {"position": red_hides_in(hex), "seed": 1, "as": "Blue"}), *requests]
        engine = Engine(bots_for)
        heard.append([answer_line(engine, json.dumps({"do": do, **f}).encode()) for do, f in lines])
    assert heard[0] == heard[1]


def test_a_seat_sees_its_own_asks_and_that_others_are_asked(program: Program) -> None:
    begun = program.does("new", game="drill", seed=1, **{"as": "Red"})
    assert begun["asks"][0] == {"side": "Blue", "kind": "hidden"}
    assert begun["asks"][1]["kind"] == "form"


def test_a_seat_hears_only_its_own_hidden_things(program: Program) -> None:
    """Both sides place seven units, of which the last is hidden from the other [1.3]."""
    program.does("new", game="drill", seed=1, **{"as": "Red"})
    told = program.does("play", bots={"Blue": "random", "Red": "random"}, until={"phase": "stances"})
    placed = [event["unit"] for event in told["events"] if event["type"] == "placed"]
    assert sorted(placed) == sorted({f"{side}{n}" for side in "BR" for n in range(1, 8)} - {"B7"})
    assert program.does("view")["view"]["side"] == "Red"


@pytest.mark.parametrize(("do", "fields"), [
    ("view", {"side": "umpire"}), ("view", {"side": "Red"}), ("hash", {}), ("position", {}), ("save", {}),
    ("answer", {"side": "Red", "answer": "pass"}), ("answer", {"side": "Red", "step": "x"}),
    ("bot", {"side": "Red", "bot": "random"}), ("orders", {"side": "Red", "orders": []}),
    ("withdraw", {"side": "Red"}), ("undo", {"side": "Red"}),
])  # fmt: skip
def test_a_seat_is_refused_what_is_not_its_own(program: Program, do: str, fields: dict[str, Any]) -> None:
    program.does("load", position=DUEL, **{"as": "Blue"})
    assert program.refused(do, **fields)["code"] == "illegal"


def test_odds_that_would_betray_a_hidden_unit_are_refused(program: Program) -> None:
    """Where R2 lies decides the range, so its odds are refused; those of R1, on show, are given."""
    program.does("load", position=DUEL, **{"as": "Blue"})
    assert "cannot know" in program.refused("odds", query={"firer": "B1", "target": "R2"})["message"]
    assert program.does("odds", query={"firer": "B1", "target": "R1"})["odds"]["needed"] == "3 or less"


def test_a_watcher_sees_what_anybody_may_and_does_nothing(program: Program) -> None:
    """The hidden unit is nowhere, both asks are only announced, and whatever would act is refused."""
    begun = program.does("load", position=DUEL, **{"as": "watcher"})
    assert begun["asks"] == [{"side": "Blue", "kind": "hidden"}]
    shown = program.does("view")["view"]
    assert (shown["side"], shown["hexes"]) == (None, ["0404", "0402", None])
    for do, fields in [
        ("answer", {"answer": "pass"}),
        ("answer", {"side": "Blue", "answer": "pass"}),
        ("view", {"side": "Blue"}),
        ("view", {"side": "umpire"}),
        ("undo", {"n": 1}),
        ("orders", {"orders": []}),
        ("bot", {"bot": "random"}),
        ("save", {}),
        ("odds", {"query": {"firer": "B1", "target": "R1"}}),
    ]:
        assert program.refused(do, **fields)["code"] == "illegal", do


def test_a_bot_of_another_seat_fails_without_words(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """Red's bot errs with a secret in its answer: Blue learns that it could not answer, and no more."""

    class Loud:
        def __init__(self, seed: bytes) -> None:
            pass

        def answer(self, seat: Seat[Any, Any]) -> str:
            return "R2 lies in 0101"

    monkeypatch.setattr(Drill, "bots", lambda self: {"loud": Loud})
    program.does("load", position={**msgspec.toml.decode(DUEL), "phase": "stances"}, **{"as": "Blue"})
    error = program.does("play", bots={"Red": "loud"})["error"]
    assert (error["message"], error["faults"]) == ("the bot of Red could not answer", [])


# Bad lines

BAD = {
    b"": "not JSON",
    b"\xff\xfe\x00": "not JSON",
    b'{"do":"asks","id":"\xff"}': "not JSON",
    b"{": "not JSON",
    b'{"do":"asks"} {"do":"asks"}': "trailing",
    b"[]": "object",
    b"null": "object",
    b"{}": "do",
    b'{"do":7}': "do",
    b'{"do":"answer","side":"Blue"}': "`answer`, `step`",
    b'{"do":"answer","side":"Blue","answer":"pass","commit":true}': "one of",
    b'{"do":"answer","side":"Blue","commit":false}': "commit",
    b'{"do":"asks","colour":1}': "colour",
    b'{"do":"new"}': "game",
    b'{"do":"new","game":"drill","options":{"a":1}}': "options",
    b'{"do":"undo","n":0}': "n",
    b'{"do":"undo","n":NaN}': "not JSON",
    b'{"do":"undo","n":1e999}': "n",
    b'{"do":"play","bots":{},"until":{"asks":0}}': "asks",
    b'{"do":"play","bots":{},"until":{"week":2}}': "week",
    b'{"do":"answer","side":"Blue","answer":' + b"9" * 5000 + b"}": "answer",
    b'{"do":"answer","side":"Blue","answer":' + b"[" * 50_000 + b"]" * 50_000 + b"}": "nested",
    b'{"do":"answer","side":"Blue","answer":' + b"[" * 900 + b"]" * 900 + b"}": "",
    b'{"do":"answer","answer":"pass"}': "Blue or Red",
    b'{"do":"view","side":["Red"]}': "side",
    b'{"do":"asks","id":' + b"9" * 40 + b"}": "id",
    b"x" * (LONGEST + 1): "bytes",
}  # fmt: skip


@pytest.mark.parametrize(("line", "word"), BAD.items(), ids=lambda value: str(value)[:40])
def test_a_bad_line_is_refused_by_name_and_changes_nothing(duel: Program, line: bytes, word: str) -> None:
    before = duel.everything()
    error = json.loads(answer_line(duel.engine, line))["error"]
    assert error["code"] == "bad-request"
    assert word in error["message"]
    assert duel.everything() == before


@pytest.mark.parametrize(("do", "fields", "word"), [
    ("fly", {}, "fly"), ("new", {"game": "chess"}, "chess"),
    ("new", {"game": "drill", "scenario": "x"}, "crossfire"),
    ("new", {"game": "drill", "as": "Green"}, "Green"),
    ("new", {"game": "drill", "options": {"fog": "yes"}}, "fog"),
    ("view", {"side": "Green"}, "Blue, Red"), ("reach", {"unit": "X1"}, "X1"),
    ("los", {"from": "0101", "to": "9901"}, "9901"),
    ("bot", {"side": "Blue", "bot": "deep"}, "random, sergeant"),
    ("play", {"bots": {"Green": "random"}}, "Green"),
    ("play", {"bots": {}, "until": {"phase": "lunch"}}, "blue-movement"),
])  # fmt: skip
def test_a_name_there_is_not_is_told_with_those_there_are(
    duel: Program, do: str, fields: Any, word: str
) -> None:
    before = duel.everything()
    error = json.loads(answer_line(duel.engine, json.dumps({"do": do, **fields}).encode()))["error"]
    assert error["code"] == "unknown"
    assert word in error["message"]
    assert duel.everything() == before


def test_the_id_comes_back_even_with_an_error() -> None:
    engine = Engine(bots_for)
    for id in (7, "seven", None):
        for rest in ({"do": "asks"}, {"do": "fly"}, {"do": "asks", "colour": 1}):
            line = json.dumps({"id": id, **rest}).encode()
            assert json.loads(answer_line(engine, line))["id"] == id
    assert json.loads(answer_line(engine, b'{"id":1.5,"do":"games"}'))["id"] is None


def test_requests_of_a_game_want_one(program: Program) -> None:
    """Before new or load there is nothing to ask about."""
    for do, fields in {"asks": {}, "undo": {}, "view": {}, "play": {"bots": {}}}.items():
        assert "new or load" in program.refused(do, **fields)["message"]


def test_a_game_that_is_over_says_so(program: Program) -> None:
    program.does("new", game="drill", seed=1)
    program.does("play", bots={"Blue": "random", "Red": "random"})
    assert program.refused("answer", side="Blue", answer="pass")["code"] == "over"
    assert program.does("play", bots={})["stopped"] == "over"


def test_a_position_with_faults_tells_them_all_and_leaves_the_game_alone(duel: Program) -> None:
    position = msgspec.toml.decode(DUEL)
    position["unit"] = [
        {"name": "B1", "side": "Green", "type": "rifles"},
        {"name": "B2", "side": "Blue", "type": "boat"},
    ]
    error = duel.refused("load", position=position)
    assert error["code"] == "bad-position"
    assert [fault["place"] for fault in error["faults"]] == ["B1", "B2"]


def test_a_failure_of_the_program_is_an_answer_too(
    duel: Program, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The traceback goes to standard error; the answer holds nothing of it that could be secret."""

    def broken(*_: object) -> None:
        raise ArithmeticError("R2 lies in 0101")

    monkeypatch.setattr(Drill, "odds", broken)
    error = duel.refused("odds", query={})
    assert (error["code"], "0101" in error["message"]) == ("internal", False)
    assert "R2 lies in 0101" in capsys.readouterr().err


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
WORDS = st.sampled_from(
    ["Blue", "Red", "umpire", "B1", "R1", "R2", "0404", "0403", "pass", "drill", "random", "sergeant"]
)
FIELDS = st.sampled_from([
    "side", "answer", "step", "commit", "step_back", "n", "from", "to", "query", "unit", "bot", "bots",
    "until", "milliseconds", "seed", "dice", "then", "as", "game", "scenario", "options", "orders",
    "position", "record", "id",
])  # fmt: skip
LINES = st.one_of(
    st.binary(max_size=60),
    JSON.map(lambda value: json.dumps(value).encode()),
    st.builds(
        lambda do, fields: json.dumps({**fields, "do": do}).encode(),
        st.sampled_from(sorted(REQUESTS)) | st.text(max_size=6),
        st.dictionaries(FIELDS, WORDS | JSON, max_size=4),
    ),
)


@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lines=st.lists(LINES, max_size=12))
def test_any_lines_are_answered_one_by_one(lines: list[bytes]) -> None:
    """Whatever comes in, one answer goes out; an error is one of the known kinds and changes nothing."""
    program = Program()
    program.does("load", position=DUEL, seed=1)
    for line in lines:
        before = program.everything()
        answer = json.loads(answer_line(program.engine, line))
        if "error" in answer:
            assert answer["error"]["code"] != "internal", line
            assert program.everything() == before


# The process


def talk(*lines: bytes) -> list[dict[str, Any]]:
    """What comes out when these bytes go in."""
    out = io.BytesIO()
    serve(io.BytesIO(b"".join(lines)), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_every_line_has_one_answer_and_quit_is_the_last() -> None:
    """Empty lines are passed over; a line that is too long is one bad line; nothing is read after quit."""
    answers = talk(
        b"\n", b"  \r\n", b'{"id":1,"do":"games"}\r\n', b"x" * (2 * LONGEST + 5) + b"\n",
        b'{"id":2,"do":"quit"}\n', b'{"id":3,"do":"games"}\n',
    )  # fmt: skip
    assert [answer["id"] for answer in answers] == [1, None, 2]
    assert "bytes" in answers[1]["error"]["message"]
    assert answers[2]["ok"] == {}


def test_the_last_line_needs_no_end() -> None:
    assert [answer["id"] for answer in talk(b'{"id":1,"do":"games"}')] == [1]


def test_a_process_outlives_garbage() -> None:
    """Bytes of every value, then an honest question to the real process."""
    garbage = b"".join(bytes([value, 0, 255 - value]) + b"\n" for value in range(256))
    told = subprocess.run(
        [sys.executable, "-m", "sandtable", "engine"],
        input=garbage + b'{"id":"still there","do":"games"}\n', capture_output=True, timeout=60, check=True,
    )  # fmt: skip
    assert json.loads(told.stdout.splitlines()[-1])["id"] == "still there"
    assert told.stderr == b""


def test_a_reader_that_leaves_ends_the_process_quietly() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "sandtable", "engine"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as engine:  # fmt: skip
        assert engine.stdin is not None
        assert engine.stdout is not None
        assert engine.stderr is not None
        engine.stdin.write(b'{"do":"games"}\n')
        engine.stdin.flush()
        engine.stdout.readline()
        engine.stdout.close()
        engine.stdin.write(b'{"do":"games"}\n')
        engine.stdin.close()
        assert engine.stderr.read() == b""
        assert engine.wait(30) == 0


def test_what_a_game_prints_does_not_get_into_the_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stray print in a game would look like an answer."""
    code = (
        "from sandtable.games.drill import Drill\n"
        "Drill.scenarios = lambda self: print('stray') or ()\n"
        "from sandtable.bots.roster import bots_for; from sandtable.engine.protocol import main\n"
        "main(bots_for)"
    )
    told = subprocess.run(
        [sys.executable, "-c", code], input=b'{"do":"games"}\n', capture_output=True, timeout=60, check=True
    )
    assert len(told.stdout.splitlines()) == 1
    assert b"stray" in told.stderr


# The pages


def fenced(page: str, language: str) -> list[str]:
    """The fenced blocks of a page in a language."""
    text = (DOCS / page).read_text("utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)


def pairs() -> Iterator[tuple[str, Any]]:
    """The requests of the page, each with its answer."""
    blocks = fenced("protocol.md", "json")
    assert len(blocks) % 2 == 0
    for line, answer in zip(blocks[::2], blocks[1::2], strict=True):
        yield line, json.loads(answer)


def fits(shown: Any, real: Any) -> bool:
    """Is the answer as shown, where "..." leaves out whatever else there is?"""
    if isinstance(shown, dict) and isinstance(real, dict):
        named = shown.keys() - {"..."}
        whole = "..." in shown or named == real.keys()
        return whole and all(key in real and fits(shown[key], real[key]) for key in named)
    if isinstance(shown, list) and isinstance(real, list):
        named_first = shown[:-1] if shown[-1:] == ["..."] else shown
        whole = named_first is not shown or len(shown) == len(real)
        return whole and len(named_first) <= len(real) and all(map(fits, named_first, real))
    return shown == "..." or (type(shown) is type(real) and shown == real)


def test_the_page_shows_what_really_comes() -> None:
    """All the examples of docs/protocol.md, in order, in one session; every request is among them."""
    engine = Engine(bots_for)
    verbs = set()
    for line, shown in pairs():
        real = json.loads(answer_line(engine, line.replace("\n", " ").encode()))
        assert fits(shown, real), f"{line}\n{json.dumps(real)}"
        verbs.add(json.loads(line)["do"])
    assert verbs >= set(REQUESTS)


def test_the_client_on_the_page_plays_a_game(tmp_path: Path) -> None:
    """The program as printed picks options until the game is over."""
    (client,) = fenced("protocol.md", "python")
    file = tmp_path / "client.py"
    file.write_text(client, "utf-8")
    told = subprocess.run(
        [sys.executable, str(file), sys.executable, "-m", "sandtable", "engine"],
        capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    assert told.stdout.splitlines()[-1].startswith("The game ends")
    assert len(client.splitlines()) <= 30


def test_the_schema_on_file_is_that_of_the_program() -> None:
    """`sandtable engine --schema > docs/protocol.schema.json` writes it anew."""
    stored = json.loads((DOCS / "protocol.schema.json").read_text("utf-8"))
    assert stored == protocol_schema()
    assert stored["answers"].keys() == REQUESTS.keys()


def test_every_reference_in_the_schema_leads_somewhere() -> None:
    text = json.dumps(protocol_schema())
    named = set(re.findall(r'"#/\$defs/([^"]+)"', text))
    assert named <= protocol_schema()["$defs"].keys()


def test_the_positions_on_the_page_load(program: Program) -> None:
    """Every file that docs/positions.md shows can be played from."""
    files = fenced("positions.md", "toml")
    assert files
    for file in files:
        assert program.does("load", position=file, seed=1)["asks"]
        assert program.does("play", bots={"Blue": "random", "Red": "random"})["stopped"] == "over"


def test_the_page_on_positions_names_every_key() -> None:
    """A key that is not on the page might as well not be."""
    page = (DOCS / "positions.md").read_text("utf-8")
    position = position_from(DUEL)
    keys = [
        *position.__struct_fields__,
        *position.board.__struct_fields__,
        "name",
        "side",
        "type",
        "hex",
        "status",
    ]
    assert [key for key in keys if f"`{key}`" not in page] == []
