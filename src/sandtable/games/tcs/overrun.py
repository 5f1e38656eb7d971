"""Overrun: vehicles and carriers drive through an enemy hex and fire on the way [14.0]."""

from collections.abc import Sequence

from sandtable.engine import Choose, Refusal
from sandtable.games.tcs.area_odds import Fire
from sandtable.games.tcs.arriving import fought_over, pass_through
from sandtable.games.tcs.assault import fight
from sandtable.games.tcs.bodies import occupied
from sandtable.games.tcs.chit import roll_for
from sandtable.games.tcs.close_combat import (
    SIXTHS,
    alone,
    fighters,
    fire_inside,
    go_in,
    points_left,
    step_cost,
)
from sandtable.games.tcs.coming_in import come_in, halted
from sandtable.games.tcs.country import NO_WAY
from sandtable.games.tcs.events import Moved, OverrunBegun
from sandtable.games.tcs.losses import destroy
from sandtable.games.tcs.other_odds import DEFENDER, overrun_order
from sandtable.games.tcs.overwatch import overwatch
from sandtable.games.tcs.retreats import retreat, retreat_all
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.state import DONE, FIRE, PARALYZED, RETREATED, has, mark, mounted, stack
from sandtable.games.tcs.ways import cheapest, price

PRICE = 3 * SIXTHS
"""What an overrun costs besides the terrain [14.0]."""


def why_not_overrun(table: Play, unit: int, hex: int) -> Refusal | None:
    """Who may overrun a hex: move-mode vehicles and carriers with three points more than it costs [14.0].

    See also [14.1] [14.1a].
    """
    state, scene, name = table.state, table.scene, table.scene.units[unit]
    there = scene.hex_name(hex)
    bars = (
        (
            "14.0",
            f"{name} is no vehicle or carrier",
            scene.types[unit].category not in ("vehicle", "carrier"),
        ),
        ("14.0", f"{name} is in fire mode", has(state, unit, FIRE)),
        ("14.0", f"{name} is done for this phase", has(state, unit, DONE | RETREATED)),
        ("14.0", f"no enemy is in {there}", not occupied(table, hex, 1 - state.side[unit])),
    )
    for case, reason, holds in bars:
        if holds:
            return Refusal(case, reason)
    cost = step_cost(table, unit, hex)
    if cost == NO_WAY:
        return Refusal("14.0", f"{name} is not beside {there}, or cannot enter it")
    if cost + PRICE > points_left(table, unit):
        return Refusal("14.0", f"{name} lacks the movement points: the price of {there} and three more")
    out = min(exits(table, unit, hex).values(), default=NO_WAY)
    if out == NO_WAY or cost + PRICE + out > points_left(table, unit):
        return Refusal("14.1a", f"{name} lacks the movement points to leave {there} again")
    return None


async def overrun(table: Play, units: Sequence[int], hex: int) -> None:
    """Enter, roll who fires first, fire once each, leave to a hex beside [1.2b] [14.0] [14.2a]."""
    side = table.state.side[units[0]]
    table.report(OverrunBegun(hex, tuple(units)))
    go_in(table, units, hex, PRICE)
    first = 1 - side if await roll_for(table, side, overrun_order()) == DEFENDER else side
    for firing in (first, 1 - first):
        if not alone(table, hex):
            await _fire(table, firing, side, hex)
    fought_over(table, hex)
    for unit in stack(table.state, hex, side):
        if _drives(table, unit):
            await _drive_out(table, unit, hex)
    await _left_behind(table, side, hex)


async def _fire(table: Play, firing: int, attacker: int, hex: int) -> None:
    """Fires of the overrunning side shake more, most where armour drives over men [14.1d] [14.2b] [12.3j]."""
    types = table.scene.types
    armoured = any(types[unit].defense >= 1 for unit in stack(table.state, hex, attacker))
    base = Fire(overrun=True, armoured=armoured) if firing == attacker else Fire()
    firers = fighters(table, firing, hex)
    if firing == attacker:
        firers = [unit for unit in firers if mounted(table.state, unit) or _drives(table, unit)]
    outcomes = await fire_inside(table, firing, hex, firers, base)
    await retreat_all(table, outcomes, hex, overwatch)


