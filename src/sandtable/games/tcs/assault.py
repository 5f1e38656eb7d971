"""Assault: infantry goes into an enemy hex and fights until one side has it [13.0]."""

from collections.abc import Mapping, Sequence

from sandtable.engine import Choose, Refusal, Several
from sandtable.games.tcs.area_odds import Fire
from sandtable.games.tcs.arriving import fought_over
from sandtable.games.tcs.bodies import occupied
from sandtable.games.tcs.chit import roll_for
from sandtable.games.tcs.close_combat import (
    SIXTHS,
    alone,
    fall_back,
    fighters,
    fire_inside,
    go_in,
    points_left,
    step_cost,
)
from sandtable.games.tcs.coming_in import come_in, halted
from sandtable.games.tcs.country import NO_WAY
from sandtable.games.tcs.events import AssaultBegun, Dismounted, Surrendered
from sandtable.games.tcs.losses import destroy, leave, to_move_mode
from sandtable.games.tcs.morale_odds import FALLS_BACK, assault_check
from sandtable.games.tcs.morale_odds import PARALYZED as FROZEN
from sandtable.games.tcs.morale_odds import SUPPRESSED as SHAKY
from sandtable.games.tcs.overwatch import overwatch
from sandtable.games.tcs.retreats import may_retreat, retreat, retreat_all
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.state import (
    DONE,
    FIRE,
    NOBODY,
    PARALYZED,
    RETREATED,
    SUPPRESSED,
    TAKEN,
    aboard,
    has,
    hex_of,
    mark,
    mounted,
    stack,
)
from sandtable.games.tcs.ways import cheapest

ASSAULT = Fire(assault=True)
FIGHT, FLEE = "fight", "flee"
GO_ON, GIVE_UP = "go on", "give up"


def why_not_assault(table: Play, unit: int, hex: int) -> Refusal | None:
    """Who may assault a hex: move-mode infantry beside it with the points to enter [13.1a] [13.1d] [13.1]."""
    state, scene, name = table.state, table.scene, table.scene.units[unit]
    there = scene.hex_name(hex)
    bars = (
        ("13.1a", f"{name} is no infantry", scene.types[unit].category != "infantry"),
        ("13.1d", f"{name} is mounted", mounted(state, unit)),
        ("13.1a", f"{name} is in fire mode", has(state, unit, FIRE)),
        ("13.1a", f"{name} is suppressed or paralyzed", has(state, unit, SUPPRESSED | PARALYZED)),
        ("13.2d", f"{name} is done for this phase", has(state, unit, DONE | RETREATED)),
        ("13.0", f"no enemy is in {there}", not occupied(table, hex, 1 - state.side[unit])),
    )
    for case, reason, holds in bars:
        if holds:
            return Refusal(case, reason)
    cost = step_cost(table, unit, hex)
    if cost == NO_WAY:
        return Refusal("13.0", f"{name} is not beside {there}, or cannot enter it")
    if cost > points_left(table, unit):
        return Refusal("13.1a", f"{name} lacks the movement points to enter {there}")
    return None


async def assault(table: Play, units: Sequence[int], hex: int) -> None:
    """Announced, fled from or fought out: the defender fires, the attacker, and again [1.2a] [13.0]."""
    state = table.state
    side = state.side[units[0]]
    table.report(AssaultBegun(hex, tuple(units)))
    await _defender_decides(table, 1 - side, hex)
    go_in(table, units, hex)
    if not alone(table, hex):
        await fight(table, side, hex)
    fought_over(table, hex)
    for unit in units:
        mark(state, unit, DONE)


async def _defender_decides(table: Play, side: int, hex: int) -> None:
    """Fight or flee; unsuppressed passengers may dismount to fight [13.0] [13.1d] [13.2f]."""
    state = table.state
    if not fighters(table, side, hex):
        return
    if await table.ask(FightOrFlee(table, side, hex)) == FLEE:
        for unit in stack(state, hex, side):
            await _flee(table, unit, hex)
        return
    ask = DismountToFight(table, side, hex)
    for unit in await table.ask(ask) if ask.options else ():
        state.hexes[unit], state.carrier[unit], state.second[unit] = hex, NOBODY, NOBODY
        to_move_mode(table, unit)
        table.report(Dismounted(unit, hex))


async def _flee(table: Play, unit: int, hex: int) -> None:
    """Whoever can retreats, with the carrier it is on; who cannot is lost, the paralyzed stay [13.0]."""
    state = table.state
    if state.hexes[unit] != hex or has(state, unit, PARALYZED):
        return
    riders = [one for one in aboard(state, unit) if may_retreat(table, one)]
    if may_retreat(table, unit):
        await retreat(table, unit, overwatch)
    elif riders:
        await retreat(table, riders[0], overwatch)
    elif table.scene.types[unit].category in ("vehicle", "carrier"):
        await drive_away(table, unit, hex)
    else:
        await destroy(table, unit)


