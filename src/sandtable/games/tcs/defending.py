"""What follows when a sheet of defense is implemented: FPFs, mines and blocks, ambushes [6.3d] [6.3e]."""

from sandtable.games.tcs.ambushes import set_ambushes
from sandtable.games.tcs.barrages import assign_barrage
from sandtable.games.tcs.batteries import guns, listed
from sandtable.games.tcs.laying import lay_for_defense
from sandtable.games.tcs.plots import prompt_batteries
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.sheets import Item
from sandtable.games.tcs.state import EVERYBODY, IMPLEMENTED, Barrage, hex_of

DEFENSES = ("prepared_defense", "hasty_defense")


async def prepare_defense(table: Play, number: int) -> None:
    """At once: the batteries in its support, what it lays, whom it hides [6.3d] [10.9a] [15.1] [20.0]."""
    sheet = table.state.sheets[number]
    if sheet.plan.type not in DEFENSES or sheet.status != IMPLEMENTED:
        return
    units = members_of(table, number)
    prompt = prompt_batteries(table, sheet.side)
    for battery in _supporting(table, number):
        if battery in prompt:
            await _draw_barrage(table, number, battery)
    await lay_for_defense(table, sheet.side, units)
    await set_ambushes(table, number)


async def first_defenses(table: Play) -> None:
    """The same for the defenses that stand when the battle begins; mines were laid with the set-up."""
    state, battle = table.state, table.scene.battle
    for battery in range(len(state.batteries)):
        side, described = listed(table, battery)
        early = state.sides[side] in battle.fpf_sides or battery in prompt_batteries(table, side)
        if state.support[battery] == EVERYBODY and described.fpf:
            own = [unit for unit in table.scene.own[side] if hex_of(state, unit) >= 0]
            await assign_barrage(table, battery, own)
        elif early and _serves_defense(table, battery):
            await _draw_barrage(table, state.support[battery], battery)
    for number, sheet in enumerate(state.sheets):
        if sheet.plan.type in DEFENSES and sheet.status == IMPLEMENTED:
            await set_ambushes(table, number)


def members_of(table: Play, number: int) -> list[int]:
    """The units of a sheet that are on the map."""
    state = table.state
    own = table.scene.own[state.sheets[number].side]
    return [unit for unit in own if state.sheet[unit] == number and hex_of(state, unit) >= 0]


def _supporting(table: Play, number: int) -> list[int]:
    """The batteries in direct support of a sheet; rockets fire no FPFs [10.9a] [10.15a]."""
    state = table.state
    serving = [one for one in range(len(state.batteries)) if state.support[one] == number]
    return [battery for battery in serving if not guns(table, battery).rocket]


def _serves_defense(table: Play, battery: int) -> bool:
    state = table.state
    number = state.support[battery]
    if number < 0 or guns(table, battery).rocket:
        return False
    sheet = state.sheets[number]
    return sheet.status == IMPLEMENTED and sheet.plan.type in DEFENSES


async def _draw_barrage(table: Play, number: int, battery: int) -> None:
    """As it is drawn on the sheet, or else its owner says now where it falls [10.9d]."""
    state = table.state
    item = next(
        (one for one in state.sheets[number].plan.graphic if one.battery == state.batteries[battery]), None
    )
    if item is None:
        await assign_barrage(table, battery, members_of(table, number))
    else:
        state.barrages.append(_drawn(table, battery, item))


def _drawn(table: Play, battery: int, item: Item) -> Barrage:
    left, right = item.directions
    return Barrage(battery, table.scene.hex(item.hexes[0]), (left, right))
