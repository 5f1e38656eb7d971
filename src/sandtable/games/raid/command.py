"""Command control: who is in command, and what happens when a leader falls [5.0] [12.0]."""

from collections.abc import Sequence

from sandtable.engine import Choose
from sandtable.games.raid.charts import CHARTS
from sandtable.games.raid.events import (
    HeadquartersGone,
    HeadquartersPassed,
    InCommand,
    OutOfCommand,
    RadioLost,
)
from sandtable.games.raid.identity import audience
from sandtable.games.raid.scene import Play
from sandtable.games.raid.sight import plain_kernel
from sandtable.games.raid.state import (
    ALPHA,
    BRAVO,
    MERGED,
    MUTE,
    NOBODY,
    OUT_OF_COMMAND,
    RADIO,
    WAITING,
    State,
    alive,
    has,
    hex_of,
    mark,
    wipe,
)


class NextHost(Choose[int]):
    """With which of the equally near units of its platoon a headquarters goes on [5.24]."""

    table: Play
    name, case, options_are, private = "pass-headquarters", "5.24", "units", True
    __slots__ = ("near",)

    def __init__(self, table: Play, hq: int, near: Sequence[int]) -> None:
        super().__init__(table, table.state.side[hq], hq)
        self.near = near

    def question(self) -> str:
        return f"With which unit does {self.table.scene.unit_name(self.unit)} go on?"

    def offer(self) -> Sequence[int]:
        return self.near


async def judge_command(table: Play) -> None:
    """Lost radios work again, then every ground combat unit is in or out of command [5.23] [12.2]."""
    state = table.state
    for unit in range(len(state.units)):
        wipe(state, unit, MUTE)
    for side in (ALPHA, BRAVO):
        for unit in leaders_first(table, side):
            if alive(state, unit):
                set_command(table, unit, in_command(table, unit))


def leaders_first(table: Play, side: int) -> list[int]:
    """A side's combat units, those that others answer to before these [5.22]."""
    mates = table.scene.mates
    followers = [unit for unit in table.scene.combat[side] if 0 <= mates[unit] < unit]
    return [unit for unit in table.scene.combat[side] if unit not in followers] + followers


def set_command(table: Play, unit: int, inside: bool) -> None:
    """Note whether a unit is in command, and tell its owner if that is new [5.0]."""
    state = table.state
    if has(state, unit, OUT_OF_COMMAND) == inside:
        (wipe if inside else mark)(state, unit, OUT_OF_COMMAND)
        table.report(InCommand(unit) if inside else OutOfCommand(unit), to=state.side[unit])


def suspended(table: Play, side: int) -> str:
    """How a scenario sets command aside for a side in this Game-Turn: "", in or out for all [15.0]."""
    scenario = table.scene.scenario
    if scenario is None:
        return ""
    if table.state.turn in scenario.forces[side].out_of_command:
        return "out"
    return {"normal": "", "suspended": "in", "none": "out"}[scenario.command[side]]


def in_command(table: Play, unit: int) -> bool:
    """Is a unit in command as things stand [5.21] [5.22] [5.23] [12.1]?"""
    state = table.state
    all_of_them = suspended(table, state.side[unit])
    if all_of_them or hex_of(state, unit) == WAITING:
        return all_of_them != "out"
    leader = leader_of(table, unit)
    if leader != unit:
        return not has(state, leader, OUT_OF_COMMAND) and within_team(table, leader, unit)
    return any(commands(table, hq, unit) for hq in headquarters(table, unit))


def leader_of(table: Play, unit: int) -> int:
    """Whom a Fire Team answers to: its Team A while that lives, otherwise it leads itself [5.22]."""
    mate = table.scene.mates[unit]
    return mate if 0 <= mate < unit and alive(table.state, mate) else unit


def headquarters(table: Play, unit: int) -> list[int]:
    """The living headquarters that a unit answers to: that of its platoon, or any for company assets [5.11]
    [5.32]."""
    state, platoon = table.state, table.state.platoon[unit]
    return [
        hq
        for hq in table.scene.hqs[state.side[unit]]
        if alive(state, hq) and platoon in (NOBODY, state.platoon[hq])
    ]


def commands(table: Play, hq: int, unit: int) -> bool:
    """Does a headquarters reach a unit, by radio or within its radius [5.21] [12.1] [12.3]?"""
    return by_radio(table.state, hq, unit) or within_radius(table, hq, unit)


def by_radio(state: State, hq: int, unit: int) -> bool:
    """Do both have radios that work [12.1]? A headquarters always has one [12.0]."""
    return has(state, unit, RADIO) and not has(state, unit, MUTE) and not has(state, hq, MUTE)


