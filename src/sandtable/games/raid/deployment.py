"""Setting up before play, one secret decision after another; the drop by parachute [15.0] [5.12]."""

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.engine import Choose, Option, Refusal
from sandtable.games.raid.chance_odds import (
    LOST,
    ON_TARGET,
    direction_odds,
    distance_odds,
    drifted,
    scatter_odds,
)
from sandtable.games.raid.country import hexes_in
from sandtable.games.raid.entry import zone_of
from sandtable.games.raid.events import CounterLanded, CounterPlaced, Deployed, Landed, Placed
from sandtable.games.raid.going import room
from sandtable.games.raid.identity import tell_of
from sandtable.games.raid.scene import Play
from sandtable.games.raid.spotting import look
from sandtable.games.raid.state import (
    ABOARD,
    ALPHA,
    BRAVO,
    CHARGE,
    LINES,
    WAITING,
    Mine,
    aboard,
    has,
    mark,
)
from sandtable.games.raid.transport import fits


class Task(NamedTuple):
    """Something to be settled before play: about a unit, a platoon, or one of several like things."""

    what: str
    about: int = -1


class SetUp(Choose[int]):
    """One decision of the set-up: a hex, a carrier, a platoon, a team, an edge of the map [15.0]."""

    table: Play
    name, case, private, resumable = "set-up", "15.0", True, True
    __slots__ = ("task",)

    def __init__(self, table: Play, side: int, task: Task) -> None:
        super().__init__(table, side, task.about if task.what in ("place", "board", "platoon") else -1)
        self.task = task

    def question(self) -> str:
        return _QUESTIONS[self.task.what].format(self._subject())

    def _subject(self) -> str:
        task, scene = self.task, self.table.scene
        if task.what in ("place", "board", "platoon"):
            return scene.unit_name(task.about)
        return str(task.about + 1)

    def offer(self) -> Sequence[int]:
        return _OFFERS[self.task.what](self.table, self.side, self.task.about)

    def key(self, option: int) -> str:
        scene, what = self.table.scene, self.task.what
        if what in ("place", "mine"):
            return scene.hex_name(option)
        if what in ("board", "charge"):
            return scene.unit_name(option) if option >= 0 else "on foot"
        return _EDGES[option] if what == "edge" else f"platoon {option + 1}"

    def why_not(self, key: str) -> Refusal:
        scene = self.table.scene
        if self.task.what == "mine" and key in map(scene.hex_name, gates(self.table, self.side)):
            return Refusal("14.26", f"{key} is not mined: the enemy has to come in or leave by this hex")
        return super().why_not(key)

    def describe(self, option: int) -> Option:
        key, what = self.key(option), self.task.what
        hex = key if what in ("place", "mine") else ""
        return Option(key, key, unit=self._subject() if self.unit >= 0 else "", hex=hex)


_EDGES = ("north", "east", "south", "west")
_QUESTIONS = {
    "place": "Where does {} stand?",
    "board": "Which helicopter or vehicle carries {}?",
    "platoon": "To which platoon does {} belong?",
    "semi": "Which platoon has semi-automatic rifles?",
    "charge": "Which Fire Team carries demolition charge {}?",
    "mine": "Which hex is mined by mine {}?",
    "edge": "By which edge does platoon {} come in?",
}


async def set_up(table: Play, side: int) -> None:
    """A side settles its set-up, question by question [15.0]."""
    state, todo = table.state, tasks(table, side)
    while state.deployed[side] < len(todo):
        task = todo[state.deployed[side]]
        settle(table, side, task, await table.ask(SetUp(table, side, task)))
        state.deployed[side] += 1
    table.report(Deployed(side))


def tasks(table: Play, side: int) -> list[Task]:
    """All that a side has to settle before play, in order [15.0]."""
    scenario = table.scene.scenario
    if scenario is None:
        return []
    force, own = scenario.forces[side], table.scene.own[side]
    zones = {unit: zone_of(table, unit) for unit in own}
    found = [Task("semi")] if force.weapons.by == "platoons" else []
    found += [Task("platoon", unit) for unit in own if may_choose_platoon(table, unit)]
    if any(zone is not None and zone.platoons_apart for zone in zones.values()):
        found += [Task("edge", platoon) for platoon in range(force.units.get("hq", 0))]
    found += [Task("charge", number) for number in range(force.carried.get("demolition_charge", 0))]
    aboard_zone = any(zone.aboard for zone in force.zones)
    for breed in ("vehicle", "infantry", "dummy", "hq"):
        for unit in own:
            zone = zones[unit]
            if table.scene.types[unit].breed == breed and (zone is None or not zone.drop):
                if zone is not None and not zone.turn:
                    found.append(Task("place", unit))
                elif breed in ("infantry", "hq") and (aboard_zone or _drives(table, side)):
                    found.append(Task("board", unit))
    return found + [Task("mine", number) for number in range(force.mines)]


