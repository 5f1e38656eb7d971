"""How the opponent fires: at what, with whom, and when it is worth giving a place away or a move up [7.0]."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sandtable.engine import Odds
from sandtable.games.raid.arms import Kind, Shot
from sandtable.games.raid.bot_estimate import loss
from sandtable.games.raid.bot_orders import Plan
from sandtable.games.raid.bot_picture import Picture
from sandtable.games.raid.fire import Aim, caught, reckon
from sandtable.games.raid.kill_zones import zone_beyond
from sandtable.games.raid.state import stack

ENOUGH = 1.4
"""Of so many times the men of its target an attack is made up; more would be wasted."""
WASTE = 0.05
"""A shot that promises less than this is not fired at all."""

FRIEND = 0.8
"""What it costs to have a friend in the kill zone behind the target."""


class Attack(NamedTuple):
    """What is aimed at, who fires, the best first, and what the whole is worth."""

    aim: Aim
    shots: tuple[Shot, ...]
    worth: float


class Gunnery:
    """Fire of one kind at one moment, as the opponent judges it."""

    def __init__(self, picture: Picture, plan: Plan, kind: Kind, share: float = 1.0) -> None:
        self.picture, self.plan, self.kind, self.share = picture, plan, kind, share

    def worth(self, aim: Aim, shot: Shot) -> float:
        """What a shot may win, in men, less what it may cost friends behind the target."""
        picture, table = self.picture, self.picture.table
        odds = reckon(table, self.kind, aim, shot).odds
        if odds is None:
            return 0.0
        if shot.arm.burst:
            units = [one for one in caught(table, aim.hex) if picture.state.side[one] != picture.side]
            return sum(self._loss(unit, odds) for unit in units)
        return self._loss(aim.unit, odds) - self._friends_hit(aim, shot)

    def _men(self, unit: int) -> int:
        """The men that a shot can cost: those of the target, and of its stack what spills over [7.84]."""
        state = self.picture.state
        if not state.men[unit] or state.hexes[unit] < 0:
            return max(state.men[unit], 1)
        return sum(state.men[other] for other in stack(state, state.hexes[unit], state.side[unit]))

    def _loss(self, unit: int, odds: Odds) -> float:
        """What a roll costs a unit; that of a machine gun counts more, and of whoever has what both want."""
        kind, state = self.picture.scene.types[unit], self.picture.state
        men = loss(odds, self._men(unit), state.kind[unit])
        return men * (1.5 if kind.machine_gun or kind.mortar or unit == state.carrying else 1.0)

    def _friends_hit(self, aim: Aim, shot: Shot) -> float:
        """Own men in the kill zone behind a target, roughly [7.4]."""
        picture = self.picture
        hexes = [hex for choice in zone_beyond(picture.table, shot, aim) for hex in choice]
        return FRIEND * sum(picture.state.hexes[unit] in hexes for unit in picture.own)

    def least(self, unit: int) -> float:
        """What a shot of this unit has to promise."""
        return max(self.plan.orders(unit).least * self.share, WASTE)

    def shots(self, aim: Aim, offered: Iterable[Shot]) -> list[tuple[float, Shot]]:
        """Of each unit the best weapon, where it is worth firing, the best shots first."""
        best: dict[int, tuple[float, Shot]] = {}
        for shot in offered:
            worth = self.worth(aim, shot)
            if worth >= self.least(shot.unit) and worth > best.get(shot.unit, (0.0,))[0]:
                best[shot.unit] = worth, shot
        return sorted(best.values(), key=lambda found: (-found[0], found[1].unit))

    def attack(self, aim: Aim, offered: Iterable[Shot]) -> Attack:
        """The best shots at a target until it has more than enough."""
        chosen: list[Shot] = []
        whole, enough = 0.0, ENOUGH * self._men(aim.unit) if aim.unit >= 0 else 1.0
        for worth, shot in self.shots(aim, offered):
            if whole < enough:
                chosen.append(shot)
                whole += worth
        return Attack(aim, tuple(chosen), whole)

    def best(self, targets: Sequence[tuple[Aim, Sequence[Shot]]]) -> Attack | None:
        """The attack that is worth most, if any is."""
        found = [self.attack(aim, shots) for aim, shots in targets]
        found = [attack for attack in found if attack.shots]
        return max(found, key=lambda attack: attack.worth, default=None)
