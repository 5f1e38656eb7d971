"""Lines of sight: what ground, buildings, jungle and smoke between two hexes cost or hide [6.0].

Blocking is the same both ways; what a line costs is not, for the hex looked into is paid and the hex
looked out of is free. docs/rulings-raid.md says how the cases of 6.2 work together.
"""

from functools import cache, lru_cache
from itertools import combinations_with_replacement

from sandtable.boards import Board
from sandtable.boards.sight import Kernel, Line, Numbers, Obstacles, Plane, Planes
from sandtable.games.raid.charts import CHARTS, Effect
from sandtable.games.raid.country import effects, hexes_in
from sandtable.hexes import Hex, area
from sandtable.rays import ray

OPAQUE = 1000
"""More than anybody can spend: ground through which nobody looks."""

LEVELS = (0, 1, 2)
ENDS = tuple(combinations_with_replacement(LEVELS, 2))
"""How low and how high the ends of a line can lie."""


def planes(board: Board, _allowance: int = 0, _near: int = 0, smoke: int = 0, rubble: int = 0) -> Planes:
    """What lines look at: heights, tall ground, crests, and costs between two ends [6.2] [6.21] [11.11]."""
    values = plain_values(board)
    if changed := hexes_in(smoke | rubble):
        rows = effects(board, smoke, rubble)
        values = {name: [*column] for name, column in values.items()}
        for hex in changed:
            for name, value in values_of(board.level[hex], rows[hex]).items():
                values[name][hex] = value
    return Planes({name: Plane(column, beside="higher") for name, column in values.items()})


@lru_cache(maxsize=64)
def plain_values(board: Board) -> dict[str, list[int]]:
    """What lines look at on a board with nothing upon it; for reading only."""
    each = [values_of(level, row) for level, row in zip(board.level, effects(board), strict=True)]
    columns = {name: [values[name] for values in each] for name in each[0]}
    return {**columns, "level": board.level, "crest": _crests(board)}


def values_of(level: int, row: Effect) -> dict[str, int]:
    """What a line looks at in a hex of this height and row: its top, and what it costs [6.13] [6.25]."""
    costs = {_name(low, high): between(level, row.tall, row.op, low, high) for low, high in ENDS}
    return {"top": level + row.tall, "into": row.op, **costs}


def between(level: int, tall: bool, op: int, low: int, high: int) -> int:
    """What a hex on a line costs, by its own height and those of the ends [6.13] [6.14] [6.25] [6.26].

    Ground below both ends costs 1; so does tall ground that the upper end looks over, and other tall ground
    stops the line.
    """
    if level > high or (tall and level >= high):
        return OPAQUE
    return 1 if tall or level < low else op


def obstacles(line: Line, allowance: int, near: int, *_: int) -> Obstacles:
    """What blocks a line for so many points; with `near` adjacent hexes are seen anyhow [6.0]."""
    if near and line.distance == 1:
        return
    yield from higher_ground(line)
    total = line_cost(line) + line.end("into")
    yield "6.11", "it costs more Observation Points than there are", total > allowance


def higher_ground(line: Line) -> Obstacles:
    """What blocks a line both ways, whatever anybody may spend [6.22] [6.23] [6.24] [6.25] [6.14]."""
    start, end = line.start("level"), line.end("level")
    low, high = line.lower(start, end), line.higher(start, end)
    yield "6.22", "higher ground lies between", line.hexes.highest("level") > high
    if line.distance < CHARTS.observation.look_down:
        crest = line.choose(start > end, line.start("crest"), line.end("crest"))
        yield "6.24", "the edge of the slope hides what is close below", (start != end) & line.no(crest)
    by_low = line.choose(start < end, line.near.hexes.highest("top"), line.far.hexes.highest("top"))
    yield "6.23", "what lies nearer to the lower end is higher than it", (start != end) & (by_low > low)
    yield "6.14", "nobody looks through jungle or buildings", line_cost(line) >= OPAQUE


