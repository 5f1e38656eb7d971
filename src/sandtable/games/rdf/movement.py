"""The Movement Segments: one stack after another, hex by hex, under fire [4.0] [6.0]."""

from collections.abc import Sequence

from sandtable.engine import Choose, Option
from sandtable.games.rdf.allowance import entry_price, make_inactive, pay, payers, price, riders, step_cost
from sandtable.games.rdf.assault import close_assault
from sandtable.games.rdf.ending import offer_the_end
from sandtable.games.rdf.events import AltitudeTaken, ChiefNamed, DugIn, Entered, Exited, Moved, Stood
from sandtable.games.rdf.fire import show_formation
from sandtable.games.rdf.formations import in_deliberate_defense, out_of_formation
from sandtable.games.rdf.moves import (
    AIR_DEFENCE,
    ALTITUDES,
    Action,
    Companions,
    PickMover,
    Step,
    companions,
    exit_cost,
)
from sandtable.games.rdf.reactions import hasty_fire, own_air_defence, react
from sandtable.games.rdf.rollcall import company_members, in_play, mounted, occupied
from sandtable.games.rdf.scene import Play
from sandtable.games.rdf.state import (
    BOARDED,
    DONE,
    EXCUSED,
    EXITED,
    FIRED,
    HASTY,
    HIDDEN,
    MOVED,
    NO_ACT,
    NOBODY,
    ROUTED,
)
from sandtable.games.rdf.transport import dismount, mount
from sandtable.games.rdf.watch import look_around, survey

_OF_THE_PHASE = DONE | BOARDED | HASTY | EXCUSED | MOVED


async def begin_movement(table: Play, side: int) -> None:
    """A new Movement Phase: nobody has moved, and all look around [6.11] [5.47] [5.64]."""
    state = table.state
    for unit in table.scene.own[side]:
        state.flags[unit] &= ~_OF_THE_PHASE
        state.spent[unit] = state.paces[unit] = 0
        state.began[unit] = max(state.hexes[unit], NOBODY)
    state.rounds = [-1] * len(state.rounds)
    state.fought = []
    for unit in out_of_formation(table, side):
        state.flags[unit] |= EXCUSED
    for one in range(len(state.sides)):
        survey(table, one)


async def movement_segments(table: Play, side: int) -> None:
    """The side moves its units one by one or in stacks until no more will [6.13] [6.45]."""
    state = table.state
    while True:
        if not state.moving:
            unit = await table.ask(PickMover(table, side))
            if unit is None:
                return
            if unit == AIR_DEFENCE:
                await own_air_defence(table, side)
                continue
            await gather(table, unit)
        await move_stack(table, side)


async def gather(table: Play, unit: int) -> None:
    """Who goes together with the unit; that costs nothing [6.13] [6.35]."""
    together: tuple[int, ...] = ()
    if companions(table, unit):
        together = await table.ask(Companions(table, table.state.side[unit], unit))
    table.state.moving = [unit, *together]


async def move_stack(table: Play, side: int) -> None:
    """One segment: step by step until the stack stops or can do no more [6.11] [6.4] [6.42] [6.44]."""
    state, around = table.state, None
    while still_moving(table):
        ask = Step(table, side, around)
        action = await table.ask(ask)
        if action is None:
            break
        quiet = await perform(table, side, action)
        around = ask.march.around if quiet else None
        await offer_the_end(table)
    for unit in state.moving:
        state.flags[unit] |= DONE
    state.moving = []


def still_moving(table: Play) -> bool:
    """Who of the stack is left to go on? Who has routed after half its allowance goes no further [13.12]."""
    state, allowance = table.state, table.scene.allowance
    moving = [unit for unit in state.moving if in_play(state, unit) and not mounted(state, unit)]
    halted = [
        unit for unit in moving if state.flags[unit] & ROUTED and state.spent[unit] * 2 >= allowance[unit]
    ]
    for unit in halted:
        state.flags[unit] |= DONE
    state.moving = [unit for unit in moving if not state.flags[unit] & DONE]
    return bool(state.moving)


async def perform(table: Play, side: int, action: Action) -> bool:
    """What the stack does next; is it the only one that has moved, and was nobody fired at [6.0]?"""
    verb, one, two = action
    if verb == "enter":
        return await step_into(table, side, one)
    if verb == "come":
        await come(table, side, one)
    elif verb == "exit":
        await leave_map(table, side)
    elif verb == "fire":
        await hasty_fire(table, table.state.moving)
    elif verb == "leave":
        table.state.moving.remove(one)
        table.state.flags[one] |= DONE
    elif verb == "fly":
        table.state.altitude[one] = two
        table.report(AltitudeTaken(one, ALTITUDES[two]), to=side)
    else:
        await transport(table, action)
    return False


async def transport(table: Play, action: Action) -> None:
    """Mount or dismount; on the map the enemy may fire at those who do [12.11] [12.12] [9.35]."""
    verb, one, carrier = action
    if verb == "mount":
        infantry = one
        mount(table, infantry, carrier)
    else:
        carrier, infantry = one, table.state.cargo[one]
        dismount(table, carrier)
    look_around(table, [infantry])
    if table.state.hexes[carrier] >= 0:
        await react(table, [carrier, infantry], [*table.state.moving])


async def come(table: Play, side: int, hex: int) -> None:
    """The stack comes onto the map; with half its allowance reconnaissance comes inactive [3.21] [3.26]."""
    state, movers = table.state, [*table.state.moving]
    for unit in payers(table, movers):
        pay(table, unit, entry_price(table, unit, hex))
        if state.turn == 1 and state.half[side]:
            make_inactive(table, unit)
    for unit in [*movers, *riders(table, movers)]:
        state.came[unit] = hex
    for unit in movers:
        table.report(Entered(unit, hex))
    await arrive(table, side, movers, hex, False)


