"""The turn around the fighting: set-up, modes, who acts first, clean-up, the end of a scenario."""

from __future__ import annotations

import pytest
from tests.tcs.situations import (
    Play,
    answer,
    asked,
    offered,
    play,
    rolls,
    situation,
    status,
    told,
    why_not,
)

from sandtable.engine import Driver, Refused
from sandtable.engine.cases import covers
from sandtable.engine.dice import Script
from sandtable.games.tcs import game as series
from sandtable.games.tcs.battles import scenarios
from sandtable.games.tcs.muster import opening
from sandtable.games.tcs.scene import armoury
from sandtable.games.tcs.sequence import LADDER


@covers("tcs", "1.3c", "4.0", "8.9g")
def test_both_sides_choose_their_modes_in_secret_and_markers_come_off() -> None:
    game = play(situation("quiet", **{"A/2": {"status": ["fire", "overwatch"]}}), 6, 1)
    assert asked(game) == ["Red change-modes", "Blue change-modes"]
    answer(game, "Blue: A/1")
    assert told(game, 0) == []
    answer(game, "Red: ")
    assert told(game, 0)[:3] == [
        "Red has settled its modes",
        "A/1 goes to fire mode",
        "Blue has settled its modes",
    ]
    assert status(game, "A/2") == ["fire"]


@covers("tcs", "4.2", "8.9f")
def test_pinned_and_marked_units_may_not_go_to_move_mode() -> None:
    marks = {
        "A/1": {"status": ["fire", "suppressed"]},
        "A/2": {"status": ["fire", "overwatch"]},
        "A/3": {"status": ["suppressed"]},
    }
    game = play(situation("quiet", **marks))
    assert offered(game, "Blue") == ["A/3", "T1"]
    assert why_not(game, "Blue", "A/1") == "4.2 A/1 is suppressed or paralyzed and may not go to move mode"
    assert why_not(game, "Blue", "A/2") == "8.9f A/2 has an overwatch marker"
    with pytest.raises(Refused):
        answer(game, "Blue: A/1")


@covers("tcs", "3.7")
def test_a_howitzer_that_was_moved_in_the_last_turn_keeps_its_mode() -> None:
    howitzer = next(kind.id for kind in armoury("skyline-drive").unit if kind.category == "map_gun")
    rifle = next(kind.id for kind in armoury("skyline-drive").unit if kind.category == "infantry")
    position = situation("quiet", state={"battle": "skyline-drive"})
    for line in position.unit:
        line["type"] = howitzer if line["name"] in ("A/1", "A/2") else rifle
    position.unit[0]["status"] = ["moved last turn"]
    game = play(position)
    assert why_not(game, "Blue", "A/1") == "3.7 A/1 was moved in the last turn"
    assert "A/2" in offered(game, "Blue")


@covers("tcs", "1.3a", "1.3f")
def test_ties_are_rolled_again_and_the_winner_chooses() -> None:
    """3 and 3 tie; then Red's 2 loses to Blue's 5."""
    game = play(situation("quiet", phase="order"), 3, 3, 2, 5)
    assert asked(game) == ["Blue act-first"]
    answer(game, "Blue: second")
    assert asked(game) == ["Red pick-unit"] or told(game)[-1] == "Red has finished its Action Phase"


@covers("tcs", "1.3g", "9.2d", "9.3e", "11.0d", "9.1c", "16.3e")
def test_the_clean_up_of_an_hourly_turn() -> None:
    """The fourth turn begins at 1000. A company at 7 loses a third, 2. A 3 takes one smoke."""
    marks = {"A/1": {"status": ["suppressed"]}, "A/2": {"status": ["paralyzed"]}}
    kept = {"smoke": ["0505", "0606"], "lights": ["0707"], "morale": {"Blue A": 7}}
    game = play(situation("quiet", phase="clean-up", turn=4, state=kept, **marks), 2, 3)
    assert status(game, "A/1") == []
    assert status(game, "A/2") == ["suppressed"]
    assert [game.state.smoke, game.state.lights] == [[game.table.scene.hex("0505")], []]
    assert "The morale number of company A is 5" in told(game, 1)
    assert not [words for words in told(game, 0) if "morale" in words]
    assert rolls(game)[:2] == ["Smoke: 2 remains", "Smoke: 3 gone"]


