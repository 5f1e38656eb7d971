"""Playing in the terminal: a game from its beginning, or from where it was left."""

import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from sandtable.cli.failures import FINE, LEFT, BadFile, WrongWords
from sandtable.cli.keeping import Keeper, free_name, keep_new, keep_on
from sandtable.cli.match import Match, Opponent, Player
from sandtable.cli.opening import Setting, named_scenario, open_record, query, read_position
from sandtable.cli.person import Person
from sandtable.cli.screen import EndOfInput, Screen, say
from sandtable.cli.seating import BOT, Wishes, bot_at, seating
from sandtable.cli.words import Leave
from sandtable.engine import Driver
from sandtable.engine.dice import seeded
from sandtable.engine.record import BadRecord, Differs, Header, replay
from sandtable.engine.record import Player as Seated
from sandtable.engine.session import Session

app = typer.Typer()

STORY = 10
"""How much of what happened before is told to somebody who comes back."""

EXAMPLES = """Examples:\n
sandtable play drill/crossfire --as Blue --against sergeant --record game.jsonl\n
sandtable play drill/crossfire --two\n
sandtable play --resume game.jsonl"""


@app.command(epilog=EXAMPLES)
def play(
    what: Annotated[
        str, typer.Argument(help="A game, a scenario of it, or a position file.", metavar="GAME/SCENARIO")
    ] = "",
    seats: Annotated[
        list[str] | None, typer.Option("--as", help="The side you play; repeat it for more.", metavar="SIDE")
    ] = None,
    against: Annotated[
        list[str] | None, typer.Option(help="The bot for the rest, or SIDE=BOT for one.", metavar="BOT")
    ] = None,
    two: Annotated[bool, typer.Option("--two", help="People play all sides at this screen.")] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Bots play all sides.")] = False,
    curtain: Annotated[bool, typer.Option(help="Clear the screen when somebody else's turn comes.")] = True,
    option: Annotated[
        list[str] | None, typer.Option(help="An option of the game.", metavar="NAME=VALUE")
    ] = None,
    seed: Annotated[str, typer.Option(help="The same seed gives the same dice.", metavar="WORD")] = "",
    record: Annotated[
        Path | None, typer.Option(help="The file in which the game is kept.", metavar="FILE")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(help="Go on with the game in this file.", metavar="FILE")
    ] = None,
) -> int:
    """Play a game in the terminal. Type the number of an option, or ? for all that can be typed.

    A game that people play is kept in a file as it is played, and can be gone on with. The exit code is 4
    if it was left before its end.
    """
    if bool(what) == bool(resume):
        raise WrongWords(
            "say what to play, such as drill/crossfire, or which file to go on with: --resume FILE"
        )
    wishes = Wishes(tuple(seats or ()), tuple(against or ()), two, watch)
    if resume:
        kept = resumed(resume, wishes)
    else:
        kept = begun(setting_of(what, query(option or [])), wishes, seed, record)
    return at_the_table(kept, curtain)


def setting_of(what: str, options: Mapping[str, str]) -> Setting:
    """What is to be played: a position file or a scenario."""
    return read_position(Path(what)) if what.endswith(".toml") else named_scenario(what, options)


class Kept(NamedTuple):
    """A game ready to be played on: who sits where, and the file it is kept in."""

    driver: Driver[Any, Any]
    header: Header
    seated: tuple[Seated, ...]
    keeper: Keeper | None
    title: str
    seed: bytes


def begun(setting: Setting, wishes: Wishes, seed: str, file: Path | None) -> Kept:
    """A new game, its record begun."""
    dice = seeded(seed or secrets.token_bytes(32))
    driver = setting.begin(dice)
    seated = seating(driver.game, driver.table.scene, wishes)
    if file is None and not wishes.watch:
        file = free_name(setting.name)
    header = setting.header(dice, seated)
    keeper = keep_new(driver, header, file) if file else None
    return Kept(driver, header, seated, keeper, setting.title, dice.seed)


def resumed(file: Path, wishes: Wishes) -> Kept:
    """A game that was left; people and bots sit where they sat, if nothing else is said."""
    record = open_record(file)
    try:
        driver = replay(record)
    except BadRecord as error:
        raise BadFile(file, error.findings) from None
    except Differs as error:
        raise BadFile(file, [error]) from None
    if driver.paused:
        raise BadFile(file, ["its dice are not known here, so it cannot go on"])
    seated = record.header.players
    scene = driver.table.scene
    if wishes != Wishes() or {one.side for one in seated} != set(scene.sides):
        seated = seating(driver.game, scene, wishes)
    seed = record.opening.seed if record.opening else b""
    keeper = keep_on(driver, record, file)
    return Kept(driver, record.header, seated, keeper, driver.game.title, seed)


def at_the_table(kept: Kept, curtain: bool) -> int:
    """Play until the game is over or somebody leaves."""
    screen = Screen()
    match = Match(kept.driver, players(kept, screen), screen, kept.keeper, curtain=curtain)
    seats = ", ".join(f"{one.side}: {one.name or 'you'}" for one in kept.seated)
    say(kept.title, style="bold")
    say(f"{seats}. Type ? for all that can be typed.")
    try:
        match.play()
    except (Leave, EndOfInput, KeyboardInterrupt):
        if kept.keeper:
            say("", f"The game is kept: `sandtable play --resume {kept.keeper.file}` goes on with it.")
        return LEFT
    if kept.keeper:
        say(f"The game is kept: `sandtable replay {kept.keeper.file}` tells it again.")
    return FINE


def players(kept: Kept, screen: Screen) -> dict[int, Player]:
    """Everybody at the table, by side."""
    driver, found = kept.driver, dict[int, Player]()
    for seated in kept.seated:
        side = driver.table.scene.side(seated.side)
        if seated.kind == BOT:
            found[side] = Opponent(driver, bot_at(driver, seated, kept.seed))
        else:
            assert kept.keeper is not None, "games that people play are kept"
            session = Session(driver, kept.header, side)
            found[side] = person = Person(session, side, screen, kept.keeper)
            person.skip_to_last(STORY)
    return found
