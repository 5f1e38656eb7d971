"""The odds of every attack by fire: strength against defence, range, results table, die [8.0]."""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from sandtable.engine import Chart, Modifier, Odds, at_most
from sandtable.games.tank.charts import CHARTS, DIE, results_for
from sandtable.games.tank.defence import (
    Cover,
    Lines,
    common_hexside,
    soft_defence,
    vehicle_defence,
)
from sandtable.games.tank.weapons import WEAPONS, Weapon

DESTROYED, NO_EFFECT = "destroyed", "no effect"


class Firer(NamedTuple):
    """One unit that fires: its kind, its force's Panic Level, whether that force is past Preservation, the
    range, and the hexside that shelters the target from it."""

    kind: int
    panic: int
    worn: bool
    distance: int
    hexside: str = ""

    @property
    def weapon(self) -> Weapon:
        return WEAPONS[self.kind]

    @property
    def table(self) -> Chart:
        return results_for(self.weapon.control, self.panic)


class Attack(msgspec.Struct, frozen=True):
    """An attack reckoned out: both strengths line by line, the range, and the roll.

    Without odds there is no attack, for the reason given, and the shot is lost.
    """

    strength: Lines = ()
    defence: Lines = ()
    range: int = 0
    odds: Odds | None = None
    case: str = ""
    reason: str = ""

    @property
    def differential(self) -> int:
        """How much the strength is above the defence; the tables end at 10 [8.9]."""
        return _sum(self.strength) - _sum(self.defence)


def attack(
    firers: tuple[Firer, ...], target: int, aspect: int, cover: Cover, points: int, moving: bool
) -> Attack:
    """One attack on one unit: the target's kind decides what is fired, not the player [8.1] [8.8].

    At a vehicle each unit fires by itself, at soft targets all together, and nobody divides his strength
    [8.21] [8.22]. `points` are the Movement Points that the target has plotted, `moving` whether it has a
    movement plot at all.
    """
    if not WEAPONS[target].hard:
        return he_attack(firers, cover, points)
    (firer,) = firers
    if firer.weapon.infantry:
        return squad_attack(firer.distance, moving)
    return ap_attack(firer, target, aspect, cover, points)


@cache
def ap_attack(firer: Firer, target: int, aspect: int, cover: Cover, points: int) -> Attack:
    """One unit's AP against a vehicle; AP is never added up [8.1] [8.22] [8.31]."""
    strength = tuple(strength_lines(firer, hard=True))
    defence = vehicle_defence(target, aspect, cover._replace(hexside=firer.hexside))
    if firer.distance > firer.table.most:
        return _out_of_range(firer.distance, firer.table)
    return _resolved("AP", strength, defence, firer.distance, (firer,), points)


@lru_cache(maxsize=4096)
def he_attack(firers: tuple[Firer, ...], cover: Cover, points: int) -> Attack:
    """All HE fired at a hex together, against one soft unit in it, at the longest range [8.22] [8.3].

    Who has no HE, or the target beyond the end of the table, adds nothing.
    """
    armed = [firer for firer in firers if not firer.weapon.infantry and firer.weapon.he]
    if not armed:
        squads = all(firer.weapon.infantry for firer in firers)
        return Attack(
            case="8.81" if squads else "8.1",
            reason="infantry fires at vehicles only" if squads else "no HE against soft targets",
        )
    near = tuple(firer for firer in armed if firer.distance <= firer.table.most)
    if not near:
        nearest = min(armed, key=lambda firer: firer.distance)
        return _out_of_range(nearest.distance, nearest.table)
    strength = tuple(line for firer in near for line in strength_lines(firer, hard=False))
    hexside = common_hexside(cover.mode, tuple(firer.hexside for firer in near))
    far = max(firer.distance for firer in near)
    return _resolved("HE", strength, soft_defence(cover._replace(hexside=hexside)), far, near, points)


@cache
def squad_attack(distance: int, moving: bool) -> Attack:
    """Infantry against a vehicle: range and whether it moves decide, nothing else [8.81] [8.82] [8.83]."""
    table = CHARTS.infantry_fire
    number = table.cell(distance, 0 if moving else 1)
    if number is None:
        reason = f"infantry fires {table.most} hexes far, and this is {distance}"
        return Attack(range=distance, case="8.82", reason=reason)
    target = "a moving vehicle" if moving else "a standing vehicle"
    purpose = f"Infantry fire at {target}, range {distance}"
    return Attack(range=distance, odds=at_most(purpose, "8.81", DIE, number, DESTROYED, NO_EFFECT))


def from_hiding(odds: Odds) -> Odds:
    """The same roll as those hear of it who do not learn who fires, nor from where [14.2]."""
    return replace(odds, purpose="Fire out of hiding", case="14.2", modifiers=(), needed="")


def strength_lines(firer: Firer, hard: bool) -> Iterator[Modifier]:
    """AP or HE, halved beyond the effective range and after Preservation, rounded up [8.31] [15.11]."""
    weapon = firer.weapon
    strength = weapon.ap if hard else weapon.he
    yield Modifier(f"{'AP' if hard else 'HE'} of {weapon.name}", strength, "8.1")
    if firer.distance > weapon.range:
        yield Modifier(f"halved beyond {weapon.range} hexes", -(strength // 2), "8.31")
        strength -= strength // 2
    if firer.worn:
        yield Modifier("halved after Preservation", -(strength // 2), "15.11")


def moving_target(points: int) -> Lines:
    """One more on the die for every two points that the target has plotted [8.71]."""
    return (Modifier(f"target moves by {points} points", points // 2, "8.71"),) if points > 1 else ()


def _resolved(
    shell: str, strength: Lines, defence: Lines, range: int, firers: tuple[Firer, ...], points: int
) -> Attack:
    """Differential and range into the table, or no attack if the defence is stronger [8.9] [8.91]."""
    differential = _sum(strength) - _sum(defence)
    against = f"{shell} {_told(strength)} against {_told(defence)}"
    if differential < 0:
        reason = f"{against} is no attack: the defence is stronger"
        return Attack(strength, defence, range, None, "8.9", reason)
    table = _table(firers, differential)
    purpose, number = f"{against}, range {range}", table.cell(range, differential) or 0
    odds = at_most(purpose, table.case, DIE, number, DESTROYED, NO_EFFECT, moving_target(points))
    return Attack(strength, defence, range, odds)


def _table(firers: tuple[Firer, ...], differential: int) -> Chart:
    """The results table of the most distant; of several as far away, the one that kills on less [8.22]."""
    far = max(firer.distance for firer in firers)
    tables = [firer.table for firer in firers if firer.distance == far]
    return min(tables, key=lambda table: table.cell(far, differential) or 0)


def _out_of_range(distance: int, table: Chart) -> Attack:
    """Nothing is fired beyond the end of the results table [8.31]."""
    reason = f"no fire beyond {table.most} hexes, and this is {distance}"
    return Attack(range=distance, case="8.31", reason=reason)


def _sum(lines: Lines) -> int:
    return sum(line.amount for line in lines)


def _told(lines: Lines) -> str:
    """A strength in words, and how it comes about if there is more to it than one number."""
    told = ", ".join(f"{line.why} {line.amount}" for line in lines)
    return f"{_sum(lines)} ({told})" if len(lines) > 1 else str(_sum(lines))
