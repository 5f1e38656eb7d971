"""The opponent's set-up: where a column comes on and how it goes, and where units lie in wait [17.1]."""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from sandtable.engine.dice import Dice
from sandtable.games.tank.bot_ways import WHOLE_TURN
from sandtable.games.tank.country import Country, inward
from sandtable.games.tank.deployment import OPPOSITE, FormColumn, LieInWait, March, Post, Posts
from sandtable.games.tank.state import Field
from sandtable.hexes import LETTERS, opposite

SAMPLE = 9
"""So many entry hexes are weighed against each other."""
BAND = 4
"""How long a column is, roughly, of which one does not know how fast it drives."""
CLOSE = 15
"""Fire is good up to this range, and positions are judged by what they see within it."""
APART = 2
FRONT_LINE, LAST_LINE = 14, 34
"""How far from the enemy's edge positions are sought: not at once in his guns, and not behind the battle."""


def form_column(ask: FormColumn, field: Field, dice: Dice) -> March:
    """A good way across, from somewhere in the middle half of the edge: to meet the enemy one wants to look
    about, to get past him a short and covered one."""
    edge = ask.edge
    hexes = field.country.edges[edge]
    middle = hexes[len(hexes) // 4 : len(hexes) - len(hexes) // 4]
    sample = [middle[dice.roll(len(middle)) - 1] for _ in range(SAMPLE)]
    marches = [March(field.hex_name(hex)) for hex in sorted({*sample})]
    sound = [march for march in marches if not ask.faults(march)]
    if not sound:
        names = [field.hex_name(hex) for hex in hexes]
        sound = [march for march in map(March, names) if not ask.faults(march)]
    tracks = {march: ask.track(march)[0] for march in sound}
    if field.situation.meeting:
        return max(sound, key=lambda march: _meets(field, tracks[march], edge))
    return min(sound, key=lambda march: _length(field, tracks[march]))


def _meets(field: Field, track: Sequence[int], edge: str) -> int:
    """How much of the ground can be seen from a route that an enemy's column crosses at the same time."""
    country = field.country
    found = 0
    for hex in track:
        depth = country.depth(hex, OPPOSITE[edge])
        found |= country.sees[hex] & _band(country, edge, depth - BAND, depth + BAND)
    return found.bit_count()


@cache
def _band(country: Country, edge: str, least: int, most: int) -> int:
    """The hexes so deep from an edge, as bits."""
    return sum(1 << hex for hex in range(country.board.count) if least <= country.depth(hex, edge) <= most)


def _length(field: Field, track: Sequence[int]) -> int:
    """The points that a route takes."""
    country = field.country
    steps = (start * 6 + country.direction(start, end) for start, end in pairwise(track))
    return sum(country.prices[step] or WHOLE_TURN for step in steps)


def lie_in_wait(ask: LieInWait, field: Field, dice: Dice) -> Posts:
    """Guns and tanks where they see far and lie in cover, infantry among them [17.12] [17.13]."""
    country, edge = field.country, ask.edge
    facing = opposite(inward(edge))
    ground = _ground(country, edge)
    centre = ground[dice.roll(len(ground)) - 1] if ground else 0
    likely = sorted(ground, key=lambda hex: (-_merit(country, hex, facing, centre), hex))
    taken: list[int] = []
    for unit in sorted(field.own[ask.side], key=lambda unit: field.weapons[unit].infantry):
        apart = 1 if field.weapons[unit].infantry else APART
        free = (hex for hex in likely if all(country.distance(hex, other) >= apart for other in taken))
        taken.append(next(free))
    order = sorted(field.own[ask.side], key=lambda unit: field.weapons[unit].infantry)
    posts = [
        Post(field.units[unit], field.hex_name(hex), "" if field.weapons[unit].infantry else LETTERS[facing])
        for unit, hex in zip(order, taken, strict=True)
    ]
    return Posts(tuple(posts))


def _ground(country: Country, edge: str) -> list[int]:
    """The hexes in which positions are sought."""
    across = max(country.depth(hex, edge) for hex in range(country.board.count))
    last = min(LAST_LINE, across - 4)
    return [hex for hex in range(country.board.count) if FRONT_LINE <= country.depth(hex, edge) <= last]


def _merit(country: Country, hex: int, facing: int, centre: int) -> float:
    """What a position is worth: the ground before it that it can fire over, its cover, the friends about."""
    seen = country.hexes_in_reach(hex, CLOSE, facing)
    covered = sum(country.shelter.hexside(there, hex) != "" for there in seen)
    cover = {"woods": 30, "rough": 10}.get(country.terrain[hex], 0)
    return len(seen) + covered + cover - 12 * country.distance(hex, centre)
