"""Maps for the page: where each hex lies and what is in it, the drawn sheet, and the fonts."""

import asyncio
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Literal

import msgspec
from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.openapi.datastructures import ResponseSpec

from sandtable.boards import Board
from sandtable.boards.drawing import draw, hex_centre, picture
from sandtable.boards.drawing.composition import FACES
from sandtable.boards.drawing.margin import cropped
from sandtable.boards.drawing.plan import plan_of
from sandtable.engine.game import game_named
from sandtable.hexes import LETTERS
from sandtable.server.sending import FOR_GOOD, Packed, packed, send
from sandtable.server.table_routes import house_of, seat_of

Theme = Literal["light", "dark"]
_DAY = "public, max-age=86400"
_SMALL = 480
"""How wide a map is in the lobby, in pixels."""
_KEPT = "private, no-cache"
"""Ask each time whether the map is still the same; it mostly is, and then nothing is sent."""


class HexShown(msgspec.Struct, frozen=True):
    """A hex: its number, where its middle lies on the drawing, and what is there, in words."""

    name: str
    x: float
    y: float
    words: str


class BoardShown(msgspec.Struct, frozen=True):
    """A map: its name, a fingerprint, the part of the plane that its drawing shows, and all its hexes."""

    title: str
    hash: str
    box: tuple[float, float, float, float]
    columns: int
    hexes: tuple[HexShown, ...]


_TOLD = ResponseSpec(BoardShown, generate_examples=False)


@lru_cache(16)
def board_shown(board: Board) -> BoardShown:
    """The map as data, worked out once."""
    hexes = tuple([_hex_shown(board, hex) for hex in range(board.count) if board.terrain[hex] >= 0])
    return BoardShown(board.title, board.hash, _box(board), board.grid.columns, hexes)


def _box(board: Board) -> tuple[float, float, float, float]:
    """Left, top, width and height of the drawing, as its own opening rounds them, without drawing it."""
    left, top, width, height = (round(one, 1) for one in cropped(plan_of(board)))
    return left, top, width, height


def _hex_shown(board: Board, hex: int) -> HexShown:
    x, y = hex_centre(board, hex)
    return HexShown(board.names[hex], round(x, 1), round(y, 1), hex_words(board, hex))


def hex_words(board: Board, hex: int) -> str:
    """What a reader is told of a hex: the ground, its level, what lies on its hexsides, roads, its place."""
    vocabulary = board.vocabulary
    words = [vocabulary.terrains[board.terrain[hex]].name]
    if vocabulary.levels.lowest < vocabulary.levels.highest:
        words.append(f"level {board.level[hex]}")
    words += [place for place, hexes in board.places.items() if hex in hexes]
    words += [mark for mark, hexes in board.marks.items() if hex in hexes]
    sides, paths = board.sides[hex * 6 : hex * 6 + 6], board.paths[hex * 6 : hex * 6 + 6]
    for number, kind in enumerate(vocabulary.hexsides):
        words += _sides_with(kind.name, [bool(mask >> number & 1) for mask in sides])
    for number, road in enumerate(vocabulary.paths):
        words += _sides_with(road.name, [bool(mask >> number & 1) for mask in paths])
    return ", ".join(words)


def _sides_with(name: str, there: list[bool]) -> list[str]:
    letters = "".join(letter for letter, found in zip(LETTERS, there, strict=True) if found)
    return [f"{name} {letters}"] if letters else []


@lru_cache(32)
def sheet(board: Board, theme: Theme) -> str:
    """The drawn map without its margin and without fonts, which the page puts in."""
    return draw(board, theme=theme, margin=False)


@lru_cache(32)
def _packed_sheet(board: Board, theme: Theme) -> Packed:
    return packed(sheet(board, theme).encode(), "image/svg+xml")


@get("/api/seat/board", media_type="application/json", responses={200: _TOLD})
async def show_board(request: Request[Any, Any, Any], state: State) -> Response[bytes]:
    """The map of the table, hex by hex."""
    return send(request, await asyncio.to_thread(_packed_board, await _board_of(request, state)), _KEPT)


@lru_cache(32)
def _packed_board(board: Board) -> Packed:
    return packed(msgspec.json.encode(board_shown(board)), "application/json")


@get("/api/seat/map", media_type="image/svg+xml")
async def show_map(request: Request[Any, Any, Any], state: State, theme: Theme = "light") -> Response[bytes]:
    """The drawn map of the table."""
    board = await _board_of(request, state)
    tag = f'"{board.hash[:32]}-{theme}"'
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, headers={"ETag": tag, "Cache-Control": _KEPT})
    return send(request, await asyncio.to_thread(_packed_sheet, board, theme), _KEPT, ETag=tag)


async def _board_of(request: Request[Any, Any, Any], state: State) -> Board:
    seat = await seat_of(request, state)
    live = await house_of(state).hall.table(seat.table)
    board: Board = live.driver.table.scene.board
    return board


@get("/api/games/{game:str}/{scenario:str}/map.png", media_type="image/png", sync_to_thread=True)
def show_thumbnail(game: str, scenario: str, theme: Theme = "light") -> Response[bytes]:
    """The map on which a scenario is fought, small, for the lobby."""
    return Response(_thumbnail(_scenario_board(game, scenario), theme), headers={"Cache-Control": _DAY})


@lru_cache(64)
def _scenario_board(game: str, scenario: str) -> Board:
    found = game_named(game)
    board: Board = found.set_up(found.scenario(scenario).key, found.settled({}))[0].board
    return board


@lru_cache(64)
def _thumbnail(board: Board, theme: Theme) -> bytes:
    return picture(draw(board, theme=theme, margin=False, numbers=False), width=_SMALL, theme=theme)


@get("/api/fonts/{name:str}", media_type="font/ttf", sync_to_thread=True)
def show_font(request: Request[Any, Any, Any], name: str) -> Response[bytes]:
    """One of the fonts of maps and page."""
    if name not in FACES:
        raise NotFoundException(f"there is no font {name}")
    return send(request, _font(name), FOR_GOOD)


@cache
def _font(name: str) -> Packed:
    return packed((files("sandtable.boards.drawing") / "fonts" / name).read_bytes(), "font/ttf")


BOARDS = [show_board, show_map, show_thumbnail, show_font]
