"""What a side of Tank! may know, built up from nothing [3.2] [4.2] [13.0] [13.4]."""

from collections.abc import Iterator, Sequence
from functools import cache

import msgspec

from sandtable.boards.counter import Counter
from sandtable.engine import HexRef, SideRef, UnitRef
from sandtable.games.tank.identity import named
from sandtable.games.tank.marching_orders import told_plot
from sandtable.games.tank.state import (
    ALPHA,
    ARMED,
    BRAVO,
    DESTROYED,
    DOOMED,
    EXITED,
    FIRED,
    HELD,
    HIDDEN,
    PANICKED,
    SPOTTED,
    STOPPED,
    TOLD,
    VOID,
    WORDS,
    Field,
    Play,
    State,
    shown,
    survivors,
)
from sandtable.games.tank.weapons import WEAPONS
from sandtable.hexes import LETTERS

_PUBLIC = SPOTTED | PANICKED | VOID | ARMED | DOOMED | HELD | STOPPED | FIRED
_OWN = _PUBLIC | HIDDEN | TOLD
_SYMBOLS = {"AFV": "armour", "AT": "anti-tank", "INF": "infantry"}
_FACE_DOWN = "?"


class Seen(msgspec.Struct, frozen=True, omit_defaults=True):
    """A counter on the map. Of one that lies face down an enemy sees no more than that it is there, and what
    it does [3.2] [4.1]."""

    side: SideRef
    hex: HexRef
    unit: UnitRef = -1
    type: str = ""
    facing: str = ""
    plot: str = ""
    status: tuple[str, ...] = ()


class Side(msgspec.Struct, frozen=True):
    """What everybody knows of a force; `unseen` are hidden or off the map. Route and column only it knows."""

    side: SideRef
    initial: int
    survivors: int
    unseen: int
    panic: int
    preservation: int
    preserved: int
    lost: list[UnitRef]
    exited: list[UnitRef]
    route: list[HexRef]
    column: list[UnitRef]


class View(msgspec.Struct, frozen=True):
    """The map as a side sees it."""

    side: SideRef | None
    scenario: str
    situation: str
    mode: str
    turn: int
    phase: str
    impulse: int
    counters: list[Seen]
    wrecks: list[HexRef]
    positions: list[HexRef]
    forces: list[Side]


def view(table: Play, side: int | None, phase: str) -> View:
    """Build up what a side may know; the umpire, None, may know all."""
    state = table.state
    return View(
        side, state.scenario, state.situation, state.mode, state.turn, phase, state.impulse,
        sorted(_counters(table.scene, state, side), key=_in_order),
        state.wrecks[:], sorted(_positions(state, side)),
        [_force(table.scene, state, force, side in (None, force)) for force in (ALPHA, BRAVO)],
    )  # fmt: skip


def _in_order(seen: Seen) -> tuple[int, int, int, str, tuple[str, ...]]:
    """An order that tells nothing about counters that lie face down."""
    return seen.side, seen.hex, seen.unit, seen.plot, seen.status


def _counters(field: Field, state: State, side: int | None) -> Iterator[Seen]:
    """One's own units on the map, and the enemy's counters."""
    for unit, own in enumerate(state.side):
        if side in (None, own) and state.hexes[unit] >= 0:
            yield _known(field, state, unit, _OWN)
        elif shown(state, unit):
            yield (
                _known(field, state, unit, _PUBLIC) if named(state, unit) else _face_down(field, state, unit)
            )


def _known(field: Field, state: State, unit: int, flags: int) -> Seen:
    facing = state.facing[unit]
    return Seen(
        state.side[unit],
        state.hexes[unit],
        unit,
        WEAPONS[state.kind[unit]].id,
        LETTERS[facing] if facing >= 0 else "",
        told_plot(field, state, unit),
        _words(state.flags[unit] & flags),
    )


def _face_down(field: Field, state: State, unit: int) -> Seen:
    plot, status = told_plot(field, state, unit), _words(state.flags[unit] & _PUBLIC)
    return Seen(state.side[unit], state.hexes[unit], plot=plot, status=status)


