"""The ground in the middle of a game: sight through smoke and over rubble, the quick way."""

import random

from sandtable.engine.cases import covers
from sandtable.games.raid.field import Field
from sandtable.games.raid.ground import ground_of
from sandtable.games.raid.state import Smoke


@covers("raid", "6.25", "9.7", "11.11")
def test_the_quick_way_through_smoke_and_rubble_agrees_with_tracing_each_line():
    """Sampled over the country, by day, in overwatch and by night."""
    ground, chance = ground_of(""), random.Random(5)
    buildings = [hex for hex, row in enumerate(ground.effects) if row.row == "building"]
    seen = 0
    for _ in range(3):
        middle = chance.randrange(ground.board.count)
        near = [hex for hex in range(ground.board.count) if ground.board.distance(hex, middle) <= 8]
        smoke = tuple(Smoke(chance.choice(near), chance.choice([0, 1])) for _ in range(3))
        field = Field(ground, smoke, tuple(chance.sample(buildings, 6)))
        for points, by_night in ((10, False), (15, False), (6, True)):
            for start, end in zip(chance.choices(near, k=40), chance.choices(near, k=40), strict=True):
                traced = ground.clear(start, end, points, by_night, field.smoke, field.rubble)
                assert field.sees(start, end, points, by_night) == (traced or start == end)
                seen += traced
    assert seen > 50


@covers("raid", "6.25", "11.11")
def test_smoke_that_is_looked_over_can_make_a_line_cheaper():
    """From 1127, ten metres up, to 0622 over scrub under smoke, which then costs 1 in place of 2."""
    ground = ground_of("")
    start, end = ground.board.find("1127"), ground.board.find("0622")
    assert not Field(ground, (), ()).sees(start, end, 10)
    assert Field(ground, (Smoke(ground.board.find("0923"), 1),), ()).sees(start, end, 10)
