"""The rules of a game as the page shows them: every case by its title, with what is ruled on it."""

import inspect
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from litestar import Request, Response, get
from litestar.openapi.datastructures import ResponseSpec

import sandtable
from sandtable.engine.cases import Cases
from sandtable.engine.game import game_named
from sandtable.engine.tables import read_toml
from sandtable.server.sending import Packed, packed, send

_HEADING = re.compile(r"^#{2,4} +(?P<title>.+)$", re.MULTILINE)
_NUMBER = re.compile(r"(?<![\d.])\d+(?:\.\d+)+[A-Za-z]*")


class Case(msgspec.Struct, frozen=True):
    """A case: its number, its title, and in our own words what it says and what is ruled on it."""

    number: str
    title: str
    text: str = ""
    ruling: str = ""


class Rules(msgspec.Struct, frozen=True):
    """All cases of a game in the order of its book, and what its rulings begin with."""

    game: str
    title: str
    preface: str
    cases: tuple[Case, ...]


@get(
    "/api/games/{game:str}/rules",
    media_type="application/json",
    responses={200: ResponseSpec(Rules, generate_examples=False)},
    sync_to_thread=True,
)
def show_rules(request: Request[Any, Any, Any], game: str) -> Response[bytes]:
    """The rules of a game, case by case."""
    return send(request, _packed(game), "no-cache")


@cache
def _packed(name: str) -> Packed:
    return packed(msgspec.json.encode(rules_of(name)), "application/json")


@cache
def rules_of(name: str) -> Rules:
    """The titles out of the game's own folder, the words out of docs."""
    game = game_named(name)
    titles = read_toml(Path(inspect.getfile(type(game))).parent / "cases.toml", Cases).cases
    preface, ruled = _by_case(f"rulings-{name}.md", titles)
    _, told = _by_case(f"rules/{name}.md", titles)
    cases = [
        Case(number, title, told.get(number, ""), ruled.get(number, "")) for number, title in titles.items()
    ]
    return Rules(name, game.title, preface, tuple(cases))


def _by_case(file: str, known: dict[str, str]) -> tuple[str, dict[str, str]]:
    """A page of docs cut up at its headings: what comes first, and by case what stands under each."""
    path = _docs() / file
    if not path.is_file():
        return "", {}
    preface, found = "", dict[str, str]()
    for title, body in _sections(path.read_text("utf-8")):
        if not title:
            preface = body
        for number in _NUMBER.findall(title):
            if number in known and body:
                found[number] = f"{found[number]}\n\n{body}" if number in found else body
    return preface, found


def _docs() -> Path:
    """The folder of docs: packed with an installed Sandtable, at the top of a checkout."""
    package = Path(sandtable.__file__).parent
    packed = package / "docs"
    return packed if packed.is_dir() else package.parents[1] / "docs"


def _sections(text: str) -> Iterator[tuple[str, str]]:
    headings = list(_HEADING.finditer(text))
    opening = text[: headings[0].start()] if headings else text
    yield "", re.sub(r"^# .*$", "", opening, flags=re.MULTILINE).strip()
    ends = [*(heading.start() for heading in headings[1:]), len(text)]
    for heading, end in zip(headings, ends, strict=True):
        yield heading["title"], text[heading.end() : end].strip()


RULES = [show_rules]