def _drives(table: Play, side: int) -> bool:
    """Has the side vehicles that carry, so that its units may come in aboard [15.4]?"""
    return any(
        table.scene.types[unit].breed == "vehicle" and table.scene.types[unit].carries
        for unit in table.scene.own[side]
    )


def may_choose_platoon(table: Play, unit: int) -> bool:
    """Is this a machine gun or a Bazooka, and are there platoons to choose from [5.12]?"""
    kind, side = table.scene.types[unit], table.state.side[unit]
    scenario = table.scene.scenario
    several = len(table.scene.hqs[side]) > 1 and not (scenario and scenario.forces[side].one_platoon)
    return several and kind.combat and kind.id != "fire_team" and not kind.any_platoon


# What may be answered


def places(table: Play, side: int, unit: int) -> Sequence[int]:
    """The hexes where a unit may set up, stacking limits in force [8.4] [15.0]."""
    zone = table.scene.entry_zone(side, table.state.zone[unit])
    full = [hex for hex in dict.fromkeys(table.state.hexes) if hex >= 0 and not room(table, [unit], hex)]
    free = hexes_in(zone & ~sum(1 << hex for hex in full))
    if table.scene.types[unit].breed == "hq":
        with_men = [hex for hex in free if _has_men(table, side, hex)]
        return with_men or free
    return free


def _has_men(table: Play, side: int, hex: int) -> bool:
    state, types = table.state, table.scene.types
    return any(state.hexes[unit] == hex and types[unit].combat for unit in table.scene.own[side])


def carriers(table: Play, side: int, unit: int) -> Sequence[int]:
    """The carriers with room for a unit; every helicopter that needs a team can still have one [15.3]."""
    scenario, types = table.scene.scenario, table.scene.types
    assert scenario is not None
    able = [one for one in table.scene.own[side] if types[one].carries and fits(table, one, unit)]
    allowed = [one for one in able if not _spoils(table, side, unit, one)]
    loaded = any(zone.aboard for zone in scenario.forces[side].zones)
    return allowed if loaded else [-1, *allowed]


def _spoils(table: Play, side: int, unit: int, carrier: int) -> bool:
    """Would boarding here break what the scenario says of teams and charges [15.3]?"""
    zone = zone_of(table, carrier)
    if zone is None or not zone.aboard or not zone.hexes:
        return False
    team = table.scene.types[unit].id == "fire_team"
    if zone.teams and team and (has(table.state, unit, CHARGE) or teams_aboard(table, carrier) >= zone.teams):
        return True
    return team and not _enough_left(table, side, unit, carrier)


def _enough_left(table: Play, side: int, unit: int, carrier: int) -> bool:
    """Are there teams left for every empty helicopter, one without a charge for the prison's [15.3]?"""
    state, types = table.state, table.scene.types
    left = [
        one
        for one in table.scene.own[side]
        if types[one].id == "fire_team" and state.hexes[one] == WAITING and one != unit
    ]
    empty = [
        one
        for one in table.scene.own[side]
        if types[one].carries and one != carrier and not teams_aboard(table, one)
    ]
    bare = [one for one in empty if (zone := zone_of(table, one)) is not None and zone.teams]
    without = [one for one in left if not has(state, one, CHARGE)]
    return len(left) >= len(empty) and len(without) >= len(bare)


def teams_aboard(table: Play, carrier: int) -> int:
    """How many Fire Teams a carrier has aboard."""
    return sum(table.scene.types[unit].id == "fire_team" for unit in aboard(table.state, carrier))


def platoons(table: Play, side: int, _: int) -> Sequence[int]:
    return range(len(table.scene.hqs[side]))


def bearers(table: Play, side: int, _: int) -> Sequence[int]:
    """The Fire Teams that have no charge yet: one each [14.25]."""
    types = table.scene.types
    return [
        unit
        for unit in table.scene.own[side]
        if types[unit].id == "fire_team" and not has(table.state, unit, CHARGE)
    ]


def mineable(table: Play, side: int, _number: int) -> Sequence[int]:
    """Any hex that can be entered, but for the enemy's only ways in and out [14.26]."""
    field, barred = table.scene.field(table.state), set(gates(table, side))
    barred.update(mine.hex for mine in table.state.mines)
    return [hex for hex, row in enumerate(field.bare) if row.mp is not None and hex not in barred]


