"""The shelf: the games, and each scenario as its box shows it."""

from typing import Any

from litestar import get

from sandtable.bots.roster import bots_for
from sandtable.engine.requests import Engine, GamesRequest
from sandtable.server.scenarios import ScenarioShown, scenario_shown


@get("/api/games", sync_to_thread=True)
def show_games() -> dict[str, Any]:
    """The games, their scenarios, options and opponents."""
    return GamesRequest().carry_out(Engine(bots_for))


@get("/api/games/{game:str}/{scenario:str}", sync_to_thread=True)
def show_scenario(game: str, scenario: str) -> ScenarioShown:
    """A scenario with its forces, and the counters that anybody sees when it begins."""
    return scenario_shown(game, scenario)


SHELF = [show_games, show_scenario]
