"""Why a unit does not move, and why a stack does not go into a hex: the case and the reason [6.0]."""

from collections.abc import Iterator

from sandtable.engine import Refusal
from sandtable.games.rdf.allowance import has_paces, left, payers, price, step_cost
from sandtable.games.rdf.bars import why_not_hasty
from sandtable.games.rdf.march import March
from sandtable.games.rdf.rollcall import mounted
from sandtable.games.rdf.scene import Play
from sandtable.games.rdf.state import DONE, WAITING


def why_not_move(table: Play, side: int, name: str) -> Refusal:
    """Why a unit is not among those that may still move [6.12] [6.13]."""
    unit, state = table.scene.unit(name), table.state
    checks = [
        ("6.12", f"{name} is not of this side", state.side[unit] != side),
        ("3.21", f"{name} is not in play", state.hexes[unit] < WAITING),
        ("12.11", f"{name} is aboard a carrier, which moves it", mounted(state, unit)),
        ("6.13", f"{name} has moved in this phase", state.flags[unit] & DONE > 0),
        ("3.21", f"{name} comes in the second Game-Turn or later", state.hexes[unit] == WAITING),
    ]
    found = [Refusal(case, reason) for case, reason, holds in checks if holds]
    return found[0] if found else Refusal("8.31", f"{name} is suppressed, so men on foot do not move")


def why_not_enter(march: March, name: str) -> Refusal:
    """Why the moving stack does not go into a hex [6.11] [6.15] [5.12]."""
    board, verb = march.table.scene.board, name.split(" ")[0]
    if verb in ("mount", "dismount"):
        return Refusal("12.11", "it is not in the same hex, or a unit lacks the points to do that")
    if verb in ("pass", "leave"):
        return Refusal("5.64", "it would stay where stacking or formation do not allow it")
    if verb == "exit":
        return Refusal("15.16", "these units may not leave the map here")
    if verb == "fire":
        barred = [why_not_hasty(march.table, unit) for unit in march.units]
        return next(filter(None, barred), Refusal("9.31", "these units see nothing that they could hit"))
    hex = march.table.scene.hex(name)
    near = [place for place in range(march.hex * 6, march.hex * 6 + 6) if board.neighbours[place] == hex]
    if march.hex < 0 or not near:
        return Refusal("6.11", f"{name} is not next to where these units are")
    return next(_bars(march, hex, near[0]), Refusal("5.64", f"from {name} no way leads back into formation"))


def _bars(march: March, hex: int, place: int) -> Iterator[Refusal]:
    """What bars a step, in the order in which it is looked at."""
    table, scene = march.table, march.table.scene
    where = scene.hex_name(hex)
    for unit in payers(table, march.units):
        name, cost = scene.units[unit], step_cost(table, unit, place)
        if cost <= 0:
            yield Refusal("6.15", f"{name} does not cross the cliff before {where}")
        elif not has_paces(table, unit):
            yield Refusal("5.51", f"{name} has gone as far as a headquarters may in Deliberate Defense")
        elif price(table, unit, cost) < 0:
            points = f"{cost / 2:g} points, and {name} has {left(table, unit) / 2:g} left"
            yield Refusal("6.11", f"{where} costs {points}")
    if march.around.barred >> hex & 1:
        yield Refusal("6.44", f"these units may not go among the enemies in {where}")
    if not march.corridor >> hex & 1:
        yield Refusal("5.12", f"{where} is further from the axis than the formation allows")
