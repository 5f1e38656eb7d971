"""Who is first in a phase, and how players alternate [4.2] [7.1] [8.0]."""

from sandtable.games.raid.chance_odds import first_odds
from sandtable.games.raid.events import FirstPlayer, Passed
from sandtable.games.raid.scene import Play
from sandtable.games.raid.state import NOBODY, SIDES


async def roll_for_first(table: Play, phase: str) -> None:
    """An odd die is Alpha's, an even one Bravo's [4.2]."""
    word = await table.roll(first_odds(phase))
    table.state.active = [side.lower() for side in SIDES].index(word)
    table.state.passes = 0
    table.report(FirstPlayer(table.state.active))


def acted(table: Play) -> None:
    """The player has done something: the other one is next [4.1]."""
    table.state.passes = 0
    table.state.active = 1 - table.state.active


def passed(table: Play) -> None:
    """The player lets his chance go by, though not for good; two in a row end the phase [4.1]."""
    table.report(Passed(table.state.active))
    table.state.passes += 1
    table.state.active = 1 - table.state.active


def closed(table: Play) -> bool:
    """Have both passed in a row?"""
    return table.state.passes >= len(SIDES)


def close(table: Play) -> None:
    """The phase is over: nobody's turn."""
    table.state.active, table.state.passes = NOBODY, 0
