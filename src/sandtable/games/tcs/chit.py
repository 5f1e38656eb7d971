"""The Mulligan chit: its holder may roll once more, and hands it to the other side [18.0]."""

from sandtable.engine import Choose, Odds
from sandtable.engine.events import Audience
from sandtable.games.tcs.events import ChitHandedOver
from sandtable.games.tcs.morale_odds import contest
from sandtable.games.tcs.scene import Play

LET_STAND, ROLL_AGAIN = "let it stand", "roll again"


class RollAgain(Choose[str]):
    """Does the holder of the chit roll once more [18.0]?"""

    __slots__ = ("purpose", "word")
    table: Play
    name, case, always, window, decline = "roll-again", "18.0", (LET_STAND, ROLL_AGAIN), True, LET_STAND

    def __init__(self, table: Play, side: int, purpose: str, word: str) -> None:
        super().__init__(table, side)
        self.purpose, self.word = purpose, word

    def question(self) -> str:
        return f"{self.purpose} came to {self.word}. Roll again, and hand the chit over?"


async def roll_for(table: Play, side: int, odds: Odds, workings_to: Audience = None) -> str:
    """A roll of a side's, which the holder of the chit may make once more; that one stands [18.0]."""
    word = await table.roll(odds, workings_to=workings_to)
    chits = table.state.chits
    if not chits[side] or await table.ask(RollAgain(table, side, odds.purpose, word)) == LET_STAND:
        return word
    chits[side], chits[1 - side] = 0, 1
    table.report(ChitHandedOver(1 - side))
    return await table.roll(odds, workings_to=workings_to)


async def deal_chit(table: Play) -> None:
    """Both roll before the first turn; the higher has the chit [18.0]."""
    if table.scene.plays(table.state, "mulligan"):
        word = await table.roll(contest("Mulligan chit", "18.0"))
        holder = 0 if word == "first side" else 1
        table.state.chits[holder] = 1
        table.report(ChitHandedOver(holder))