def gates(table: Play, side: int) -> list[int]:
    """The hexes that a scenario names for the enemy of a side to come in or to leave by [14.26] [15.4]."""
    scenario = table.scene.scenario
    if scenario is None:
        return []
    names = [name for zone in scenario.forces[1 - side].zones if zone.turn for name in zone.hexes]
    if scenario.goal == "exit" and side == BRAVO:
        names += scenario.goal_hexes
    return [table.scene.board.find(name) for name in names]


def free_edges(table: Play, _side: int, _platoon: int) -> Sequence[int]:
    """The edges of the map that no other platoon has [15.8]."""
    return [edge for edge in range(len(_EDGES)) if edge not in table.state.edges]


_OFFERS = {
    "place": places,
    "board": carriers,
    "platoon": platoons,
    "semi": platoons,
    "charge": bearers,
    "mine": mineable,
    "edge": free_edges,
}


# What comes of it


def settle(table: Play, side: int, task: Task, answer: int) -> None:
    """Note an answer [15.0]."""
    state, unit = table.state, task.about
    if task.what == "place":
        stand(table, unit, answer)
    elif task.what == "board":
        if answer >= 0:
            state.hexes[unit], state.carrier[unit] = ABOARD, answer
    elif task.what == "platoon":
        state.platoon[unit] = answer
    elif task.what == "semi":
        arm_platoons(table, side, answer)
    elif task.what == "charge":
        mark(state, answer, CHARGE)
    elif task.what == "mine":
        state.mines.append(Mine(answer, side, False))
    else:
        state.edges[unit] = answer


def stand(table: Play, unit: int, hex: int) -> None:
    """A unit takes its place, below those already there [6.3] [7.84]."""
    state = table.state
    state.hexes[unit] = hex
    state.rank[unit] = max(state.rank) + 1
    tell_of(table, unit, Placed(unit, hex), CounterPlaced(state.side[unit], hex))


def arm_platoons(table: Play, side: int, semi: int) -> None:
    """One platoon has the first kind of rifle, the others the second [15.2]."""
    state, scenario = table.state, table.scene.scenario
    assert scenario is not None
    first, second = scenario.forces[side].weapons.lines
    for unit in table.scene.combat[side]:
        if not table.scene.types[unit].mortar:
            state.line[unit] = LINES.index(first if state.platoon[unit] == semi else second)


async def drop(table: Play) -> None:
    """Who comes by parachute scatters from the hex aimed at, each unit by itself [15.5] [9.3]."""
    state, types = table.state, table.scene.types
    for side in (ALPHA, BRAVO):
        for unit in table.scene.own[side]:
            zone = zone_of(table, unit)
            if zone is not None and zone.drop and state.hexes[unit] == WAITING:
                aim = table.scene.board.find(zone.drop)
                with_men = [one for one in table.scene.combat[side] if state.hexes[one] >= 0]
                if types[unit].breed == "hq" and with_men:
                    land(table, unit, state.hexes[with_men[0]])
                else:
                    land(table, unit, landing(table, unit, await drift(table, aim)))


async def drift(table: Play, aim: int) -> int:
    """Where a jumper comes down, or LOST off the map [9.3]."""
    if await table.roll(scatter_odds()) == ON_TARGET:
        return aim
    letter = await table.roll(direction_odds())
    return drifted(table.scene.board, aim, letter, int(await table.roll(distance_odds())))


def landing(table: Play, unit: int, hex: int) -> int:
    """That hex, or the nearest where the unit can be [15.5] [8.4]."""
    field, board = table.scene.field(table.state), table.scene.board
    zone = zone_of(table, unit)
    aim = board.find(zone.drop) if hex == LOST and zone is not None else hex
    legal = [
        at
        for at, row in enumerate(field.bare)
        if row.mp is not None and room(table, [unit], at) and not _enemy_at(table, unit, at)
    ]
    return min(legal, key=lambda at: (board.distance(aim, at), at))


def _enemy_at(table: Play, unit: int, hex: int) -> bool:
    state = table.state
    return any(
        at == hex and side != state.side[unit] for at, side in zip(state.hexes, state.side, strict=True)
    )


def land(table: Play, unit: int, hex: int) -> None:
    state = table.state
    state.hexes[unit] = hex
    state.rank[unit] = max(state.rank) + 1
    tell_of(table, unit, Landed(unit, hex), CounterLanded(state.side[unit], hex))


async def begin(table: Play) -> None:
    """Set-up is over: who sees whom, and where the documents lie [6.3] [15.2]."""
    await drop(table)
    state, scenario = table.state, table.scene.scenario
    if scenario is not None and scenario.goal == "documents":
        state.documents = table.scene.board.find(scenario.goal_hexes[0])
    state.ready = True
    look(table)
