"""A player held against another in the same seat: the same dice seeds, the same opponents."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from sandtable.engine.dice import seeded
from sandtable.engine.driver import Driver
from sandtable.engine.game import Game
from sandtable.lab.playing import BotMaker, play_out

Measure = Callable[[Driver[Any, Any], int], Sequence[float]]
"""How well a finished game has gone for a side: figures of which the first counts most."""


class Seats(msgspec.Struct, frozen=True):
    """Who is compared: a side, the player whose worth is asked, whom it is held against, and the others."""

    side: int
    player: BotMaker
    against: BotMaker
    others: BotMaker


class Pair(msgspec.Struct, frozen=True):
    """Two games with one seed: what came of them for the player and for the one it is held against."""

    seed: int
    player: tuple[float, ...]
    against: tuple[float, ...]

    @property
    def better(self) -> bool:
        return self.player > self.against


def paired(
    game: Game[Any, Any], scenario: str, seats: Seats, seeds: Iterable[int], measure: Measure, limit: int
) -> list[Pair]:
    """For each seed two games with the same dice to come and the same opponents."""

    def played(seed: int, player: BotMaker) -> tuple[float, ...]:
        scene, state = game.set_up(scenario, game.settled({}))
        driver = Driver(game, scene, state, seeded(seed))
        driver.start()
        bots = {
            side: (player if side == seats.side else seats.others)(f"{seed} {side}".encode())
            for side in range(len(scene.sides))
        }
        play_out(driver, bots, limit)
        return tuple(measure(driver, seats.side))

    return [Pair(seed, played(seed, seats.player), played(seed, seats.against)) for seed in seeds]
