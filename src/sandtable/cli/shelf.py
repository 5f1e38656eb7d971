"""The shelf: which games there are, and how to begin one."""

from typing import Any

import typer

from sandtable.bots.roster import bots_for
from sandtable.cli.failures import FINE
from sandtable.cli.opening import map_names
from sandtable.cli.screen import say
from sandtable.engine import Game, Scenario
from sandtable.engine.game import games

app = typer.Typer()


@app.command("games", epilog="Example: sandtable games")
def list_games() -> int:
    """The games, their scenarios, opponents and maps, and how to begin one."""
    for game in games().values():
        _show(game)
    _show_beginnings()
    return FINE


def _show_beginnings() -> None:
    """Lines that can be copied by somebody who knows nothing yet."""
    first = next(iter(games().values()), None)
    if first is None:
        return
    scenario, bot = first.scenarios()[0], next(iter(bots_for(first)))
    begin = f"sandtable play {first.name}/{scenario.key}"
    rows = {
        "sandtable": "the lobby, in the browser",
        f"{begin} --as {scenario.sides[0]} --against {bot}": "you against a bot",
        f"{begin} --two": "two people at this screen",
        f"{begin} --watch": "bots among themselves",
        "sandtable --help": "everything else",
    }
    for words, meaning in rows.items():
        say(f"  {words:<62} {meaning}")
    say("\nFrom a checkout, `python3 run.py` stands for `sandtable`.")


def _show(game: Game[Any, Any]) -> None:
    say(game.title, style="bold")
    scenarios = game.scenarios()
    width = max([12, *(len(scenario.key) for scenario in scenarios)])
    for scenario in scenarios:
        _show_scenario(game.name, scenario, width)
    if game.choices:
        settings = ", ".join(f"{choice.key}={'|'.join(choice.values)}" for choice in game.choices)
        say(f"  options: {settings}")
    say(f"  opponents: {', '.join(bots_for(game))}")
    say(f"  maps: {', '.join(map_names(game.name)) or 'none'}\n")


def _show_scenario(game: str, scenario: Scenario, width: int) -> None:
    facts = "; ".join(fact for fact in (" against ".join(scenario.sides), scenario.length) if fact)
    say(f"  {game}/{scenario.key:<{width}} {scenario.title} ({facts})")
    if scenario.teaches:
        say(f"      {scenario.teaches}")
