"""The Command Phase: conformity, morale, a new formation, helicopters, the headquarters' host [4.0] [5.4]."""

from collections.abc import Sequence

from sandtable.engine import Choose, Odds, Option, Refusal
from sandtable.games.rdf.charts import FORMATIONS, TRANSITIONS
from sandtable.games.rdf.events import (
    AltitudeTaken,
    FormationTaken,
    FormationTried,
    HostChanged,
    OutOfFormation,
    Straggled,
)
from sandtable.games.rdf.formation_odds import change, may_attempt
from sandtable.games.rdf.formations import breach, out_of_formation
from sandtable.games.rdf.morale import command_check, rout
from sandtable.games.rdf.moves import ALTITUDES
from sandtable.games.rdf.rollcall import destroyed
from sandtable.games.rdf.scene import Play
from sandtable.games.rdf.state import CLIMBED, LATE, NOBODY
from sandtable.games.rdf.watch import sighted_by, survey


async def conform(table: Play, side: int) -> None:
    """Who is still out of formation routs; morale is checked, sighting brought up to date [5.64] [5.47]."""
    state = table.state
    late = [unit for unit in table.scene.own[side] if state.flags[unit] & LATE]
    for unit in late:
        state.flags[unit] &= ~LATE
        if breach(table, unit):
            table.report(Straggled(unit))
            rout(table, unit)
    await command_check(table, side)
    survey(table, side, unsuppressed=True)


# ---- the formation


class ChangeFormation(Choose[int | None]):
    """Which formation the force tries to take, or that it keeps its own."""

    __slots__ = ()
    table: Play
    name, case, private = "change-formation", "5.4", True

    def question(self) -> str:
        return "Which formation does the force try to take?"

    def offer(self) -> Sequence[int | None]:
        now = self.table.state.formation[self.side]
        if now == NOBODY or not may_attempt(sighted_by(self.table, self.side)):
            return [None]
        return [None, *TRANSITIONS[now]]

    def key(self, option: int | None) -> str:
        return "pass" if option is None else FORMATIONS[option].id

    def odds(self, option: int | None) -> Odds | None:
        return None if option is None else change_odds(self.table, self.side)

    def describe(self, option: int | None) -> Option:
        if option is None:
            return Option("pass", "Keep the formation")
        chance = change_odds(self.table, self.side).chance("changed")
        return Option(self.key(option), FORMATIONS[option].name, chance)

    def why_not(self, key: str) -> Refusal:
        if not may_attempt(sighted_by(self.table, self.side)):
            return Refusal("5.42", "no enemy unit has been sighted yet")
        now = self.table.state.formation[self.side]
        name = FORMATIONS[now].name if now != NOBODY else "no formation"
        return Refusal("5.41", f"no change leads from {name} to {key}")


def change_odds(table: Play, side: int) -> Odds:
    """The odds of a change of formation now [5.43] [5.44] [5.45]."""
    return change(table.state.rating[side], sighted_by(table, side), len(destroyed(table, side)))


async def change_formation(table: Play, side: int) -> None:
    """One attempt to change the formation, in secret; what was seen of it holds no longer [5.4] [5.43]."""
    table.state.defence_known[side] = 0
    wanted = await table.ask(ChangeFormation(table, side))
    if wanted is None:
        return
    table.report(FormationTried(side, FORMATIONS[wanted].name), to=side)
    if await table.roll(change_odds(table, side), secret_to=side) == "changed":
        table.state.formation[side] = wanted
        table.report(FormationTaken(side, FORMATIONS[wanted].name), to=side)


# ---- helicopters


class SetAltitude(Choose[tuple[int, int] | None]):
    """Which helicopter flies at which altitude from now on, or that all is settled."""

    __slots__ = ()
    table: Play
    name, case, resumable = "altitude", "14.25", True

    def question(self) -> str:
        return "At which altitude do the helicopters fly?"

    def offer(self) -> Sequence[tuple[int, int] | None]:
        now = self.table.state.altitude
        units = unsettled(self.table, self.side)
        return [None, *[(unit, height) for unit in units for height in range(3) if height != now[unit]]]

    def key(self, option: tuple[int, int] | None) -> str:
        return "pass" if option is None else f"{self.table.scene.units[option[0]]} at {ALTITUDES[option[1]]}"

    def describe(self, option: tuple[int, int] | None) -> Option:
        key = self.key(option)
        return Option(key, "Leave them as they are") if option is None else Option(key, key)

    def why_not(self, key: str) -> Refusal:
        return Refusal("14.25", f"{key!r} names no own helicopter that has still to be settled")


def unsettled(table: Play, side: int) -> list[int]:
    """The helicopters on the map whose altitude has still to be settled in this phase [14.25]."""
    state, flies = table.state, table.scene.helicopter
    units = table.scene.own[side]
    return [
        unit for unit in units if flies[unit] and state.hexes[unit] >= 0 and not state.flags[unit] & CLIMBED
    ]


async def set_altitudes(table: Play, side: int) -> None:
    """The helicopters climb and descend [14.21] [14.25]."""
    state = table.state
    while unsettled(table, side):
        choice = await table.ask(SetAltitude(table, side))
        if choice is None:
            break
        unit, height = choice
        state.altitude[unit] = height
        state.flags[unit] |= CLIMBED
        table.report(AltitudeTaken(unit, ALTITUDES[height]))
    for unit in table.scene.own[side]:
        state.flags[unit] &= ~CLIMBED


# ---- the battalion headquarters, and who is out of formation


class ChangeHost(Choose[int | None]):
    """With which unit the hidden battalion headquarters rides from now on."""

    __slots__ = ()
    table: Play
    name, case, options_are, window, private = "host", "5.63", "units", True, True

    def question(self) -> str:
        return "With whom does the battalion headquarters ride from now on?"

    def might_answer(self) -> bool:
        """Does the headquarters ride unseen, and do company units stand together anywhere?"""
        state, scene = self.table.state, self.table.scene
        if state.host[self.side] == NOBODY:
            return False
        hexes = [state.hexes[unit] for unit in scene.own[self.side] if state.formed[unit] != NOBODY]
        return any(hex >= 0 and hexes.count(hex) > 1 for hex in hexes)

    def offer(self) -> Sequence[int | None]:
        state, host = self.table.state, self.table.state.host[self.side]
        if host == NOBODY or state.hexes[host] < 0:
            return [None]
        units = self.table.scene.own[self.side]
        here = [unit for unit in units if state.hexes[unit] == state.hexes[host] and unit != host]
        return [None, *[unit for unit in here if state.company[unit] != NOBODY]]

    def why_not(self, key: str) -> Refusal:
        return Refusal("5.63", f"{key} is no company unit in the hex of the headquarters")


async def attach_headquarters(table: Play, side: int) -> None:
    """The hidden headquarters may change its host; who breaks the formation now is told [5.63] [5.64]."""
    host = await table.ask(ChangeHost(table, side))
    if host is not None:
        table.state.host[side] = host
        table.report(HostChanged(host), to=side)
    for unit in out_of_formation(table, side):
        table.state.flags[unit] |= LATE
        table.report(OutOfFormation(unit), to=side)
