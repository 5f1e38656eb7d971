"""Position files of Drill: what they say comes back, and what is wrong with them is told at once."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from tests.drill.situations import FOLDER, NUMBERS, asked, play, situation, status, where

from sandtable.engine import BadPosition, Driver, Position
from sandtable.engine.cases import covers
from sandtable.engine.dice import Script
from sandtable.engine.position import BoardChanges, position_from, position_text
from sandtable.games.drill import game

FILES = sorted(file.stem for file in FOLDER.glob("*.toml"))
HERE = Path(__file__).parent


def faults(name: str, /, **changes: Any) -> list[str]:
    """Everything that is wrong with a position when it is changed so."""
    with pytest.raises(BadPosition) as bad:
        game.from_position(situation(name, **changes))
    return [str(fault) for fault in bad.value.refusals]


@pytest.mark.parametrize("name", FILES)
def test_a_position_comes_back_as_it_was(name: str) -> None:
    """Read, written as a file and read again, it is the same state."""
    scene, state = game.from_position(situation(name))
    written = position_text(game.to_position(Driver(game, scene, state, Script(())).table))
    assert game.from_position(position_from(written))[1] == state


@pytest.mark.parametrize("name", FILES)
def test_every_position_file_is_played_in_some_test(name: str) -> None:
    """A file that no test names would prove nothing."""
    tests = [file.read_text("utf-8") for file in HERE.glob("test_*.py")]
    assert any(f'"{name}"' in text for text in tests)


@covers("drill", "1.1")
def test_woods_can_be_added_to_a_map_for_one_situation() -> None:
    """The printed field stays as it was for everybody else."""
    changed = situation("last-turn", phase="stances", board=BoardChanges(terrain={"0101": "woods"}))
    scene, plain = play(changed).table.scene, play(situation("last-turn", phase="stances")).table.scene
    hex = plain.hex("0101")
    assert (scene.woods[hex], plain.woods[hex]) == (True, False)
    assert sum(scene.woods) == sum(plain.woods) + 1


def test_a_unit_of_the_scenario_is_known_by_its_name_and_a_phase_by_its_title() -> None:
    """Side and type come from the scenario, the rest as in the whole file; a stranger must be introduced."""
    text = """
        game = "drill"
        scenario = "crossfire"
        phase = "Blue movement"
        unit = [{ name = "B5", hex = "0505" }, { name = "%s", hex = "0503" }]
    """
    state = play(position_from(text % "R1")).state
    # Blue's gun and Red's rifles, in the third segment of a turn.
    assert (state.side, state.kind, state.step) == ((0, 1), (1, 0), 2)
    with pytest.raises(BadPosition, match="X1: Object missing required field `side`"):
        game.from_position(position_from(text % "X1"))


def test_a_scenario_without_units_has_its_own() -> None:
    """Seven a side, not yet on the board; a file that names units has these and no others."""
    driver = play(Position("drill", "crossfire"))
    assert driver.table.scene.units == tuple(f"{side}{number}" for side in "BR" for number in range(1, 8))
    assert [ask.name for ask in driver.asks] == ["deploy", "deploy"]
    named = play(replace(situation("duel"), scenario="crossfire"))
    assert named.table.scene.units == ("B1", "R1")


def test_what_a_file_leaves_out_is_as_at_the_start() -> None:
    """Turn 1, both sides advancing, no markers, the drill field; units stand on it, so stances are next."""
    lines = [{"name": "B1", "side": "Blue", "type": "gun", "hex": "0509"},
             {"name": "R1", "side": "Red", "type": "gun", "hex": "0501"}]  # fmt: skip
    driver = play(Position("drill", unit=lines))
    assert (driver.state.turn, driver.state.stance) == (1, [0, 0])
    assert asked(driver) == ["Blue stance: advance hold", "Red stance: advance hold"]
    assert driver.table.scene.board.name == "field"
    assert (status(driver, "B1"), where(driver, "B1")) == ([], "0509")


# Faults


def test_all_the_faults_of_a_file_are_told_at_once_each_with_its_place() -> None:
    """In the heading, in the state and in two units."""
    found = faults(
        "duel",
        turn=9,
        phase="lunch",
        state={"stance": [0, 2], "weather": "fair"},
        B1={"type": "boat", "hex": "9901"},
        R1={"side": "Green", "status": ["asleep"]},
    )
    assert NUMBERS["turns"] == 8
    for beginning in (
        "phase: there is no phase 'lunch'; there are: deployment, stances, blue-movement",
        "turn: the turns are 1 to 8, so not 9",
        "state.stance: ",
        "state: there is no key 'weather'; there are: stance",
        "B1: there is no type 'boat'",
        "B1: there is no hex '9901'",
        "R1: there is no side 'Green'",
        "R1: there is no status 'asleep'",
    ):
        assert [fault for fault in found if fault.startswith(beginning)], (beginning, found)
    assert len(found) == 8


@covers("drill", "3.3")
def test_two_units_in_a_hex_are_refused() -> None:
    assert faults("duel", R1={"hex": "0508"}) == ["3.3: R1: 0508 is taken: one unit in a hex"]


@covers("drill", "1.3")
@pytest.mark.parametrize(
    ("hidden", "fault"),
    [
        ({"B1": {"hex": "0503"}}, "1.3: R2: a unit next to an enemy has shown itself"),
        ({"R2": {"hex": "0503"}}, "1.3: R2: a hidden unit lies in its home rows"),
        ({"R2": {"hex": ""}}, "1.3: R2: a hidden unit lies in its home rows"),
        ({"R1": {"status": ["hidden"]}}, "1.3: R2: only one unit of a side is hidden"),
    ],
)
def test_a_unit_can_be_hidden_only_as_the_rules_allow(hidden: dict[str, Any], fault: str) -> None:
    assert faults("ambush", **hidden) == [fault]


@covers("drill", "5.1", "2.1")
def test_forces_must_be_able_to_play_and_to_deploy() -> None:
    """Both sides need a unit; and on a board three hexes wide and three high each home is three hexes."""
    alone = [{"name": "B1", "side": "Blue", "type": "gun", "hex": "0101"}]
    with pytest.raises(BadPosition, match=r"5\.1: Red: has no unit to play with"):
        game.from_position(Position("drill", unit=alone))
    with pytest.raises(BadPosition, match=r"2\.1: Blue: has 7 units and 3 home hexes to deploy in"):
        game.from_position(Position("drill", "crossfire", "blank", "3x3"))


@covers("drill", "1.1")
@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"size": "31x5"}, "1.1: size: a board has at most 30 columns and rows"),
        ({"size": "wide"}, "size: a blank map needs a size such as 20x15"),
        ({"map": "sea", "size": ""}, "map: there is no map 'sea'; there are: field, blank"),
        ({"map": "field"}, "size: only a blank map is given a size"),
        ({"board": BoardChanges(terrain={"0101": "lava"})}, "lava"),
        ({"board": BoardChanges(terrain={"4242": "woods"})}, "4242"),
    ],
)
def test_a_board_that_cannot_be_is_refused(changes: dict[str, Any], fault: str) -> None:
    assert [told for told in faults("duel", **changes) if fault in told]


def test_unknown_keys_and_broken_files_are_refused() -> None:
    """By the name of the key, or the line where it stops being TOML."""
    text = (FOLDER / "duel.toml").read_text("utf-8")
    with pytest.raises(BadPosition, match="unknown field `wether`"):
        position_from(text + '\nwether = "fair"\n')
    with pytest.raises(BadPosition, match="this is not TOML: .*line"):
        position_from(text + "\nturn = = 3\n")
    assert faults("duel", B1={"facing": "north"})[0].startswith("B1: ")
    assert "facing" in faults("duel", B1={"facing": "north"})[0]


# The page


def test_the_examples_of_the_page_are_positions() -> None:
    """Both load, and say what the page says of them."""
    page = (HERE.parents[1] / "docs" / "positions.md").read_text("utf-8")
    files = [block.partition("```")[0] for block in page.split("```toml\n")[1:]]
    assert len(files) == 2
    whole, short = (play(position_from(text)) for text in files)
    assert (whole.state.turn, asked(whole)[0].split(":")[0]) == (5, "Red pick-mover")
    assert status(whole, "R7") == ["hidden"]
    assert [where(whole, unit) for unit in ("B1", "B2")] == ["0505", "0606"]
    wood = short.table.scene.hex("0505")
    assert [hex for hex, woods in enumerate(short.table.scene.woods) if woods] == [wood]
    assert all(tomllib.loads(text)["game"] == "drill" for text in files)
