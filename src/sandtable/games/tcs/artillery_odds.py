"""The odds of artillery: designator rounds, concentrations, adjustment, check fire, and delays [10.0]."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Literal, NamedTuple

from sandtable.engine import D6, TWO_D6, Odds, at_most, by_total
from sandtable.games.tcs.charts import CHARTS, Shape
from sandtable.hexes import STEPS, Hex, ring

ON_MARKER = "on the marker"
CHECKED, GOES_ON = "checked", "goes on"
LEFT, RIGHT = "left", "right"

_FACES = range(1, 7)


class Landing(NamedTuple):
    """Where a round falls: so many hexes from the marker in a direction, then so many along the ring."""

    direction: int
    distance: int
    clockwise: int = 0

    @property
    def offset(self) -> Hex:
        """The way from the marker to the hex [10.7] [10.7b]."""
        if not self.distance:
            return Hex(0, 0)
        around = ring(Hex(0, 0), self.distance)
        step = STEPS[self.direction]
        start = around.index(Hex(step.q * self.distance, step.z * self.distance))
        return around[(start + self.clockwise) % len(around)]


def word(offset: Hex) -> str:
    """The result that stands for an offset from the marker."""
    return f"{offset.q:+} {offset.z:+}" if offset != Hex(0, 0) else ON_MARKER


def offset_of(word: str) -> Hex:
    """The offset from the marker that a final result stands for."""
    if word == ON_MARKER:
        return Hex(0, 0)
    q, z = map(int, word.split())
    return Hex(q, z)


@cache
def designator(night: bool) -> Odds:
    """The first round: a direction and a distance, at night twice as far [10.12b] [16.3d]."""
    times = 2 if night else 1
    landings = (
        Landing(CHARTS.scatter.direction(face), die * times).offset for face in _FACES for die in _FACES
    )
    return Odds("Designator round", "10.12b", TWO_D6, tuple(map(word, landings)), joint=True)


@cache
def placed(shape: Shape, line: tuple[int, int] | None = None) -> Odds:
    """One round of a concentration: direction, distance, and from two hexes on the turn about the ring.

    Of a linear one `line` has the directions left and right, and the first die picks one [10.7] [10.7a].
    """
    chart = CHARTS.concentration
    distances = chart.distances(shape)
    results: list[str] = []
    follow: dict[str, Odds] = {}
    for face in _FACES:
        direction = _direction(face, line)
        for die in _FACES:
            distance = distances[die - 1]
            if distance < chart.rotated_from:
                results.append(word(Landing(direction, distance).offset))
                continue
            turned = f"{distance} hexes toward {'ABCDEF'[direction]}"
            results.append(turned)
            follow[turned] = rotation(direction, distance)
    return Odds(f"Round of a {_SHAPES[shape]}", "10.7", TWO_D6, tuple(results), follow=follow, joint=True)


_SHAPES: Mapping[Shape, str] = {
    "point": "point concentration",
    "area_a": "concentration Area A",
    "area_b": "concentration Area B",
    "linear": "linear concentration",
}


def _direction(face: int, line: tuple[int, int] | None) -> int:
    if line is None:
        return CHARTS.scatter.direction(face)
    return line[0] if face <= CHARTS.concentration.left_on else line[1]


@cache
def rotation(direction: int, distance: int) -> Odds:
    """The scatter rotation: so many hexes clockwise along the ring [10.7b]."""
    results = by_total(D6, lambda natural: word(Landing(direction, distance, natural).offset))
    purpose = f"Scatter rotation, {distance} hexes toward {'ABCDEF'[direction]}"
    return Odds(purpose, "10.7b", D6, results)


@cache
def adjustment(wanted: int) -> Odds:
    """How many hexes a burst really moves in a direction when so many are wanted [10.12c]."""
    if wanted < 1:
        raise ValueError(f"an adjustment wants a hex or more, not {wanted}")
    results = by_total(D6, lambda natural: str(adjusted(wanted, natural)))
    return Odds(f"Adjustment by {wanted} hexes", "10.12c", D6, results)


def adjusted(wanted: int, die: int) -> int:
    """The hexes by the chart, and beyond its end by the tenths, a half rounded down [10.12c]."""
    chart = CHARTS.adjustment
    if wanted <= len(chart.rows[0].cells):
        return chart.cell(die, wanted) or 0
    tenths = wanted * (CHARTS.beyond.cell(die, 0) or 0)
    return -(-(tenths - 5) // 10)


def corrections(burst: Hex, marker: Hex) -> tuple[tuple[int, int], ...]:
    """The way from a burst to the marker as directions with hexes, two at most and neighbours [10.12c]."""
    way = Hex(marker.q - burst.q, marker.z - burst.z)
    for d in range(6):
        first, second = STEPS[d], STEPS[(d + 1) % 6]
        # The two steps are a basis of the plane with determinant 1.
        a = way.q * second.z - way.z * second.q
        b = first.q * way.z - first.z * way.q
        if a > 0 and b >= 0:
            return tuple((side, hexes) for side, hexes in ((d, a), ((d + 1) % 6, b)) if hexes)
    return ()


def check_fire() -> Odds:
    """Whether a mission that has begun can be stopped before its next round [10.13]."""
    return at_most("Check fire", "10.13", D6, CHARTS.single.check_fire, CHECKED, GOES_ON)


def smoke_markers(he: int, smoke: int) -> int:
    """The smoke that rounds of a mission leave in a hex [10.14d] [11.0c]."""
    return he // CHARTS.artillery.pair_to_smoke + smoke


def earliest(turn: int, delay: int, general_support: bool) -> int:
    """The first turn in which a called fire can fall: the next, delay, one more in GS [10.11a] [10.1b]."""
    return turn + 1 + delay + (CHARTS.artillery.gs_delay if general_support else 0)


def most_in_general_support(batteries: int) -> int:
    """How many batteries may be in general support [10.1c]."""
    return batteries // CHARTS.artillery.gs_one_in


Support = Literal["DS", "GS"]
"""Direct support of one sheet, or general support [10.1]."""


def returned(fires: int, tubes: int, fired: int) -> int:
    """Whole battery fires that a checked mission gives back [10.13]."""
    return fires - -(-fired // tubes)


def he_firepower(calibre: int) -> int:
    """The firepower of an HE round, of the nearest calibre printed that is not greater [8.7]."""
    printed: Sequence[int] = [int(size) for size in CHARTS.firepower.round_he if int(size) <= calibre]
    return CHARTS.firepower.round_he[str(max(printed))]
