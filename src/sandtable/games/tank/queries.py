"""Questions about chances, in the words of players: fire, spotting, panic, positions that fire [8.0]."""

from collections.abc import Mapping
from typing import Any

from sandtable.engine import Odds, Refusal, Refused, Unknown
from sandtable.games.tank.direct_fire import Shot, reckon
from sandtable.games.tank.lanes import in_sight, lane_faults
from sandtable.games.tank.panic_odds import panic_odds, panic_points_odds, scatter_odds
from sandtable.games.tank.spotting import spotting
from sandtable.games.tank.spotting_odds import reveal_odds
from sandtable.games.tank.state import Play, shown
from sandtable.hexes import LETTERS

ABOUT = ("fire", "spotting", "panic", "direction of panic", "points of panic", "reveal")


def answer_odds(table: Play, query: Mapping[str, Any]) -> Odds:
    """The odds of what is asked `about`: fire, unless it says otherwise.

    Fire names `firer`, several with commas, and `target`; `hex` and `facing` put the target elsewhere, as
    Opportunity Fire would meet it. Spotting names `spotter` and `target`, panic a `unit`.
    """
    about = str(query.get("about", "spotting" if "spotter" in query else "fire"))
    if about not in ABOUT:
        raise Unknown("kind of odds", about, ABOUT)
    if about == "fire":
        return _fire(table, query)
    if about == "spotting":
        return _spotting(table, query)
    return reveal_odds() if about == "reveal" else _panic(table, about, query)


def _fire(table: Play, query: Mapping[str, Any]) -> Odds:
    """An attack as things stand; Refused with the reasons why there is none [8.0]."""
    field, state = table.scene, table.state
    firers = [field.unit(name.strip()) for name in str(query.get("firer", "")).split(",")]
    target = field.unit(query.get("target"))
    hex = field.hex(query["hex"]) if "hex" in query else state.hexes[target]
    facing = str(query.get("facing", ""))
    if facing and (len(facing) != 1 or facing not in LETTERS):
        raise Unknown("hexside", facing, tuple(LETTERS))
    _on_the_map(table, [*firers, target])
    faults = [fault for firer in firers for fault in lane_faults(field, state, firer, hex)]
    if any(state.side[firer] == state.side[target] for firer in firers):
        faults.append(Refusal("8.0", "stands on the same side as the target", field.units[firers[0]]))
    if field.weapons[target].hard and len(firers) > 1:
        faults.append(Refusal("8.22", "is a vehicle: each unit fires at it by itself", field.units[target]))
    if faults:
        raise Refused(*faults)
    way = LETTERS.index(facing) if facing else state.facing[target]
    attack = reckon(field, state, firers, target, Shot(hex, way))
    if attack.odds is None:
        raise Refused(Refusal(attack.case, attack.reason, field.units[firers[0]]))
    return attack.odds


def _spotting(table: Play, query: Mapping[str, Any]) -> Odds:
    """One attempt to spot, where there is a line [13.0]."""
    field, state = table.scene, table.state
    spotter, target = field.unit(query.get("spotter")), field.unit(query.get("target"))
    _on_the_map(table, [spotter, target])
    if not in_sight(field, state, spotter, state.hexes[target]):
        hex = field.hex_name(state.hexes[target])
        raise Refused(Refusal("13.0", f"does not see {hex}", field.units[spotter]))
    return spotting(field, state, spotter, target, state.hexes[target])


def _panic(table: Play, about: str, query: Mapping[str, Any]) -> Odds:
    """Whether a unit panics when its force draws, and where to [12.1] [12.22]."""
    unit = table.scene.unit(query.get("unit"))
    if about == "panic":
        return panic_odds(table.state.panic[table.state.side[unit]])
    return (
        scatter_odds() if about.startswith("direction") else panic_points_odds(table.scene.weapons[unit].ma)
    )


def _on_the_map(table: Play, units: list[int]) -> None:
    """Refused with every unit that cannot be asked about; hidden ones count as not being there [13.4]."""
    own = table.state.side[units[0]]
    faults = [
        Refusal("8.0", "is not on the map", table.scene.units[unit])
        for unit in units
        if table.state.hexes[unit] < 0 or (table.state.side[unit] != own and not shown(table.state, unit))
    ]
    if faults:
        raise Refused(*faults)