@covers("tcs", "9.1c")
def test_companies_do_not_recover_between_the_hours() -> None:
    game = play(situation("quiet", phase="clean-up", turn=3, state={"morale": {"Blue A": 7}}))
    assert not [words for words in told(game) if "morale" in words]


def crossroads(held: int, **lost: int) -> Play:
    """The end of the last turn of the Crossroads, with so many of the seven hexes Blue's and steps lost."""
    kinds = {"A/1": "us_rifle", "A/2": "us_rifle", "T1": "us_m4", "T2": "us_m4", "T3": "us_m4"}
    lines = []
    for number, (name, kind) in enumerate(kinds.items(), 1):
        gone = lost.get(name, 0) >= (5 if kind == "us_rifle" else 1)
        place = {"off": "destroyed"} if gone else {"hex": f"01{number:02}"}
        lines.append({"name": name, "side": "Blue", "type": kind, "lost": lost.get(name, 0), **place})
    red = {"name": "Pak", "side": "Red", "type": "ge_pak40", "hex": "2020"}
    owners = ["Blue"] * held + ["Red"] * (7 - held)
    position = situation("quiet", map="first-blood", size="", scenario="crossroads", phase="turn-end", turn=6)
    position.unit[:] = [*lines, red]
    position.state = {"held": owners}
    return play(position)


@pytest.mark.parametrize(
    ("held", "lost", "level", "winner"),
    [
        (7, {}, "Blue wins decisively", 1),
        (6, {"A/1": 5, "A/2": 1}, "Blue wins decisively", 1),  # six steps
        (6, {"A/1": 5, "T1": 1}, "Blue wins", 1),  # a tank counts two: seven
        (5, {}, "Blue wins", 1),
        (4, {}, "Blue wins", 1),
        (3, {}, "draw", None),
        (2, {}, "Red wins", 0),
        (7, {"A/1": 5, "A/2": 1, "T1": 1, "T2": 1, "T3": 1}, "Red wins", 0),  # twelve steps
        (7, {"A/1": 5, "T1": 1, "T2": 1, "T3": 1}, "Blue wins", 1),  # eleven
    ],
)
def test_the_levels_of_the_crossroads(
    held: int, lost: dict[str, int], level: str, winner: int | None
) -> None:
    outcome = crossroads(held, **lost).state.outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winner) == (level, winner)
    assert outcome.points == (0.0, float(held))


@covers("tcs", "6.1")
def test_blue_sets_up_in_the_five_western_columns_and_red_where_it_is_printed() -> None:
    game: Play = Driver(series, *series.set_up("crossroads", {}), Script(()))
    game.start()
    assert asked(game) == ["Blue place-unit"]
    hexes = offered(game, "Blue")
    assert len(hexes) == 5 * 20
    assert {hex[:2] for hex in hexes} == {"01", "02", "03", "04", "05"}
    assert why_not(game, "Blue", "0610") == "6.1 0610 is outside the zone in which A/1 begins"
    for _ in range(8):
        answer(game, "Blue: 0510")
    assert asked(game) == ["Red first-modes", "Blue first-modes"]
    assert offered(game, "Red") == []


