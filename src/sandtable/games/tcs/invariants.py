"""What must hold in every state of a game while its rules are sound."""

from collections.abc import Iterator

from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.state import (
    ABOARD,
    FIRE,
    NOBODY,
    PARALYZED,
    SUPPRESSED,
    TAKEN,
    TOWED,
    has,
    hex_of,
)


def faults(table: Play) -> Iterator[str]:
    """Everything in the state that contradicts itself or the rules."""
    for unit, name in enumerate(table.state.units):
        yield from (f"{name} {words}" for words in _unit_faults(table, unit))
    yield from _mixed_hexes(table)
    yield from (f"the morale of company {c} is below 0" for c, m in enumerate(table.state.morale) if m < 0)


def _unit_faults(table: Play, unit: int) -> Iterator[str]:
    state, kind = table.state, table.scene.types[unit]
    hex, carrier = state.hexes[unit], state.carrier[unit]
    if not TAKEN <= hex < table.scene.board.count:
        yield "is nowhere"
    if (hex == ABOARD) != (carrier != NOBODY):
        yield "is carried by nothing, or stands where its carrier is"
    if carrier != NOBODY and state.carrier[carrier] != NOBODY:
        yield "rides on something that is carried itself"
    if state.second[unit] != NOBODY and hex_of(state, state.second[unit]) != hex_of(state, unit):
        yield "rides on two vehicles that are not together [12.4a]"
    if hex >= 0 and not table.scene.country.in_play[hex]:
        yield "stands out of play"
    if hex >= ABOARD and state.lost[unit] >= kind.steps:
        yield "has lost all its steps and is not destroyed"
    if has(state, unit, SUPPRESSED) and has(state, unit, PARALYZED):
        yield "is suppressed and paralyzed at once [9.3c]"
    if kind.morale is None and has(state, unit, SUPPRESSED | PARALYZED):
        yield "has no morale to lose [9.0a]"
    if has(state, unit, TOWED) and (carrier == NOBODY or has(state, unit, FIRE)):
        yield "is towed by nothing, or in fire mode [12.3d]"


def _mixed_hexes(table: Play) -> Iterator[str]:
    """Friend and foe in one hex, outside the Action Phase [5.1d]."""
    if table.state.active != NOBODY:
        return
    standing = [{table.state.hexes[unit] for unit in own} for own in table.scene.own]
    shared = sorted(hex for hex in standing[0] & standing[1] if hex >= 0)
    yield from (f"friend and foe share {table.scene.hex_name(hex)} [5.1d]" for hex in shared)
