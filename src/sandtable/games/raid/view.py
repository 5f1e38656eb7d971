"""What a side may know: its own units, enemy counters that lie face up, and that others lie there [6.3]."""

from collections.abc import Iterator, Sequence

import msgspec

from sandtable.boards.counter import Counter
from sandtable.engine import HexRef, SideRef, UnitRef
from sandtable.games.raid.goals import claims, lost_men
from sandtable.games.raid.identity import named
from sandtable.games.raid.scene import Battlefield, Play
from sandtable.games.raid.state import (
    ABOARD,
    ALPHA,
    BRAVO,
    DEAD,
    FACE_UP,
    HIGH,
    LEFT,
    MOVED,
    NOBODY,
    SUPPRESSED,
    WAITING,
    WORDS,
    Mission,
    State,
)
from sandtable.games.raid.units import GUNS, UNITS
from sandtable.hexes import LETTERS

_SEEN = FACE_UP | SUPPRESSED | HIGH | MOVED
"""What shows on any counter; the rest is for its owner [3.3]."""

_SYMBOLS = {
    "lmg": "machine gun",
    "hmg": "machine gun",
    "mortar_60mm": "mortar",
    "mortar_81mm": "mortar",
    "bazooka": "anti-tank",
    "recoilless_106mm": "anti-tank",
    "hq": "headquarters",
    "tank": "armour",
    "apc": "mechanised",
    "helicopter_transport": "helicopter",
    "helicopter_gunship": "helicopter",
}
_ANY_MEN, _FACE_DOWN = "infantry", "?"


class Seen(msgspec.Struct, frozen=True, omit_defaults=True):
    """A counter as a side sees it; face down it has neither unit nor type."""

    side: SideRef
    hex: HexRef
    unit: UnitRef = NOBODY
    type: str = ""
    men: int = 0
    facing: str = ""
    status: tuple[str, ...] = ()
    aboard: UnitRef = NOBODY
    platoon: int = 0
    spent: int = 0
    held: int = 0
    line: str = ""
    place: int = 0
    """Which from the top of its stack it is [7.84]."""


class Plot(msgspec.Struct, frozen=True):
    """One of one's own missions."""

    gun: str
    hex: HexRef
    smoke: bool
    spotter: UnitRef
    turn: int


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """A marker on the map: shells, smoke, rubble, wreck, mine, charge, documents."""

    what: str
    hex: HexRef
    detail: str = ""


class Side(msgspec.Struct, frozen=True):
    """A force: men lost, and its units off the map as far as they are known."""

    side: SideRef
    men_lost: int
    waiting: list[UnitRef]
    destroyed: list[UnitRef]
    left: list[UnitRef]


class View(msgspec.Struct, frozen=True):
    """The map as a side sees it."""

    side: SideRef | None
    scenario: str
    turn: int
    phase: str
    night: bool
    active: int
    counters: list[Seen]
    marks: list[Mark]
    plots: list[Plot]
    forces: list[Side]
    moving: list[UnitRef]
    goals: dict[str, bool]


def view(table: Play, side: int | None, phase: str) -> View:
    """Build up what a side may know; the umpire, None, may know all."""
    state = table.state
    return View(
        side, state.own.title if state.own else state.scenario, state.turn, phase, state.night, state.active,
        sorted(_counters(table, side), key=_in_order), list(_marks(table, side)),
        [_plot(table, mission) for mission in state.missions if side in (None, mission.side)],
        [_force(table, force, side in (None, force)) for force in (ALPHA, BRAVO)],
        [unit for unit in state.moving if _known(state, side, unit)],
        _goals(table, side),
    )  # fmt: skip


def _known(state: State, side: int | None, unit: int) -> bool:
    return side in (None, state.side[unit]) or named(state, unit)


def _in_order(seen: Seen) -> tuple[int, int, int, tuple[str, ...]]:
    """An order that tells nothing about counters that lie face down."""
    return seen.side, seen.hex, seen.unit, seen.status


def _counters(table: Play, side: int | None) -> Iterator[Seen]:
    """One's own units, passengers too, and the enemy's counters but for headquarters in hiding [5.24]."""
    state = table.state
    for unit, hex in enumerate(state.hexes):
        own = side in (None, state.side[unit])
        if own and (hex >= 0 or hex == ABOARD):
            yield _own(state, unit)
        elif hex >= 0 and named(state, unit):
            yield _face_up(state, unit) if state.flags[unit] & FACE_UP else _remembered(state, unit)
        elif hex >= 0 and UNITS[state.kind[unit]].breed != "hq":
            yield Seen(state.side[unit], hex, status=_words(state.flags[unit] & _SEEN))


def _own(state: State, unit: int) -> Seen:
    shown = _face_up(state, unit)
    return msgspec.structs.replace(
        shown,
        status=_words(state.flags[unit]),
        aboard=state.carrier[unit] if state.hexes[unit] == ABOARD else NOBODY,
        platoon=state.platoon[unit] + 1,
        spent=state.spent[unit],
        held=state.held[unit],
        place=_place(state, unit),
        line=("bolt", "semi", "auto", "choice")[state.line[unit]],
    )


def _place(state: State, unit: int) -> int:
    """Which of its stack it is, from 1 on top; 0 if it is alone or off the map [7.84]."""
    side, rank = state.side[unit], state.rank[unit]
    others = [
        state.rank[other] < rank
        for other, hex in enumerate(state.hexes)
        if hex == state.hexes[unit] >= 0 and state.side[other] == side and other != unit and state.men[other]
    ]
    return 1 + sum(others) if others and state.men[unit] else 0