def exits(table: Play, unit: int, hex: int) -> dict[int, int]:
    """The hexes into which a unit could leave one that it overruns, none with enemies, and what they cost."""
    found: dict[int, int] = {}
    for beyond in table.scene.country.neighbours[hex * 6 : hex * 6 + 6]:
        way = cheapest(table, unit, hex, beyond) if beyond >= 0 else None
        cost = NO_WAY if way is None else price(table, unit, way)
        if cost != NO_WAY and not occupied(table, beyond, 1 - table.state.side[unit]):
            found[beyond] = cost
    return found


def _drives(table: Play, unit: int) -> bool:
    """Is it a vehicle or a carrier itself? Passengers thrown out fire no more in the overrun [14.2c]."""
    return table.scene.types[unit].category in ("vehicle", "carrier")


async def _drive_out(table: Play, unit: int, hex: int) -> None:
    """Out to any hex beside that holds no enemy; where there is none it is lost [5.1d] [14.2a] [14.2d].

    See also [14.1e].
    """
    while True:
        ask = DriveOut(table, unit, hex)
        if not ask.options:
            await destroy(table, unit, spare_towed=False)
            return
        beyond = ask.options[0] if len(ask.options) == 1 else await table.ask(ask)
        way = cheapest(table, unit, hex, beyond)
        if way is not None and not halted(table, unit, beyond):
            await come_in(table, unit, way)
            return


async def _left_behind(table: Play, side: int, hex: int) -> None:
    """Passengers thrown out: where no enemy is left they hold the hex, else each does what it can [14.2c].

    Weapons are lost, the paralyzed step back; the others may assault, retreat or step back [8.2h] [12.3j].
    """
    state = table.state
    bold = []
    for unit in stack(state, hex, side):
        mark(state, unit, DONE)
        if not occupied(table, hex, 1 - side):
            continue
        if table.scene.types[unit].weapon:
            await destroy(table, unit)
            continue
        frozen = has(state, unit, PARALYZED)
        wish = STEP_BACK if frozen else await table.ask(ThrownChoice(table, side, unit))
        if wish == ASSAULT_ON:
            bold.append(unit)
        elif wish == RUN:
            await retreat(table, unit, overwatch)
        else:
            step_back(table, unit)
    if bold and not alone(table, hex):
        await fight(table, side, hex, unshaken=True)
        fought_over(table, hex)


def step_back(table: Play, unit: int) -> None:
    """To the hex from which the overrun came; nobody fires at it for that."""
    state = table.state
    state.hexes[unit] = state.previous[unit]
    pass_through(table, unit, state.hexes[unit])
    table.report(Moved(unit, state.hexes[unit]))


ASSAULT_ON, RUN, STEP_BACK = "assault", "retreat", "step back"


class ThrownChoice(Choose[str]):
    """What a passenger does that has been thrown out among enemies [14.2c]."""

    __slots__ = ()
    name, case, always = "thrown-out", "14.2c", (ASSAULT_ON, RUN, STEP_BACK)

    def question(self) -> str:
        return f"Does {self.table.scene.unit_name(self.unit)} assault, retreat or step back?"


class DriveOut(Choose[int]):
    """Where a vehicle leaves the hex that it has overrun [14.2a]."""

    __slots__ = ("hex",)
    table: Play
    name, case, options_are = "drive-out", "14.2a", "hexes"

    def __init__(self, table: Play, unit: int, hex: int) -> None:
        super().__init__(table, table.state.side[unit], unit)
        self.hex = hex

    def question(self) -> str:
        return f"Where does {self.table.scene.units[self.unit]} drive out to?"

    def offer(self) -> Sequence[int]:
        """Those that it can pay for, or else where it can go at all: a field met outside costs it no tank."""
        prices = exits(self.table, self.unit, self.hex)
        left = points_left(self.table, self.unit)
        return [hex for hex, cost in prices.items() if cost <= left] or [*prices]
