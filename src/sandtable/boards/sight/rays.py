"""The lines of all offsets of a map, as codes in its packed planes.

All lines of the circle are those of one twelfth of it, turned and mirrored, so only the rays of a twelfth are
worked out. Of each line only the half up to its middle is kept: turned by half a circle, it is the other half
as seen from the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

import numpy as np

from sandtable.boards.sight.packing import HEX, SIDES, Flags, Ints, Packing
from sandtable.hexes import STEPS, Grid, Hex
from sandtable.rays import ray


class Family(NamedTuple):
    """The hexes, the hexsides crossed or the hexsides run along of all lines, up to the middle of each.

    A row of `fore` holds the codes of one line from its start on; the same row of `back` holds the codes of
    its other half from the end on. In line i the first `near[i]` are nearer to the start than to the end,
    those from there to `counted[i]` are equally far, and the first `shared[i]` of the near ones are the same
    as in the line before.
    """

    fore: Ints
    back: Ints
    near: list[int]
    counted: list[int]
    shared: list[int]


class Bundles(NamedTuple):
    """One line for each offset that leads forward in the array; lines that begin alike follow each other."""

    packing: Packing
    shifts: list[int]
    columns: list[int]
    distances: list[int]
    hexes: Family
    crossed: Family
    along: Family


class _Sketch(NamedTuple):
    """The things of one sort that the rays of the twelfth meet up to their middle, a row for each ray."""

    q: Ints
    z: Ints
    variant: Ints
    near: Ints
    counted: Ints


class _Choice(NamedTuple):
    """For each line the ray of the twelfth and the image of it that it is, and the offset of its end."""

    ray: Ints
    image: Ints
    q: Ints
    z: Ints


_IMAGES = tuple(
    tuple((turn + (5 - d if mirrored else d)) % 6 for d in range(6))
    for mirrored in (False, True)
    for turn in range(6)
)
"""The images of the twelfth, each by what becomes of the six directions; a mirror exchanges C and D."""

_Met = list[tuple[int, int, int]]
"""The q, z and variant of each thing met."""

_AHEAD = np.array([*(STEPS[side].q + STEPS[side].z for side in SIDES), 0], np.int32)
"""How much further from the start the hex beyond each variant lies, in the twelfth."""


@lru_cache(maxsize=8)
def bundles(grid: Grid, reach: int | None) -> Bundles:
    """The lines of a map up to a distance."""
    packing = Packing(grid)
    q, z = _twelfth(grid.columns + grid.rows if reach is None else min(reach, grid.columns + grid.rows))
    lines = _choice(packing, q, z)
    used, which = np.unique(lines.ray, return_inverse=True)
    q, z, lines = q[used], z[used], lines._replace(ray=which)
    met = [_met(Hex(*end)) for end in zip(q.tolist(), z.tolist(), strict=True)]
    sketches = [_sketch([sorts[sort] for sorts in met], q + z) for sort in range(3)]
    fores = [_fore(packing, sketch, lines) for sketch in sketches]
    order = _alike_together(fores[0])
    rays, end_q, end_z = lines.ray[order], lines.q[order], lines.z[order]
    families = [
        _family(packing, fore[order], sketch.near[rays], sketch.counted[rays])
        for fore, sketch in zip(fores, sketches, strict=True)
    ]
    shifts = end_q * packing.half + end_z * packing.width
    return Bundles(packing, shifts.tolist(), end_q.tolist(), (q + z)[rays].tolist(), *families)


def _twelfth(longest: int) -> tuple[Ints, Ints]:
    """The offsets from due southeast to halfway towards south; their distance is q + z."""
    z, q = np.triu_indices(longest + 1)
    wanted = (q > 0) & (q + z <= longest)
    return q[wanted].astype(np.int32), z[wanted].astype(np.int32)


def _choice(packing: Packing, q: Ints, z: Ints) -> _Choice:
    """Every offset that can occur on the map and leads forward in the array, once."""
    within = (z > 0) & (z < q)  # a ray on the edge of the twelfth is its own mirror image
    found = []
    for image, directions in enumerate(_IMAGES):
        c, d = STEPS[directions[2]], STEPS[directions[3]]
        end_q, end_z = q * c.q + z * d.q, q * c.z + z * d.z
        rays = np.flatnonzero(_forward(packing, end_q, end_z) & (within | (image < 6)))
        found.append([rays, np.full_like(rays, image), end_q[rays], end_z[rays]])
    return _Choice(*(np.concatenate(part) for part in zip(*found, strict=True)))


def _forward(packing: Packing, q: Ints, z: Ints) -> Flags:
    possible = (abs(q) < packing.grid.columns) & (abs(2 * z + q) < 2 * packing.grid.rows)
    return possible & (q * packing.half + z * packing.width > 0)


def _met(end: Hex) -> tuple[_Met, _Met, _Met]:
    """The first half of the hexes, hexsides crossed and hexsides run along of one ray, and a little more."""
    line = ray(end)
    along = [(*side.hex, side.direction) for side in line.along]
    pairs = iter(along)
    stations = line.stations[: len(line.stations) // 2 + 1]
    hexes = [next(pairs) if len(station) > 1 else (*station[0], HEX) for station in stations]
    # A ray that crosses hexsides leaves its first hex by the first of them and enters its last by the last.
    inner = line.crossed[1:-1]
    return hexes, [(*side.hex, side.direction) for side in inner[: len(inner) // 2 + 1]], along


def _sketch(met: Sequence[_Met], distances: Ints) -> _Sketch:
    """In the twelfth a hex that a ray meets lies q + z from the start, and so much less from the end."""
    many = np.array([len(things) for things in met], np.int32)
    listed = np.arange(many.max(initial=0)) < many[:, None]
    q, z, variant = rows = np.zeros((3, *listed.shape), np.int32)
    rows[:, listed] = np.array(list(chain.from_iterable(met)), np.int32).reshape(-1, 3).T
    twice = 2 * (q + z) + _AHEAD[variant]
    near, counted = ((listed & (twice < distances[:, None] + middle)).sum(axis=1) for middle in (0, 1))
    longest = counted.max(initial=0)
    return _Sketch(q[:, :longest], z[:, :longest], variant[:, :longest], near, counted)


def _fore(packing: Packing, sketch: _Sketch, lines: _Choice) -> Ints:
    """The codes of all lines. A hexside that turns into D, E or F is side A, B or C of the hex beyond."""
    steps = np.array([packing.shift(*unit) for unit in STEPS], np.int32)
    turned = np.array(_IMAGES)
    variants, moved = np.full((len(turned), 4), HEX, np.int32), np.zeros((len(turned), 4), np.int32)
    variants[:, :HEX] = turned[:, :HEX] % 3
    moved[:, :HEX] = np.where(turned[:, :HEX] < 3, 0, steps[turned[:, :HEX]])
    of = lines.image[:, None], sketch.variant[lines.ray]
    c, d = steps[turned[lines.image, 2:4]].T[:, :, None]
    shift = sketch.q[lines.ray] * c + sketch.z[lines.ray] * d + moved[of]
    codes: Ints = variants[of] * packing.span + packing.size + shift
    return codes


def _alike_together(fore: Ints) -> list[int]:
    """The order of the rows in which each is next to those that begin as it does."""
    rows = [row.tobytes() for row in fore]
    return sorted(range(len(rows)), key=rows.__getitem__)


def _family(packing: Packing, fore: Ints, near: Ints, counted: Ints) -> Family:
    variant = fore // packing.span
    back = 2 * (variant * packing.span + packing.size) - fore - packing.steps[variant]
    alike = np.logical_and.accumulate(fore[1:] == fore[:-1], axis=1).sum(axis=1)
    shared = np.minimum(alike, np.minimum(near[1:], near[:-1]))
    return Family(fore, back, near.tolist(), counted.tolist(), [0, *shared.tolist()])
