"""The odds of small arms and machine guns: column, range, and all that changes either [7.1] [7.7] [13.5]."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from typing import NamedTuple

import msgspec

from sandtable.engine import Modifier, Odds
from sandtable.engine.odds import by_total
from sandtable.games.raid.charts import CHARTS, DIE, Row
from sandtable.games.raid.tables import CLASSES, ORDER, Class, Line, Tables

NOTHING, SUPPRESSED = "-", "S"


class Shot(NamedTuple):
    """One unit that fires at one target: its column class and range line, the target's cover and the range.

    `gunship` is the gun of a helicopter, `altitude` a helicopter fired at that is up there.
    """

    fires: Class
    line: Line
    row: Row
    distance: int
    suppressed: bool = False
    from_truck: bool = False
    cross_fire: bool = False
    gunship: bool = False
    altitude: bool = False


class Fire(msgspec.Struct, frozen=True):
    """A shot reckoned out: the column it is read in, why that one, and the roll.

    Without odds the range forbids the shot, for the reason given; declared, it is wasted [7.34].
    """

    column: int = 0
    shifts: tuple[Modifier, ...] = ()
    odds: Odds | None = None
    case: str = ""
    reason: str = ""


def men_class(men: int) -> Class:
    """The column class of so many men with rifles [7.1]."""
    return CLASSES[(5, 4, 3, 1)[men - 1]]


@lru_cache(maxsize=1 << 14)
def direct_fire(tables: Tables, shot: Shot) -> Fire:
    """A shot by the Direct Fire table: start column, all shifts, then the die [7.1] [7.2] [7.7].

    What falls off the right end of the table costs points of the die, what falls off the left end is lost.
    """
    table = tables.direct_fire
    by_range = tables.range_attenuation.change(shot.line, shot.distance)
    if by_range is None:
        return Fire(case="7.2", reason=f"{shot.line} weapons do not fire {shot.distance} hexes far")
    shifts = tuple(column_shifts(shot))
    wanted = table.start(shot.row, shot.fires) + sum(shift.amount for shift in shifts)
    column = min(max(wanted, 1), table.columns)
    over = (wanted - column) * table.beyond_right if wanted > column else 0
    changes = tuple(die_changes(shot, by_range, over))
    shift = sum(change.amount for change in changes)
    results = by_total(DIE, lambda natural: table.result(column, natural + shift))
    purpose = f"{named(shot)}, range {shot.distance}, column {column}"
    return Fire(column, shifts, Odds(purpose, "7.7", DIE, results, changes, needed(results)))


def column_shifts(shot: Shot) -> Iterator[Modifier]:
    """What moves a shot to other columns; minus is to the left and better [7.2] [7.91] [13.41] [13.52]."""
    if amount := CHARTS.fire.columns.get(shot.line, 0):
        yield Modifier(f"{shot.line} weapons", amount, "7.2")
    if shot.cross_fire:
        yield Modifier("cross-fire", CHARTS.fire.cross_fire_columns, "7.91")
    if shot.gunship:
        yield Modifier("gunship", CHARTS.fire.gunship_columns, "13.41")
    if shot.altitude:
        yield Modifier("helicopter at altitude", CHARTS.fire.altitude_columns, "13.52")


def die_changes(shot: Shot, by_range: int, over: int) -> Iterator[Modifier]:
    """What changes the die; a result limits fire by this alone [7.2] [7.32] [7.7] [7.8] [13.41] [14.16]."""
    found = (
        (f"{shot.line}, range {shot.distance}", by_range, "7.2"),
        ("the firer is suppressed", CHARTS.fire.suppressed * shot.suppressed, "7.8"),
        ("from a truck", CHARTS.fire.from_truck * shot.from_truck, "14.16"),
        ("gunship", CHARTS.fire.gunship_die * shot.gunship, "13.41"),
        ("beyond the last column", over, "7.7"),
    )
    return (Modifier(why, amount, case) for why, amount, case in found if amount)


@cache
def air_defence(tables: Tables, shot: Shot) -> Fire:
    """A shot at a helicopter: as if in Clear, 15 hexes far, and only 3 and 4 count [13.5] [13.51] [13.52]."""
    most = CHARTS.fire.helicopter_range
    if shot.distance > most:
        return Fire(
            case="13.5", reason=f"helicopters are fired at up to {most} hexes, this is {shot.distance}"
        )
    fire = direct_fire(tables, shot._replace(row="clear"))
    return fire if fire.odds is None else msgspec.structs.replace(fire, odds=shooting_down(fire.odds))


def shooting_down(odds: Odds) -> Odds:
    """The same roll, read for a helicopter: shot down or nothing [13.51]."""
    return fatal(odds, CHARTS.fire.helicopter_falls, "13.51")


def fatal(odds: Odds, deadly: Sequence[str], case: str) -> Odds:
    """The same roll for what some results destroy and the others leave alone [13.51] [14.14] [14.17]."""
    results = tuple("destroyed" if result in deadly else NOTHING for result in odds.results)
    return msgspec.structs.replace(odds, case=case, results=results, needed=needed(results))


def assault_row(row: Row, defender: bool, round: int) -> Row:
    """Whose terrain counts in a Close Assault: in round one a defender's, then both sides' [10.3]."""
    covered = row in ("heavy", "building") and (defender or round > 1)
    return row if covered else "clear"


def together(fires: Sequence[Odds]) -> Mapping[str, Fraction]:
    """What several shots of one attack do to one target: men dead in all, or the mildest result [7.5] [7.83].

    Losses add up; more than one S is one S. Losses may be more than the target has men [7.84].
    """
    found = {NOTHING: Fraction(1)}
    for odds in fires:
        wider: dict[str, Fraction] = {}
        for before, chance in found.items():
            for result, more in odds.chances().items():
                sum_of = add(before, result)
                wider[sum_of] = wider.get(sum_of, Fraction(0)) + chance * more
        found = wider
    return found


def add(one: str, other: str) -> str:
    """Two results on one target together [7.82] [7.83]."""
    if casualties(one) or casualties(other):
        return str(casualties(one) + casualties(other))
    return SUPPRESSED if SUPPRESSED in (one, other) else NOTHING


def casualties(result: str) -> int:
    """How many men a result kills [7.8]."""
    return int(result) if result.isdigit() else 0


def spilled(men: Sequence[int], target: int, dead: int) -> tuple[int, ...]:
    """Losses of each unit of a stack: first the target, then downward, then from the top on [7.84].

    `men` are the men of the units that can lose any, in the owner's order from the top.
    """
    losses = [0] * len(men)
    for unit in (*range(target, len(men)), *range(target)):
        losses[unit] = min(men[unit], dead)
        dead -= losses[unit]
    return tuple(losses)


def named(shot: Shot) -> str:
    """Who fires at what, in words."""
    who = {"H": "HMG", "L": "LMG"}.get(shot.fires) or f"{shot.fires} {shot.line}"
    return f"{who} at a target in {shot.row.capitalize()}"


def needed(results: Sequence[str]) -> str:
    """The dice that give each result, from the mildest on, as players say it."""
    told = []
    for result in dict.fromkeys(results):
        if result != NOTHING:
            faces = [face for face, found in enumerate(results, 1) if found == result]
            told.append(f"{_word(result)} on {faces[0]}" + (f" to {faces[-1]}" if len(faces) > 1 else ""))
    return "; ".join(told) or "cannot happen"


def _word(result: str) -> str:
    if result in ORDER:
        return {"S": "suppressed", "1": "1 man"}.get(result) or f"{result} men"
    return result
