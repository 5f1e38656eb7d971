"""Maps for the page: every hex with its place and words, the sheet as a picture, and the page's own files."""

from collections.abc import Iterator

import httpx
import pytest
from tests.server.house import Server

from sandtable.boards import read_map, read_vocabulary
from sandtable.boards.drawing import hex_centre
from sandtable.engine.game import games
from sandtable.engine.position import BoardChanges
from sandtable.games.drill.state import FIELD, board
from sandtable.server.boards import hex_words
from sandtable.server.pages import FOLDER, TYPES
from sandtable.server.rules import rules_of

MAP = """format: 1
game: drill
name: ford
title: Ford
size: 2 x 2
low: even
source: invented
reason: for this test

[terrain]
01: ..
02: w.
[roads]
track "Lane": A 0101 0102
"""
VOCABULARY = """
game = "drill"
[[terrain]]
letter = "."
name = "clear"
drawing = "clear"
[[terrain]]
letter = "w"
name = "woods"
drawing = "woods"
[[path]]
name = "track"
family = "road"
drawing = "track"
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(f"sqlite:///{tmp_path_factory.mktemp('store') / 'tables.db'}") as found:
        yield found


def test_a_hex_is_told_with_its_ground_and_what_crosses_its_sides() -> None:
    """The lane runs in over 0101's north side and on over its south side into the wood."""
    ford = read_map(MAP, read_vocabulary(VOCABULARY))
    assert hex_words(ford, ford.find("0101")) == "clear, track AD"
    assert hex_words(ford, ford.find("0102")) == "woods, track A"
    assert hex_words(ford, ford.find("0201")) == "clear"


def test_a_seat_has_the_map_hex_by_hex_and_as_a_picture(server: Server) -> None:
    """The places are those of the drawing, and a map that has not changed is not sent twice."""
    token = server.open(game="drill").links["Blue"]
    shown = server.get("/api/seat/board", token).json()
    field = board(FIELD, BoardChanges())
    for found, hex in zip(shown["hexes"], range(field.count), strict=True):
        assert found["name"] == field.names[hex]
        assert (found["x"], found["y"]) == pytest.approx(hex_centre(field, hex), abs=0.06)
    first = server.get("/api/seat/map?theme=dark", token)
    assert first.headers["content-type"].startswith("image/svg+xml")
    assert first.text.startswith("<svg")
    left, top, width, height = shown["box"]
    assert f'viewBox="{left:g} {top:g} {width:g} {height:g}"' in first.text
    headers = {"Authorization": f"Bearer {token}", "If-None-Match": first.headers["etag"]}
    assert httpx.get(f"{server.url}/api/seat/map?theme=dark", headers=headers).status_code == 304
    assert server.get("/api/seat/map").status_code == 401


def test_the_lobby_has_maps_and_fonts(server: Server) -> None:
    assert server.get("/api/games/drill/crossfire/map.png").content.startswith(b"\x89PNG")
    assert server.get("/api/games/drill/nowhere/map.png").status_code == 404
    assert server.get("/api/fonts/sandtable-sans.ttf").status_code == 200
    assert server.get("/api/fonts/other.ttf").status_code == 404


@pytest.mark.parametrize("address", ["/", "/table/anything"])
def test_the_page_names_its_files_by_their_hash(server: Server, address: str) -> None:
    """Lobby and table are one page; its files may be kept for good under the hash of them all."""
    page = server.get(address)
    assert page.status_code == 200
    script = page.text.split('src="')[1].split('"')[0]
    assert "/now/" not in script
    found = server.get(script)
    assert found.headers["content-type"].startswith("text/javascript")
    assert "immutable" in found.headers["cache-control"]
    assert server.get(script.replace("main.js", "../server/app.py")).status_code == 404


def test_every_file_of_the_page_has_a_type_of_its_own() -> None:
    """A browser that is told not to guess takes no script without one."""
    assert {path.suffix for path in FOLDER.rglob("*") if path.is_file()} <= set(TYPES)


def test_the_rules_of_a_game_come_case_by_case(server: Server) -> None:
    """Titles from the game, in the order of its book; what is ruled on a case stands with it."""
    drill = server.get("/api/games/drill/rules").json()
    assert drill["cases"][0] == {
        "number": "1.1",
        "title": "The board and its ground",
        "text": "Ten columns of ten hexes. Woods stop a line of sight that goes through them; "
        "the hexes at its two ends do not.",
        "ruling": "",
    }
    rdf = {case["number"]: case for case in server.get("/api/games/rdf/rules").json()["cases"]}
    assert rdf["2.1"]["ruling"].startswith("`basalt.map` is drawn anew")
    assert server.get("/api/games/nothing/rules").status_code == 404


@pytest.mark.parametrize("game", sorted(games()))
def test_every_case_has_its_text(game: str) -> None:
    """Whoever asks for a case from a question, a refusal or the log gets more than its title."""
    assert [case.number for case in rules_of(game).cases if not case.text] == []
