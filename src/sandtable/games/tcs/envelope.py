"""The drawn limits of a step: its way, its area with a rim, and the margin beside them [6.2a] [6.7b]."""

from typing import NamedTuple

from sandtable.boards import Board
from sandtable.games.tcs.drawn import bits, covered, indices, margin, members, within
from sandtable.games.tcs.sheets import AREAS, Item, SheetPlan, Step, Withdrawal

RIM, WIDE_RIM = 1, 2
"""How far beyond the drawn area units may stand; vehicles in support and battle positions farther."""
WIDE = ("support_position", "battle_position")


class Envelope(NamedTuple):
    """Where a unit may be in a step; sets of hexes are bits.

    `path` is the way from its beginning, `area` has no rim, `stop` is the line at which the step ends.
    """

    inside: int
    beside: int
    path: tuple[int, ...]
    area: int
    stop: tuple[int, ...] = ()


def step_envelope(
    board: Board, plan: SheetPlan, step: Step, *, vehicle: bool = False, night: bool = False,
    switched: bool = False,
) -> Envelope:  # fmt: skip
    """The envelope of a step; by night every way is exact [16.1b]; alternates once switched to [6.11c]."""
    ways = [_item(plan, name, switched) for name in step.via]
    path = tuple(hex for way in ways for hex in indices(board, way.hexes))
    corridor = 0
    for way in ways:
        corridor |= bits(indices(board, way.hexes)) if night else covered(board, way)
    area, rim, stop = _target(board, plan, step, switched, vehicle)
    if not area and path and not stop:
        area = 1 << path[-1]
    inside = corridor | within(board, members(area), rim)
    return Envelope(inside, margin(board, corridor | area) & ~inside, path, area, stop)


def _item(plan: SheetPlan, name: str, switched: bool) -> Item:
    """The element of this name, or what stands in for it."""
    instead = plan.alternate.instead if plan.alternate and switched else {}
    return plan.item(instead.get(name, name))


def _target(
    board: Board, plan: SheetPlan, step: Step, switched: bool, vehicle: bool
) -> tuple[int, int, tuple[int, ...]]:
    """The area of a step and its rim, or the line that ends it."""
    area = bits(indices(board, step.area))
    if not step.to:
        return area, RIM, ()
    item = _item(plan, step.to, switched)
    if item.kind not in AREAS:
        return area, RIM, indices(board, item.hexes)
    rim = WIDE_RIM if vehicle and item.kind in WIDE else RIM
    return area | covered(board, item), rim, ()


def way_back(board: Board, plan: SheetPlan, group: str, step: int) -> Envelope:
    """The route and rally area of the failure instructions that hold for a group in a step [6.2c] [6.10a]."""
    failure = next(way for way in plan.failure if _holds(way, group, step))
    return withdrawal(board, failure.route, failure.rally)


def _holds(way: Withdrawal, group: str, step: int) -> bool:
    return way.group in ("", group) and (not way.steps or step in way.steps)


def withdrawal(board: Board, route: tuple[str, ...], rally: tuple[str, ...]) -> Envelope:
    """A way out and the place at its end: of failure instructions, of a contingency plan [6.5c] [6.10]."""
    path, area = indices(board, route), bits(indices(board, rally))
    inside = bits(path) | area
    return Envelope(inside, margin(board, inside), path, area)


def away(board: Board, hexes: int, hex: int) -> int:
    """How far a hex is from the nearest of a set."""
    return min(board.distance(hex, other) for other in members(hexes)) if hexes else board.count