def test_a_hex_that_was_passed_through_last_counts_as_held() -> None:
    """Blue's tank drives through 1209, which is Red's until then."""
    position = situation("quiet", map="first-blood", size="", scenario="crossroads", phase="first-action")
    position.unit[:] = [
        {"name": "T1", "side": "Blue", "type": "us_m4", "hex": "1109"},
        {"name": "Pak", "side": "Red", "type": "ge_pak40", "hex": "2020"},
    ]
    position.state = {"held": ["Red"] * 7, "active": "Blue"}
    game = play(position)
    way = next(key for key in _through(game, "T1") if key.startswith("1209"))
    answer(game, f"Blue: {way}")
    names = dict(zip(map(game.table.scene.hex_name, game.table.scene.prizes), game.state.held, strict=True))
    assert names["1209"] == 1
    assert set(names.values()) == {0, 1}


def test_a_retreat_through_a_hex_of_the_village_takes_it() -> None:
    """A platoon of Blue in 1409, the enemy east of it, falls back through what it can of Arden."""
    position = situation("quiet", map="first-blood", size="", scenario="crossroads", phase="first-action")
    position.unit[:] = [
        {"name": "A/1", "side": "Blue", "type": "us_rifle", "company": "A", "hex": "1409"},
        {"name": "Pak", "side": "Red", "type": "ge_pak40", "hex": "1709", "status": ["paralyzed"]},
    ]
    position.state = {"held": ["Red"] * 7, "active": "Blue"}
    game = play(position, 1)
    scene = game.table.scene
    prizes = {scene.hex_name(hex) for hex in scene.prizes}
    answer(game, "Blue: A/1", "Blue: retreat")
    while asked(game) == ["Blue retreat-to"]:
        hexes = offered(game, "Blue")
        answer(game, f"Blue: {next((hex for hex in hexes if hex in prizes), hexes[0])}")
    crossed = {words.split()[-1] for words in told(game) if words.startswith("A/1 saves itself to")}
    names = dict(zip(map(scene.hex_name, scene.prizes), game.state.held, strict=True))
    assert crossed & prizes
    assert {name for name, side in names.items() if side == 1} == crossed & prizes


def _through(game: Play, unit: str) -> list[str]:
    answer(game, f"Blue: {unit}")
    return offered(game, "Blue")


@covers("tcs", "1.1", "1.3", "1.3d", "1.3e")
def test_the_phases_come_in_the_order_of_the_book() -> None:
    """Without batteries nobody calls for fire; the second lesson, Kestrel Ridge, has some."""
    phases = {}
    for key in ("crossroads", "kestrel"):
        state = opening(scenarios()[key])
        state.ready = True
        phases[key] = [rung.name for rung in LADDER.rungs if rung.when is None or rung.when(state)]
    assert phases["crossroads"] == [
        "command-planning", "mode-determination", "direct-fire",
        "order", "first-action", "second-action", "clean-up", "turn-end",
    ]  # fmt: skip
    assert phases["kestrel"] == [
        "command-planning", "mode-determination", "immediate-fire", "artillery", "direct-fire",
        "call-for-fire", "order", "first-action", "second-action", "clean-up", "turn-end",
    ]  # fmt: skip


@covers("tcs", "2.0", "9.1")
def test_the_enemy_does_not_see_company_morale_and_a_fork_deals_it_again() -> None:
    game = play(situation("quiet", turn=3, state={"morale": {"Blue A": 4, "Red 1": 2}}))
    assert game.view(1).morale == (("Blue A", 4),)  # type: ignore[attr-defined]
    assert game.view(0).morale == (("Red 1", 2),)  # type: ignore[attr-defined]
    dealt = {game.fork_for(0, bytes([seed])).state.morale[0] for seed in range(40)}
    assert len(dealt) > 3
    assert {game.fork_for(1, bytes([seed])).state.morale[0] for seed in range(9)} == {4}


@pytest.mark.parametrize("name", ["column", "quiet"])
def test_a_position_is_written_as_it_was_read(name: str) -> None:
    game = play(name)
    written = series.to_position(game.table)
    scene, state = series.from_position(written)
    assert state == game.state
    assert series.to_position(Driver(series, scene, state, Script(())).table) == written
