"""What a move costs, how far it goes, and where it may not go or end [8.1] [8.3] [8.4] [14.1] [15.3]."""

from collections.abc import Iterator, Sequence

from sandtable.games.raid.charts import CHARTS
from sandtable.games.raid.ground import NO_WAY
from sandtable.games.raid.scene import Play
from sandtable.games.raid.state import (
    DONE,
    FIRED,
    HIGH,
    LOADED,
    MOVED,
    OUT_OF_COMMAND,
    SUPPRESSED,
    TRAPPED,
    UNLOADED,
    WAITING,
    State,
    aboard,
    has,
    hex_of,
)
from sandtable.games.raid.units import UNLIMITED
from sandtable.hexes import opposite

Bar = tuple[str, str, bool]
"""A case, the reason why something may not be, and whether it holds."""

CUT_AT_NIGHT = ("fire_team", "hq", "dummy")


def allowance(table: Play, units: Sequence[int]) -> int:
    """The Movement Points of a stack, those of its slowest; a headquarters counts alone only [8.1] [5.25]."""
    men = [unit for unit in units if table.scene.types[unit].breed != "hq"]
    return min(points(table, unit) for unit in men or units)


def points(table: Play, unit: int) -> int:
    """The Movement Points of one unit [8.1] [5.34] [5.25] [13.32] [15.91] [15.92]."""
    state, kind, chart = table.state, table.scene.types[unit], CHARTS.movement
    most = chart.out_of_command if has(state, unit, OUT_OF_COMMAND) and kind.mp else kind.mp
    if state.night and kind.id in CUT_AT_NIGHT:
        most = max(most - chart.night_cut, 0)
    if kind.combat and has(state, unit, LOADED | UNLOADED):
        most = (most + 1) // 2
    return most


def bars_to_moving(table: Play, unit: int) -> Iterator[Bar]:
    """Why a unit may not move now [8.0] [8.31] [8.32] [9.81] [13.33] [14.13] [14.19] [14.23]."""
    state, kind = table.state, table.scene.types[unit]
    yield "8.31", "it has moved", has(state, unit, MOVED | DONE)
    yield "8.32", "it has fired", has(state, unit, FIRED) and not kind.flies
    yield "7.8", "it is suppressed", has(state, unit, SUPPRESSED)
    yield "14.13", "somebody aboard has fired", any(has(state, rider, FIRED) for rider in aboard(state, unit))
    yield "14.19", "it is loading or unloading", state.held[unit] != 0
    yield "13.21", "it is at altitude", has(state, unit, HIGH)
    yield "14.23", "it moves by vehicle only", kind.combat and kind.mp == 0
    yield "9.81", "too few of its crew live", kind.combat and state.men[unit] < kind.men_to_move
    yield "8.35", "its Game-Turn has not come", not is_here(table, unit)


def is_here(table: Play, unit: int) -> bool:
    """Is it on the map, or may it come onto it now [8.35]?"""
    state = table.state
    if state.hexes[unit] != WAITING:
        return state.hexes[unit] >= 0
    scenario = table.scene.scenario
    if scenario is None or state.zone[unit] < 0:
        return False
    return scenario.forces[state.side[unit]].zones[state.zone[unit]].turn <= state.turn


def may_move(table: Play, unit: int) -> bool:
    """Is nothing in the way of its moving [8.0]?"""
    return not any(holds for _, _, holds in bars_to_moving(table, unit))


def step_price(table: Play, units: Sequence[int], start: int, side: int) -> int:
    """What a step over a hexside costs, NO_WAY where there is none [8.2] [8.34] [8.6] [14.1] [15.3]."""
    kind, field = table.scene.types[units[0]], table.scene.field(table.state)
    place = start * 6 + side
    if kind.flies:
        return 0 if table.scene.ground.neighbours[place] >= 0 else NO_WAY
    if table.scene.prison and (walled(table, start, side) or trapped_at(table, units, start, side)):
        return NO_WAY
    return (field.on_wheels if kind.breed == "vehicle" else field.on_foot)[place]


