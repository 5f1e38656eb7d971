"""Dealing again what a side cannot know: which counter is which, HQs, mines, plots, facings [6.3]."""

from collections.abc import Iterator, Mapping, Sequence

from sandtable.engine.dice import Dice
from sandtable.games.raid.country import hexes_in
from sandtable.games.raid.identity import named
from sandtable.games.raid.scene import Play
from sandtable.games.raid.spotting import hexes_seen
from sandtable.games.raid.state import (
    DONE,
    FACE_UP,
    FIRED,
    LOADED,
    MOVED,
    NOBODY,
    SHOT,
    SUPPRESSED,
    UNLOADED,
    WAITING,
    Mission,
    State,
    alive,
)

_WITH_THE_PLACE = ("hexes", "rank", "began", "spent")
"""The columns that stay where a counter lies, whichever it is."""
_STAY = SUPPRESSED | MOVED | DONE
"""The flags that show on a counter, and so stay where it lies."""


def deal_again(table: Play, side: int, known: State, dice: Dice) -> None:
    """Shuffle what lies face down, and redraw what has not come to light [6.3] [9.1] [14.26]."""
    enemy = 1 - side
    for pool in _pools(table, known, enemy):
        _shuffle(table.state, pool, dice)
    for hq in _hidden_headquarters(table, known, enemy):
        _one_of_hosts(table, known, hq, dice)
    for gun in _turned(table, known, enemy):
        table.state.facing[gun] = dice.roll(6) - 1
    _lay_mines(table, enemy, dice)
    _aim_plots(table, enemy, dice)


def secrets(table: Play, side: int) -> Mapping[str, object]:
    """Each thing that the side cannot know and that could be otherwise [6.3] [9.1] [14.26]."""
    state, enemy = table.state, 1 - side
    found: dict[str, object] = {}
    for pool in _pools(table, state, enemy):
        if len({state.hexes[unit]: 0 for unit in pool}) > 1:
            found |= {f"where {state.units[unit]} is": state.hexes[unit] for unit in pool}
    for hq in _hidden_headquarters(table, state, enemy):
        if len(_hosts(table, state, hq)) > 1:
            found[f"where {state.units[hq]} is"] = state.hexes[hq]
    found |= {f"facing of {state.units[gun]}": state.facing[gun] for gun in _turned(table, state, enemy)}
    for number, mine in enumerate(state.mines):
        if mine.side == enemy and not mine.known:
            found[f"mine {number + 1}"] = mine.hex
    for number, mission in enumerate(state.missions):
        if mission.side == enemy and len(_targets(table, mission)) > 1:
            found[f"target of mission {number + 1}"] = mission.hex
    return found


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


def _shuffle(state: State, pool: Sequence[int], dice: Dice) -> None:
    """Every counter changes places with one of its pool, perhaps itself."""
    for place in range(len(pool) - 1, 0, -1):
        other = dice.roll(place + 1) - 1
        _swap(state, pool[place], pool[other])


def _swap(state: State, one: int, other: int) -> None:
    for name in _WITH_THE_PLACE:
        column = getattr(state, name)
        column[one], column[other] = column[other], column[one]
    mine, theirs = state.flags[one], state.flags[other]
    state.flags[one] = mine & ~_STAY | theirs & _STAY
    state.flags[other] = theirs & ~_STAY | mine & _STAY


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


def _lay_mines(table: Play, side: int, dice: Dice) -> None:
    """Mines that have not gone off could be in any hex where nobody stands [14.26]."""
    state = table.state
    if any(mine.side == side and not mine.known for mine in state.mines):
        field = table.scene.field(state)
        free = [hex for hex, row in enumerate(field.bare) if row.mp is not None and hex not in state.hexes]
        state.mines = [
            mine._replace(hex=free[dice.roll(len(free)) - 1])
            if mine.side == side and not mine.known
            else mine
            for mine in state.mines
        ]


def _aim_plots(table: Play, side: int, dice: Dice) -> None:
    """Shells may be on their way to any hex that the spotter sees [9.1] [9.61] [9.82]."""
    state = table.state
    for number, mission in enumerate(state.missions):
        if mission.side == side and (targets := _targets(table, mission)):
            state.missions[number] = mission._replace(hex=targets[dice.roll(len(targets)) - 1])


def _targets(table: Play, mission: Mission) -> list[int]:
    state = table.state
    if mission.spotter == NOBODY or not alive(state, mission.spotter):
        return []
    seen = hexes_in(hexes_seen(table, mission.spotter))
    if mission.gun < 0:
        return list(seen)
    gun, least = state.hexes[mission.gun], table.scene.types[mission.gun].least_range
    return [hex for hex in seen if gun >= 0 and table.scene.board.distance(gun, hex) >= least]