def within_radius(table: Play, hq: int, unit: int) -> bool:
    """Is a unit within the radius of a headquarters, in sight or out of it [5.21]?"""
    chart = CHARTS.command
    return _within(table, hq, unit, chart.in_sight, chart.out_of_sight)


def within_team(table: Play, leader: int, unit: int) -> bool:
    """Is Team B near enough to its Team A [5.22]?"""
    return _within(table, leader, unit, CHARTS.command.team, CHARTS.command.team)


def _within(table: Play, chief: int, unit: int, in_sight: int, out_of_sight: int) -> bool:
    start, end = hex_of(table.state, chief), hex_of(table.state, unit)
    if start < 0 or end < 0:
        return start == end
    plain = table.scene.ground.table(plain_kernel(out_of_sight)).sees[start] >> end & 1
    return bool(plain) or table.scene.field(table.state).sees(start, end, in_sight)


# The company of a headquarters


def company(table: Play, side: int, hex: int) -> list[int]:
    """With whom a headquarters is stacked in a hex, or would be: carriers and riders count too [5.24]."""
    state, types = table.state, table.scene.types
    return [
        unit
        for unit in table.scene.own[side]
        if hex_of(state, unit) == hex and types[unit].breed not in ("hq", "dummy") and alive(state, unit)
    ]


def strands(table: Play, units: Sequence[int], hex: int) -> bool:
    """Would a headquarters stay in a hex by itself if these went, with whom they carry [5.24]?"""
    state, side = table.state, table.state.side[units[0]]
    if not any(state.hexes[hq] == hex and hq not in units for hq in table.scene.hqs[side]):
        return False
    return all(unit in units or state.carrier[unit] in units for unit in company(table, side, hex))


# When somebody falls


async def pass_command(table: Play, unit: int, hex: int) -> None:
    """A unit has died in a hex: its headquarters pass on, a Team B leads by itself [5.22] [5.24] [12.2]."""
    state, scene = table.state, table.scene
    for hq in scene.hqs[state.side[unit]]:
        if alive(state, hq) and hex_of(state, hq) == hex and not company(table, state.side[hq], hex):
            await pass_headquarters(table, hq, hex)
    mate = scene.mates[unit]
    if mate > unit and alive(state, mate):
        lead_alone(table, mate, had_radio=has(state, unit, RADIO))


async def pass_headquarters(table: Play, hq: int, hex: int) -> None:
    """It goes to the nearest unit of its platoon, at any distance; with none left it is gone [5.24]."""
    state, side = table.state, table.state.side[hq]
    near = _nearest(table, hq, hex)
    if not near:
        table.report(HeadquartersGone(hq), to=audience(state, hq))
        state.hexes[hq], state.carrier[hq] = MERGED, NOBODY
    else:
        host = near[0] if len(near) == 1 else await table.ask(NextHost(table, hq, near))
        state.hexes[hq], state.carrier[hq] = state.hexes[host], state.carrier[host]
        table.report(HeadquartersPassed(hq, host), to=side)
        mark(state, hq, MUTE)
        table.report(RadioLost(hq), to=side)
    state.moving = [unit for unit in state.moving if unit != hq]
    lose_touch(table, hq)


def lose_touch(table: Play, hq: int) -> None:
    """Who answers to this headquarters alone and is beyond its radius is out of command at once [12.2]."""
    state = table.state
    for unit in leaders_first(table, state.side[hq]):
        if state.platoon[unit] in (NOBODY, state.platoon[hq]) and alive(state, unit):
            leader = leader_of(table, unit)
            lost = has(state, leader, OUT_OF_COMMAND) if leader != unit else not in_command(table, unit)
            if lost:
                set_command(table, unit, False)


def _nearest(table: Play, hq: int, hex: int) -> list[int]:
    """The nearest units of its platoon, or with none on the map those that wait to come onto it [5.24]."""
    state, board = table.state, table.scene.board
    platoon = [
        unit
        for unit in table.scene.combat[state.side[hq]]
        if alive(state, unit) and state.platoon[unit] == state.platoon[hq]
    ]
    far = {unit: board.distance(hex, hex_of(state, unit)) for unit in platoon if hex_of(state, unit) >= 0}
    if not far:
        return [unit for unit in platoon if hex_of(state, unit) == WAITING]
    return [unit for unit in far if far[unit] == min(far.values())]


def lead_alone(table: Play, unit: int, had_radio: bool) -> None:
    """Team B leads at once and inherits the radio, mute for now: beyond the normal radius it is out of
    command, and nobody comes back into it before the next Phase A [5.22] [5.23] [12.2]."""
    state = table.state
    if had_radio:
        mark(state, unit, RADIO | MUTE)
        table.report(RadioLost(unit), to=state.side[unit])
    if not in_command(table, unit):
        set_command(table, unit, False)
