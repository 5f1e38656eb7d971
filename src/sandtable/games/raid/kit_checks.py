"""What cannot work in a scenario of one's own: goals, zones, loads, leaders [15.9] [5.11] [8.4] [13.31]."""

from collections.abc import Iterator, Sequence

from sandtable.engine import Position
from sandtable.games.raid.charts import CHARTS
from sandtable.games.raid.country import hexes_in
from sandtable.games.raid.ground import Ground
from sandtable.games.raid.scenarios import SIDES, SQUADS, TEAMS, Fault, Force, Scenario, Zone
from sandtable.games.raid.scene import SHEET, ground_for
from sandtable.games.raid.units import KINDS, UNITS

WRECKERS = ("demolition_charge", "m203", "rifle_grenade")
BREAKERS = ("bazooka", "recoilless_106mm", "tank", "helicopter_gunship", "mortar_60mm", "mortar_81mm")
"""What can lay a Building in rubble: what teams carry, and units [9.7]."""


def map_faults(scenario: Scenario, position: Position) -> Iterator[Fault]:
    """All that cannot work on the map of a position, or by the rules [15.9]."""
    ground = ground_for(position.board_name(SHEET), scenario.works, position.board)
    yield from goal_faults(scenario, ground)
    for side, force in zip(SIDES, scenario.forces, strict=True):
        yield from (Fault(f"{side}.{place}", reason) for place, reason in force_faults(scenario, force, side))
        for number, zone in enumerate(force.zones):
            for reason in zone_faults(scenario, force, zone, ground):
                yield Fault(f"{side}.zones[{number}]", reason)


# Goals


def goal_faults(scenario: Scenario, ground: Ground) -> Iterator[Fault]:
    """Goals that nobody could reach, or nobody could miss [15.0]."""
    strange = [name for name in scenario.goal_hexes if name not in ground.board.names]
    if strange:
        yield Fault("goal_hexes", f"there is no hex {', '.join(strange)} on this map")
        return
    hexes = [ground.board.find(name) for name in scenario.goal_hexes]
    if scenario.exit.place and scenario.exit.place not in ground.board.places:
        places = ", ".join(sorted(ground.board.places))
        yield Fault("exit.place", f"the map has no place called {scenario.exit.place!r}; there are {places}")
    for holds, place, reason in _goal_rows(scenario, ground, hexes):
        if holds:
            yield Fault(place, reason)


def _goal_rows(scenario: Scenario, ground: Ground, hexes: Sequence[int]) -> Iterator[tuple[bool, str, str]]:
    alpha, goal = scenario.alpha, scenario.goal
    breaks = any(id in alpha.carried for id in WRECKERS) or any(id in alpha.units for id in BREAKERS)
    breaks = breaks or bool(alpha.guns)
    houses = goal == "buildings" and any(ground.effects[hex].row != "building" for hex in hexes)
    yield houses, "goal_hexes", "not all of them are Buildings"
    wrecks = goal in ("buildings", "aqueduct") and not breaks
    yield wrecks, "alpha", "Alpha has nothing that could destroy what he is to destroy"
    one = goal in ("documents", "aqueduct") and len(hexes) != 1
    yield one, "goal_hexes", f"the goal {goal!r} is about one hex, not {len(hexes)}"
    barred = goal == "documents" and any(ground.effects[hex].mp is None for hex in hexes)
    yield barred, "goal_hexes", "nobody could get at the documents there"
    off_edge = goal == "exit" and any(not ground.edges() >> hex & 1 for hex in hexes)
    yield off_edge, "goal_hexes", "the way off the map is not on its edge"
    vehicles = sum(count for id, count in alpha.units.items() if _breed(id) == "vehicle")
    yield scenario.exit.vehicles > vehicles, "exit.vehicles", f"Alpha has {vehicles} vehicles"
    yield scenario.exit.fire_teams > alpha.teams, "exit.fire_teams", f"Alpha has {alpha.teams} Fire Teams"
    flown = goal == "compound" and "helicopter_transport" not in alpha.units
    yield flown, "alpha.units", "Alpha is to leave by air and has no transport helicopter"
    yield goal == "compound" and scenario.most_dead < 0, "most_dead", "it says how many men Alpha may lose"
    yield goal == "aqueduct" and not ground.coast(), "goal", "Alpha is to leave by a coast, and there is none"


# Forces


