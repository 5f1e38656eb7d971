"""A small map for tests, and the game it belongs to."""

from __future__ import annotations

import msgspec

from sandtable.boards import read_map, read_vocabulary

TOML = """
game = "skirmish"
[levels]
highest = 12
contour = 10
steepest = 1
exceptions = 1
[[terrain]]
letter = "."
name = "clear"
drawing = "clear"
[[terrain]]
letter = "w"
name = "woods"
drawing = "woods"
[[terrain]]
letter = "V"
name = "village"
drawing = "village"
[[hexside]]
name = "slope"
directed = true
drawing = "slope"
[[hexside]]
name = "hedge"
drawing = "hedge"
[[hexside]]
name = "cliff"
between = [1, 2]
unless = ["paved"]
drawing = "cliff"
[[path]]
name = "paved"
family = "road"
drawing = "paved"
[[path]]
name = "track"
family = "road"
drawing = "track"
[[path]]
name = "brook"
family = "water"
drawing = "stream"
[[mark]]
name = "bridge"
[[mark]]
name = "ford"
"""
SKIRMISH = read_vocabulary(TOML)
HILLY = msgspec.structs.replace(SKIRMISH, levels=msgspec.structs.replace(SKIRMISH.levels, steepest=None))
"""The same without a rule about steps, for maps made by chance."""

MILL = """\
format: 1
game: skirmish
name: mill
title: The Mill
size: 6 x 5
low: even
source: invented
reason: for these tests
edges: north W, east X
contour: 20 m
base: 100
[terrain]
01: ..ww..
02: ..w...
03: ....V.
04: .w..V.
05: .w...-
[elevation]
01: 112222
02: 111222
03: 111111
04: 001111
05: 10112-
[partial]
0101 0301
[roads]
paved "Mill Road": E 0103 .. 0603 C
track: 0503 0504 / A 0401 0402
[rivers]
brook: F 0104 0204 0305 D
[slope]
0202 B C
[hedge]
0503D 0204-0205
[marks]
bridge: 0204
[buildings]
Mill: 0503 0504
[places]
The Spinney: 0301 0401 0302
[entries]
West Road: 0103 west
Ridge: 0501 0601 W
[notes]
invented: all of it
printed 0503 0504: the two hexes of the mill
"""

BOARD = read_map(MILL, SKIRMISH)
