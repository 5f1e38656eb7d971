"""What lies on the side of the target's hex by which a line of fire or sight comes in."""

from functools import cache

from sandtable.boards import Board
from sandtable.games.tank.charts import CHARTS, Mode
from sandtable.hexes import Hex, hexside, offset
from sandtable.rays import ray

HERE = Hex(0, 0)
HEXSIDES = ("slope", "berm")


@cache
def entered(offset: Hex) -> tuple[int, ...]:
    """By which of its sides the line from a place at this offset comes into a hex: two if by a corner, none
    from within."""
    line = ray(offset)
    if offset == HERE:
        return ()
    if line.crossed:
        return tuple(d for d in range(6) if hexside(HERE, d) == line.crossed[0])
    return tuple(d for d in range(6) if line.vertices[0] in hexside(HERE, d).ends())


class Shelter:
    """The berms and slopes of a board in one mode, as those who stand behind them have them."""

    def __init__(self, board: Board, mode: Mode) -> None:
        """Looks at every hexside once."""
        rows = {name: CHARTS.terrain.of(name, mode) for name in HEXSIDES}
        kinds = {name: board.side_kind(name) for name, row in rows.items() if row}
        screens = sum(kinds[name] for name, row in rows.items() if row and row.obstructs)
        low = {*board.marks.get("depression", ())}
        self._places = [board.grid.hex(hex) for hex in range(board.count)]
        self._low = [hex in low for hex in range(board.count)]
        self._rim = [beyond in low for beyond in board.neighbours]
        self._screening = [side & screens > 0 for side in board.sides]
        self._sheltering = [_sheltering(board, at, kinds) for at in range(6 * board.count)]

    def hexside(self, firer: int, target: int) -> str:
        """What the target gains by: "slope", "berm" or "" [10.32] [10.4] [10.61].

        A line that comes in at a corner has what lies on both hexsides there.
        """
        lies = [self._sheltering[target * 6 + d] for d in self._entered(firer, target)]
        return lies[0] if len({*lies}) == 1 else ""

    def screens(self, seer: int, target: int) -> bool:
        """Whether the target lies directly behind an obstructing hexside, a slope from either side [13.5].

        The rim of the depression is none between two who are both outside it [10.26].
        """
        over = not (self._low[seer] or self._low[target])
        sides = [target * 6 + d for d in self._entered(seer, target)]
        return bool(sides) and all(self._screening[at] and not (over and self._rim[at]) for at in sides)

    def _entered(self, firer: int, target: int) -> tuple[int, ...]:
        return entered(offset(self._places[target], self._places[firer]))


def _sheltering(board: Board, at: int, kinds: dict[str, int]) -> str:
    """What shelters this hex here: a berm both hexes beside it, a slope the one on its sloped side [10.5]."""
    laid = {"slope": board.faces[at], "berm": board.sides[at]}
    return next((name for name, bit in kinds.items() if laid[name] & bit), "")
