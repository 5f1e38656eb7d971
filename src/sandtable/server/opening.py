"""Setting up a table: what is to be played, and who sits where."""

import secrets
from typing import Annotated, Any, Literal

import msgspec

from sandtable.bots.roster import bots_for
from sandtable.engine.dice import seeded
from sandtable.engine.driver import Driver
from sandtable.engine.game import Game, game_named
from sandtable.engine.position import position_from
from sandtable.engine.record import (
    FromPosition,
    FromScenario,
    Player,
    new_header,
    read_record,
    replay,
    rewind,
    source_of,
)
from sandtable.engine.record.replay import begin
from sandtable.engine.refusals import BadRequest, Unknown
from sandtable.server.clock import Clock, checked
from sandtable.server.live import Live
from sandtable.server.store import NewTable, Role, Seat, new_id, new_token, token_hash

Name = Annotated[str, msgspec.Meta(max_length=60)]


class Chair(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Who is to sit at a side: a person under a name, or a bot."""

    side: str
    name: Name = ""
    bot: str = ""


class NewTableWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be set up: a scenario of a game, a position or a record, and its chairs."""

    game: str = ""
    scenario: str = ""
    options: dict[str, str] = {}
    position: str = ""
    record: str = ""
    chairs: tuple[Chair, ...] = ()
    umpire: bool = False
    clock: Clock | None = None


class SeatLink(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat with the secret word that opens it."""

    role: Role
    token: str
    side: str = ""
    name: str = ""


class Opened(msgspec.Struct, frozen=True):
    """A table that has been set up: its name and a link for each seat that a person may take."""

    table: str
    title: str
    links: tuple[SeatLink, ...]


class Setting(msgspec.Struct, frozen=True):
    """A game that begins or goes on: its driver, its header, and the seed of its dice."""

    title: str
    live: Live
    seed: bytes


def set_up(wanted: NewTableWanted) -> tuple[NewTable, Opened, Live]:
    """The table as the store keeps it, its links, and the table itself."""
    if sum(map(bool, (wanted.game, wanted.position, wanted.record))) != 1:
        raise BadRequest("say one of `game`, `position` and `record`: what is to be played")
    id = new_id()
    setting = _from_record(id, wanted) if wanted.record else _from_beginning(id, wanted)
    seats = _seats(id, setting.live.driver, wanted)
    hashed = tuple((token_hash(link.token), seat) for link, seat in seats)
    setting.live.clock = wanted.clock and checked(wanted.clock)
    kept = setting.live.new_table(setting.title, setting.seed, hashed)
    links = tuple(link for link, seat in seats if not seat.bot)
    return kept, Opened(id, setting.title, links), setting.live


def _from_beginning(id: str, wanted: NewTableWanted) -> Setting:
    """A new game of a scenario or a position, with dice fixed now and committed to in its header."""
    game, start, title = _start(wanted)
    dice = seeded(secrets.token_bytes(32))
    driver = Driver(game, *begin(game, start), dice)
    players = tuple(Player(chair.side, chair.bot or chair.name, _kind(chair)) for chair in wanted.chairs)
    header = new_header(game, start, source_of(dice), players)
    driver.start()
    return Setting(title, Live.begun(id, header, driver), dice.seed)


def _start(wanted: NewTableWanted) -> tuple[Game[Any, Any], FromScenario | FromPosition, str]:
    if wanted.position:
        position = position_from(wanted.position)
        game = game_named(position.game)
        return game, FromPosition(position), f"{game.title}: a position"
    game = game_named(wanted.game)
    scenario = game.scenario(wanted.scenario) if wanted.scenario else game.scenarios()[0]
    start = FromScenario(scenario.key, game.settled(wanted.options))
    return game, start, f"{game.title}: {scenario.title}"


def _from_record(id: str, wanted: NewTableWanted) -> Setting:
    """A recorded game that goes on: with its own dice where it has opened their seed, else with new ones."""
    record = read_record(wanted.record)
    if record.opening is not None and record.cut is None:
        driver, header, seed = replay(record), record.header, record.opening.seed
    else:
        dice = seeded(secrets.token_bytes(32))
        driver, header = rewind(record, dice)
        seed = dice.seed
    return Setting(f"{driver.game.title}: a recorded game", Live.begun(id, header, driver), seed)


def _kind(chair: Chair) -> Literal["bot", "person"]:
    return "bot" if chair.bot else "person"


def _seats(id: str, driver: Driver[Any, Any], wanted: NewTableWanted) -> list[tuple[SeatLink, Seat]]:
    """A seat for every side, for the host and for watchers, and for an umpire if one is wanted."""
    chairs = {chair.side: chair for chair in wanted.chairs}
    if len(chairs) < len(wanted.chairs):
        raise BadRequest("one side has two chairs")
    for chair in wanted.chairs:
        check_chair(driver, chair)
    sides = [chairs.get(side, Chair(side)) for side in driver.table.scene.sides]
    seats = [Seat(id, "player", chair.side, chair.name, chair.bot) for chair in sides]
    roles: list[Role] = ["host", "watcher", *(["umpire"] if wanted.umpire else [])]  # type: ignore[list-item]
    seats += [Seat(id, role) for role in roles]
    return [(SeatLink(seat.role, new_token(), seat.side, seat.name), seat) for seat in seats]


def check_chair(driver: Driver[Any, Any], chair: Chair) -> None:
    """Unknown for a side or a bot that the game does not have."""
    driver.table.scene.side(chair.side)
    if chair.bot and chair.bot not in bots_for(driver.game):
        raise Unknown("bot", chair.bot, bots_for(driver.game))
