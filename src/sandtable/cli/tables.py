"""The tables of a store, for whoever runs a server: listed, ended, given new links, kept as files."""

from pathlib import Path
from typing import Annotated, get_args

import typer

from sandtable.cli.failures import FINE, BadFile, WrongWords
from sandtable.cli.own_tables import has_tables, see_to
from sandtable.cli.screen import say
from sandtable.server.archive import bring_in, export
from sandtable.server.house_routes import LinkWanted, kept_table, link_to
from sandtable.server.settings import own_store
from sandtable.server.shown import Closed, table_of
from sandtable.server.store import BadStore, Role, Seat, Store

app = typer.Typer()

EXAMPLES = """Examples:\n
sandtable tables\n
sandtable tables link 5f0c2a... Blue\n
sandtable tables export 5f0c2a... game.sandtable.json\n
sandtable tables raid --edit"""


@app.command(epilog=EXAMPLES)
def tables(
    do: Annotated[
        str,
        typer.Argument(
            help="list, link, end, remove, export or import; or a game, for its tables.", metavar="WHAT"
        ),
    ] = "list",
    words: Annotated[
        list[str] | None, typer.Argument(help="The table, then a side, a role or a file.", metavar="...")
    ] = None,
    store: Annotated[
        str, typer.Option(help="sqlite:///FILE or postgresql://...; the user's data folder otherwise.")
    ] = "",
    edit: Annotated[
        bool, typer.Option("--edit", help="Open a copy of a game's combat tables for your own numbers.")
    ] = False,
) -> int:
    """See to the tables of a server, whether it is running or not; or to those in the rules of a game."""
    if has_tables(do) and not words:
        see_to(do, edit=edit)
        return FINE
    ways = {
        "list": _list,
        "link": _link,
        "end": _end,
        "remove": _remove,
        "export": _export,
        "import": _import,
    }
    if edit or do not in ways:
        raise WrongWords(f"tables can {', '.join(ways)}; not {do}{' --edit' if edit else ''}")
    try:
        opened = Store(store or own_store())
    except BadStore as error:
        raise WrongWords(str(error)) from None
    try:
        ways[do](opened, words or [])
    except Closed as error:
        raise WrongWords(str(error)) from None
    finally:
        opened.close()
    return FINE


def _words(given: list[str], *wanted: str) -> list[str]:
    if len(given) != len(wanted):
        raise WrongWords(f"this wants: {' '.join(wanted) or 'nothing more'}")
    return given


def _list(store: Store, given: list[str]) -> None:
    _words(given)
    for kept in store.tables():
        shown = table_of(store, kept, Seat(kept.id, "host"))
        at = shown.standing
        state = "ended" if kept.closed else "over" if at.over else f"turn {at.turn}, {at.phase}"
        waiting = f"; {' and '.join(at.asked)} to answer" if at.asked and not kept.closed else ""
        say(f"{kept.id}  {kept.title}: {state}{waiting}")


def _link(store: Store, given: list[str]) -> None:
    table, seat = _words(given, "TABLE", "SIDE-OR-ROLE")
    roles = {role: LinkWanted(role) for role in get_args(Role) if role != "player"}
    wanted = roles.get(seat) or LinkWanted("player", seat)
    say(f"/table/{table}#{link_to(store, table, wanted).token}")


def _end(store: Store, given: list[str]) -> None:
    (table,) = _words(given, "TABLE")
    store.close_table(kept_table(store, table).id)


def _remove(store: Store, given: list[str]) -> None:
    (table,) = _words(given, "TABLE")
    store.remove(kept_table(store, table).id)


def _export(store: Store, given: list[str]) -> None:
    table, file = _words(given, "TABLE", "FILE")
    raw = export(store, table)
    try:
        Path(file).write_bytes(raw)
    except OSError as error:
        raise BadFile(file, [f"cannot be written: {error.strerror}"]) from None


def _import(store: Store, given: list[str]) -> None:
    (file,) = _words(given, "FILE")
    try:
        raw = Path(file).read_bytes()
    except OSError as error:
        raise BadFile(file, [f"cannot be read: {error.strerror}"]) from None
    say(bring_in(store, raw))
