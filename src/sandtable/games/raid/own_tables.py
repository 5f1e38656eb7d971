"""The combat tables in use: ours, or those that a player has put in a file of his own [7.7] [9.42]."""

from pathlib import Path

from sandtable.engine import BadData, BadRequest
from sandtable.engine.folders import data_folder
from sandtable.games.raid.charts import DATA
from sandtable.games.raid.tables import INCLUDED, Tables, doubts, tables_from

_at_hand = {INCLUDED.fingerprint: INCLUDED}
"""All tables that have been read, by their fingerprint."""


def own_file() -> Path:
    """Where a player's own tables are."""
    return data_folder() / "raid-tables.toml"


def included_text() -> str:
    """The file of our tables, with its reasons."""
    return (DATA / "lost.toml").read_text("utf-8")


def in_use() -> Tables:
    """The tables of new games: the player's own, if he has any; BadData if they are unsound."""
    file = own_file()
    try:
        text = file.read_text("utf-8")
    except FileNotFoundError:
        return INCLUDED
    except (OSError, UnicodeDecodeError) as error:
        raise BadData(f"{file}: cannot be read ({error})") from None
    tables = tables_from(text, str(file))
    return _at_hand.setdefault(tables.fingerprint, tables)


def at_hand(fingerprint: str) -> Tables:
    """The tables that a game names; BadRequest if they are not those of this program or this player."""
    if fingerprint not in _at_hand:
        in_use()
    if fingerprint not in _at_hand:
        raise BadRequest(
            f"this game is played with other combat tables, those of fingerprint {fingerprint}, and here are"
            f" {' and '.join(_at_hand)}; whoever has them puts them into {own_file()}"
            " (sandtable tables raid --edit)"
        )
    return _at_hand[fingerprint]


def checked(text: str) -> tuple[str, list[str]]:
    """The fingerprint of tables in a file, and where they go against what is legible of the rules."""
    tables = tables_from(text, str(own_file()))
    return tables.fingerprint, doubts(tables)
