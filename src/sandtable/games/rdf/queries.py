"""Questions that players ask about a situation: odds by name, reach, counters, the situation in words."""

from collections.abc import Iterator, Mapping
from typing import Any

from sandtable.boards.counter import Counter
from sandtable.engine import Odds, Refusal, Refused, Unknown
from sandtable.engine.game import Sight, told_sight
from sandtable.games.rdf.allowance import entry_price, left, price, step_cost
from sandtable.games.rdf.bars import why_not_fire
from sandtable.games.rdf.command import change_odds
from sandtable.games.rdf.counters import TARGETS
from sandtable.games.rdf.fire import FINAL, HASTY_FIRE, OPPORTUNITY, OVERWATCH, Shot, odds
from sandtable.games.rdf.march import March
from sandtable.games.rdf.morale import catastrophe_odds, rally_odds
from sandtable.games.rdf.moves import ALTITUDES, entry_hexes
from sandtable.games.rdf.pregame_odds import first_player, scenario
from sandtable.games.rdf.rollcall import mounted
from sandtable.games.rdf.scene import Play
from sandtable.games.rdf.state import FIRED, INACTIVE, NO_ACT, NOBODY, ROUTED, WAITING
from sandtable.games.rdf.watch import smoke, thermal

CLASSES = {"final": FINAL, "hasty": HASTY_FIRE, "opportunity": OPPORTUNITY, "overwatch": OVERWATCH}
_SYMBOLS = {
    "armor": "armour",
    "recon": "armoured reconnaissance",
    "apc": "mechanised",
    "infantry": "infantry",
    "engineer": "engineers",
    "artillery": "artillery",
    "anti_tank": "anti-tank",
    "anti_air": "anti-aircraft",
    "helicopter": "helicopter",
    "hq": "headquarters",
}
_LETTERS = ((INACTIVE, "I"), (ROUTED, "R"), (NO_ACT, "N"), (FIRED, "F"))


def odds_of(table: Play, query: Mapping[str, Any]) -> Odds:
    """The odds of a shot, or of a roll by its name: formation, rally, morale, first player, scenario."""
    scene, about = table.scene, str(query.get("roll", "fire"))
    if about == "fire":
        return shot_odds(table, query)
    if about == "rally":
        return rally_odds(table, scene.unit(query.get("unit")))
    if about in ("formation", "morale"):
        side = scene.side(query.get("side"))
        return change_odds(table, side) if about == "formation" else catastrophe_odds(table, side)
    rolls = {"first player": first_player, "scenario": scenario}
    if about not in rolls:
        raise Unknown("roll", about, ["fire", "rally", "formation", "morale", *rolls])
    return rolls[about]()


def shot_odds(table: Play, query: Mapping[str, Any]) -> Odds:
    """The odds of direct fire, by the printed weapon and as final fire unless another is named [9.0]."""
    scene = table.scene
    firer, target = scene.unit(query.get("firer")), scene.unit(query.get("target"))
    word = str(query.get("class", "final"))
    if word not in CLASSES:
        raise Unknown("class of fire", word, CLASSES)
    owned = scene.weapons[firer]
    named = str(query.get("weapon", owned[0] if owned else 0))
    shot = Shot(firer, target, int(named) if named.isdecimal() else 0)
    if refusal := why_not_fire(table, shot, CLASSES[word], 0):
        raise Refused(refusal)
    return odds(table, shot, CLASSES[word], to=table.state.side[firer])


def sight(table: Play, query: Mapping[str, Any]) -> Sight:
    """The line between two hexes or two units, with altitudes, smoke, thermal imaging and men on foot."""
    scene, state = table.scene, table.state
    ends, heights, foot, warm = [], [], False, False
    for key in ("from", "to"):
        name = str(query.get(key, ""))
        unit = scene.units.index(name) if name in scene.units else NOBODY
        hex = state.hexes[unit] if unit != NOBODY else scene.hex(name)
        if hex < 0:
            raise Refused(Refusal("7.0", f"{name} is not on the map"))
        ends.append(hex)
        heights.append(state.altitude[unit] if unit != NOBODY else 0)
        if key == "from":
            warm = unit != NOBODY and thermal(table, unit)
        else:
            foot = unit != NOBODY and scene.foot[unit] and not mounted(state, unit)
    found = scene.lookout.explain(*ends, *heights, smoke=smoke(state), thermal=warm, foot=foot)
    return told_sight(scene.board, ends[0], ends[1], found)


