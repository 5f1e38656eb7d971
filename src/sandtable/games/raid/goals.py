"""What Alpha must do in each scenario, and what of it is done; otherwise Bravo wins [15.0]."""

from collections.abc import Callable, Iterator

from sandtable.engine import Ended, Outcome
from sandtable.games.raid.events import DocumentsTaken
from sandtable.games.raid.identity import tell_of
from sandtable.games.raid.scene import Play
from sandtable.games.raid.state import ALPHA, BRAVO, LEFT, NOBODY, alive, hex_of
from sandtable.games.raid.units import UNITS

HALF = 2

Claim = tuple[str, bool]
"""Something to be done, in words, and whether it is."""


def claims(table: Play) -> list[Claim]:
    """All that Alpha has to do, and how far he is [15.0]."""
    scenario = table.scene.scenario
    return [] if scenario is None else list(_GOALS[scenario.goal](table))


def lost_men(table: Play, side: int) -> int:
    """The dead of a side's ground units, in men [15.3] [15.8]."""
    state = table.state
    return sum(UNITS[state.kind[unit]].men - state.men[unit] for unit in table.scene.combat[side])


def living(table: Play, side: int) -> list[int]:
    """A side's ground combat units that are not dead and have not left."""
    return [unit for unit in table.scene.combat[side] if alive(table.state, unit)]


def gone(table: Play, side: int) -> list[int]:
    """A side's ground combat units that have left the map."""
    return [unit for unit in table.scene.combat[side] if table.state.hexes[unit] == LEFT]


def _kill(table: Play) -> Iterator[Claim]:
    """Kill them all [15.1]."""
    yield "every unit of Bravo is dead", not living(table, BRAVO)


def _documents(table: Play) -> Iterator[Claim]:
    holder = table.state.carrying
    yield "the documents are off the map", holder >= 0 and _left_for_alpha(table, holder)


def _left_for_alpha(table: Play, unit: int) -> bool:
    return table.state.side[unit] == ALPHA and table.state.hexes[unit] == LEFT


def _compound(table: Play) -> Iterator[Claim]:
    scenario, state = table.scene.scenario, table.state
    assert scenario is not None
    yield "the compound has been entered", state.entered
    yield "every unit of Bravo is dead", not living(table, BRAVO)
    yield f"at most {scenario.most_dead} men are lost", lost_men(table, ALPHA) <= scenario.most_dead
    flown = all(state.carrier[unit] >= 0 for unit in gone(table, ALPHA))
    yield "all survivors have left by air", not living(table, ALPHA) and flown and bool(gone(table, ALPHA))


def _exit(table: Play) -> Iterator[Claim]:
    scenario, state, types = table.scene.scenario, table.state, table.scene.types
    assert scenario is not None
    ways = [table.scene.board.find(name) for name in scenario.goal_hexes]
    out = [unit for unit in table.scene.own[ALPHA] if state.hexes[unit] == LEFT and state.exit[unit] in ways]
    vehicles = sum(types[unit].breed == "vehicle" for unit in out)
    teams = sum(types[unit].id == "fire_team" for unit in out)
    yield f"{scenario.exit.vehicles} vehicles are through", vehicles >= scenario.exit.vehicles
    yield f"{scenario.exit.fire_teams} Fire Teams are through", teams >= scenario.exit.fire_teams


def _aqueduct(table: Play) -> Iterator[Claim]:
    coast = table.scene.ground.coast()
    out = gone(table, ALPHA)
    by_sea = all(coast >> table.state.exit[unit] & 1 for unit in out)
    yield "the aqueduct is destroyed", table.state.aqueduct
    yield "all survivors are off across the coast", bool(out) and by_sea and not living(table, ALPHA)


def _clear(table: Play) -> Iterator[Claim]:
    scenario = table.scene.scenario
    assert scenario is not None
    goal = [table.scene.board.find(name) for name in scenario.goal_hexes]
    held = any(hex_of(table.state, unit) in goal for unit in living(table, BRAVO))
    yield "bridge and redoubt are clear of Bravo", not held


