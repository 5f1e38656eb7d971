"""The opponent's picture: its view as a state of which the rules can be asked what a player would look up.

It is built from the view alone. Counters that lie face down are in it as units that nobody has seen yet, so
that they bar the way; who they are is anybody's guess, and `known` leaves them out.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache

from sandtable.engine.dice import Script
from sandtable.engine.position import BoardChanges
from sandtable.engine.table import Table
from sandtable.games.raid.field import Field
from sandtable.games.raid.forces import opening_state
from sandtable.games.raid.going import stacked
from sandtable.games.raid.scenarios import SCENARIOS
from sandtable.games.raid.scene import SHEET, Battlefield, Play
from sandtable.games.raid.state import (
    ABOARD,
    DEAD,
    LEFT,
    LINES,
    NOBODY,
    WAITING,
    WORDS,
    Charge,
    Impact,
    Mine,
    Mission,
    Muster,
    Smoke,
    State,
    new_state,
    on_map,
)
from sandtable.games.raid.tables import INCLUDED
from sandtable.games.raid.units import GUNS, KINDS, UNITS
from sandtable.games.raid.view import Mark, Seen, View
from sandtable.hexes import LETTERS

RIFLES = (*LINES, "choice")


class Picture:
    """What one side knows at one moment."""

    def __init__(self, scene: Battlefield, view: View, side: int) -> None:
        self.scene, self.view, self.side = scene, view, side
        self.state = _state_of(scene, view, side)
        self.table: Play = Table(scene, self.state, Script(()))
        self.hidden = _place_hidden(self.state, scene, view, side)
        """The counters of the enemy that lie face down, as units that stand for them."""

    @cached_property
    def field(self) -> Field:
        return self.scene.field(self.state)

    @cached_property
    def own(self) -> list[int]:
        """The own units on the map that fight: infantry, vehicles, helicopters."""
        return [unit for unit in on_map(self.state, self.side) if self.breed(unit) not in ("hq", "dummy")]

    @cached_property
    def known(self) -> list[int]:
        """The enemy's units that are known, without headquarters."""
        foes = [unit for unit in on_map(self.state, 1 - self.side) if unit not in self.hidden]
        return [unit for unit in foes if self.breed(unit) != "hq"]

    @cached_property
    def foes(self) -> dict[int, list[int]]:
        """The enemy's counters by hex, those face down among them."""
        found: dict[int, list[int]] = {}
        for unit in (*self.known, *self.hidden):
            found.setdefault(self.state.hexes[unit], []).append(unit)
        return found

    def breed(self, unit: int) -> str:
        return self.scene.types[unit].breed

    def friends(self, hex: int, unit: int = NOBODY) -> int:
        """How many own units stand on the ground in a hex, another one left out."""
        return stacked(self.table, self.side, hex, (unit,))["men"]

    def goal_hexes(self) -> list[int]:
        """The hexes that the scenario names in its goal."""
        scenario = self.scene.scenario
        return [self.scene.board.find(name) for name in scenario.goal_hexes] if scenario else []


def _state_of(scene: Battlefield, view: View, side: int) -> State:
    """The state as it would be if there were nothing but what the side knows."""
    state = _bare(scene, view.scenario, view.night).copy()
    state.turn, state.active, state.night = view.turn, view.active, view.night
    state.ready = True
    for force in view.forces:
        for place, units in ((DEAD, force.destroyed), (LEFT, force.left)):
            for unit in units:
                state.hexes[unit] = place
    if side >= 0:
        _take_out(state, scene, view, side)
    for seen in view.counters:
        if seen.unit >= 0:
            _place(state, seen)
    state.moving = [*view.moving]
    state.missions = [*_missions(scene, view, side)]
    for mark in view.marks:
        _lay(state, scene, mark, side)
    return state


