"""Who sits where: people and bots, as the words of the command line have it."""

from typing import Any, NamedTuple

from sandtable.bots.roster import bots_for
from sandtable.cli.failures import WrongWords
from sandtable.engine import Driver, Game, Scene, Unknown
from sandtable.engine.game import Bot
from sandtable.engine.record import Player as Seated

PERSON, BOT = "person", "bot"


class Wishes(NamedTuple):
    """Which sides people play, and which bots play the others."""

    seats: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    two: bool = False
    watch: bool = False

    def people(self, scene: Scene) -> tuple[str, ...]:
        """The sides that people play: the first one if nothing is said."""
        if self.two + self.watch + bool(self.seats) > 1:
            raise WrongWords("--as, --two and --watch say different things; give one of them")
        if self.two or self.watch:
            return scene.sides if self.two else ()
        return tuple(scene.side_name(scene.side(name)) for name in self.seats) or scene.sides[:1]

    def bots(self, scene: Scene, usual: str) -> dict[str, str]:
        """For every side the bot that plays it if no person does."""
        named = dict(word.partition("=")[::2] for word in self.against if "=" in word)
        for side in named:
            scene.side(side)
        general = [word for word in self.against if "=" not in word]
        if len(general) > 1:
            raise WrongWords(f"which bot for which side? Say --against {scene.sides[-1]}={general[0]}")
        return {side: named.get(side, *general or [usual]) for side in scene.sides}


def seating(game: Game[Any, Any], scene: Scene, wishes: Wishes) -> tuple[Seated, ...]:
    """Everybody at the table, side by side."""
    makers, people = bots_for(game), wishes.people(scene)
    bots = wishes.bots(scene, next(iter(makers)))
    for name in bots.values():
        if name not in makers:
            raise Unknown("bot", name, makers)
    return tuple(
        Seated(side, "", PERSON) if side in people else Seated(side, bots[side], BOT) for side in scene.sides
    )


def bot_at(driver: Driver[Any, Any], seated: Seated, seed: bytes) -> Bot:
    """The bot that sits there; its chances follow from the seed and from how far the game is."""
    makers = bots_for(driver.game)
    if seated.name not in makers:
        raise Unknown("bot", seated.name, makers)
    return makers[seated.name](seed + f"{seated.side} {len(driver.history)}".encode())