def reach(table: Play, unit: int) -> Mapping[int, str]:
    """Every hex that a unit could enter now in peace, with the cheapest cost in points [6.11] [6.16]."""
    state = table.state
    if state.hexes[unit] < WAITING or mounted(state, unit):
        return {}
    march = March(table, (unit,))
    if march.hex == WAITING:
        starts = {hex: entry_price(table, unit, hex) for hex in entry_hexes(table, march.side) if hex >= 0}
    else:
        starts = {march.hex: 0}
    found: dict[int, int] = {}
    for start, spent in starts.items():
        for hex, cost in reached(march, unit, start, spent):
            found[hex] = min(cost, found.get(hex, cost))
    return {hex: f"{cost / 2:g}" for hex, cost in sorted(found.items(), key=lambda pair: (pair[1], pair[0]))}


def reached(march: March, unit: int, start: int, spent: int) -> Iterator[tuple[int, int]]:
    """The hexes and costs from one start; men on foot may always go one hex [6.23]."""
    table = march.table
    budget = left(table, unit) - spent
    if spent < 0 or budget < 0:
        return
    mover = table.scene.movers[unit][table.state.altitude[unit]]
    closed = [hex for hex in range(table.scene.board.count) if march.closed >> hex & 1 and hex != start]
    for hex, cost in table.scene.ground.going[mover].reach(start, budget, closed).items():
        yield hex, cost + spent
    if march.hex >= 0:
        for place in range(start * 6, start * 6 + 6):
            cost = price(table, unit, step_cost(table, unit, place))
            if cost >= 0 and march.may_enter(place):
                yield table.scene.board.neighbours[place], cost


def counters(table: Play) -> list[Counter]:
    """The counters on the map, which everybody sees alike [2.4]."""
    state, scene = table.state, table.scene
    return [
        Counter(
            state.hexes[unit], state.side[unit], _SYMBOLS[scene.counter[unit].kind], name,
            figures(table, unit), status=marks(table, unit),
        )
        for unit, name in enumerate(state.units)
        if state.hexes[unit] >= 0 and not mounted(state, unit)
    ]  # fmt: skip


def figures(table: Play, unit: int) -> str:
    """Weapon class, target class and allowance, as the counter has them [2.41]."""
    counter = table.scene.counter[unit]
    return f"{counter.weapon or '•'} {TARGETS[counter.row]} {counter.ma}"


def marks(table: Play, unit: int) -> tuple[str, ...]:
    """The markers on a unit: status, hits, suppression, altitude, cargo [2.42]."""
    state = table.state
    found = [letter for bit, letter in _LETTERS if state.flags[unit] & bit]
    found += [str(state.hits[unit])] if state.hits[unit] else []
    found += ["S"] if state.suppressed[unit] else []
    found += [f"+{state.altitude[unit]}"] if state.altitude[unit] else []
    return tuple(found + (["C"] if state.cargo[unit] != NOBODY else []))


def situation(table: Play, side: int | None, phase: str) -> str:
    """The present situation in a few lines of text."""
    state, scene = table.state, table.scene
    lines = [f"Turn {state.turn}, {phase}"]
    for unit, name in enumerate(state.units):
        hex = state.hexes[unit]
        if hex >= 0:
            height = f" at {ALTITUDES[state.altitude[unit]]}" if scene.helicopter[unit] else ""
            aboard = f" aboard {state.units[state.carrier[unit]]}" if mounted(state, unit) else ""
            lines.append(
                f"{scene.hex_name(hex)}  {name}{height}{aboard} {' '.join(marks(table, unit))}".rstrip()
            )
        elif hex == WAITING and side in (None, state.side[unit]):
            lines.append(f"----  {name} is still to come")
    return "\n".join(lines)