@lru_cache(maxsize=64)
def _bare(scene: Battlefield, scenario: str, night: bool) -> State:
    """All units off the map, with what never changes of them."""
    if scenario in SCENARIOS:
        return opening_state(SCENARIOS[scenario], night)
    count = len(scene.units)
    own = [side for unit in range(count) for side in (0, 1) if unit in scene.own[side]]
    kinds, none = [KINDS[kind.id] for kind in scene.types], (NOBODY,) * count
    muster = Muster(
        SHEET, "", BoardChanges(), "", INCLUDED.fingerprint, night, scene.units,
        tuple(own), tuple(kinds), none, none, (),
    )  # fmt: skip
    return new_state(muster)


def _take_out(state: State, scene: Battlefield, view: View, side: int) -> None:
    """Of the own units those that are nowhere to be seen are gone, merged into others [7.54]."""
    shown = {seen.unit for seen in view.counters} | {*view.forces[side].waiting}
    for unit in scene.own[side]:
        if unit not in shown and state.hexes[unit] == WAITING:
            state.hexes[unit] = DEAD


def _place(state: State, seen: Seen) -> None:
    """One counter as the side sees it."""
    unit = seen.unit
    state.hexes[unit] = ABOARD if seen.aboard >= 0 else seen.hex
    state.carrier[unit] = seen.aboard
    state.men[unit] = seen.men or UNITS[state.kind[unit]].men
    state.flags[unit] = sum(WORDS.status[word] for word in seen.status)
    state.platoon[unit] = seen.platoon - 1 if seen.platoon else state.platoon[unit]
    state.spent[unit], state.held[unit] = seen.spent, seen.held
    state.began[unit] = seen.hex
    if seen.line:
        state.line[unit] = RIFLES.index(seen.line)
    if seen.facing:
        state.facing[unit] = LETTERS.index(seen.facing)


def _missions(scene: Battlefield, view: View, side: int) -> Iterator[Mission]:
    """The own plots; a gun off the map ends in its number."""
    for plot in view.plots:
        gun = scene.units.index(plot.gun) if plot.gun in scene.units else -int(plot.gun.split()[-1])
        yield Mission(gun, side, plot.hex, plot.smoke, plot.spotter, plot.turn)


def _lay(state: State, scene: Battlefield, mark: Mark, side: int) -> None:
    """A marker: what lies open, and the own mines and charges."""
    hex = mark.hex
    match mark.what:
        case "shells":
            state.impacts.append(Impact(hex, GUNS.index(mark.detail), side))
        case "smoke":
            state.smoke.append(Smoke(hex, int(mark.detail)))
        case "rubble":
            state.rubble.append(hex)
        case "wreck":
            state.wrecks.append(hex)
        case "breach":
            state.breached.append(hex * 6 + LETTERS.index(mark.detail))
        case "mine":
            state.mines.append(Mine(hex, side, mark.detail == "known"))
        case "charge":
            wall = LETTERS.index(mark.detail) if mark.detail else NOBODY
            state.charges.append(Charge(hex, side, wall, 0))
        case "documents":
            _lay_documents(state, scene, mark)


def _lay_documents(state: State, scene: Battlefield, mark: Mark) -> None:
    if mark.detail:
        state.carrying = scene.units.index(mark.detail)
    else:
        state.documents = mark.hex


def _place_hidden(state: State, scene: Battlefield, view: View, side: int) -> tuple[int, ...]:
    """Let units that nobody has seen yet stand for the counters that lie face down."""
    unseen = [*_unseen(state, scene, side)]
    counters = [seen for seen in view.counters if seen.unit < 0]
    for seen, unit in zip(counters, unseen, strict=False):
        state.hexes[unit] = state.began[unit] = seen.hex
        state.flags[unit] = sum(WORDS.status[word] for word in seen.status)
    return tuple(unseen[: len(counters)])


def _unseen(state: State, scene: Battlefield, side: int) -> Sequence[int]:
    """The enemy's units that have not come to light, Fire Teams first."""
    types = scene.types
    foes = [unit for unit in scene.foes[side] if state.hexes[unit] == WAITING and types[unit].breed != "hq"]
    return sorted(foes, key=lambda unit: types[unit].id != "fire_team")
