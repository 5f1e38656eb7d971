"""The short commands that a person may type in the place of an answer."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sandtable.cli.opening import query
from sandtable.cli.screen import say
from sandtable.cli.showing import event_lines, odds_lines, percent, roll_lines, sight_lines
from sandtable.cli.standing import orders_text, standing_orders
from sandtable.engine import BadRequest
from sandtable.engine.asks import Offer
from sandtable.engine.events import Rolled
from sandtable.engine.wire import chance_text, odds_wire

if TYPE_CHECKING:
    from sandtable.cli.person import Person

STORY = 20
SHORT = {"?": "help"}


class Leave(Exception):
    """The person wants to stop here and go on another time."""


class Word(NamedTuple):
    """A short command: how it is written, what it does, and the doing."""

    form: str
    meaning: str
    act: Callable[[Person, str], None]

    @property
    def name(self) -> str:
        return self.form.partition(" ")[0]


def called(line: str) -> Word | None:
    """The short command that a line begins with; a colon before it keeps it apart from an answer."""
    name = line.partition(" ")[0].removeprefix(":")
    return next((word for word in WORDS if word.name == SHORT.get(name, name)), None)


def show_help(_person: Person, _: str) -> None:
    width = max(len(word.form) for word in WORDS)
    say("Type the number or the key of an option, or:")
    say(*(f"  {word.form:<{width}}  {word.meaning}" for word in WORDS))


def show_options(person: Person, beginning: str) -> None:
    if not person.dialogue.menu.has(beginning):
        raise BadRequest(f"no option begins with {beginning!r}")
    person.dialogue.menu.narrow(beginning)
    say(*person.dialogue.lines())


def show_more(person: Person, _: str) -> None:
    person.dialogue.menu.turn_page()
    say(*person.dialogue.lines())


def say_why(person: Person, option: str) -> None:
    """The odds of an option; without one, how the last roll came out."""
    if option:
        _say_option(person, option)
        return
    rolls = [event for event in person.driver.heard(person.side) if isinstance(event, Rolled)]
    if not rolls:
        raise BadRequest("no dice have been rolled yet; say for which option")
    say(*roll_lines(rolls[-1]))


def _say_option(person: Person, word: str) -> None:
    place = person.dialogue.menu.place(word)
    if place is None:
        raise BadRequest(f"{word!r} is neither the number nor the key of an option")
    option, ask = person.dialogue.menu.options[place], person.dialogue.ask
    # What the option leaves open is the unit that the ask is about.
    about = person.driver.table.scene.unit_name(ask.unit) if ask.unit >= 0 else ""
    firer, target = option.unit or about, option.target or about
    odds = ask.odds(ask.pick(option.key)) if isinstance(ask, Offer) else None
    if odds is not None:
        say(*odds_lines(odds_wire(odds)))
    elif option.chance is None:
        say(f"{option.text}: no dice are rolled for this itself")
    elif firer and target and firer != target:
        _say_odds(person, {"firer": firer, "target": target})
    else:
        say(f"{option.text}: {percent(option.chance)} ({chance_text(option.chance)})")


def say_odds(person: Person, rest: str) -> None:
    words = _words(rest)
    more = query([word for word in words if "=" in word])
    units = _two_units([word for word in words if "=" not in word], person.driver.table.scene.units)
    if not units and "=" not in rest:
        raise BadRequest("two units are wanted, such as odds B1 R2, or what the game asks for as name=value")
    _say_odds(person, {**dict(zip(("firer", "target"), units, strict=False)), **more})


def _two_units(words: list[str], units: tuple[str, ...]) -> tuple[str, ...]:
    """The two units that words name one after the other; names may have spaces."""
    splits = [(" ".join(words[:place]), " ".join(words[place:])) for place in range(1, len(words))]
    return next((pair for pair in splits if pair[0] in units and pair[1] in units), ())


def _say_odds(person: Person, wanted: dict[str, str]) -> None:
    say(*odds_lines(person.session.odds(wanted)["odds"]))


def say_sight(person: Person, rest: str) -> None:
    words = _words(rest)
    if len(words) < 2:
        raise BadRequest("two hexes are wanted, such as los 0101 0505")
    sight = person.session.sight({"from": words[0], "to": words[1], **query(words[2:])})["sight"]
    say(*sight_lines(words[0], words[1], sight))


def say_reach(person: Person, unit: str) -> None:
    hexes = person.session.reach(unit)["hexes"]
    say(", ".join(f"{hex} ({cost})" for hex, cost in hexes.items()) or f"{unit} can go nowhere")


def say_situation(person: Person, _: str) -> None:
    say(person.driver.game.situation(person.driver.table, person.side))


def draw_map(person: Person, file: str) -> None:
    # Loaded only where a map is drawn: shapely takes a while.
    from sandtable.cli.mapping import write_map

    target = Path(file) if file else person.keeper.file.with_suffix(".svg")
    write_map(person.driver, person.side, target)
    say(f"The map is in {target}")


def say_story(person: Person, rest: str) -> None:
    count = int(rest) if rest.isdecimal() else STORY
    events = person.driver.heard(person.side)
    say(*event_lines(events[-count:] if count else [], person.driver.table.scene))


def set_orders(person: Person, rest: str) -> None:
    """Tell the standing orders, or change them."""
    orders, units = person.driver.orders, person.driver.table.scene.units
    if rest:
        orders[person.side] = standing_orders(_words(rest), units, orders.get(person.side, ()))
    say(orders_text(orders.get(person.side, ())))


def take_back(person: Person, _: str) -> None:
    person.driver.undo(1, person.side)
    person.told = min(person.told, len(person.driver.heard(person.side)))
    taken = person.driver.undone[-1].answers[0]
    answer = f" {taken.wire}" if isinstance(taken.wire, str) else ""
    say(f"Taken back: {taken.ask}{answer}")


def save(person: Person, file: str) -> None:
    if not file:
        raise BadRequest("say in which file, such as save evening.jsonl")
    person.keeper.copy_to(Path(file))
    say(f"Kept in {file} as it stands now")


def leave(_person: Person, _: str) -> None:
    raise Leave


def _words(rest: str) -> list[str]:
    """The words of a line; names with spaces may stand in quotes."""
    try:
        return shlex.split(rest)
    except ValueError as error:
        raise BadRequest(f"{rest}: {str(error).lower()}") from None


WORDS = (
    Word("options [BEGINNING]", "the options again, or those that begin so", show_options),
    Word("more", "the next page of options", show_more),
    Word("why [OPTION]", "the odds of an option with every modifier; alone, the last roll", say_why),
    Word("odds A B", "the odds of A against B", say_odds),
    Word("los HEX HEX", "is the line of sight clear?", say_sight),
    Word("reach UNIT", "where a unit could go, and the cost", say_reach),
    Word("situation", "the situation as text", say_situation),
    Word("log [COUNT]", "the story so far", say_story),
    Word("map [FILE]", "draw the map as you know it (SVG or PNG)", draw_map),
    Word("orders [WORDS]", "react always, never, ask, from 30%, within 4, or for one UNIT", set_orders),
    Word("undo", "take back your last answer", take_back),
    Word("save FILE", "keep the game as it stands", save),
    Word("help", "these words", show_help),
    Word("quit", "keep the game and leave", leave),
)