def walled(table: Play, start: int, side: int) -> bool:
    """Does the prison wall, still whole there, bar this hexside to whoever is on the ground [15.3]?"""
    compound = table.scene.prison
    beyond = table.scene.ground.neighbours[start * 6 + side]
    if not compound or (start in compound) == (beyond in compound):
        return False
    return start * 6 + side not in table.state.breached


def trapped_at(table: Play, units: Sequence[int], start: int, side: int) -> bool:
    """Would a team that landed inside the wall leave otherwise than over a breach of its own hex [15.3]?"""
    state = table.state
    return start * 6 + side not in state.breached and any(has(state, unit, TRAPPED) for unit in units)


def breach(table: Play, hex: int, side: int) -> None:
    """A hexside of the wall is open from both sides [15.3]."""
    beyond = table.scene.ground.neighbours[hex * 6 + side]
    table.state.breached += [hex * 6 + side, beyond * 6 + opposite(side)]


def entry_price(table: Play, units: Sequence[int], hex: int) -> int:
    """What the first hex on the map costs: that of its terrain, a point on a road [8.35]."""
    ground, kind = table.scene.ground, table.scene.types[units[0]]
    if kind.flies:
        return 0
    row = table.scene.field(table.state).bare[hex]
    if row.mp is None or (kind.breed == "vehicle" and not row.vehicles):
        return NO_WAY
    on_road = any(ground.board.paths[hex * 6 + side] & ground.roads for side in range(6))
    return CHARTS.movement.road if on_road else row.mp


def affordable(table: Play, units: Sequence[int], price: int) -> bool:
    """Can a stack pay for a step? One hex it may always move [8.33] [8.36]."""
    if price == NO_WAY:
        return False
    most, spent = allowance(table, units), table.state.spent[units[0]]
    return (
        most == UNLIMITED or spent + price <= most or not any(has(table.state, unit, MOVED) for unit in units)
    )


def room(table: Play, units: Sequence[int], hex: int) -> bool:
    """May these end their move in a hex: three on the ground, a vehicle, a helicopter [8.4] [8.44] [13.1]?"""
    counts = stacked(table, table.state.side[units[0]], hex, units)
    for unit in units:
        counts[_berth(table, unit)] += 1
    chart = CHARTS.movement
    most = {
        "men": chart.stack,
        "vehicle": chart.vehicles_per_hex,
        "helicopter": 1,
        "hq": CHARTS.command.hq_per_hex,
    }
    return all(counts[berth] <= most[berth] for berth in {_berth(table, unit): 0 for unit in units})


def stacked(table: Play, side: int, hex: int, without: Sequence[int] = ()) -> dict[str, int]:
    """How many of a side stand in a hex already, or are getting out there, by what the limits count; a wreck
    counts [8.4] [14.19] [14.27]."""
    state = table.state
    counts = {"men": 0, "vehicle": state.wrecks.count(hex), "helicopter": 0, "hq": 0}
    if hex not in state.hexes:
        return counts
    for unit, at in enumerate(state.hexes):
        here = at == hex or (state.held[unit] < 0 and hex_of(state, unit) == hex)
        if here and state.side[unit] == side and unit not in without:
            counts[_berth(table, unit)] += 1
    return counts


def _berth(table: Play, unit: int) -> str:
    breed = table.scene.types[unit].breed
    return "men" if breed in ("infantry", "dummy") else breed


def enemies_in(state: State, side: int, hex: int) -> list[int]:
    """The other side's counters in a hex, its headquarters too, but no helicopters high over it [10.1]."""
    if hex not in state.hexes:
        return []
    return [
        unit
        for unit, at in enumerate(state.hexes)
        if at == hex and state.side[unit] != side and not has(state, unit, HIGH)
    ]


def may_assault(table: Play, units: Sequence[int]) -> bool:
    """May these enter a hex with enemies: men or gunships, unless a scenario forbids it [10.1] [15.3]?"""
    state, types = table.state, table.scene.types
    scenario = table.scene.scenario
    barred = scenario is not None and state.side[units[0]] == 1 and state.turn in scenario.no_close_assault
    fighters = [unit for unit in units if types[unit].breed != "hq"]
    fit = all(types[unit].combat or (types[unit].flies and types[unit].mounts) for unit in fighters)
    return bool(fighters) and fit and not barred
