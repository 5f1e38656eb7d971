"""The opponent's orders: what each unit is to do for its side's mission, scenario by scenario [15.0]."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import NamedTuple

from sandtable.games.raid.bot_estimate import FAR, distances, way_to
from sandtable.games.raid.bot_picture import Picture
from sandtable.games.raid.country import hexes_in
from sandtable.games.raid.scenarios import Goal
from sandtable.games.raid.state import ALPHA, BRAVO, CHARGE, TRAPPED, WAITING, has

NEVER = 99.0
"""More men than any shot can cost: a unit with other things to do does not fire for less."""

LAST_LIFTS = 2
"""In the last Game-Turns nobody shoots any more who has to be lifted out, since then he may not board."""
BESIDE, CLOSE, SORTIE = 2, 8, 20
"""Who is so near a place is beside it; how near the enemy must come before he goes for him, and others."""
LAST_BLAST, NEAR_BLAST = 8, 18
"""So many Game-Turns before the end charges wait for no more; and for whom they wait, in Movement Points."""


class Orders(NamedTuple):
    """Where a unit makes for, and what it weighs on the way, all in men.

    `haste` is what a Movement Point nearer is worth, `care` what an own man counts against one of the
    enemy, `aim` what fire from there counts, `least` what a shot must promise to be worth giving up a move.
    """

    goals: Sequence[int] = ()
    haste: float = 0.15
    care: float = 0.4
    aim: float = 1.0
    least: float = 0.3
    leaves: bool = False


HOLD = Orders(haste=0.0, care=0.8, aim=0.3, least=0.15)


class Plan:
    """A side's plan at one moment; what it orders depends on what is known alone."""

    def __init__(self, picture: Picture) -> None:
        self.picture, self.scene, self.side = picture, picture.scene, picture.side
        self.state = picture.state

    def orders(self, unit: int) -> Orders:
        """What a unit is to do now."""
        scenario = self.scene.scenario
        if scenario is None:
            return self.hunt()
        return _PLANS[self.side, scenario.goal](self, unit)

    @cached_property
    def prey(self) -> tuple[int, ...]:
        """The hexes with enemies on the ground."""
        breeds = {
            hex: [self.picture.breed(unit) for unit in units] for hex, units in self.picture.foes.items()
        }
        return tuple([hex for hex, found in breeds.items() if any(breed != "helicopter" for breed in found)])

    @cached_property
    def turns_left(self) -> int:
        """The Game-Turns to come, this one among them."""
        scenario = self.scene.scenario
        return scenario.turns - self.state.turn + 1 if scenario else FAR

    def close(self, range: int) -> bool:
        """Is an enemy on the ground within a range of what the scenario is about?"""
        distance, goal = self.scene.board.distance, self.picture.goal_hexes()
        return any(distance(hex, one) <= range for hex in self.prey for one in goal)

    def hunt(self, near: Sequence[int] = (), range: int = FAR) -> Orders:
        """Go for the enemy; only for those within a range of some hexes if any are given."""
        board = self.scene.board
        prey = [
            hex for hex in self.prey if not near or min(board.distance(hex, one) for one in near) <= range
        ]
        return Orders(tuple(prey)) if prey else self.gather(near)

    def gather(self, hexes: Sequence[int]) -> Orders:
        """Go to some hexes, and wait there under cover."""
        return Orders(tuple(hexes), haste=0.1, care=0.8, least=0.2)

    def leave(self, hexes: Sequence[int], haste: float = 0.5) -> Orders:
        """Go off the map by one of some hexes, and do not stop to shoot."""
        return Orders(tuple(hexes), haste, care=0.5, aim=0.0, least=1.5, leaves=True)

    # ---- Alpha

    def kill(self, unit: int) -> Orders:
        return self.hunt()

    def clear(self, unit: int) -> Orders:
        """Against who holds bridge and redoubt, and against whoever is in the way [15.6]."""
        goal = self.picture.goal_hexes()
        held = [hex for hex in goal if hex in self.picture.foes]
        return Orders(tuple(held or goal), haste=0.25, care=0.3)

    def documents(self, unit: int) -> Orders:
        """To the documents and, once they are in hand, out with them [15.2]."""
        state = self.state
        if state.carrying == unit:
            return self.leave(self.lifts() or [*hexes_in(self.scene.way_out)])
        if state.carrying >= 0 and state.side[state.carrying] == ALPHA:
            return HOLD
        goal = state.documents if state.documents >= 0 else self._lost_documents()
        return Orders((goal,), haste=0.4, care=0.3, least=0.4)

    def _lost_documents(self) -> int:
        """Where the documents are if the enemy has them: with who was seen with them, or where they lay."""
        carrier = self.state.carrying
        hex = self.state.hexes[carrier] if carrier >= 0 else -1
        return hex if hex >= 0 else self.picture.goal_hexes()[0]

    def convoy(self, unit: int) -> Orders:
        """On wheels to where the convoy leaves; who is on foot goes there too [15.4]."""
        return Orders(tuple(self.picture.goal_hexes()), haste=0.3, care=0.5, aim=0.2, least=0.8, leaves=True)

    def aqueduct(self, unit: int) -> Orders:
        """The charges to the aqueduct, everybody else to the coast, those who carried them after [15.5]."""
        goal = tuple(self.picture.goal_hexes())
        if has(self.state, unit, CHARGE) and not self.state.aqueduct and not self.blown:
            return Orders(goal, haste=0.6, care=0.3, aim=0.3, least=1.0)
        return self.leave([*hexes_in(self.scene.ground.coast())])

    @cached_property
    def blown(self) -> bool:
        """Have all charges gone off: none lies anywhere, and nobody carries any?"""
        carriers = [one for one in self.picture.own if has(self.state, one, CHARGE)]
        return not carriers and not self.state.charges

    def sets_off(self, hex: int) -> bool:
        """Is it time for charges: no friend stands there, and at the aqueduct none is to come to them?"""
        if any(self.state.hexes[unit] == hex for unit in self.picture.own):
            return False
        scenario = self.scene.scenario
        if scenario is None or scenario.goal != "aqueduct" or self.turns_left <= LAST_BLAST:
            return True
        carriers = [one for one in self.picture.own if has(self.state, one, CHARGE)]
        way = way_to(self.picture.field, (hex,))
        return not any(way[self.state.hexes[one]] <= NEAR_BLAST for one in carriers)

    def buildings(self, unit: int) -> Orders:
        """Charges into the houses that stand; then back to the wharves before it is too late [15.7]."""
        wharves = self.scene.board.places["Wharves"]
        standing = [hex for hex in self.picture.goal_hexes() if hex not in self.state.rubble]
        if not standing or self.late(unit, wharves, 2.0 if unit in self.rearguard(wharves) else 0.5):
            return self.leave(wharves)
        free = [hex for hex in standing if all(charge.hex != hex for charge in self.state.charges)]
        if has(self.state, unit, CHARGE) and free:
            return Orders(tuple(free), haste=0.4, care=0.4, least=0.5)
        return self.hunt(standing or wharves, 6)

    def rearguard(self, wharves: Sequence[int]) -> list[int]:
        """The Fire Teams that make sure of the number that has to get back, those nearest to the boats."""
        way, scenario = way_to(self.picture.field, wharves), self.scene.scenario
        teams = [unit for unit in self.picture.own if self.scene.types[unit].id == "fire_team"]
        teams.sort(key=lambda unit: (has(self.state, unit, CHARGE), way[self.state.hexes[unit]], unit))
        return teams[: scenario.exit.fire_teams + 1] if scenario else []

    def late(self, unit: int, exits: Sequence[int], spare: float) -> bool:
        """Is it time to go, by the way to the exit and some turns to spare?"""
        hex = self.state.hexes[unit]
        most = max(self.scene.types[unit].mp, 1)
        way = way_to(self.picture.field, exits)[hex] if hex >= 0 else 0
        return way / most + spare >= self.turns_left

    def compound(self, unit: int) -> Orders:
        """Against the guards first; when none is left, or time runs short, to the helicopters [15.3]."""
        if not self.withdraws or has(self.state, unit, TRAPPED):
            return HOLD
        least = NEVER if self.turns_left <= LAST_LIFTS else 1.0
        return Orders(tuple(self.lifts()), haste=0.5, care=0.5, aim=0.2, least=least)

    @cached_property
    def withdraws(self) -> bool:
        """Have the raiders done what they can, or is it high time to lift them out [15.3]?"""
        return not self.prey or self.turns_left <= 3

    def lifts(self) -> list[int]:
        """The hexes of own transports, and the open ground beside them."""
        field, found = self.picture.field, dict[int, bool]()
        for unit in self.picture.own:
            if self.scene.types[unit].carries and self.scene.types[unit].flies:
                hex = self.state.hexes[unit]
                for near in (hex, *self.scene.ground.near(hex)):
                    if near == hex or not field.sheltered(near):
                        found[near] = True
        return [*found]

    # ---- Bravo

    def stand(self, unit: int) -> Orders:
        return HOLD

    def guard(self, unit: int) -> Orders:
        """Keep to what the enemy has come for; who is not right beside it goes for him further out."""
        goal, hex = self.picture.goal_hexes(), self.state.hexes[unit]
        beside = hex < 0 or min(self.scene.board.distance(hex, one) for one in goal) <= BESIDE
        reach = CLOSE if beside else SORTIE
        return self.hunt(goal, reach)._replace(care=0.6) if self.close(reach) else HOLD

    def pursue(self, unit: int) -> Orders:
        """Towards the raiders wherever they are, or to the coast nearest to the aqueduct [15.5]."""
        if self.prey:
            return Orders(self.prey, haste=0.25)
        goal, coast = self.picture.goal_hexes()[0], self.scene.ground.coast()
        return self.gather([min(hexes_in(coast), key=lambda hex: self.scene.board.distance(hex, goal))])

    def hold_goal(self, unit: int) -> Orders:
        """In redoubt and bridge, and whoever is not there behind them [15.6]."""
        goal = self.picture.goal_hexes()
        if self.state.hexes[unit] in goal:
            return HOLD._replace(goals=tuple(goal), haste=1.0, least=0.1)
        room = [hex for hex in goal[1:] if self.picture.friends(hex, unit) < 3]
        return Orders(tuple(room or goal), haste=0.12, care=0.8, least=0.2)

    def slip_away(self, unit: int) -> Orders:
        """Off the map by the nearest edge that the enemy is not at [15.8]."""
        board, edge = self.scene.board, [*hexes_in(self.scene.ground.edges())]
        if self.state.hexes[unit] == WAITING or not self.prey:
            return self.leave(edge)
        danger = {hex: min(int(distances(board, foe)[hex]) for foe in self.prey) for hex in edge}
        free = [hex for hex in edge if danger[hex] > 8]
        return self.leave(free or edge)


_PLANS: dict[tuple[int, Goal], Callable[[Plan, int], Orders]] = {
    (ALPHA, "kill"): Plan.kill,
    (ALPHA, "documents"): Plan.documents,
    (ALPHA, "compound"): Plan.compound,
    (ALPHA, "exit"): Plan.convoy,
    (ALPHA, "aqueduct"): Plan.aqueduct,
    (ALPHA, "clear"): Plan.clear,
    (ALPHA, "buildings"): Plan.buildings,
    (ALPHA, "sweep"): Plan.kill,
    (BRAVO, "kill"): Plan.stand,
    (BRAVO, "documents"): Plan.guard,
    (BRAVO, "compound"): Plan.kill,
    (BRAVO, "exit"): Plan.stand,
    (BRAVO, "aqueduct"): Plan.pursue,
    (BRAVO, "clear"): Plan.hold_goal,
    (BRAVO, "buildings"): Plan.stand,
    (BRAVO, "sweep"): Plan.slip_away,
}
