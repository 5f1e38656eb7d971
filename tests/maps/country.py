"""Invented country to draw: hills, woods, villages, water and roads, laid out from a seed."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random

import msgspec

from sandtable import hexes
from sandtable.boards import Board, Vocabulary, read_map, read_vocabulary
from sandtable.boards.vocabulary import LEVEL_DIGITS
from sandtable.hexes import LETTERS, Grid

Ground = Callable[[float, float], float]


@cache
def vocabulary(game: str = "country") -> Vocabulary:
    """The vocabulary that has every art, for a game of any name."""
    text = (Path(__file__).parent / "country.toml").read_text("utf-8")
    return msgspec.structs.replace(read_vocabulary(text), game=game)


class Surveyor:
    """Lays out a country and writes it down as a map file."""

    def __init__(self, columns: int, rows: int, seed: int, game: str, top: int) -> None:
        self.grid = Grid(columns, rows, "even")
        self.dice = Random(seed)
        self.game = game
        self.count = columns * rows
        self.places = [hexes.centre(self.grid.hex(i)) for i in range(self.count)]
        heights, wet, self.cover = (self.rolling(size) for size in (17.0, 24.0, 9.0))
        self.level = [max(0, min(top, int(heights(*place) * top * 2 - top * 0.55))) for place in self.places]
        self.terrain = [self.terrain_at(i, wet(*place)) for i, place in enumerate(self.places)]
        self.towns: list[int] = []
        self.sections: dict[str, list[str]] = {}

    def rolling(self, size: float) -> Ground:
        """A smooth field of values from 0 to 1 with features of about this size."""
        knots: dict[tuple[int, int], float] = {}
        for x in range(-2, 3 * self.grid.columns // int(size) + 4):
            for y in range(-2, 3 * self.grid.rows // int(size) + 4):
                knots[x, y] = self.dice.random()

        def at(x: float, y: float) -> float:
            u, v = x / size, y * 1.7 / size
            i, j = int(u // 1), int(v // 1)
            s, t = ((f - f // 1) ** 2 * (3 - 2 * (f - f // 1)) for f in (u, v))
            top = knots[i, j] * (1 - s) + knots[i + 1, j] * s
            foot = knots[i, j + 1] * (1 - s) + knots[i + 1, j + 1] * s
            return top * (1 - t) + foot * t

        return at

    def terrain_at(self, i: int, wet: float) -> str:
        x, y = self.places[i]
        cover, level = self.cover(x, y), self.level[i]
        if x > 3 * self.grid.columns * 0.86 and y > 2 * self.grid.rows * 0.6 and level < 2:
            return "s"
        if wet < 0.16 and level == 0:
            return "~"
        if wet < 0.22 and level < 2:
            return "m"
        if cover > 0.68:
            return "w"
        if cover < 0.2:
            return "b" if level > 1 else "r"
        if cover > 0.6:
            return "u"
        if level < 2 and 0.54 < cover < 0.56:
            return "="
        return "f" if level < 2 and 0.42 < cover < 0.52 else "."

    def write(self) -> str:
        self.settle()
        self.roads()
        self.hexsides()
        self.marks()
        columns = self.grid.columns
        rows = range(0, self.count, columns)
        lines = [
            *("format: 1", f"game: {self.game}", f"name: country-{columns}", "title: The Valley of the Weir"),
            *(f"size: {columns} x {self.grid.rows}", f"low: {self.grid.low}", "source: reconstructed"),
            "reason: laid out from a seed, to show all that a map can show",
            "partial: not playable",
            "[terrain]",
            *("".join(self.terrain[row : row + columns]) for row in rows),
            "[elevation]",
            *(
                "".join(
                    "-" if t == "-" else LEVEL_DIGITS[n]
                    for t, n in zip(self.terrain[r : r + columns], self.level[r : r + columns], strict=True)
                )
                for r in rows
            ),
        ]
        for title, entries in self.sections.items():
            lines += [f"[{title}]", *entries]
        return "\n".join(lines) + "\n"

    def name(self, i: int) -> str:
        return self.grid.name(i)

    def near(self, i: int) -> list[int]:
        return [j for j in self.grid.neighbours[i * 6 : i * 6 + 6] if j >= 0 and self.terrain[j] != "-"]

    def settle(self) -> None:
        """Villages on dry low ground, some way apart; the sheet lacks its last corner."""
        columns = self.grid.columns
        for i in (self.count - columns, self.count - columns + 1, self.count - 2 * columns):
            self.terrain[i] = "-"
        wanted = max(4, self.count // 180)
        tries = [self.dice.randrange(self.count) for _ in range(600)]
        for i in tries:
            if len(self.towns) < wanted and self.may_settle(i):
                self.towns.append(i)
                for j in (i, *self.dice.sample(self.near(i), 1 + len(self.towns) % 3)):
                    self.terrain[j] = "V" if self.terrain[j] not in "~s" else self.terrain[j]
        for i in self.towns[1:3]:
            for j in self.near(i)[:2]:
                self.terrain[j] = "B"

    def may_settle(self, i: int) -> bool:
        """Whether a village may lie here: on low open ground, off the edge, and away from the others."""
        apart = all(self.grid.distance(i, town) > 6 for town in self.towns)
        return apart and len(self.near(i)) == 6 and self.terrain[i] in ".f" and self.level[i] < 2

    def way(self, a: int, b: int, cost: Callable[[int, int], float]) -> list[int]:
        """The cheapest way from hex to hex."""
        waiting, came = [(0.0, a, -1)], {}
        while waiting:
            spent, i, before = heapq.heappop(waiting)
            if i in came:
                continue
            came[i] = before
            if i == b:
                break
            for j in self.near(i):
                heapq.heappush(waiting, (spent + cost(i, j), j, i))
        way = [b]
        while came[way[-1]] >= 0:
            way.append(came[way[-1]])
        return way[::-1]

    def road_cost(self, i: int, j: int) -> float:
        wet = 30.0 if self.terrain[j] in "~s" else 0.0
        return (
            1
            + wet
            + 2 * abs(self.level[i] - self.level[j])
            + (self.terrain[j] in "wm")
            + self.dice.random() * 0.3
        )

    def edge_hex(self, side: str, part: float) -> int:
        columns, rows = self.grid.columns, self.grid.rows
        row, column = int(rows * part), int(columns * part)
        return {"west": row * columns, "east": row * columns + columns - 1, "north": column | 1}[side]

    def roads(self) -> None:
        """A paved road from west to east, lesser ones between villages, a railway, and rivers."""
        lines, towns = self.sections.setdefault("roads", []), self.towns
        west, east, north = (self.edge_hex(*at) for at in (("west", 0.45), ("east", 0.3), ("north", 0.4)))
        stops = [west, *sorted(towns, key=lambda i: i % self.grid.columns)[1:4], east]
        legs = [self.way(a, b, self.road_cost) for a, b in pairwise(stops)]
        main = [i for leg in legs for i in leg]
        strokes = " / ".join(" ".join(map(self.name, leg)) for leg in legs)
        lines.append(f'paved "High Road": E {strokes} C')
        classes = ("lane", "unpaved", "track", "trail")
        for n, town in enumerate(towns):
            goal = min(main, key=lambda i: (self.grid.distance(i, town), i)) if n % 2 else towns[n - 1]
            way = self.way(town, goal, self.road_cost)
            if len(way) > 1:
                lines.append(f"{classes[n % 4]}: {' '.join(map(self.name, way))}")
        lines.append(f"lane: A {' '.join(map(self.name, self.way(north, stops[1], self.road_cost)))}")
        far = self.edge_hex("north", 0.75)
        rail = self.way(far, self.edge_hex("west", 0.75), self.road_cost)
        self.sections["railways"] = [f"rail: A {' '.join(map(self.name, rail))} E"]
        self.main, self.north = main, north
        self.rivers()

    def rivers(self) -> None:
        def downhill(i: int, j: int) -> float:
            return 1.2 + 3 * max(0, self.level[j] - self.level[i]) + self.cover(*self.places[j])

        source, mouth = self.edge_hex("north", 0.2), self.edge_hex("east", 0.8)
        river = self.way(source, mouth, downhill)
        wet = next((n for n, i in enumerate(river) if self.terrain[i] in "~s"), len(river) - 1)
        self.river = river[: wet + 1]
        spring = max(range(self.count), key=lambda i: (self.level[i] - abs(self.places[i][0] - 80) / 60, -i))
        brook = self.way(spring, self.river[len(self.river) // 2], downhill)
        self.sections["rivers"] = [f'river "Weir": A {" ".join(map(self.name, self.river))}']
        if len(brook) > 1:
            self.sections["rivers"].append(f"brook: {' '.join(map(self.name, brook))}")

    def chain(self, begin: int, d: int, length: int) -> list[str]:
        """Hexsides in a gently bent line: the sides on one side of a straight row of hexes."""
        sides, i = [], begin
        for _ in range(length):
            sides += [
                f"{self.name(i)}{LETTERS[(d + turn) % 6]}" for turn in (1, 2) if self.dry(i, (d + turn) % 6)
            ]
            i = self.grid.neighbours[i * 6 + d]
            if i < 0:
                break
        return sides

    def dry(self, i: int, d: int) -> bool:
        j = self.grid.neighbours[i * 6 + d]
        return j >= 0 and self.terrain[i] not in "-~s" and self.terrain[j] not in "-~s"

    def hexsides(self) -> None:
        kinds = ("slope", "berm", "hedge", "ditch", "canal", "wall")
        for n in range(max(12, self.count // 60)):
            begin, d = self.dice.randrange(self.count), self.dice.randrange(6)
            lines = self.sections.setdefault(kinds[n % 6], [])
            taken = {word for line in lines for word in line.split()}
            fresh = [
                side
                for side in self.chain(begin, d, 2 + n % 3)
                if side not in taken and not self.again(side, taken)
            ]
            if fresh:
                lines.append(" ".join(fresh))
        steep = []
        for i in range(self.count):
            for d in range(3):
                j = self.grid.neighbours[i * 6 + d]
                if self.dry(i, d) and abs(self.level[i] - self.level[j]) > 1:
                    steep.append(f"{self.name(i)}{LETTERS[d]}")
        high = [i for i in range(self.count) if self.level[i] == 2 and self.terrain[i] == "b"]
        for i in high:
            for d in range(6):
                j = self.grid.neighbours[i * 6 + d]
                if self.dry(i, d) and self.level[j] == 1:
                    steep.append(f"{self.name(i)}{LETTERS[d]}")
        self.sections["scarp"] = list(dict.fromkeys(steep)) or ["0505A"]
        canal = self.sections["canal"][0].split()[0]
        self.sections["footbridge"] = [canal]

    def again(self, side: str, taken: set[str]) -> bool:
        """Whether a hexside is written already, seen from its other hex."""
        i, d = self.grid.find_hexside(side)
        j = self.grid.neighbours[i * 6 + d]
        return f"{self.name(j)}{LETTERS[hexes.opposite(d)]}" in taken

    def marks(self) -> None:
        river, road = set(self.river), set(self.main)
        shore = [
            i
            for i in range(self.count)
            if self.terrain[i] not in "~s-" and any(self.terrain[j] in "~s" for j in self.near(i))
        ]
        plain = [i for i in range(self.count) if self.terrain[i] == "." and len(self.near(i)) == 6]
        top = max(range(self.count), key=lambda i: (self.level[i], -i))
        pick = self.dice.sample(plain, 8)
        marks = {
            "bridge": sorted(river & road) or [self.river[3]],
            "ford": [self.river[len(self.river) // 3]],
            "jetty": shore[2::7][:3] or plain[:1],
            "redoubt": pick[:2],
            "slow going": pick[2:4],
            "spot height": [top],
            "landing ground": pick[4:5],
            "tower": pick[5:6],
            "crossroads": [self.main[len(self.main) // 2]],
            "objective": [pick[6], *self.near(pick[6])[:2]],
        }
        self.sections["marks"] = [f"{mark}: {' '.join(map(self.name, at))}" for mark, at in marks.items()]
        built = [i for i in range(self.count) if self.terrain[i] == "B"]
        pair = next(([i, j] for i in built for j in self.near(i) if j in built and i < j), None)
        if pair:
            self.sections["buildings"] = [f"The Priory: {' '.join(map(self.name, pair))}"]
        self.sections["places"] = self.named(top)
        self.sections["partial"] = [
            " ".join(self.name(i) for i in range(0, self.grid.columns, 2) if self.terrain[i] != "-")
        ]
        self.sections["entries"] = [
            f"A: {self.name(self.main[-1])} east",
            f"West Road: {self.name(self.main[0])} west",
            f"B: {self.name(self.north)} north",
        ]

    def named(self, top: int) -> list[str]:
        towns = [
            (name, [i, *(j for j in self.near(i) if self.terrain[j] == "V")])
            for name, i in zip(
                (
                    "Arden",
                    "Millbrook",
                    "Stonecross",
                    "Ashby St Mary",
                    "Weirford",
                    "Upper Holm",
                    "Nether Holm",
                    "Kingsbarn",
                    "Eßlingen",
                    "Vågsø",
                    "Clervaux",
                ),
                self.towns,
                strict=False,
            )
        ]
        wood = [i for i in range(self.count) if self.terrain[i] == "w"]
        lake = [i for i in range(self.count) if self.terrain[i] in "~s"]
        found = [*towns, ("Kestrel Hill", [top, *self.near(top)])]
        if wood:
            i = wood[len(wood) // 2]
            found.append(("Long Wood", [i, *(j for j in self.near(i) if j in wood)]))
        if lake:
            i = lake[len(lake) // 2]
            found.append(("Hollow Water", [i, *(j for j in self.near(i) if j in lake)]))
        return [f"{name}: {' '.join(map(self.name, at))}" for name, at in found]


@cache
def country(columns: int, rows: int, seed: int = 1, game: str = "country", top: int = 4) -> Board:
    """A board of this size, with hills up to this level; the same seed gives the same country."""
    return read_map(Surveyor(columns, rows, seed, game, top).write(), vocabulary(game))
