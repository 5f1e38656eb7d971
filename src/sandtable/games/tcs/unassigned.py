"""Unassigned units: the centre they stay by, and what they do when they are attacked [6.5]."""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from sandtable.engine import Refusal
from sandtable.games.tcs.arriving import fill_hole
from sandtable.games.tcs.charts import CHARTS
from sandtable.games.tcs.drawn import bits, distances, enemy_ground, indices, members
from sandtable.games.tcs.events import SheetRemoved, Unassigned, Withdrawing
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.sheets import Contingency
from sandtable.games.tcs.state import (
    CONTACT,
    IDLE,
    NOBODY,
    REMOVED,
    SHOT_AT,
    Place,
    able,
    has,
    hex_of,
)

ATTACKS = 2
"""So many separate fires at a group in a turn are an attack; a chance shot is none [6.5c]."""
QUIET = 3
"""After so many turns without an attack the count of attacks begins again [6.5c]."""
RUN = 6
"""How many hexes a group without a contingency plan of its own falls back."""


def ground_of(table: Play, side: int) -> int:
    """The enemy's ground now, as bits [6.3c]."""
    state = table.state
    own = [hex_of(state, unit) for unit in table.scene.own[side]]
    foes = [state.hexes[foe] for foe in table.scene.foes[side]]
    return enemy_ground(
        table.scene.board, [hex for hex in own if hex >= 0], [hex for hex in foes if hex >= 0]
    )


def nearness(table: Play, side: int) -> list[int]:
    """How far the nearest known enemy is from each hex."""
    foes = [table.state.hexes[foe] for foe in table.scene.foes[side]]
    return distances(table.scene.board, [hex for hex in foes if hex >= 0])


# -- becoming unassigned


def place_units(table: Play, units: Collection[int], place: Place) -> int:
    """Give units a centre and a plan; they are on no sheet, and never dug in [6.5] [6.5b] [7.2]."""
    state = table.state
    number = _free_place(table)
    lost = sum(state.lost[unit] for unit in units)
    state.places[number : number + 1] = [place._replace(lost=lost)]
    for unit in units:
        take_off(table, unit)
        state.group[unit] = number
        fill_hole(table, unit)
        table.report(Unassigned(unit, place.centre), to=place.side, others=None)
    return number


def _free_place(table: Play) -> int:
    """The number of a place that nobody belongs to any more, or of a new one."""
    state = table.state
    used = {group for sheet, group in zip(state.sheet, state.group, strict=True) if sheet == NOBODY}
    return next((number for number in range(len(state.places)) if number not in used), len(state.places))


def take_off(table: Play, unit: int) -> None:
    """Strike a unit off its sheet; one without units is thrown away [6.4d] [6.9]."""
    state, number = table.state, table.state.sheet[unit]
    state.sheet[unit] = state.group[unit] = NOBODY
    state.last[unit] = state.reached[unit] = NOBODY
    state.slow[unit] = 0
    if number != NOBODY and number not in state.sheet:
        remove(table, number, "no unit is left on it")


def remove(table: Play, number: int, reason: str) -> None:
    """A sheet is thrown away; batteries in direct support wait for other orders [6.8] [6.9] [10.1]."""
    state = table.state
    sheet = state.sheets[number]
    state.sheets[number] = replace(sheet, status=REMOVED)
    state.support = [IDLE if support == number else support for support in state.support]
    table.report(SheetRemoved(sheet.side, sheet.plan.id, reason), to=sheet.side)


def unassign(table: Play, units: Sequence[int]) -> None:
    """Units without a sheet get centres and plans by default, until their owner writes others [6.5a]."""
    left = [unit for unit in units if hex_of(table.state, unit) >= 0]
    for unit in units:
        if unit not in left:
            take_off(table, unit)
    while left:
        centre = hex_of(table.state, left[0])
        near = [unit for unit in left if _in_reach(table, hex_of(table.state, unit), centre)]
        side = table.state.side[left[0]]
        place = Place(side, centre, way_out(table, side, centre), provisional=True)
        place_units(table, near, place)
        left = [unit for unit in left if unit not in near]


def _in_reach(table: Play, hex: int, centre: int) -> bool:
    return table.scene.country.distance(hex, centre) <= CHARTS.command.sheets.radius


def way_out(table: Play, side: int, start: int) -> Contingency:
    """A way from a hex that leads farther from the enemy with every step, as long as one does [6.5c]."""
    return way_from(table, start, nearness(table, side))


def way_from(table: Play, start: int, far: Sequence[int]) -> Contingency:
    """The same, with how far the enemy is from each hex."""
    names, country = table.scene.board.names, table.scene.country
    way = [start]
    while len(way) <= RUN:
        around = [
            beyond
            for beyond in country.neighbours[way[-1] * 6 : way[-1] * 6 + 6]
            if beyond >= 0 and far[beyond] >= far[way[-1]] and beyond not in way
        ]
        if not around:
            break
        way.append(max(around, key=lambda hex: (far[hex], -hex)))
    beside = [beyond for beyond in country.neighbours[way[-1] * 6 : way[-1] * 6 + 6] if beyond >= 0]
    area = [way[-1], *(hex for hex in beside if far[hex] >= far[start])]
    return Contingency("withdraw", tuple(names[hex] for hex in way), tuple(names[hex] for hex in area))


def settle(table: Play) -> None:
    """Whoever stands on the map without any orders is unassigned: arrivals among them [6.4g] [6.5]."""
    state = table.state
    for side in (0, 1):
        lost = [
            unit for unit in table.scene.own[side] if state.group[unit] == NOBODY and hex_of(state, unit) >= 0
        ]
        unassign(table, lost)


