"""Dealing again mines, charges that have been laid, and plots of the other side [9.1] [14.25] [14.26]."""

from collections.abc import Sequence

from sandtable.engine.dice import Dice
from sandtable.games.raid.charges import walls_beside
from sandtable.games.raid.country import hexes_in
from sandtable.games.raid.scene import Play
from sandtable.games.raid.spotting import hexes_seen
from sandtable.games.raid.state import NOBODY, Charge, Mission, alive
from sandtable.games.raid.units import KINDS, UNITS

_ON_FOOT = UNITS[KINDS["fire_team"]].mp


def fire_secrets(table: Play, side: int) -> dict[str, object]:
    """Mines, charges and targets of a side that the other one cannot know and that could be otherwise."""
    state, found = table.state, dict[str, object]()
    for number, mine in enumerate(state.mines):
        if mine.side == side and not mine.known:
            found[f"mine {number + 1}"] = mine.hex
    for number, charge in enumerate(state.charges):
        if charge.side == side and len(_spots(table, charge)) > 1:
            found[f"charge {number + 1}"] = (charge.hex, charge.wall)
    for number, mission in enumerate(state.missions):
        if mission.side == side and len(_targets(table, mission)) > 1:
            found[f"target of mission {number + 1}"] = mission.hex
    return found


def lay_mines(table: Play, side: int, dice: Dice) -> None:
    """Mines that have not gone off could be in any hex where nobody stands [14.26]."""
    state = table.state
    if any(mine.side == side and not mine.known for mine in state.mines):
        free = [hex for hex in _passable(table) if hex not in state.hexes]
        state.mines = [
            mine._replace(hex=_any(free, dice)) if mine.side == side and not mine.known else mine
            for mine in state.mines
        ]


def lay_charges(table: Play, side: int, dice: Dice) -> None:
    """A charge may lie wherever a team could have been, or at any other part of the wall [14.25] [15.3]."""
    state = table.state
    for number, charge in enumerate(state.charges):
        if charge.side == side and (spots := _spots(table, charge)):
            hex, wall = spots[dice.roll(len(spots)) - 1]
            state.charges[number] = charge._replace(hex=hex, wall=wall)


def _spots(table: Play, charge: Charge) -> list[tuple[int, int]]:
    """Where a charge might lie: by the counters of its side, as far as a team has come since; or any part of
    the wall that still stands."""
    passable = _passable(table)
    if charge.wall >= 0:
        return [(hex, wall) for hex in passable for wall in walls_beside(table, hex)]
    state, board = table.state, table.scene.board
    way = _ON_FOOT * (1 + state.turn - charge.turn)
    counters = [state.hexes[unit] for unit in table.scene.own[charge.side] if state.hexes[unit] >= 0]
    near = [hex for hex in passable if any(board.distance(hex, other) <= way for other in counters)]
    return [(hex, -1) for hex in near or passable]


def aim_plots(table: Play, side: int, dice: Dice) -> None:
    """Shells may be on their way to any hex that the spotter sees [9.1] [9.61] [9.82]."""
    state = table.state
    for number, mission in enumerate(state.missions):
        if mission.side == side and (targets := _targets(table, mission)):
            state.missions[number] = mission._replace(hex=_any(targets, dice))


def _targets(table: Play, mission: Mission) -> list[int]:
    state = table.state
    if mission.spotter == NOBODY or not alive(state, mission.spotter):
        return []
    seen = hexes_in(hexes_seen(table, mission.spotter))
    if mission.gun < 0:
        return list(seen)
    gun, least = state.hexes[mission.gun], table.scene.types[mission.gun].least_range
    return [hex for hex in seen if gun >= 0 and table.scene.board.distance(gun, hex) >= least]


def _passable(table: Play) -> list[int]:
    """Every hex that men can enter."""
    return [hex for hex, row in enumerate(table.scene.field(table.state).bare) if row.mp is not None]


def _any(hexes: Sequence[int], dice: Dice) -> int:
    return hexes[dice.roll(len(hexes)) - 1]