def line_cost(line: Line) -> Numbers:
    """What the hexes between cost, by the heights of the ends [6.12] [6.13] [6.26]."""
    start, end = line.start("level"), line.end("level")
    low, high = line.lower(start, end), line.higher(start, end)
    total = line.hexes.total(_name(*ENDS[-1]))
    for a, b in ENDS[:-1]:
        total = line.choose((low == a) & (high == b), line.hexes.total(_name(a, b)), total)
    return total


def open_lines(line: Line) -> Obstacles:
    """What blocks a line, its cost left aside: the same from both ends [6.2]."""
    yield from higher_ground(line)


def plain_planes(board: Board, *_: int) -> Planes:
    """The ordinary cost of each hex, as if nothing hid anything [5.21]."""
    rows = effects(board)
    return Planes({"cost": Plane([row.op for row in rows], beside="higher")})


def plain_obstacles(line: Line, allowance: int) -> Obstacles:
    """A radius of command reckoned along a blocked line [5.21] [5.22]."""
    total = line.hexes.total("cost") + line.end("cost")
    yield "5.21", "it is further than the radius of command", total > allowance


def air_planes(board: Board, *_: int) -> Planes:
    """From or to altitude each hex between costs 1, whatever it is [13.21]."""
    return Planes(
        {
            "one": Plane([1] * board.count, beside="higher"),
            "into": Plane([row.op for row in effects(board)], beside="higher"),
        }
    )


def air_obstacles(line: Line, allowance: int, down: int) -> Obstacles:
    """Looking `down` into a hex costs its terrain, looking up at a helicopter 1 [13.21]."""
    total = line.hexes.total("one") + (line.end("into") if down else 1)
    yield "13.21", "it costs more Observation Points than there are", total > allowance


@cache
def ground_kernel(allowance: int, near: bool = False, smoke: int = 0, rubble: int = 0) -> Kernel:
    """Sight from hex to hex with so many points; by night adjacent hexes are always seen [6.11] [15.91].

    Smoke and rubble are sets of hexes as bits; with them no table is kept on disk.
    """
    parameters = (allowance, int(near), smoke, rubble) if smoke or rubble else (allowance, int(near))
    return Kernel("raid", 1, planes, obstacles, parameters, mutual=False, reach=max(allowance, 1))


@cache
def open_kernel(reach: int) -> Kernel:
    """Lines that nothing blocks, cost left aside [6.2]."""
    return Kernel("raid open", 1, planes, open_lines, (), mutual=False, reach=reach)


@cache
def plain_kernel(allowance: int) -> Kernel:
    """What lies within a radius along a line that may be blocked [5.21] [5.22]."""
    return Kernel("raid plain", 1, plain_planes, plain_obstacles, (allowance,), mutual=False, reach=allowance)


@cache
def air_kernel(allowance: int, down: bool) -> Kernel:
    """Sight from altitude down, or up to it [13.21]."""
    parameters = (allowance, int(down))
    return Kernel("raid air", 1, air_planes, air_obstacles, parameters, mutual=False, reach=allowance)


@cache
def behind() -> dict[Hex, list[Hex]]:
    """For each hex about the hex (0, 0) the ends in anybody's sight whose line from there meets it first."""
    chart, found = CHARTS.observation, dict[Hex, list[Hex]]()
    for end in area(Hex(0, 0), chart.allowance + chart.overwatch):
        for hex in dict.fromkeys(hex for station in ray(end).stations for hex in station):
            found.setdefault(hex, []).append(end)
    return found


def _crests(board: Board) -> list[int]:
    """Which hexes have a lower one beside them, from where one looks down [6.24]."""
    level, near = board.level, board.neighbours
    return [
        +any(beyond >= 0 and level[beyond] < level[hex] for beyond in near[hex * 6 : hex * 6 + 6])
        for hex in range(board.count)
    ]


def _name(low: int, high: int) -> str:
    return f"cost {low} {high}"