def force_faults(scenario: Scenario, force: Force, side: str) -> Iterator[Fault]:
    """Forces without fighters, without leaders, or with what they cannot use [5.11] [5.12] [15.92]."""
    hqs, commanded = force.units.get("hq", 0), scenario.command[SIDES.index(side)] == "normal"
    most = SQUADS * TEAMS * hqs
    rows = (
        (not force.combat_units, "units", "there is nobody who fights on foot"),
        (commanded and not hqs, "units", "command is in force, and nobody commands: give it an hq"),
        (
            commanded and 0 < most < force.teams and not force.one_platoon,
            "units",
            f"{hqs} platoons have {most} Fire Teams at most, not {force.teams}; or say one_platoon",
        ),
        (
            force.dummies > force.dummies_due,
            "dummies",
            f"{force.combat_units} combat units entitle to {force.dummies_due} dummies",
        ),
        (force.mines < 0, "mines", f"there are not {force.mines} of anything"),
        (
            bool(force.gunship_turns) and "helicopter_gunship" not in force.units,
            "gunship_turns",
            "no gunship",
        ),
        (force.weapons.by == "platoons" and len(force.weapons.lines) != hqs, "weapons", f"{hqs} platoons"),
    )
    yield from (Fault(place, reason) for holds, place, reason in rows if holds)
    late = [turn for turn in (*force.out_of_command, *force.gunship_turns) if not 1 <= turn <= scenario.turns]
    if late:
        yield Fault("out_of_command", f"there is no Game-Turn {late[0]}")


# Zones


def zone_faults(scenario: Scenario, force: Force, zone: Zone, ground: Ground) -> Iterator[str]:
    """Zones off the map, too small, too late, or of units that cannot be there [8.4] [13.31] [15.0]."""
    if strange := _strange(zone, ground):
        yield strange
        return
    hexes = hexes_in(ground.zone(zone))
    if not hexes:
        yield "nobody can stand in any hex of it"
        return
    if not 0 <= zone.turn <= scenario.turns:
        yield f"there is no Game-Turn {zone.turn}"
    if not zone.turn and not zone.drop:
        yield from _crowd(force, zone, ground, hexes)
    if zone.aboard:
        yield from _overload(force)


def _strange(zone: Zone, ground: Ground) -> str:
    """A hex, place or entry that the map does not have."""
    board = ground.board
    if names := [
        name for name in (*zone.hexes, *zone.of, *filter(None, [zone.drop])) if name not in board.names
    ]:
        return f"there is no hex {', '.join(names)} on this map"
    terrains = [terrain.name for terrain in board.vocabulary.terrains]
    for word, known, what in (
        (zone.place, sorted(board.places), "place"),
        (zone.entry, sorted(board.entries), "entry"),
        (zone.terrain, terrains, "terrain"),
    ):
        if word and word not in known:
            return f"the map has no {what} called {word!r}; there are {', '.join(known) or 'none'}"
    return "only the map of the game has banks" if zone.bank and board.name != SHEET else ""


def _members(force: Force, zone: Zone, breeds: Sequence[str]) -> int:
    """How many units of these breeds must find room in a zone; one without `units` is for the rest."""
    listed = zone.units or {
        id: count - sum(other.units.get(id, 0) for other in force.zones) for id, count in force.units.items()
    }
    alone = zone.units or sum(not other.units for other in force.zones) == 1
    dummies = force.dummies if "dummy" in breeds and not zone.units else 0
    found = sum(count for id, count in listed.items() if _breed(id) in breeds)
    return (found + dummies) if alone else 0


def _breed(id: str) -> str:
    """Whose rules a unit goes by, or "" if there is none of this name."""
    return UNITS[KINDS[id]].breed if id in KINDS else ""


def _crowd(force: Force, zone: Zone, ground: Ground, hexes: Sequence[int]) -> Iterator[str]:
    """More units than there is room for before play [8.4] [8.44] [13.1]."""
    chart = CHARTS.movement
    men, room = _members(force, zone, ("infantry", "dummy")), chart.stack * len(hexes)
    if men > room:
        yield f"there is room for {room} units, and {men} are to stand there"
    open_hexes = [hex for hex in hexes if ground.effects[hex].vehicles]
    vehicles, berths = _members(force, zone, ("vehicle",)), chart.vehicles_per_hex * len(open_hexes)
    if vehicles > berths:
        yield f"there is room for {berths} vehicles, and {vehicles} are to stand there"
    if zone.units and _members(force, zone, ("helicopter",)):
        yield "helicopters come in from a Game-Turn on; give the zone a turn"


def _overload(force: Force) -> Iterator[str]:
    """More to be carried than the helicopters and vehicles hold [13.31]."""
    kinds = [UNITS[kind] for kind in force.kinds]
    room = sum(kind.carries for kind in kinds)
    load = sum(kind.airlift for kind in kinds if kind.combat)
    if load > room:
        yield f"all are to come aboard: they weigh {load}, and there is room for {room}"