def _face_up(state: State, unit: int) -> Seen:
    facing = state.facing[unit]
    return Seen(
        state.side[unit],
        max(state.hexes[unit], -1),
        unit,
        UNITS[state.kind[unit]].id,
        state.men[unit],
        LETTERS[facing] if facing >= 0 else "",
        _words(state.flags[unit] & _SEEN),
    )


def _remembered(state: State, unit: int) -> Seen:
    """A counter that was seen where it lies and has been turned down since: only who it is [6.3]."""
    seen = _face_up(state, unit)
    return Seen(seen.side, seen.hex, seen.unit, seen.type, status=seen.status)


def _words(flags: int) -> tuple[str, ...]:
    return tuple([word for word, bit in WORDS.status.items() if flags & bit])


def _marks(table: Play, side: int | None) -> Iterator[Mark]:
    """Markers that lie open, and one's own mines and charges [14.25] [14.26]."""
    state = table.state
    yield from (Mark("shells", impact.hex, GUNS[impact.gun]) for impact in state.impacts)
    yield from (Mark("smoke", smoke.hex, str(smoke.radius)) for smoke in state.smoke)
    yield from (Mark("rubble", hex) for hex in state.rubble)
    yield from (Mark("wreck", hex) for hex in state.wrecks)
    yield from (Mark("breach", step // 6, LETTERS[step % 6]) for step in state.breached)
    for mine in state.mines:
        if mine.known or side in (None, mine.side):
            yield Mark("mine", mine.hex, "known" if mine.known else "")
    for charge in state.charges:
        if side in (None, charge.side):
            yield Mark("charge", charge.hex, LETTERS[charge.wall] if charge.wall >= 0 else "")
    if state.documents >= 0:
        yield Mark("documents", state.documents)
    elif state.carrying >= 0 and _known(state, side, state.carrying):
        yield Mark("documents", max(state.hexes[state.carrying], -1), state.units[state.carrying])


def _plot(table: Play, mission: Mission) -> Plot:
    gun = (
        table.scene.unit_name(mission.gun)
        if mission.gun >= 0
        else f"{GUNS[table.state.guns[-mission.gun - 1].gun]} {-mission.gun}"
    )
    return Plot(gun, mission.hex, mission.smoke, mission.spotter, mission.turn)


def _force(table: Play, side: int, own: bool) -> Side:
    """A force: its losses in men are known to all, which units they were only if they lay face up."""
    state, units = table.state, table.scene.own[side]

    def off(place: int) -> list[int]:
        return [unit for unit in units if state.hexes[unit] == place and (own or named(state, unit))]

    return Side(side, lost_men(table, side), off(WAITING), off(DEAD), off(LEFT))


def _goals(table: Play, side: int | None) -> dict[str, bool]:
    """How far Alpha is: the umpire and the players at the end know, before that it hangs on hidden units."""
    known = side is None or table.state.outcome is not None
    return dict(claims(table)) if known and table.state.ready else {}


# For people


def counters(view: View, scene: Battlefield) -> Sequence[Counter]:
    """The counters as they are drawn, markers at the bottom."""
    marks = [Counter(mark.hex, symbol=mark.what) for mark in view.marks if mark.hex >= 0]
    return [*marks, *(_drawn(scene, seen) for seen in view.counters if seen.hex >= 0)]


def _drawn(scene: Battlefield, seen: Seen) -> Counter:
    if seen.unit < 0:
        return Counter(seen.hex, seen.side, _FACE_DOWN, status=_letters(seen))
    facing = LETTERS.index(seen.facing) if seen.facing else -1
    symbol = _SYMBOLS.get(seen.type, _ANY_MEN)
    numbers = str(seen.men) if seen.men else ""
    return Counter(seen.hex, seen.side, symbol, scene.units[seen.unit], numbers, facing, _letters(seen))


def _letters(seen: Seen) -> tuple[str, ...]:
    shown = _SEEN & ~FACE_UP
    return tuple([word[0].upper() for word in seen.status if WORDS.status[word] & shown])


def situation_text(view: View, scene: Battlefield) -> str:
    """The situation in lines that a person can read, counter by counter."""
    night = " by night" if view.night else ""
    lines = [f"{view.scenario or 'Raid!'}, Game-Turn {view.turn}, {view.phase}{night}"]
    for force in view.forces:
        lines.append(f"{scene.side_name(force.side)}: {force.men_lost} men lost")
        lines += [f"  {_counter_line(seen, scene)}" for seen in view.counters if seen.side == force.side]
    for what in dict.fromkeys(mark.what for mark in view.marks):
        hexes = [scene.hex_name(mark.hex) for mark in view.marks if mark.what == what]
        lines.append(f"{what}: {' '.join(hexes)}")
    return "\n".join(lines)


def _counter_line(seen: Seen, scene: Battlefield) -> str:
    name = f"{scene.units[seen.unit]}" if seen.unit >= 0 else "a counter, face down,"
    where = f"in {scene.hex_name(seen.hex)}" if seen.hex >= 0 else f"aboard {scene.units[seen.aboard]}"
    men = f" with {seen.men} men" if seen.men else ""
    status = f" ({', '.join(seen.status)})" if seen.status else ""
    return f"{name} {where}{men}{status}"
