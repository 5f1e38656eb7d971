"""What stands between two units, and what a unit or a side overlooks [7.0] [8.0]."""

from sandtable.engine import Refusal
from sandtable.games.rdf.rollcall import mounted
from sandtable.games.rdf.scene import Play
from sandtable.games.rdf.watch import friends, smoke, thermal


def unseen(table: Play, viewer: int, target: int) -> Refusal | None:
    """Why one unit does not see another, if it does not [7.0]."""
    state, scene = table.state, table.scene
    start, end = state.hexes[viewer], state.hexes[target]
    sight = scene.lookout.explain(
        start, end, state.altitude[viewer], state.altitude[target],
        smoke=smoke(state), thermal=thermal(table, viewer),
        foot=scene.foot[target] and not mounted(state, target),
    )  # fmt: skip
    where = "" if sight.at is None else f" ({scene.hex_name(sight.at)})"
    return None if sight.clear else Refusal(sight.case, f"{sight.reason}{where}")


def missile_flies(table: Play, firer: int, target: int) -> bool:
    """Does no village or cultivated hex stand in the way of a missile [9.8]?"""
    state = table.state
    start, end = state.hexes[firer], state.hexes[target]
    lines = table.scene.lookout.sees(state.altitude[firer], state.altitude[target], True)
    return lines[start] >> end & 1 > 0


def view(table: Play, unit: int, besides: int = 0) -> int:
    """The hexes into which a unit on the map sees, as bits; some may be left out [7.0]."""
    state, scene = table.state, table.scene
    return scene.lookout.seen_from(
        state.hexes[unit],
        state.altitude[unit],
        0,
        smoke=smoke(state),
        thermal=thermal(table, unit),
        besides=besides,
    )


def spotted(table: Play, side: int, among: int) -> int:
    """Those of some hexes that the unsuppressed units of a side see, as bits [8.0] [8.33]."""
    state, found, elsewhere = table.state, 0, table.scene.measure.everywhere & ~among
    eyes = {
        (state.hexes[unit], state.altitude[unit], thermal(table, unit)): unit
        for unit in friends(table, side)
        if not state.suppressed[unit]
    }
    veil = smoke(state)
    if veil:
        for hex, height, _ in eyes:
            found |= table.scene.lookout.surely_seen(hex, height, veil)
    for unit in eyes.values():
        found |= view(table, unit, found | elsewhere)
    return found & among
