"""The sheet of Raid! for tests: its board, hexes by number, and counts of steps and points over it."""

from __future__ import annotations

import heapq
from collections.abc import Iterable

from sandtable.boards import read_map, read_vocabulary
from sandtable.games.raid.charts import CHARTS, DATA
from sandtable.games.raid.country import effects, row_of

TEXT = (DATA / "raid.map").read_text("utf-8")
BOARD = read_map(TEXT, read_vocabulary((DATA / "terrain.toml").read_text("utf-8")))
find = BOARD.find
EFFECTS = effects(BOARD)
ROADS = BOARD.path_class("road") | BOARD.path_class("trail")
NEVER = 999


def ground(name: str) -> str:
    """The row of the chart by which a hex goes."""
    return row_of(BOARD, find(name))


def hexes(names: str) -> list[int]:
    """The hexes of some numbers."""
    return [find(name) for name in names.split()]


def near(hex: int) -> list[int]:
    return [beyond for beyond in BOARD.neighbours[hex * 6 : hex * 6 + 6] if beyond >= 0]


def named(found: Iterable[int]) -> str:
    return " ".join(BOARD.names[hex] for hex in found)


def walk(starts: Iterable[int], ways: int = ROADS, vehicle: bool = False) -> list[int]:
    """Movement Points to every hex, counted from the chart: a road or trail hexside costs 1 [8.2] [8.6]."""
    points = [NEVER] * BOARD.count
    queue = [(0, hex) for hex in starts]
    for _, hex in queue:
        points[hex] = 0
    while queue:
        spent, hex = heapq.heappop(queue)
        if spent > points[hex]:
            continue
        for at in range(hex * 6, hex * 6 + 6):
            beyond = BOARD.neighbours[at]
            if beyond < 0 or (cost := price(at, beyond, ways, vehicle)) is None:
                continue
            if spent + cost < points[beyond]:
                points[beyond] = spent + cost
                heapq.heappush(queue, (spent + cost, beyond))
    return points


def price(at: int, beyond: int, ways: int, vehicle: bool) -> int | None:
    """What one step costs, or None where there is no way."""
    row = EFFECTS[beyond]
    if row.mp is None or (vehicle and not row.vehicles):
        return None
    return CHARTS.movement.road if BOARD.paths[at] & ways else row.mp


def banks() -> tuple[list[int], list[int]]:
    """The land on either bank of the river: that of the convoy's way in, and that of its way out."""
    found = []
    for start in ("0126", "5701"):
        seen, queue = {find(start)}, [find(start)]
        while queue:
            for beyond in near(queue.pop()):
                if beyond not in seen and EFFECTS[beyond].mp is not None and not wet(beyond):
                    seen.add(beyond)
                    queue.append(beyond)
        found.append(sorted(seen))
    return found[0], found[1]


def wet(hex: int) -> bool:
    """Is it in the river or on the water, bridge and wharves included?"""
    return BOARD.vocabulary.terrains[BOARD.terrain[hex]].name in ("river", "sea")
