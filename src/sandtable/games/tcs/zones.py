"""Where units, minefields and blocks may be set up before play [15.1a]."""

from collections.abc import Iterable
from functools import lru_cache

from sandtable.boards import Board
from sandtable.games.tcs.battles import Timed, Zone
from sandtable.games.tcs.clock import Turn, moment
from sandtable.games.tcs.country import POINTS, Country
from sandtable.games.tcs.drawn import indices, within


def zone_hexes(country: Country, zone: Zone, enemy: Iterable[int] = ()) -> int:
    """All hexes in play that a zone allows, as bits, with the enemy where he stands [15.1a] [12.2g]."""
    barred = within(country.board, enemy, zone.from_enemy - 1) if zone.from_enemy else 0
    return _allowed(country, zone) & ~barred


@lru_cache(maxsize=256)
def _allowed(country: Country, zone: Zone) -> int:
    """The same, whoever stands where."""
    board = country.board
    near = within(board, indices(board, zone.near), zone.within) if zone.near else -1
    named = indices(board, zone.hexes) or country.hexes
    found = 0
    for hex in country.edge(zone.enter) if zone.enter else named:
        if country.in_play[hex] and _holds(country, zone, hex):
            found |= 1 << hex
    return found & near


def _holds(country: Country, zone: Zone, hex: int) -> bool:
    """Columns, rows, roads."""
    column, row = place(country.board, hex)
    road = country.on_road(hex)
    return (
        (not zone.columns or zone.columns[0] <= column <= zone.columns[1])
        and (not zone.rows or zone.rows[0] <= row <= zone.rows[1])
        and not (zone.off_roads and road)
        and (road or not zone.on_roads)
    )


def place(board: Board, hex: int) -> tuple[int, int]:
    """The printed column and row of a hex."""
    row, column = divmod(hex, board.grid.columns)
    return column + board.grid.first_column, row + board.grid.first_row


def in_force(numbers: Iterable[Timed], side: str, turn: Turn, company: str = "") -> int | None:
    """The first rating or delay that holds for a side, a turn, a company, or None [6.6e] [10.11]."""
    now = (turn.day, turn.minute)
    for timed in numbers:
        in_time = not timed.until or now <= moment(timed.until)
        if timed.side == side and in_time and company.startswith(timed.units):
            return timed.amount
    return None


def exits(country: Country, names: Iterable[str]) -> tuple[int, ...]:
    """The hexes of edges of the area of play, and single hexes, by which units may leave."""
    found: list[int] = []
    for name in names:
        found += country.edge(name) if name in POINTS else indices(country.board, [name])
    return tuple([hex for hex in dict.fromkeys(found) if country.in_play[hex]])