async def step_into(table: Play, side: int, hex: int) -> bool:
    """One hex: leave, if need be under fire, pay, arrive, and let the enemy react; did nobody do so
    [6.11] [6.41] [9.35]?"""
    state, board = table.state, table.scene.board
    start = state.hexes[state.moving[0]]
    if locked := occupied(table, side, start):
        await react(table, [*state.moving], [*state.moving], within=start)
        if not still_moving(table):
            return False
    movers = [*state.moving]
    place = next(at for at in range(start * 6, start * 6 + 6) if board.neighbours[at] == hex)
    for unit in payers(table, movers):
        pay(table, unit, max(price(table, unit, step_cost(table, unit, place)), 0))
    for unit in movers:
        table.report(Moved(unit, hex))
    quiet = await arrive(table, side, movers, hex, board.level[hex] != board.level[start])
    return quiet and not locked


async def arrive(table: Play, side: int, movers: Sequence[int], hex: int, new_height: bool) -> bool:
    """Who sees the stack in its hex may fire; enemies there are assaulted; did neither happen
    [6.44] [9.35] [10.0] [10.27]?"""
    state = table.state
    for unit in [*movers, *riders(table, movers)]:
        state.hexes[unit] = hex
        state.paces[unit] += 1
    look_around(table, movers)
    if not (assaults(table, movers) and occupied(table, side, hex)):
        return not await react(table, movers, movers, new_height=new_height)
    await close_assault(table, movers, hex, new_height=new_height)
    for unit in movers:
        state.flags[unit] |= DONE
    return False


def assaults(table: Play, movers: Sequence[int]) -> bool:
    """Are there ground units among them? Helicopters fly over [14.23]."""
    return not all(table.scene.helicopter[unit] for unit in movers)


async def leave_map(table: Play, side: int) -> None:
    """The stack leaves the map where its orders let it [15.11] [15.12]."""
    state, movers = table.state, [*table.state.moving]
    hex = state.hexes[movers[0]]
    for unit in payers(table, movers):
        pay(table, unit, exit_cost(table, unit, hex))
    gone = [*movers, *riders(table, movers)]
    state.unreckoned = True
    for unit in gone:
        state.left[unit], state.hexes[unit], state.suppressed[unit] = state.turn, EXITED, 0
        table.report(Exited(unit, hex))
    for unit in gone:
        await see_off(table, side, unit, hex)


async def see_off(table: Play, side: int, unit: int, hex: int) -> None:
    """What a unit takes with it: the battalion headquarters, or the lead of its company [5.31] [5.63]."""
    state, scene = table.state, table.scene
    hq, company = scene.hq[side], state.company[unit]
    if state.host[side] == unit and state.hexes[hq] == HIDDEN:
        state.hexes[hq], state.left[hq] = EXITED, state.turn
    if unit == hq or state.host[side] == unit:
        state.last_host[side] = hex
    if company != NOBODY and state.chief[company] == unit and company_members(table, company):
        state.chief[company] = await table.ask(NameChief(table, side, unit))
        table.report(ChiefNamed(state.chief[company]), to=side)


class NameChief(Choose[int]):
    """Which unit is company headquarters now that the old one has left the map."""

    __slots__ = ()
    table: Play
    name, case, options_are, private = "name-headquarters", "5.31", "units", True

    def question(self) -> str:
        return "Which unit is headquarters of its company now?"

    def offer(self) -> Sequence[int]:
        return company_members(self.table, self.table.state.company[self.unit])


class PickAssault(Choose[int]):
    """In which hex the fight goes on next."""

    __slots__ = ()
    table: Play
    name, case, options_are, resumable = "pick-assault", "10.0", "hexes", True

    def question(self) -> str:
        return "Where does the fight go on next?"

    def offer(self) -> Sequence[int]:
        return locked_hexes(self.table, self.side)

    def describe(self, option: int) -> Option:
        key = self.key(option)
        return Option(key, f"Assault in {key}", hex=key)


def locked_hexes(table: Play, side: int) -> list[int]:
    """The hexes with both sides in them in which no assault was fought in this phase [10.0] [10.11]."""
    state, flies = table.state, table.scene.helicopter
    found = [
        state.hexes[unit]
        for unit in table.scene.own[side]
        if state.hexes[unit] >= 0 and not flies[unit] and not state.flags[unit] & ROUTED
    ]
    return [hex for hex in sorted({*found}) if hex not in state.fought and occupied(table, side, hex)]


async def renew_assaults(table: Play, side: int) -> None:
    """Fights that were not decided go on; then whoever has not moved is marked [10.0] [9.62]."""
    while hexes := locked_hexes(table, side):
        hex = hexes[0] if len(hexes) == 1 else await table.ask(PickAssault(table, side))
        table.state.fought.append(hex)
        attackers = [unit for unit in table.scene.own[side] if table.state.hexes[unit] == hex]
        await close_assault(table, attackers, hex, renewed=True)
    await offer_the_end(table)
    place_no_act(table, side)


def place_no_act(table: Play, side: int) -> None:
    """Whoever has neither moved nor fired while moving gets a No Act marker [9.62] [9.63]."""
    state = table.state
    for unit in table.scene.own[side]:
        if state.hexes[unit] < 0 or state.flags[unit] & (MOVED | ROUTED | NO_ACT):
            continue
        fired = state.flags[unit] & FIRED > 0
        if fired:
            # Whether it gets the marker all the same shows whether this is Deliberate Defense.
            show_formation(state, side)
        if not fired or in_deliberate_defense(table, side):
            state.flags[unit] |= NO_ACT
            table.report(DugIn(unit) if fired else Stood(unit))