def _buildings(table: Play) -> Iterator[Claim]:
    scenario, state, types = table.scene.scenario, table.state, table.scene.types
    assert scenario is not None
    goal = [table.scene.board.find(name) for name in scenario.goal_hexes]
    yield "the nine Buildings are rubble", all(hex in state.rubble for hex in goal)
    wharves = table.scene.board.places[scenario.exit.place]
    out = [unit for unit in gone(table, ALPHA) if state.exit[unit] in wharves]
    teams = sum(types[unit].id == "fire_team" for unit in out)
    yield f"{scenario.exit.fire_teams} Fire Teams are off", teams >= scenario.exit.fire_teams


def _sweep(table: Play) -> Iterator[Claim]:
    scenario = table.scene.scenario
    assert scenario is not None
    yield "every guerrilla is dead", not living(table, BRAVO) and not gone(table, BRAVO)
    yield "at most half the men are lost", lost_men(table, ALPHA) * HALF <= scenario.alpha.men


_GOALS: dict[str, Callable[[Play], Iterator[Claim]]] = {
    "kill": _kill,
    "documents": _documents,
    "compound": _compound,
    "exit": _exit,
    "aqueduct": _aqueduct,
    "clear": _clear,
    "buildings": _buildings,
    "sweep": _sweep,
}


# When the game ends


def conclude(table: Play) -> None:
    """After the last Game-Turn, or once nothing can change any more, somebody has won [15.0]."""
    scenario = table.scene.scenario
    if scenario is None:
        return
    told = claims(table)
    done = all(holds for _, holds in told)
    if table.state.turn >= scenario.turns or decided(table, done):
        missing = "; ".join(words for words, holds in told if not holds)
        reason = "Alpha has done what he came for" if done else f"Alpha has not brought this about: {missing}"
        table.state.outcome = Outcome(ALPHA if done else BRAVO, reason)


def decided(table: Play, done: bool) -> bool:
    """Is the end certain before the last Game-Turn: all is done for good, or cannot be done any more?"""
    scenario = table.scene.scenario
    assert scenario is not None
    if done:
        return scenario.goal != "clear" or not living(table, BRAVO)
    return hopeless(table)


def hopeless(table: Play) -> bool:
    """Can Alpha's task not be done any more [15.3] [15.8]?"""
    scenario = table.scene.scenario
    assert scenario is not None
    if scenario.goal == "compound" and lost_men(table, ALPHA) > scenario.most_dead:
        return True
    too_many = lost_men(table, ALPHA) * HALF > scenario.alpha.men
    if scenario.goal == "sweep" and (gone(table, BRAVO) or too_many):
        return True
    return not living(table, ALPHA) and not all(holds for _, holds in claims(table))


def stop_if_decided(table: Play) -> None:
    """End the game in mid-phase when it is over [15.0]."""
    conclude(table)
    if table.state.outcome is not None:
        raise Ended


# Documents


def keep_watch(table: Play) -> None:
    """In the Command Control Phase: who has the documents to itself and begins to gather them [15.2]."""
    state = table.state
    if state.keeping >= 0 and hex_of(state, state.keeping) != state.documents:
        state.keeping = NOBODY
    if state.documents >= 0:
        here = [
            unit
            for side in (ALPHA, BRAVO)
            for unit in living(table, side)
            if state.hexes[unit] == state.documents
        ]
        sides = {state.side[unit]: 0 for unit in here}
        state.keeping = here[0] if len(sides) == 1 else NOBODY


def take_documents(table: Play) -> None:
    """At the end of the Game-Turn: who has been with them all through it, has them [15.2]."""
    state, unit = table.state, table.state.keeping
    if unit >= 0 and state.documents >= 0 and state.hexes[unit] == state.documents:
        state.carrying, state.documents, state.keeping = unit, NOBODY, NOBODY
        tell_of(table, unit, DocumentsTaken(unit), None)
