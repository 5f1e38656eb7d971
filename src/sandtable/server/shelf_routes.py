"""The shelf: the games, and each scenario as its box shows it."""

from functools import cache
from typing import Any

import msgspec
from litestar import Request, Response, get
from litestar.openapi.datastructures import ResponseSpec

from sandtable.bots.roster import bots_for
from sandtable.engine.requests import Engine, GamesRequest
from sandtable.server.scenarios import ScenarioShown, scenario_shown
from sandtable.server.sending import Packed, packed, send


@get(
    "/api/games",
    media_type="application/json",
    responses={200: ResponseSpec(dict[str, Any], generate_examples=False)},
    sync_to_thread=True,
)
def show_games(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The games, their scenarios, options and opponents."""
    return send(request, _games(), "no-cache")


@cache
def _games() -> Packed:
    return packed(msgspec.json.encode(GamesRequest().carry_out(Engine(bots_for))), "application/json")


@get("/api/games/{game:str}/{scenario:str}", sync_to_thread=True)
def show_scenario(game: str, scenario: str) -> ScenarioShown:
    """A scenario with its forces, and the counters that anybody sees when it begins."""
    return scenario_shown(game, scenario)


SHELF = [show_games, show_scenario]