@cache
def _words(flags: int) -> tuple[str, ...]:
    return tuple(word for word, bit in WORDS.status.items() if flags & bit)


def _positions(state: State, side: int | None) -> Iterator[int]:
    """One's own Improved Positions, and those in which nobody is hidden from this side [14.0]."""
    hiding = {
        state.hexes[unit]
        for unit, own in enumerate(state.side)
        if state.flags[unit] & HIDDEN and side not in (None, own)
    }
    return (hex for hex in state.positions if hex not in hiding)


def _force(field: Field, state: State, side: int, own: bool) -> Side:
    """A force: its strength is known to all, its route and the order of its column to itself [17.11]."""
    units = field.own[side]
    left = survivors(state, side)
    exited = [unit for unit in units if state.flags[unit] & EXITED]
    on_show = sum(shown(state, unit) for unit in units)
    waiting = [unit for unit in units if -len(units) <= state.hexes[unit] < 0]
    return Side(
        side,
        state.initial[side],
        left,
        left - on_show - len(exited),
        state.panic[side],
        state.preservation[side],
        state.preserved[side],
        [unit for unit in units if state.flags[unit] & DESTROYED],
        exited,
        [*state.tracks[side]] if own else [],
        sorted(waiting, key=lambda unit: -state.hexes[unit]) if own else [],
    )


# For people


def counters(view: View, field: Field) -> Sequence[Counter]:
    """The counters as they are drawn, wrecks at the bottom."""
    wrecks = [Counter(hex, symbol="wreck") for hex in view.wrecks]
    return [*wrecks, *(_drawn(field, seen, seen.hex in view.positions) for seen in view.counters)]


def _drawn(field: Field, seen: Seen, improved: bool) -> Counter:
    if seen.unit < 0:
        return Counter(seen.hex, seen.side, _FACE_DOWN, status=("I",) * improved)
    kind = field.weapons[seen.unit].kind
    facing = LETTERS.index(seen.facing) if seen.facing else -1
    status = (*("I" for _ in range(improved)), *(word[0].upper() for word in seen.status if word != "told"))
    return Counter(seen.hex, seen.side, _SYMBOLS[kind], field.units[seen.unit], seen.type, facing, status)


def situation_text(view: View, field: Field) -> str:
    """The situation in lines that a person can read, counter by counter."""
    lines = [f"{view.situation} in {view.mode} country, Game-Turn {view.turn}, {view.phase}"]
    for force in view.forces:
        lines.append(_force_line(force, field))
        lines += [f"  {_counter_line(seen, field)}" for seen in view.counters if seen.side == force.side]
    for what, hexes in (("wrecks", view.wrecks), ("Improved Positions", view.positions)):
        if hexes:
            lines.append(f"{what}: {' '.join(map(field.hex_name, hexes))}")
    return "\n".join(lines)


def _force_line(force: Side, field: Field) -> str:
    lost = f", lost: {' '.join(map(field.unit_name, force.lost))}" if force.lost else ""
    exited = f", off the map: {' '.join(map(field.unit_name, force.exited))}" if force.exited else ""
    column = f", in column: {' '.join(map(field.unit_name, force.column))}" if force.column else ""
    unseen = f", {force.unseen} not on the map or hidden" if force.unseen else ""
    spent = f", at Preservation since Game-Turn {force.preserved}" if force.preserved else ""
    left = f"{field.side_name(force.side)}: {force.survivors} of {force.initial}"
    return f"{left}{unseen}{column}{lost}{exited}{spent}"


def _counter_line(seen: Seen, field: Field) -> str:
    name = f"{field.unit_name(seen.unit)} {seen.type}" if seen.unit >= 0 else "a counter, face down,"
    facing = f" facing {seen.facing}" if seen.facing else ""
    marks = ", ".join(word for word in seen.status if word != "told")
    status = f" ({marks})" if marks else ""
    plot = f": {seen.plot}" if seen.plot else ""
    return f"{name} in {field.hex_name(seen.hex)}{facing}{status}{plot}"
