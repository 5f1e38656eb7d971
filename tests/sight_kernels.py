"""Rules for lines of sight of the kinds that the four games have, and small made-up boards to try them on."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from sandtable.boards.sight import Kernel, Line, Obstacles, Plane, Planes
from sandtable.hexes import Grid

CLEAR, BROKEN, WOODS = range(3)
WALL, RIM = 1, 2


@dataclass(frozen=True)
class Ground:
    """As much of a board as lines of sight look at."""

    grid: Grid
    terrain: list[int]
    level: list[int]
    sides: list[int]
    hash: str = "ground"

    @property
    def count(self) -> int:
        return self.grid.count


def open_ground(columns: int, rows: int, low: Literal["even", "odd"] = "even") -> Ground:
    """Clear level ground."""
    grid = Grid(columns, rows, low)
    return Ground(grid, [CLEAR] * grid.count, [0] * grid.count, [0] * (6 * grid.count))


def random_ground(
    columns: int, rows: int, low: Literal["even", "odd"], seed: int, *, missing: int = 0
) -> Ground:
    """Ground with a little of everything, from which some hexes may be missing."""
    ground = open_ground(columns, rows, low)
    dice = random.Random(seed)
    count = ground.count
    terrain = dice.choices((CLEAR, BROKEN, WOODS), (8, 3, 1), k=count)
    for hex in dice.sample(range(count), missing):
        terrain[hex] = -1
    level = dice.choices((0, 1, 2, 3), (12, 4, 2, 1), k=count)
    sides = [0] * (6 * count)
    for face, beyond in _hexsides(ground.grid):
        sides[face] = sides[beyond] = dice.choices((0, WALL, RIM), (20, 1, 1))[0]
    return replace(ground, terrain=terrain, level=level, sides=sides, hash=f"{columns} {rows} {low} {seed}")


def with_wall(ground: Ground, hex: int, direction: int) -> Ground:
    """The same ground with a wall on one hexside."""
    sides = list(ground.sides)
    sides[6 * hex + direction] = WALL
    beyond = ground.grid.neighbours[6 * hex + direction]
    if beyond >= 0:
        sides[6 * beyond + (direction + 3) % 6] = WALL
    return replace(ground, sides=sides)


def _hexsides(grid: Grid) -> Iterator[tuple[int, int]]:
    """The two faces of every hexside between two hexes."""
    for face, beyond in enumerate(grid.neighbours):
        if beyond > face // 6:
            yield face, 6 * beyond + (face + 3) % 6


# Woods, walls and the rim of a hollow, which counts only if somebody is in it.


def _blocking_planes(ground: Ground) -> Planes:
    return Planes(
        {
            "woods": Plane([terrain == WOODS for terrain in ground.terrain], beside="higher"),
            "hollow": Plane([level == 0 for level in ground.level], beside="lower"),
        },
        {
            "wall": [side & WALL > 0 for side in ground.sides],
            "rim": [side & RIM > 0 for side in ground.sides],
        },
    )


def _blocking_obstacles(line: Line) -> Obstacles:
    yield "1", "woods on the line", line.hexes.any("woods")
    yield "2", "a wall across the line", line.crossed.any("wall")
    yield "3", "a wall along the line", line.along.any("wall")
    within = line.start("hollow") | line.end("hollow")
    yield "4", "the rim of the hollow", within & (line.crossed.any("rim") | line.along.any("rim"))


BLOCKING = Kernel("blocking", 1, _blocking_planes, _blocking_obstacles)


# A cost for every hex, and ground that hides what is behind it.

COSTS = {CLEAR: 1, BROKEN: 2, WOODS: 4, -1: 0}


def _budget_planes(ground: Ground, budget: int) -> Planes:
    del budget
    costs = [COSTS[terrain] for terrain in ground.terrain]
    return Planes({"cost": Plane(costs, beside="lower"), "level": Plane(ground.level, beside="lower")})


def _budget_obstacles(line: Line, budget: int) -> Obstacles:
    yield "1", "too much ground to look through", line.hexes.total("cost") > budget
    a, b, top = line.start("level"), line.end("level"), line.hexes.highest("level")
    high = line.higher(a, b)
    yield "2", "higher ground between", top > high
    yield "3", "ground between as high as the higher end", (top == high) & (a != b)


def budget(points: int) -> Kernel:
    """The rule with so many points to spend on the hexes between."""
    return Kernel("budget", 1, _budget_planes, _budget_obstacles, (points,))


# Levels seen from ends that may be raised, and kinds of terrain of which only so many hexes may lie between.

LIMITS = (("broken", 1, 4), ("woods", 0, 1))


def _counting_planes(ground: Ground, *raised: int) -> Planes:
    del raised
    return Planes(
        {
            "level": Plane(ground.level, beside="lower"),
            "plateau": Plane([level == 3 for level in ground.level], beside="lower"),
            "broken": Plane([terrain == BROKEN for terrain in ground.terrain], beside="lower"),
            "woods": Plane([terrain == WOODS for terrain in ground.terrain], beside="lower"),
        }
    )


def _counting_obstacles(line: Line, looking: int, looked_at: int) -> Obstacles:
    if line.distance == 1:
        return
    a, b = line.start("level") + looking, line.end("level") + looked_at
    high, low = line.higher(a, b), line.lower(a, b)
    apart, top = high - low, line.hexes.highest("level")
    by_low = line.choose(a < b, line.near.hexes.highest("level"), line.far.hexes.highest("level"))
    by_high = line.choose(a < b, line.far.hexes.total("plateau"), line.near.hexes.total("plateau"))
    sloping = (apart > 0) & (apart < 3)
    yield "1", "higher ground between", (apart == 0) & (top > high)
    yield "2", "ground as high between", sloping & (top >= high)
    yield "3", "ground before the lower end", (apart == 2) & (by_low > low)
    yield "4", "behind the edge of the plateau", line.no(apart < 3) & (by_high > 1)
    for terrain, on_level, on_slope in LIMITS:
        number = line.hexes.total(terrain)
        yield "5", f"too much {terrain}", (apart == 0) & (number > on_level) | sloping & (number > on_slope)


def counting(looking: int, looked_at: int) -> Kernel:
    """The rule with each end so many levels above its ground."""
    heights = (looking, looked_at)
    mutual = looking == looked_at
    return Kernel("counting", 1, _counting_planes, _counting_obstacles, heights, mutual=mutual)


# Points of observation for every hex and the one looked into, unless one looks over it.


def _observing_planes(ground: Ground, allowance: int) -> Planes:
    del allowance
    edge = [
        any(
            j >= 0 and ground.level[j] < ground.level[face // 6]
            for j in ground.grid.neighbours[face : face + 6]
        )
        for face in range(0, 6 * ground.count, 6)
    ]
    return Planes(
        {
            "cost": Plane([COSTS[terrain] for terrain in ground.terrain], beside="higher"),
            "thick": Plane([terrain == WOODS for terrain in ground.terrain], beside="higher"),
            "ground": Plane(ground.level, beside="higher"),
            "edge": Plane(edge, beside="higher"),
        }
    )


def _observing_obstacles(line: Line, allowance: int) -> Obstacles:
    a, b = line.start("ground"), line.end("ground")
    high, low = line.higher(a, b), line.lower(a, b)
    spent = line.end("cost")
    for hex in line.stations():
        ground, thick = hex.value("ground"), hex.value("thick")
        seen_from_above = thick & (high > ground)
        top = ground + seen_from_above
        by_low = line.choose(a < b, hex.nearer_start, hex.nearer_end)
        yield "1", "higher ground between", top > high
        yield "2", "ground before the lower end", by_low & (top > low)
        yield "3", "thick growth", thick & line.no(seen_from_above)
        spent = spent + line.choose((low > ground) | thick, 1, hex.value("cost"))
    edge = line.choose(a > b, line.start("edge"), line.end("edge"))
    yield "4", "too far from the edge to look down", (high > low) & line.no(edge) & (line.distance < 4)
    yield "5", "more points than allowed", spent > allowance


def observing(allowance: int) -> Kernel:
    """The rule with this allowance; as only the hex looked into is paid for, it is not mutual."""
    return Kernel(
        "observing",
        1,
        _observing_planes,
        _observing_obstacles,
        (allowance,),
        mutual=False,
        reach=allowance,
    )


# Real heights with what grows on them, and hedges; half-way up counts before the lower end.

GROWTH = 20


def _heights_planes(ground: Ground) -> Planes:
    heights = [25 * level for level in ground.level]
    tops = [
        height + GROWTH * (terrain > CLEAR) for height, terrain in zip(heights, ground.terrain, strict=True)
    ]
    hedges = [
        max(heights[face // 6], heights[beyond]) + GROWTH
        if beyond >= 0 and ground.sides[face] & WALL
        else -100
        for face, beyond in enumerate(ground.grid.neighbours)
    ]
    return Planes(
        {"height": Plane(heights, beside="lower"), "top": Plane(tops, beside="lower")}, {"hedge": hedges}
    )


def _heights_obstacles(line: Line) -> Obstacles:
    a, b = line.start("height"), line.end("height")
    high = line.higher(a, b)
    yield "1", "higher ground between", line.hexes.highest("top") > high
    yield "1", "a higher hedge between", line.crossed.highest("hedge") > high
    ground = line.choose(a < b, line.near.hexes.highest("top"), line.far.hexes.highest("top"))
    yield "2", "ground half-way up before the lower end", (a != b) & (2 * ground >= a + b)
    hedge = line.choose(a < b, line.near.crossed.highest("hedge"), line.far.crossed.highest("hedge"))
    yield "2", "a hedge half-way up before the lower end", (a != b) & (2 * hedge >= a + b)


HEIGHTS = Kernel("heights", 1, _heights_planes, _heights_obstacles)

ALL = (BLOCKING, budget(6), counting(0, 0), counting(1, 0), observing(6), HEIGHTS)