async def drive_away(table: Play, unit: int, hex: int) -> None:
    """Vehicles with nobody to follow drive off by normal movement; the attacker may fire [13.1f]."""
    state = table.state
    state.spent[unit] = 0
    to_move_mode(table, unit)
    while hex_of(state, unit) >= 0 and (ask := DriveAway(table, unit, hex)).options:
        beyond = await table.ask(ask)
        if beyond is None:
            break
        way = cheapest(table, unit, state.hexes[unit], beyond)
        if way is not None and not halted(table, unit, beyond):
            await come_in(table, unit, way)
    state.spent[unit] = table.scene.types[unit].points * SIXTHS
    if state.hexes[unit] == hex:
        await destroy(table, unit)


async def fight(table: Play, side: int, hex: int, unshaken: bool = False) -> None:
    """Fire by turns until an end of the combat comes; a fire segment is always finished [13.2] [13.2e].

    `unshaken` for passengers thrown out, who make no check at the first fire [14.2c].
    """
    frozen = not fighters(table, 1 - side, hex)
    first = True
    while True:
        firers = fighters(table, 1 - side, hex, paralyzed=first)
        outcomes = await fire_inside(table, 1 - side, hex, firers, ASSAULT)
        await _shaken(table, side, outcomes, hex, check=not (first and unshaken))
        first = False
        if alone(table, hex):
            return
        if frozen:
            capture(table, 1 - side, hex)
            return
        outcomes = await fire_inside(table, side, hex, fighters(table, side, hex), ASSAULT)
        await retreat_all(table, outcomes, hex, overwatch)
        if alone(table, hex):
            return
        if not fighters(table, 1 - side, hex):
            capture(table, 1 - side, hex)
            return
        if await table.ask(GoOn(table, side)) == GIVE_UP:
            for unit in stack(table.state, hex, side):
                fall_back(table, unit, hex)
            return


async def _shaken(table: Play, side: int, outcomes: Mapping[int, str], hex: int, check: bool = True) -> None:
    """Attackers: the paralyzed fall back, the suppressed if they roll their morale or less [13.2a] [9.3a].

    Defenders whom their own mortars have hit stay, unless they have to retreat [3.5d].
    """
    await retreat_all(table, outcomes, hex, overwatch)
    for unit, outcome in outcomes.items():
        if hex_of(table.state, unit) != hex or table.state.side[unit] != side:
            continue
        morale = table.scene.types[unit].morale or 0
        if outcome == FROZEN or (check and outcome == SHAKY and await _fails(table, unit, morale)):
            fall_back(table, unit, hex)


async def _fails(table: Play, unit: int, morale: int) -> bool:
    return await roll_for(table, table.state.side[unit], assault_check(morale)) == FALLS_BACK


def capture(table: Play, side: int, hex: int) -> None:
    """All defenders are paralyzed: they are taken, with what they have there [9.3a] [13.2]."""
    state = table.state
    for unit in stack(state, hex, side):
        for one in (*aboard(state, unit), unit):
            table.report(Surrendered(one))
            leave(table, one, TAKEN)


class FightOrFlee(Choose[str]):
    """The defender's answer to an announced assault [13.0]."""

    __slots__ = ("hex",)
    table: Play
    name, case, always = "fight-or-flee", "13.0", (FIGHT, FLEE)

    def __init__(self, table: Play, side: int, hex: int) -> None:
        super().__init__(table, side)
        self.hex = hex

    def question(self) -> str:
        return f"Do the defenders of {self.table.scene.hex_name(self.hex)} fight or flee?"


class DismountToFight(Several[int]):
    """Which passengers dismount before the assault [13.1d]."""

    __slots__ = ("hex",)
    table: Play
    name, case, options_are = "dismount-to-fight", "13.1d", "units"

    def __init__(self, table: Play, side: int, hex: int) -> None:
        super().__init__(table, side)
        self.hex = hex

    def offer(self) -> Sequence[int]:
        state = self.table.state
        pinned = SUPPRESSED | PARALYZED
        return [
            unit
            for unit in fighters(self.table, self.side, self.hex)
            if mounted(state, unit) and not has(state, unit, pinned)
        ]


class GoOn(Choose[str]):
    """After its own fire the attacker may give up [13.2]."""

    __slots__ = ()
    name, case, always = "go-on", "13.2", (GO_ON, GIVE_UP)


class DriveAway(Choose[int | None]):
    """The next hex of a vehicle that leaves a hex about to be assaulted; it has to leave that one [13.1f]."""

    __slots__ = ("hex",)
    table: Play
    name, case, options_are = "drive-away", "13.1f", "hexes"

    def __init__(self, table: Play, unit: int, hex: int) -> None:
        super().__init__(table, table.state.side[unit], unit)
        self.hex = hex

    def question(self) -> str:
        return f"Where does {self.table.scene.units[self.unit]} drive?"

    def offer(self) -> Sequence[int | None]:
        """Hexes that it can pay for and that hold no enemies; it may stop once it is out."""
        table, here = self.table, self.table.state.hexes[self.unit]
        around = table.scene.country.neighbours[here * 6 : here * 6 + 6]
        left = points_left(table, self.unit)
        found: list[int | None] = [
            beyond
            for beyond in around
            if beyond >= 0
            and NO_WAY != step_cost(table, self.unit, beyond) <= left
            and not occupied(table, beyond, 1 - self.side)
        ]
        return [None, *found] if here != self.hex and found else found
