"""How the opponent sets up: who stands where, who rides with whom, mines, charges and edges [15.0]."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from sandtable.engine.dice import Dice
from sandtable.games.raid.bot_estimate import Worth, distances, observation, rows, seen_from, way_to
from sandtable.games.raid.bot_picture import Picture
from sandtable.games.raid.deployment import SetUp
from sandtable.games.raid.field import Field

CLOSE = 8
"""Lanes are judged by what is seen of the approaches within this range."""
TIGHT, WIDE = 0.25, 0.05
"""What a hex nearer to what is to be held is worth, in a close defence and in one all around."""
DECOY = 10
"""Dummies lie within so many hexes of what is to be held."""
STRETCH = 9
"""How much of a convoy's way the ambush is laid about."""
COVER = (0.0, 0.7, 1.2, 1.8)
"""What the cover of each row of the Direct Fire table is worth."""


class SettingUp:
    """One side's set-up, answer by answer."""

    def __init__(self, picture: Picture, dice: Dice) -> None:
        self.picture, self.dice, self.scene = picture, dice, picture.scene

    def answer(self, ask: SetUp) -> int:
        """The answer to the open question."""
        options = ask.options
        if len(options) == 1:
            return options[0]
        match ask.task.what:
            case "place":
                return self.place(ask.task.about, options)
            case "board":
                return self.board(ask.task.about, options)
            case "mine":
                return self.mine(options)
            case "charge" | "edge":
                return options[0]
        return options[ask.task.about % len(options)] if ask.task.about >= 0 else options[0]

    def place(self, unit: int, options: Sequence[int]) -> int:
        """The hex with the best fire on the approaches, cover, and not too many friends."""
        kind = self.scene.types[unit]
        if kind.breed == "dummy":
            return self._decoy(options)
        hexes = [*options]
        found = self._worth(unit)[hexes]
        crowd = np.array([self.picture.friends(hex, unit) for hex in hexes])
        if kind.breed == "hq":
            return hexes[int((self._company(hexes) + found * 0.1).argmax())]
        jitter = np.array([self.dice.roll(20) for _ in hexes]) / 100
        return hexes[int((found - 0.8 * crowd - self._covered(hexes) + jitter).argmax())]

    def _decoy(self, options: Sequence[int]) -> int:
        """A dummy lies somewhere about what is to be held, where a real unit might."""
        far = np.minimum.reduce([distances(self.scene.board, hex) for hex in self.focus()])
        about = [hex for hex in options if far[hex] <= DECOY and not self.picture.friends(hex)]
        near = about or options
        return near[self.dice.roll(len(near)) - 1]

    def _company(self, hexes: Sequence[int]) -> Worth:
        """How many own units are within command of each hex, other headquarters apart."""
        state, led = self.picture.state, self.scene.ground.led()
        own = [state.hexes[unit] for unit in self.picture.own if state.hexes[unit] >= 0]
        chiefs = [state.hexes[hq] for hq in self.scene.hqs[self.picture.side]]
        return np.array(
            [sum(led[hex] >> other & 1 for other in own) - 3 * chiefs.count(hex) for hex in hexes]
        )

    def _covered(self, hexes: Sequence[int]) -> Worth:
        """How much of what each hex would cover is covered by neighbours already: lanes should spread."""
        state, board = self.picture.state, self.scene.board
        own = [state.hexes[unit] for unit in self.picture.own if state.hexes[unit] >= 0]
        near = np.zeros(len(hexes))
        for there in own:
            near += distances(board, there)[[*hexes]] == 1
        return 0.15 * near

    def _worth(self, unit: int) -> Worth:
        """What each hex is worth: lanes over the approaches to what must be held, and cover."""
        field, state = self.picture.field, self.picture.state
        focus = tuple(self.focus())
        lanes = _lanes(field, focus, state.night)
        cover = np.array(COVER)[rows(field)]
        near = -self._pull() * np.minimum.reduce([distances(self.scene.board, hex) for hex in focus])
        kind = self.scene.types[unit]
        if kind.mortar:
            sheltered = rows(field) >= 2
            return np.asarray(cover - 5.0 * sheltered - 0.1 * abs(near / self._pull() + 10))
        weight = 1.5 if kind.machine_gun else 1.0
        return np.asarray(cover + weight * lanes + near)

    def _pull(self) -> float:
        """How close to what is to be held: not all around it where the enemy can come from everywhere."""
        scenario = self.scene.scenario
        return WIDE if scenario is not None and scenario.goal == "documents" else TIGHT

    def focus(self) -> Sequence[int]:
        """The hexes about which the side sets up: the goal, the road of a convoy, the middle of the map."""
        scenario, board = self.scene.scenario, self.scene.board
        if scenario is None or scenario.goal in ("kill", "sweep"):
            return [board.count // 2]
        goal = self.picture.goal_hexes()
        if scenario.goal == "exit":
            return self.road(goal[0])
        return goal

    def road(self, goal: int) -> Sequence[int]:
        """A stretch of the way that a convoy is likely to take."""
        field, start = self.picture.field, self.scene.board.find("0126")
        way = way_to(field, (goal,), wheels=True)
        hex, found = start, [start]
        while way[hex] and len(found) < STRETCH:
            hex = min(self.scene.ground.near(hex), key=lambda near: (way[near], near))
            found.append(hex)
        return found

    def board(self, unit: int, options: Sequence[int]) -> int:
        """The carrier with the fewest aboard, of those that are not on foot."""
        state = self.picture.state
        carriers = [one for one in options if one >= 0]
        return min(carriers, key=lambda one: (state.carrier.count(one), one), default=options[0])

    def mine(self, options: Sequence[int]) -> int:
        """On the road of a convoy, or on the way to what must be held."""
        focus = [hex for hex in self.focus() if hex in options]
        return focus[len(focus) // 2] if focus else options[self.dice.roll(len(options)) - 1]


@lru_cache(maxsize=32)
def _lanes(field: Field, focus: tuple[int, ...], night: bool) -> Worth:
    """How much of the ground about some hexes can be seen from every hex."""
    board = field.ground.board
    close = np.minimum.reduce([distances(board, hex) for hex in focus]) <= CLOSE // 2
    points, found = observation(True, night), np.zeros(board.count)
    for hex in np.flatnonzero(close):
        found += seen_from(field, int(hex), points, night)
    return np.asarray(2.0 * found / max(found.max(), 1.0))
