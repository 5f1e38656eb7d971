"""The questions about direct fire: at what, and who fires with which weapon [7.1] [7.5] [7.6] [7.92]."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from sandtable.engine import Choose, Option, Refusal
from sandtable.engine.asks import Several
from sandtable.games.raid.arms import (
    CONE,
    DIRECT,
    OPPORTUNITY,
    Arm,
    Bars,
    Kind,
    Shot,
    arm_bars,
    arms_of,
    ready_arms,
    ready_units,
    refusal,
    seems_ready,
    unit_bars,
)
from sandtable.games.raid.charts import CHARTS
from sandtable.games.raid.country import hexes_in
from sandtable.games.raid.fire import NO_UNIT, Aim, at_unit, faces, reckon
from sandtable.games.raid.fire_odds import NOTHING
from sandtable.games.raid.scene import Play
from sandtable.games.raid.spotting import hexes_seen, riders, sees, sees_hex
from sandtable.games.raid.state import (
    ATTACKED,
    FACE_UP,
    GRENADE,
    HIGH,
    M203,
    State,
    alive,
    has,
    hex_of,
    on_map,
)
from sandtable.games.raid.units import BURSTS

SMOKE = "smoke on "


class AimAsk(Choose[Aim | None]):
    """At what the next attack is aimed, or nothing."""

    table: Play
    __slots__ = ("excluded", "sort")
    always: ClassVar[Sequence[Aim | None]] = ()

    def __init__(self, table: Play, side: int, sort: Kind, excluded: Sequence[int] = ()) -> None:
        super().__init__(table, side)
        self.sort = sort
        self.excluded = excluded

    def targets(self) -> Sequence[int]:
        """The units at which one may fire in this ask; whether anybody can is another matter [7.34]."""
        raise NotImplementedError

    def firers(self) -> list[int]:
        """Who of the asked side may fire."""
        return allowed_to_fire(self.table, self.side, self.sort, self.excluded)

    def offer(self) -> Sequence[Aim | None]:
        firers = self.firers()
        aims = [
            at_unit(self.table, unit)
            for unit in self.targets()
            if shots_at(self.table, firers, self.sort, unit)
        ]
        return [None, *aims, *self.hexes(firers)]

    def hexes(self, firers: Sequence[int]) -> Iterator[Aim]:
        """The hexes as such at which one may fire."""
        return iter(())

    def key(self, option: Aim | None) -> str:
        return "pass" if option is None else aim_key(self.table, option)

    def describe(self, option: Aim | None) -> Option:
        if option is None:
            return Option("pass", "Hold fire")
        key, scene = self.key(option), self.table.scene
        target = scene.unit_name(option.unit) if option.unit >= 0 else ""
        return Option(key, f"Fire at {key}", target=target, hex=scene.hex_name(option.hex))

    def might_answer(self) -> bool:
        return any(
            seems_able(self.table, self.side, self.sort, unit, self.excluded) for unit in self.targets()
        )

    def why_not(self, key: str) -> Refusal:
        unit = self.table.scene.unit(key)
        for case, reason, holds in self.target_bars(unit):
            if holds:
                return Refusal(case, f"{key} may not be fired at: {reason}")
        return Refusal(self.case, f"no unit of this side may fire at {key} now")

    def target_bars(self, unit: int) -> Bars:
        """Why a unit may not be the target; what the asked side does not know is not in it [6.3] [7.33]."""
        state = self.table.state
        yield self.case, "it is of this side", state.side[unit] == self.side
        yield "6.3", "no face-up counter is this unit", not showing(self.table, unit)
        yield "3.3", "it has no men and is no target", self.table.scene.types[unit].breed in ("hq", "dummy")
        attacked = self.sort.direct_phase and has(state, unit, ATTACKED)
        yield "7.33", "it has been attacked in this phase", attacked


def allowed_to_fire(table: Play, side: int, sort: Kind, excluded: Sequence[int]) -> list[int]:
    """Who of a side has something to fire now, but for those whom the question leaves out [7.63]."""
    return [unit for unit in ready_units(table, side, sort) if unit not in excluded]


def showing(table: Play, unit: int) -> bool:
    """Is a unit a target that is seen: face up, on the map or riding on a tank [6.3] [14.15]?"""
    standing = table.state.hexes[unit] >= 0 or unit in riders(table, table.state.side[unit])
    return standing and has(table.state, unit, FACE_UP)


def aim_key(table: Play, aim: Aim) -> str:
    """An aim as players name it: a unit, "3620", or "smoke on 3620"."""
    if aim.unit >= 0:
        return table.scene.unit_name(aim.unit)
    return (SMOKE if aim.smoke else "") + table.scene.hex_name(aim.hex)


class DirectAttack(AimAsk):
    """The next attack of the Direct Fire Phase, or a pass [4.1] [7.33] [7.61]."""

    __slots__ = ()
    name, case, resumable = "direct-attack", "7.61", True

    def question(self) -> str:
        return "What is attacked next?"

    def targets(self) -> Sequence[int]:
        return [unit for unit in self.table.scene.foes[self.side] if open_to_attack(self, unit)]

    def hexes(self, firers: Sequence[int]) -> Iterator[Aim]:
        """Empty Buildings for what explodes, and any hex in sight for smoke [14.2] [14.21]."""
        table = self.table
        held = {hex_of(table.state, unit): 0 for unit in range(len(table.state.units))}
        building = table.scene.field(table.state).building
        for smoke in (False, True):
            for hex in hexes_in(burst_area(table, firers, smoke)):
                if smoke or (building[hex] >= 0 and hex not in held):
                    yield Aim(NO_UNIT, hex, smoke)

    def why_not(self, key: str) -> Refusal:
        scene = self.table.scene
        if key.startswith(SMOKE):
            return Refusal("14.21", f"no launcher with smoke sees and reaches {key.removeprefix(SMOKE)}")
        if key in scene.board.names:
            return Refusal("14.2", f"{key} is no empty Building that a weapon with shells sees and reaches")
        return super().why_not(key)


def open_to_attack(ask: AimAsk, unit: int) -> bool:
    return not any(holds for _, _, holds in ask.target_bars(unit))


def burst_area(table: Play, firers: Sequence[int], smoke: bool) -> int:
    """The hexes at which someone may fire an exploding weapon or smoke, as bits [14.2] [14.21]."""
    board, found = table.scene.board, 0
    for unit in firers:
        arms = [arm for arm in ready_arms(table, unit, DIRECT) if arm.burst and arm.smoke == smoke]
        here = hex_of(table.state, unit)
        for hex in hexes_in(hexes_seen(table, unit)) if arms else ():
            if any(BURSTS[arm.burst].reaches(board.distance(here, hex)) for arm in arms):
                found |= 1 << hex
    return found


class OpportunityFire(AimAsk):
    """Fire at those who have just entered a hex [7.62] [8.51] [8.52]."""

    __slots__ = ("left",)
    name, case, window = "opportunity-fire", "8.51", True

    def __init__(self, table: Play, side: int, left: Sequence[int], sort: Kind = OPPORTUNITY) -> None:
        super().__init__(table, side, sort)
        self.left = left

    def question(self) -> str:
        return "Who is fired at as it moves?"

    def targets(self) -> Sequence[int]:
        return [unit for unit in self.left if alive(self.table.state, unit) and open_to_attack(self, unit)]


class OverwatchFire(AimAsk):
    """Fire at those who have just fired at a friend [7.63] [7.64] [7.65]."""

    __slots__ = ("left",)
    name, case, window = "overwatch-fire", "7.63", True

    def __init__(
        self, table: Play, side: int, sort: Kind, left: Sequence[int], excluded: Sequence[int]
    ) -> None:
        super().__init__(table, side, sort, excluded)
        self.left = left

    def question(self) -> str:
        return "Who is fired at in overwatch?"

    def targets(self) -> Sequence[int]:
        return [unit for unit in self.left if alive(self.table.state, unit) and open_to_attack(self, unit)]


class ConeFire(Choose[tuple[int, int] | None]):
    """A machine gun fires at a unit that has entered its cone, or none does [7.92]."""

    table: Play
    __slots__ = ("entrants",)
    name, case, window = "cone-fire", "7.92", True

    def __init__(self, table: Play, side: int, entrants: Sequence[int]) -> None:
        super().__init__(table, side)
        self.entrants = entrants

    def question(self) -> str:
        return "Which machine gun fires by its cone?"

    def offer(self) -> Sequence[tuple[int, int] | None]:
        guns = [gun for gun in self.table.scene.combat[self.side] if may_cone(self.table, gun)]
        return [
            None,
            *((gun, unit) for gun in guns for unit in self.seen() if in_cone(self.table, gun, unit)),
        ]

    def seen(self) -> list[int]:
        return [unit for unit in self.entrants if showing(self.table, unit)]

    def key(self, option: tuple[int, int] | None) -> str:
        if option is None:
            return "pass"
        gun, unit = option
        return f"{self.table.scene.unit_name(gun)} at {self.table.scene.unit_name(unit)}"

    def describe(self, option: tuple[int, int] | None) -> Option:
        if option is None:
            return Option("pass", "Hold fire")
        key, (gun, unit), scene = self.key(option), option, self.table.scene
        fire = reckon(self.table, CONE, at_unit(self.table, unit), Shot(gun, arms_of(self.table, gun)[0]))
        chance = 1 - fire.odds.chance(NOTHING) if fire.odds else None
        return Option(key, key, chance, scene.unit_name(gun), scene.unit_name(unit))

    def might_answer(self) -> bool:
        """A gun that is known may have them in its cone; a face-down counter may be one, if near enough."""
        state, reach = self.table.state, CHARTS.observation.cone + 1
        distance = self.table.scene.board.distance
        for unit in self.seen():
            for counter in seems_ready(self.table, self.side, CONE):
                known = has(state, counter, FACE_UP)
                gun = known and self.table.scene.types[counter].machine_gun
                if gun and entered_cone(self.table, counter, unit):
                    return True
                if not known and distance(state.hexes[counter], hex_of(state, unit)) <= reach:
                    return True
        return False


def may_cone(table: Play, gun: int) -> bool:
    """Is it a machine gun that may fire by its cone now [7.92]?"""
    standing = table.scene.types[gun].machine_gun and table.state.hexes[gun] >= 0
    return standing and not any(holds for _, _, holds in unit_bars(table, gun, CONE))


def in_cone(table: Play, gun: int, unit: int) -> bool:
    """Has a unit entered the cone of a gun that sees it also with its own points [7.92]?"""
    return entered_cone(table, gun, unit) and sees(table, gun, unit)


def entered_cone(table: Play, gun: int, unit: int) -> bool:
    """Is a unit in the cone of a gun that has not yet fired at it by its cone [7.92]?"""
    state, scene = table.state, table.scene
    start, end = state.hexes[gun], hex_of(state, unit)
    if unit in state.coned[gun] or has(state, unit, HIGH):
        return False
    inside = scene.ground.cone(start, state.facing[gun]) >> end & 1
    near = scene.field(state).sees(start, end, CHARTS.observation.cone)
    return bool(inside) and near


class PickShots(Several[Shot]):
    """Who fires at the target, each with one weapon, in this order [7.33] [7.5] [7.51]."""

    table: Play
    __slots__ = ("aim", "excluded", "sort")
    name, case, least = "firers", "7.5", 1

    def __init__(self, table: Play, side: int, sort: Kind, aim: Aim, excluded: Sequence[int] = ()) -> None:
        super().__init__(table, side)
        self.sort = sort
        self.aim = aim
        self.excluded = excluded

    def question(self) -> str:
        return f"Who fires at {aim_key(self.table, self.aim)}, in which order?"

    def offer(self) -> Sequence[Shot]:
        """All that may fire, those first whose shot is not in vain [7.34]."""
        firers = allowed_to_fire(self.table, self.side, self.sort, self.excluded)
        shots = shots_for(self.table, firers, self.sort, self.aim)
        return sorted(shots, key=lambda shot: bool(reckon(self.table, self.sort, self.aim, shot).reason))

    def key(self, option: Shot) -> str:
        return f"{self.table.scene.unit_name(option.unit)}: {option.arm.name}"

    def describe(self, option: Shot) -> Option:
        key, scene = self.key(option), self.table.scene
        fire = reckon(self.table, self.sort, self.aim, option)
        chance = None if fire.odds is None else 1 - fire.odds.chance(NOTHING)
        words = f"{key} - in vain: {fire.reason}" if fire.reason else key
        here = hex_of(self.table.state, option.unit)
        target = scene.unit_name(self.aim.unit) if self.aim.unit >= 0 else ""
        distance = scene.board.distance(here, self.aim.hex)
        return Option(
            key, words, chance, scene.unit_name(option.unit), target, "", scene.hex_name(here), distance
        )

    def faults(self, answer: tuple[Shot, ...]) -> list[Refusal]:
        """A unit fires one weapon in a turn; a vehicle fires each of its own [7.31] [14.13] [14.21]."""
        types, found = self.table.scene.types, []
        for place, shot in enumerate(answer):
            before = [other.unit for other in answer[:place]]
            if shot.unit in before and types[shot.unit].breed != "vehicle":
                name = self.table.scene.unit_name(shot.unit)
                found.append(Refusal("7.31", f"{name} fires one weapon in a Game-Turn, not two"))
        return found

    def why_not(self, key: str) -> Refusal:
        table, (name, _, weapon) = self.table, key.partition(": ")
        unit = table.scene.unit(name)
        if table.state.side[unit] != self.side:
            return Refusal(self.case, f"{name} is not of this side")
        arms = [arm for arm in arms_of(table, unit) if arm.name == weapon]
        if not arms:
            return Refusal("7.1", f"{name} has no weapon called {weapon!r}")
        rows = [*unit_bars(table, unit, self.sort), *arm_bars(table, unit, arms[0], self.sort)]
        return refusal(table, unit, iter([*rows, *self.aim_bars(unit, arms[0])])) or Refusal(
            self.case, f"{key} is not among those who may fire here"
        )

    def aim_bars(self, unit: int, arm: Arm) -> Bars:
        """Why a weapon does not go with what is aimed at [7.63] [14.11] [14.2] [14.21]."""
        yield "7.63", "it is itself what was fired at", unit in self.excluded and self.sort.overwatch
        yield from fitting(self.table, unit, arm, self.aim)


def fitting(table: Play, unit: int, arm: Arm, aim: Aim) -> Bars:
    """Why a weapon does not go with what is aimed at [14.11] [14.2] [14.21]."""
    yield "14.21", "smoke is aimed at a hex", arm.smoke != aim.smoke
    yield "14.2", "only what explodes is fired at a hex as such", aim.unit < 0 and not arm.burst
    yield "14.11", "it fires forward only", not faces(table, unit, arm, aim.hex)
    if aim.unit < 0 and arm.burst:
        reaches = BURSTS[arm.burst].reaches(
            table.scene.board.distance(hex_of(table.state, unit), aim.hex)
        ) and sees_hex(table, unit, aim.hex)
        yield "14.2", "it does not see the hex or reach it", not reaches


def shots_for(table: Play, firers: Sequence[int], sort: Kind, aim: Aim) -> list[Shot]:
    """Every weapon that may be fired at something; several of one unit are alternatives, but a vehicle's."""
    return [
        Shot(unit, arm)
        for unit in firers
        for arm in ready_arms(table, unit, sort)
        if not any(holds for _, _, holds in fitting(table, unit, arm, aim))
    ]


