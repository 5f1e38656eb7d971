"""Questions about chances, sight and reach, in the words of players [6.0] [7.1] [9.42] [8.0]."""

from collections.abc import Mapping
from typing import Any

from sandtable.engine import Odds, Refusal, Refused, Unknown
from sandtable.engine.game import Sight, told_sight
from sandtable.games.raid.arms import DIRECT, Shot, arms_of
from sandtable.games.raid.chance_odds import (
    direction_odds,
    distance_odds,
    first_odds,
    scatter_odds,
    smoke_odds,
)
from sandtable.games.raid.charges import mine_odds
from sandtable.games.raid.fire import at_unit, reckon
from sandtable.games.raid.fire_asks import showing
from sandtable.games.raid.going import allowance, enemies_in, step_price
from sandtable.games.raid.ground import NO_WAY
from sandtable.games.raid.scene import Play
from sandtable.games.raid.shell_odds import structure_odds, wall_odds
from sandtable.games.raid.spotting import points
from sandtable.games.raid.units import BURSTS, UNLIMITED

ABOUT = ("fire", "mine", "charge", "wall", "first", "scatter", "direction", "distance", "smoke")


def odds_of(table: Play, query: Mapping[str, Any]) -> Odds:
    """The odds of what is asked `about`: fire of a `firer` at a `target` unless it says otherwise.

    A mine names the `unit` that enters it; charge and wall say how many go off together, as `count`.
    """
    about = str(query.get("about", "fire"))
    if about not in ABOUT:
        raise Unknown("kind of odds", about, ABOUT)
    if about == "fire":
        return fire_odds_of(table, query)
    if about == "mine":
        return mine_odds(table, table.scene.unit(query.get("unit")))
    strength = BURSTS["demolition_charge"].strength * int(query.get("count", 1))
    if about == "charge":
        return structure_odds(table.scene.tables, strength)
    if about == "wall":
        return wall_odds(table.scene.tables, strength)
    plain = {"scatter": scatter_odds, "direction": direction_odds, "distance": distance_odds}
    if about in plain:
        return plain[about]()
    return first_odds("fire") if about == "first" else smoke_odds()


def fire_odds_of(table: Play, query: Mapping[str, Any]) -> Odds:
    """One unit at one target, with its first weapon or the one named; Refused where it cannot hit [7.1]."""
    firer, target = table.scene.unit(query.get("firer")), table.scene.unit(query.get("target"))
    arms = {arm.name: arm for arm in arms_of(table, firer)}
    name = str(query.get("weapon", next(iter(arms), "")))
    if name not in arms:
        raise Unknown("weapon of this unit", name, tuple(arms))
    if not showing(table, target):
        raise Refused(Refusal("6.3", "is not seen", table.scene.unit_name(target)))
    fire = reckon(table, DIRECT, at_unit(table, target), Shot(firer, arms[name]))
    if fire.odds is None:
        raise Refused(Refusal(fire.case, fire.reason, table.scene.unit_name(firer)))
    return fire.odds


def sight(table: Play, query: Mapping[str, Any]) -> Sight:
    """The line between two hexes with the points of a `unit`, or 10, smoke and rubble counted [6.0]."""
    scene, state = table.scene, table.state
    start, end = scene.hex(query.get("from")), scene.hex(query.get("to"))
    unit = scene.unit(query["unit"]) if "unit" in query else None
    budget = points(state, unit) if unit is not None else 10
    field = scene.field(state)
    traced = scene.ground.why(start, end, budget, state.night, field.smoke, field.rubble)
    return told_sight(scene.board, start, end, traced)


def reach(table: Play, unit: int) -> Mapping[int, str]:
    """Every hex that a unit could reach now and what that costs; helicopters reach every hex [8.1] [13.1]."""
    state, start = table.state, table.state.hexes[unit]
    if start < 0:
        return {}
    most = allowance(table, [unit])
    if most == UNLIMITED:
        return dict.fromkeys(range(table.scene.board.count), "0")
    spent, queue = {start: state.spent[unit]}, [start]
    while queue:
        here = queue.pop(0)
        for side, beyond in enumerate(table.scene.ground.neighbours[here * 6 : here * 6 + 6]):
            price = step_price(table, [unit], here, side) if beyond >= 0 else NO_WAY
            total = spent[here] + price
            if price == NO_WAY or (total > most and here != start) or total >= spent.get(beyond, 999):
                continue
            spent[beyond] = total
            if total <= most and not enemies_in(state, state.side[unit], beyond):
                queue.append(beyond)
    return {hex: str(total) for hex, total in spent.items()}
