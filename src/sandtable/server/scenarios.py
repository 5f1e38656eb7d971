"""Scenarios as their boxes show them: forces, and what anybody sees when play begins."""

from functools import lru_cache
from typing import Any

import msgspec

from sandtable.engine.dice import Script
from sandtable.engine.driver import Driver
from sandtable.engine.events import NOBODY
from sandtable.engine.game import Scenario, game_named
from sandtable.engine.wire import counter_wire


class Piece(msgspec.Struct, frozen=True):
    """A unit of a force: its name and what it is."""

    name: str
    type: str


class Force(msgspec.Struct, frozen=True):
    """All that a side begins with."""

    side: str
    units: tuple[Piece, ...]


class ScenarioShown(msgspec.Struct, frozen=True):
    """A scenario as its box shows it; `counters` are those that anybody sees on the map when it begins."""

    game: str
    scenario: Scenario
    forces: tuple[Force, ...]
    counters: list[dict[str, Any]]


@lru_cache(64)
def scenario_shown(name: str, key: str) -> ScenarioShown:
    """The scenario under the usual options."""
    game = game_named(name)
    scenario = game.scenario(key)
    scene, state = game.set_up(key, game.settled({}))
    table = Driver(game, scene, state, Script(())).table
    units = game.to_position(table).unit
    forces = tuple(
        Force(side, tuple(_piece(unit) for unit in units if unit.get("side") == side)) for side in scene.sides
    )
    on_map = [counter_wire(counter, scene) for counter in game.counters(table, NOBODY)]
    return ScenarioShown(name, scenario, forces, on_map)


def _piece(unit: dict[str, Any]) -> Piece:
    return Piece(str(unit.get("name", "")), str(unit.get("type", "")))
