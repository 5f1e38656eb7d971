"""What the words of the command line name: games, scenarios, situations in files, maps."""

import sys
from collections.abc import Mapping
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, NamedTuple

from sandtable.boards import Board, MapFaults, Vocabulary, VocabularyError, read_map, read_vocabulary
from sandtable.cli.failures import BadFile, WrongWords
from sandtable.engine import BadPosition, Driver, Game, Unknown
from sandtable.engine.dice import Dice, seeded
from sandtable.engine.game import game_named
from sandtable.engine.position import position_from
from sandtable.engine.record import (
    BadRecord,
    FromPosition,
    FromScenario,
    Header,
    Player,
    Record,
    new_header,
    read_record,
    source_of,
)
from sandtable.engine.session import Session

STANDARD_INPUT = "-"


def read_bytes(file: Path) -> bytes:
    """What is in a file; in standard input where the file is called -."""
    if str(file) == STANDARD_INPUT:
        return sys.stdin.buffer.read()
    try:
        return file.read_bytes()
    except OSError as error:
        raise BadFile(file, [f"cannot be read: {error.strerror}"]) from None


def read_text(file: Path) -> str:
    """The text of a file."""
    try:
        return read_bytes(file).decode("utf-8")
    except UnicodeDecodeError:
        raise BadFile(file, ["this is not a text file"]) from None


class Setting(NamedTuple):
    """A situation that can be played on: its game, and where it came from."""

    game: Game[Any, Any]
    scene: Any
    state: Any
    start: FromScenario | FromPosition
    title: str
    name: str

    def begin(self, dice: Dice) -> Driver[Any, Any]:
        """The game played up to its first ask."""
        driver = Driver(self.game, self.scene, self.state, dice)
        driver.start()
        return driver

    def header(self, dice: Dice, seated: tuple[Player, ...] = ()) -> Header:
        """What a record of the game says at its head."""
        return new_header(self.game, self.start, source_of(dice), seated)


def record_bytes(file: Path) -> bytes:
    """What is in a file that looks like a record, sound or not."""
    raw = read_bytes(file)
    if not raw.startswith(b"{"):
        raise BadFile(file, ["this is no record of a game"])
    return raw


def open_record(file: Path) -> Record:
    """The record in a file, as far as it is whole."""
    raw = record_bytes(file)
    try:
        return read_record(raw)
    except BadRecord as error:
        raise BadFile(file, error.findings) from None


def read_position(file: Path) -> Setting:
    """The situation that a position file describes."""
    try:
        position = position_from(read_text(file))
        game = game_named(position.game)
        scene, state = game.from_position(position)
    except BadPosition as error:
        raise BadFile(file, error.refusals) from None
    except Unknown as error:
        raise BadFile(file, [error]) from None
    return Setting(game, scene, state, FromPosition(position), game.title, file.stem)


def open_position(file: Path) -> Session:
    """The game that a position file describes, up to its first ask; dice before that always fall alike."""
    setting, dice = read_position(file), seeded("position")
    return Session(setting.begin(dice), setting.header(dice))


def named_scenario(words: str, options: Mapping[str, str]) -> Setting:
    """The beginning of words such as drill/crossfire; of a game alone, its first scenario."""
    name, _, key = words.partition("/")
    game = game_named(name)
    scenario = game.scenario(key) if key else game.scenarios()[0]
    settled = game.settled(options)
    scene, state = game.set_up(scenario.key, settled)
    start = FromScenario(scenario.key, settled)
    return Setting(
        game, scene, state, start, f"{game.title}: {scenario.title}", f"{game.name}-{scenario.key}"
    )


def data_of(game: str) -> Traversable:
    """The folder of a game's data files."""
    for point in entry_points(group="sandtable.games"):
        if point.name == game:
            return files(point.module) / "data"
    raise Unknown("game", game, [point.name for point in entry_points(group="sandtable.games")])


def map_names(game: str) -> list[str]:
    """The maps that come with a game, as `draw` names them."""
    data = data_of(game)
    return [f"{game}/{name}" for name in sorted(map_files(data))] if data.is_dir() else []


def map_files(folder: Traversable) -> dict[str, Traversable]:
    """The map files in a folder and those below it, by name."""
    found: dict[str, Traversable] = {}
    for entry in folder.iterdir():
        if entry.is_dir():
            found |= map_files(entry)
        elif entry.name.endswith(".map"):
            found[entry.name.removesuffix(".map")] = entry
    return found


def named_map(words: str) -> Board:
    """The map of words such as drill/field, or of a file that ends in .map."""
    if words.endswith(".map"):
        text = read_text(Path(words))
        return _map(words, text, vocabulary_of(_game_of(words, text)))
    game, _, name = words.partition("/")
    known = map_files(data_of(game))
    if name not in known:
        raise Unknown(f"map of {game}", name, known)
    return _map(words, known[name].read_text("utf-8"), vocabulary_of(game))


def _game_of(file: str, text: str) -> str:
    """The game whose ground a map file shows, as its head says."""
    for line in text.splitlines():
        word, colon, game = line.partition(":")
        if colon and word.strip() == "game":
            return game.strip()
    raise BadFile(file, ['the line "game: ..." is missing, so nobody can tell whose terrain this is'])


def _map(place: str, text: str, vocabulary: Vocabulary) -> Board:
    try:
        return read_map(text, vocabulary)
    except MapFaults as error:
        raise BadFile(place, error.faults) from None


def vocabulary_of(game: str) -> Vocabulary:
    """What the maps of a game may show."""
    file = data_of(game) / "terrain.toml"
    try:
        return read_vocabulary(file.read_text("utf-8"))
    except (OSError, VocabularyError) as error:
        raise BadFile(f"terrain.toml of {game}", str(error).splitlines()) from None


def query(words: list[str]) -> dict[str, str]:
    """Words such as firer=A/1 and kind=opportunity, taken apart."""
    strange = [word for word in words if "=" not in word]
    if strange:
        raise WrongWords(f"{strange[0]!r} is not of the form name=value, such as firer=B1")
    pairs = [word.partition("=") for word in words]
    return {name: value for name, _, value in pairs}