def shots_at(table: Play, firers: Sequence[int], sort: Kind, unit: int) -> list[Shot]:
    return shots_for(table, firers, sort, at_unit(table, unit))


def seems_able(table: Play, side: int, sort: Kind, target: int, excluded: Sequence[int]) -> bool:
    """Might a counter of this side fire at a target, as far as everybody can tell [6.3]?

    Of a face-down one its place alone is known, and how far it could see at best.
    """
    return any(
        might_see(table, counter, target, sort)
        for counter in seems_ready(table, side, sort)
        if counter not in excluded
    )


def might_see(table: Play, counter: int, target: int, sort: Kind) -> bool:
    """Could whatever this counter is see a target, at best [6.11] [7.64] [13.22]?"""
    state: State = table.state
    start, end = state.hexes[counter], hex_of(state, target)
    if start == end or has(state, counter, HIGH) or has(state, target, HIGH):
        return True
    points = CHARTS.observation.points(fresh=sort.overwatch, night=state.night)
    return table.scene.field(state).sees(start, end, points, state.night)


def seems_to_have_shells(table: Play, side: int) -> bool:
    """Was a side given any weapon that is fired at hexes, and has it a counter left on the map [14.2]?"""
    types, state = table.scene.types, table.state
    given = any(
        types[unit].weapon
        or any(mount.weapon for mount in types[unit].mounts)
        or has(state, unit, M203 | GRENADE)
        for unit in table.scene.own[side]
    )
    return given and bool(on_map(state, side))
