"""Dealing again what a side cannot know: which counter is which, HQs, facings, and the rest [6.3]."""

from collections.abc import Iterator, Mapping, Sequence

from sandtable.engine.dice import Dice
from sandtable.games.raid.dealing_fire import aim_plots, fire_secrets, lay_charges, lay_mines
from sandtable.games.raid.dealing_loads import deal_loads, load_secrets
from sandtable.games.raid.identity import named
from sandtable.games.raid.scene import Play
from sandtable.games.raid.spotting import seen_now
from sandtable.games.raid.state import (
    DONE,
    FACE_UP,
    FIRED,
    HIGH,
    LOADED,
    MOVED,
    SHOT,
    SUPPRESSED,
    UNLOADED,
    WAITING,
    State,
)

_WITH_THE_PLACE = ("hexes", "rank", "began", "spent")
"""The columns that stay where a counter lies, whichever it is."""
_STAY = SUPPRESSED | MOVED | DONE | HIGH
"""The flags that show on a counter, and so stay where it lies."""


def deal_again(table: Play, side: int, known: State, dice: Dice) -> None:
    """Shuffle what lies face down, and redraw what has not come to light [6.3] [9.1] [14.26]."""
    enemy = 1 - side
    _deal_counters(table, known, enemy, dice)
    for hq in _hidden_headquarters(table, known, enemy):
        _one_of_hosts(table, known, hq, dice)
    for gun in _turned(table, known, enemy):
        table.state.facing[gun] = dice.roll(6) - 1
    deal_loads(table, known, enemy, dice)
    lay_mines(table, enemy, dice)
    lay_charges(table, enemy, dice)
    aim_plots(table, enemy, dice)


def secrets(table: Play, side: int) -> Mapping[str, object]:
    """Each thing that the side cannot know and that could be otherwise [6.3] [9.1] [14.26]."""
    state, enemy = table.state, 1 - side
    found: dict[str, object] = {}
    for pool in _pools(table, state, enemy):
        found |= {f"where {state.units[unit]} is": state.hexes[unit] for unit in _free(table, pool)}
    for hq in _hidden_headquarters(table, state, enemy):
        if len(_hosts(table, state, hq)) > 1:
            found[f"where {state.units[hq]} is"] = state.hexes[hq]
    found |= {f"facing of {state.units[gun]}": state.facing[gun] for gun in _turned(table, state, enemy)}
    return found | load_secrets(table, enemy) | fire_secrets(table, enemy)


# Counters that lie face down


def _pools(table: Play, known: State, side: int) -> Iterator[list[int]]:
    """Counters among which the enemy cannot tell one from another: those that lie face down on the map
    and have neither fired, lost men, nor anything under way."""
    involved = [mission.gun for mission in known.missions] + [mission.spotter for mission in known.missions]
    involved += [*known.exposed, known.carrying, known.keeping]
    pools: dict[str, list[int]] = {}
    for unit in table.scene.own[side]:
        kind = table.scene.types[unit]
        still = not known.flags[unit] & (FIRED | SHOT | LOADED | UNLOADED) and not known.held[unit]
        fresh = known.men[unit] == kind.men and unit not in involved and unit not in known.moving
        if known.hexes[unit] >= 0 and not named(known, unit) and still and fresh and kind.mp:
            pools.setdefault(_manner(kind.breed), []).append(unit)
    yield from pools.values()


def _manner(breed: str) -> str:
    """On foot, on wheels or in the air: what a counter's way over the map has shown [8.1]."""
    return {"dummy": "infantry"}.get(breed, breed)


def _deal_counters(table: Play, known: State, side: int, dice: Dice) -> None:
    """Every counter changes places with one of its pool, perhaps itself.

    What the other side has face up stays seen, and what lies face down unseen: a deal in which it would not
    cannot be, so swaps that bring that about are taken back [6.3].
    """
    swaps = [swap for pool in _pools(table, known, side) for swap in _swaps(pool, dice)]
    before = seen_now(table, 1 - side)
    for one, other in swaps:
        _swap(table.state, one, other)
    if seen_now(table, 1 - side) == before:
        return
    for one, other in reversed(swaps):
        _swap(table.state, one, other)
    for one, other in swaps:
        _swap(table.state, one, other)
        if seen_now(table, 1 - side) != before:
            _swap(table.state, one, other)


def _swaps(pool: Sequence[int], dice: Dice) -> Iterator[tuple[int, int]]:
    for place in range(len(pool) - 1, 0, -1):
        yield pool[place], pool[dice.roll(place + 1) - 1]


def _swap(state: State, one: int, other: int) -> None:
    for name in _WITH_THE_PLACE:
        column = getattr(state, name)
        column[one], column[other] = column[other], column[one]
    mine, theirs = state.flags[one], state.flags[other]
    state.flags[one] = mine & ~_STAY | theirs & _STAY
    state.flags[other] = theirs & ~_STAY | mine & _STAY


def _free(table: Play, pool: Sequence[int]) -> list[int]:
    """Those that could lie where another one does, for all that the other side's counters show."""
    return [unit for unit in pool if any(_may_swap(table, unit, other) for other in pool)]


def _may_swap(table: Play, one: int, other: int) -> bool:
    state = table.state
    if state.hexes[one] == state.hexes[other]:
        return False
    seer = 1 - state.side[one]
    before = seen_now(table, seer)
    _swap(state, one, other)
    after = seen_now(table, seer)
    _swap(state, one, other)
    return before == after


# Headquarters and facings


def _hidden_headquarters(table: Play, known: State, side: int) -> list[int]:
    return [
        hq
        for hq in table.scene.hqs[side]
        if known.hexes[hq] >= 0 and not named(known, hq) and hq not in known.moving
    ]


def _hosts(table: Play, known: State, hq: int) -> list[int]:
    """The hexes of units with which a headquarters might be, none of them face up then or since [5.24]."""
    state = table.state
    units = [unit for unit in table.scene.own[state.side[hq]] if state.hexes[unit] >= 0]
    shown = [state.hexes[unit] for unit in units if (state.flags[unit] | known.flags[unit]) & FACE_UP]
    hexes = [state.hexes[unit] for unit in units if table.scene.types[unit].combat]
    return [hex for hex in dict.fromkeys(hexes) if hex not in shown]


def _one_of_hosts(table: Play, known: State, hq: int, dice: Dice) -> None:
    if hosts := _hosts(table, known, hq):
        table.state.hexes[hq] = table.state.began[hq] = hosts[dice.roll(len(hosts)) - 1]


def _turned(table: Play, known: State, side: int) -> list[int]:
    """Machine guns whose facing nobody else sees [7.92]."""
    guns = [unit for unit in table.scene.own[side] if table.scene.types[unit].machine_gun]
    return [gun for gun in guns if known.hexes[gun] >= WAITING and not named(known, gun)]
