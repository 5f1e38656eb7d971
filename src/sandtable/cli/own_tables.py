"""A player's own numbers in the tables of a game: which are in use, and a copy to put them in."""

import os
import shlex
import subprocess
import sys

from sandtable.cli.failures import BadFile, WrongWords
from sandtable.cli.screen import say
from sandtable.engine import BadData
from sandtable.engine.game import OwnTables, game_named, games


def has_tables(game: str) -> bool:
    """Is there a game of this name?"""
    return game in games()


def see_to(game: str, *, edit: bool) -> None:
    """Say which tables a game is played with; to edit them, open the player's copy and check it."""
    tables = game_named(game).own_tables()
    if tables is None:
        raise WrongWords(f"{game} has no tables of which printed ones could take the place")
    if edit:
        _open_copy(tables)
    _tell(tables)


def _open_copy(tables: OwnTables) -> None:
    """The player's file, made of ours at the first time, in his editor if there is one."""
    if not tables.file.exists():
        tables.file.parent.mkdir(parents=True, exist_ok=True)
        tables.file.write_text(tables.included, "utf-8")
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if editor and sys.stdin.isatty():
        subprocess.run([*shlex.split(editor), str(tables.file)], check=False)
    else:
        say(f"To be edited: {tables.file}")


def _tell(tables: OwnTables) -> None:
    """What is in use, and where it goes against the rules; BadFile if it cannot be used."""
    own = tables.file.exists()
    try:
        text = tables.file.read_text("utf-8") if own else tables.included
        fingerprint, doubts = tables.check(text)
    except BadData as error:
        raise BadFile(tables.file, [str(error).removeprefix(f"{tables.file}: ")]) from None
    except (OSError, UnicodeDecodeError) as error:
        raise BadFile(tables.file, [f"cannot be read: {error}"]) from None
    same = own and fingerprint == tables.check(tables.included)[0]
    which = "those that come with Sandtable" if not own or same else f"your own, {tables.file}"
    say(f"New games use {which}; fingerprint {fingerprint}.")
    if own:
        say("Without that file they use those that come with Sandtable again.")
    for doubt in doubts:
        say(f"To look at again: {doubt}")
