"""Who may spot for indirect fire, and by which HQ it reaches the guns [9.61] [9.9] [12.3] [5.32]."""

from collections.abc import Iterator

from sandtable.games.raid.command import commands, headquarters, leader_of, suspended
from sandtable.games.raid.scene import Play
from sandtable.games.raid.spotting import hexes_seen, spotters
from sandtable.games.raid.state import MUTE, OUT_OF_COMMAND, alive, has, hex_of
from sandtable.games.raid.units import GUNS, UNITS

Bars = Iterator[tuple[str, str, bool]]

OFF_MAP = {
    "mortar_4_2in": "4.2 in Mortar",
    "artillery_105mm": "105mm Artillery",
    "artillery_155mm": "155mm Artillery",
}


def own_guns(table: Play, side: int) -> list[int]:
    """A side's mortars by unit number, then its guns off the map as -1, -2 and so on [9.0]."""
    mortars = [unit for unit in table.scene.combat[side] if table.scene.types[unit].mortar]
    return mortars + [-1 - place for place, gun in enumerate(table.state.guns) if gun.side == side]


def ever_plots(table: Play, side: int) -> bool:
    """Does a side have any guns, by its list of forces, which everybody knows [9.0]?"""
    return bool(own_guns(table, side))


def gun_row(table: Play, gun: int) -> str:
    """The row of 9.41 for a gun."""
    return table.scene.types[gun].gun if gun >= 0 else GUNS[table.state.guns[-1 - gun].gun]


def gun_kind(table: Play, gun: int) -> str:
    """What kind of gun it is, which everybody hears when it fires."""
    row = gun_row(table, gun)
    return next((kind.name for kind in UNITS if kind.gun == row), OFF_MAP.get(row, row))


def gun_name(table: Play, gun: int) -> str:
    """A gun as its owner names it: the unit, or "155mm Artillery 2" off the map."""
    if gun >= 0:
        return table.scene.unit_name(gun)
    guns, place = table.state.guns, -1 - gun
    number = 1 + sum(other == guns[place] for other in guns[:place])
    return f"{gun_kind(table, gun)} {number}"


def gun_bars(table: Play, gun: int) -> Bars:
    """Why a gun may not be plotted for; those off the map always answer [5.32] [5.33] [9.81] [9.83]."""
    state = table.state
    if gun < 0:
        return
    yield "9.81", "it is not in action on the map", not alive(state, gun) or state.hexes[gun] < 0
    yield "5.32", "it is out of command", has(state, gun, OUT_OF_COMMAND)
    sheltered = state.hexes[gun] >= 0 and table.scene.field(state).sheltered(state.hexes[gun])
    yield "9.83", "no mission is fired from Heavy or Building hexes", sheltered


def reach_bars(table: Play, gun: int, hex: int) -> Bars:
    """Why a gun may not be plotted at a hex [9.82] [9.84]."""
    if gun >= 0:
        least = table.scene.types[gun].least_range
        near = table.scene.board.distance(hex_of(table.state, gun), hex) < least
        yield "9.82", f"its least range is {least} hexes", near


def spotter_bars(table: Play, unit: int, gun: int) -> Bars:
    """Why a unit may not spot for a gun [6.3] [9.9] [12.3]."""
    state = table.state
    yield "6.3", "it spots nobody", unit not in spotters(table, state.side[unit])
    yield "9.9", "it is out of command", has(state, unit, OUT_OF_COMMAND)
    yield "9.9", "no HQ with a radio reaches both it and the gun", not linked(table, unit, gun)


def linked(table: Play, unit: int, gun: int) -> bool:
    """Does one HQ reach the spotter and, if it is on the map, the gun [9.9] [12.3] [5.36]?

    Vehicles and helicopters answer to any HQ; where a scenario sets command aside nobody needs one.
    """
    state, side = table.state, table.state.side[unit]
    if suspended(table, side) == "in":
        return True
    ground = table.scene.types[unit].combat
    own = headquarters(table, unit) if ground else [hq for hq in table.scene.hqs[side] if alive(state, hq)]
    return any(
        not has(state, hq, MUTE)
        and (not ground or commands(table, hq, leader_of(table, unit)))
        and (gun < 0 or commands(table, hq, gun))
        for hq in own
    )


def spotted_by(table: Play, side: int, gun: int) -> dict[int, int]:
    """Who may spot for a gun, helicopters too, and the hexes that each sees, as bits [9.61] [9.9] [13.23]."""
    return {
        unit: hexes_seen(table, unit)
        for unit in spotters(table, side)
        if not any(holds for _, _, holds in spotter_bars(table, unit, gun))
    }
