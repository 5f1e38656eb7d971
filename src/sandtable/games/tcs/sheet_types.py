"""The type that a sheet has by what it orders, whatever its owner would like to call it [6.3b]."""

from collections.abc import Iterator

from sandtable.engine import Refusal
from sandtable.games.tcs.command_charts import SheetType
from sandtable.games.tcs.command_odds import sheet_type
from sandtable.games.tcs.digging import HOLDING
from sandtable.games.tcs.drawn import members
from sandtable.games.tcs.envelope import Envelope, reading
from sandtable.games.tcs.phrases import TYPES
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.sheets import Group, SheetPlan, Step
from sandtable.games.tcs.state import hex_of
from sandtable.games.tcs.unassigned import ground_of, nearness
from sandtable.games.tcs.vision import watchers

DEFENDING = ("defend", "delay", "hold", "screen", "support")
EXPOSED = 4
"""A way that comes so near to an enemy who sees it is no way for a march."""


def type_faults(table: Play, side: int, plan: SheetPlan, whole: SheetPlan) -> Iterator[Refusal]:
    """A sheet is called by its type; an attack may be called so out of caution [6.3b] [6.3c] [6.3f]."""
    kinds = list(_kinds(table, side, plan, whole))
    needed = sheet_type(kind for kind, _ in kinds) if kinds else "move"
    if plan.type == needed:
        return
    if plan.type == "attack" and needed != "prepared_defense":
        return
    why = next((f": {where}" for kind, where in kinds if kind == needed and where), "")
    yield Refusal("6.3b", f"what it orders is {_named(needed)}{why}; it cannot be called {_named(plan.type)}")


def _named(kind: SheetType) -> str:
    return f"{'an' if kind == 'attack' else 'a'} {TYPES[kind]}"


def _kinds(table: Play, side: int, plan: SheetPlan, whole: SheetPlan) -> Iterator[tuple[SheetType, str]]:
    """The kinds of action on a sheet, and where the attack lies that was not called one [6.3b]."""
    read = reading(table.scene.board, whole)
    for number, group in enumerate(whole.groups):
        if group not in plan.groups:
            continue
        for place, step in enumerate(group.steps):
            envelope = read.step(number, place, False, False, False)
            if step.verb in HOLDING and plan.type == "prepared_defense":
                yield "prepared_defense", ""
            if step.verb == "attack":
                yield "attack", f"{group.id}, step {place + 1} attacks"
            elif step.verb != "follow" and (why := _advance(table, side, step, group, envelope)):
                yield "attack", f"{group.id}, step {place + 1} {why}"
            if step.verb in DEFENDING:
                yield "hasty_defense", ""


def _advance(table: Play, side: int, step: Step, group: Group, envelope: Envelope) -> str:
    """Why a step leads where contact is possible: the enemy's ground, or in his sight close by [6.3c]."""
    far, names = nearness(table, side), table.scene.board.names
    area = [*members(envelope.area)]
    if step.verb == "withdraw":
        start = envelope.path[0] if envelope.path else -1
        nearer = [hex for hex in envelope.path if far[hex] < far[start]]
        return f"comes nearer to the enemy in {names[nearer[0]]}" if nearer else ""
    enemy = ground_of(table, side)
    on_enemy = [hex for hex in (*envelope.path, *area) if enemy >> hex & 1]
    if on_enemy:
        return f"leads onto the enemy's ground in {names[on_enemy[0]]}"
    way = envelope.path if step.via else _beyond_reach(table, group, area)
    seen = [hex for hex in way if far[hex] <= EXPOSED and watchers(table, hex, 1 - side, EXPOSED)]
    return f"leads through {names[seen[0]]}, near an enemy who sees it" if seen else ""


def _beyond_reach(table: Play, group: Group, area: list[int]) -> list[int]:
    """Hexes of an area that no unit of the group stands in or next to: getting there is a way too."""
    state, country = table.state, table.scene.country
    stands = [hex_of(state, state.units.index(name)) for name in group.units if name in state.units]
    return [hex for hex in area if not any(own >= 0 and country.distance(own, hex) <= 1 for own in stands)]
