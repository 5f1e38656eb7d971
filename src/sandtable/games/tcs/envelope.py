"""The drawn limits of a step: its way, its area with a rim, and the margin beside them [6.2a] [6.7b]."""

from functools import lru_cache

from sandtable.boards import Board
from sandtable.games.tcs.drawn import (
    bits,
    covered,
    crossing,
    distances,
    indices,
    margin,
    members,
    nearest_places,
    within,
)
from sandtable.games.tcs.sheets import AREAS, LINES, Item, SheetPlan, Step, Withdrawal

RIM, WIDE_RIM = 1, 2
"""How far beyond the drawn area units may stand; vehicles in support and battle positions farther."""
WIDE = ("support_position", "battle_position")


class Envelope:
    """Where a unit may be in a step; sets of hexes are bits.

    `path` is the way from its beginning to the area, `area` has no rim, `stop` is the line at which the step
    ends. How far hexes are away, and where along the way, is worked out once for all when first asked.
    """

    __slots__ = ("_away", "_met", "_places", "area", "beside", "board", "home", "inside", "path", "stop")

    def __init__(
        self, board: Board, path: tuple[int, ...], area: int, sets: tuple[int, int], stop: tuple[int, ...]
    ) -> None:
        self.board = board
        self.path = path
        self.area = area
        corridor, self.home = sets
        self.inside = corridor | self.home
        self.beside = margin(board, corridor | area) & ~self.inside
        self.stop = stop
        self._away: list[int] = []
        self._places: dict[int, tuple[int, ...]] = {}
        self._met: dict[tuple[int, ...], int] = {}

    def past(self, line: tuple[int, ...], hex: int, last: int) -> bool:
        """Does a hex lie beyond a line, seen along the way? Hexes of the line itself do not [6.2b]."""
        met = self._met.get(line)
        if met is None:
            met = self._met[line] = crossing(self.path, line)
        return met >= 0 and self.progress(hex, last) > met and hex not in line

    def away(self, hex: int) -> int:
        """How far a hex is from the envelope."""
        if not self._away:
            self._away = distances(self.board, members(self.inside))
        return self._away[hex]

    def progress(self, hex: int, last: int) -> int:
        """How far along the way a hex lies; of several places the closest to the last progress."""
        if not self.path:
            return -1
        places = self._places.get(hex)
        if places is None:
            places = self._places[hex] = nearest_places(self.board, self.path, hex)
        return places[0] if len(places) == 1 else min(places, key=lambda place: (abs(place - last), place))

    def nearest(self, hex: int) -> int:
        """The hex of the envelope nearest to another, or -1."""
        distance = self.board.distance
        return min(members(self.inside), key=lambda inside: (distance(hex, inside), inside), default=-1)


class Reading:
    """A sheet as it is read on a map: the envelopes of its steps and the hexes of its lines, made once."""

    __slots__ = ("_covered", "_made", "board", "lines", "plan", "stops")

    def __init__(self, board: Board, plan: SheetPlan) -> None:
        self.board, self.plan = board, plan
        self._made: dict[tuple[int, int, bool, bool, bool], Envelope] = {}
        self._covered: dict[str, int] = {}
        self.lines = {item.name: indices(board, item.hexes) for item in plan.drawn if item.kind in LINES}
        kinds = ("boundary", "line_of_departure")
        self.stops = [(item.kind, self.lines[item.name]) for item in plan.graphic if item.kind in kinds]

    def covered(self, name: str) -> int:
        """The hexes that an element covers."""
        found = self._covered.get(name)
        if found is None:
            found = self._covered[name] = covered(self.board, self.plan.item(name))
        return found

    def step(self, group: int, step: int, vehicle: bool, night: bool, switched: bool) -> Envelope:
        """The envelope of a group's step, for vehicles or others, by night, after the switch."""
        key = group, step, vehicle, night, switched
        found = self._made.get(key)
        if found is None:
            written = self.plan.groups[group].steps[step]
            found = self._made[key] = step_envelope(
                self.board, self.plan, written, vehicle=vehicle, night=night, switched=switched
            )
        return found

    def way_back(self, group: int, step: int) -> Envelope:
        """The route and rally area of the failure instructions of a group in a step [6.2c] [6.10a]."""
        key = group, ~step, False, False, False
        found = self._made.get(key)
        if found is None:
            way = failure_of(self.plan, self.plan.groups[group].id, step)
            found = self._made[key] = withdrawal(self.board, way.route, way.rally)
        return found


class _Same:
    """A sheet as a key: itself, and none that merely says the same, for that would have to be compared."""

    __slots__ = ("plan",)

    def __init__(self, plan: SheetPlan) -> None:
        self.plan = plan

    def __hash__(self) -> int:
        return id(self.plan)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.plan is self.plan


@lru_cache(maxsize=512)
def _reading(board: Board, same: _Same) -> Reading:
    return Reading(board, same.plan)


def reading(board: Board, plan: SheetPlan) -> Reading:
    """A sheet as it is read on a map."""
    return _reading(board, _Same(plan))


def step_envelope(
    board: Board, plan: SheetPlan, step: Step, *, vehicle: bool = False, night: bool = False,
    switched: bool = False,
) -> Envelope:  # fmt: skip
    """The envelope of a step; by night every way is exact [16.1b]; alternates once switched to [6.11c]."""
    ways = [_item(plan, name, switched) for name in step.via]
    area, rim, stop = _target(board, plan, step, switched, vehicle)
    path: tuple[int, ...] = ()
    corridor = 0
    for way in ways:
        hexes = indices(board, way.hexes)
        path += hexes
        corridor |= bits(hexes) if night else covered(board, way)
    if area and path:
        end = _end(board, path, area)
        path = path[: end + 1]
        widths = [0 if night else way.half_width for way in ways]
        corridor &= within(board, path, max(widths))
    elif path and not stop:
        area = 1 << path[-1]
    return Envelope(board, path, area, (corridor, within(board, members(area), rim)), stop)


def _end(board: Board, path: tuple[int, ...], area: int) -> int:
    """Where a way has come to its area: at its last hex in it, or at the nearest."""
    inside = [place for place, hex in enumerate(path) if area >> hex & 1]
    if inside:
        return inside[-1]
    far = distances(board, members(area))
    return min(range(len(path)), key=lambda place: (far[path[place]], place))


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


def failure_of(plan: SheetPlan, group: str, step: int) -> Withdrawal:
    """The failure instructions of a group in a step; its own before those for all [6.2c] [6.10a]."""
    fitting = [way for way in plan.failure if _holds(way, group, step)]
    return next((way for way in fitting if way.group), fitting[0])


def _holds(way: Withdrawal, group: str, step: int) -> bool:
    return way.group in ("", group) and (not way.steps or step in way.steps)


@lru_cache(maxsize=512)
def withdrawal(board: Board, route: tuple[str, ...], rally: tuple[str, ...]) -> Envelope:
    """A way out and the place at its end: of failure instructions, of a contingency plan [6.5c] [6.10]."""
    path, area = indices(board, route), bits(indices(board, rally))
    return Envelope(board, path, area, (bits(path), area), ())