def centre_faults(table: Play, units: Sequence[int], centre: int) -> list[Refusal]:
    """A centre is within five hexes of all its units, not on the enemy's ground, and no advance [6.5a]."""
    state, scene = table.state, table.scene
    found, side = [], state.side[units[0]]
    hexes = [hex_of(state, unit) for unit in units if hex_of(state, unit) >= 0]
    most, where = CHARTS.command.sheets.radius, scene.hex_name(centre)
    if any(scene.country.distance(hex, centre) > most for hex in hexes):
        found.append(Refusal("6.5a", f"not all of the units are within {most} hexes of {where}"))
    far = nearness(table, side)
    if ground_of(table, side) >> centre & 1 or far[centre] < min((far[hex] for hex in hexes), default=0):
        found.append(Refusal("6.5a", f"{where} is an advance: nearer to the enemy than they stand (UN-FWD)"))
    return found


def plan_of_withdrawal_faults(table: Play, side: int, plan: Contingency) -> list[Refusal]:
    """A contingency plan leads away from the enemy, and not onto his ground [6.5c]."""
    return [
        Refusal(fault.case or "6.5c", fault.reason, fault.place)
        for fault in way_faults(table, side, plan.route, plan.area, "UN-FWD")
    ]


def way_faults(table: Play, side: int, route: Sequence[str], area: Sequence[str], code: str) -> list[Refusal]:
    """A way out runs hex by hex to its place and comes no nearer to the enemy [6.5c] [6.10]."""
    board, country = table.scene.board, table.scene.country
    if not (route and area):
        return [Refusal("", "a way out is a route and a place at its end")]
    numbers = board.sheet.numbers
    strange = [hex for hex in (*route, *area) if hex not in numbers or not country.in_play[numbers[hex]]]
    if strange:
        return [Refusal("", f"{strange[0]} is not on the map")]
    way, place = indices(board, route), indices(board, area)
    for number in range(len(way) - 1):
        if country.distance(way[number], way[number + 1]) != 1:
            return [Refusal("", f"the route breaks off between {route[number]} and {route[number + 1]}")]
    found = []
    if min(country.distance(way[-1], hex) for hex in place) > 1:
        found.append(Refusal("", f"the route ends in {route[-1]}, away from its place"))
    far = nearness(table, side)
    if bits(place) & ground_of(table, side) or far[way[-1]] < far[way[0]]:
        found.append(Refusal("", f"it leads toward the enemy or onto his ground ({code})"))
    return found


# -- attacks on them, and the contingency plan


def fired_upon(table: Play, units: Sequence[int]) -> None:
    """A fire at units is counted once for each of their groups [6.5c]."""
    state = table.state
    struck = [state.group[unit] for unit in units if state.sheet[unit] == NOBODY != state.group[unit]]
    for number in dict.fromkeys(struck):
        place = state.places[number]
        state.places[number] = place._replace(fires=place.fires + 1)


def members_of(table: Play, number: int) -> list[int]:
    """The units that belong to a place."""
    state = table.state
    return [
        unit
        for unit in range(len(state.units))
        if state.sheet[unit] == NOBODY and state.group[unit] == number
    ]


def attacked(table: Play, number: int) -> bool:
    """Two fires or more in the turn, an assault or overrun, or steps lost by direct fire [6.5c]."""
    state, place = table.state, table.state.places[number]
    units = members_of(table, number)
    lost = sum(state.lost[unit] for unit in units) > place.lost
    shot = any(has(state, unit, SHOT_AT) for unit in units)
    return place.fires >= ATTACKS or (lost and shot) or any(has(state, unit, CONTACT) for unit in units)


def heed_attacks(table: Play, side: int) -> None:
    """In their own Action Phase attacked groups withdraw that are to do so at once [6.5c]."""
    for number, place in enumerate(table.state.places):
        ready = place.side == side and place.plan and place.plan.mode == "withdraw" and not place.leaving
        if ready and members_of(table, number) and attacked(table, number):
            withdraw(table, number)


def withdraw(table: Play, number: int) -> None:
    """A group leaves by its contingency plan [6.5c]."""
    place = table.state.places[number]
    table.state.places[number] = place._replace(leaving=True, preliminary=False)
    table.report(Withdrawing(place.side, tuple(members_of(table, number))), to=place.side)


def count_attacks(table: Play) -> None:
    """At the end of a turn's fighting: three turns of attack, and who defends withdraws [6.5c]."""
    state = table.state
    for number, place in enumerate(state.places):
        units = members_of(table, number)
        if not units:
            continue
        now = attacked(table, number)
        quiet = 0 if now else place.quiet + 1
        count = place.attacked + 1 if now else 0 if quiet >= QUIET else place.attacked
        lost = sum(state.lost[unit] for unit in units)
        state.places[number] = place._replace(attacked=count, quiet=quiet, fires=0, lost=lost)
        if count >= CHARTS.command.sheets.defend_in_place and not place.leaving:
            withdraw(table, number)


def arrive_at_place(table: Play, unit: int) -> None:
    """When all who can have come to the place of a plan, that is where they stay [6.5c] [6.11a]."""
    state, number = table.state, table.state.group[unit]
    place = state.places[number]
    if not place.leaving or place.plan is None:
        return
    area = bits(indices(table.scene.board, place.plan.area))
    there = [hex_of(state, one) for one in members_of(table, number) if able(state, one)]
    if all(area >> hex & 1 for hex in there):
        last = table.scene.board.sheet.numbers[place.plan.route[-1]]
        centre = last if area >> last & 1 else next(members(area))
        plan = way_out(table, place.side, centre)
        state.places[number] = place._replace(
            centre=centre, plan=plan, leaving=False, provisional=True, attacked=0, quiet=0
        )
