"""How the game ends short of a broken force: a player declares, a side is gone, the track is full [15.1]."""

from collections.abc import Sequence

from sandtable.engine import Choose, Option, Refusal
from sandtable.games.rdf.events import OrdersMet
from sandtable.games.rdf.orders import met, might_be_met, note_routs
from sandtable.games.rdf.rollcall import in_play
from sandtable.games.rdf.scene import Play
from sandtable.games.rdf.state import DESTROYED, EXITED, HIDDEN
from sandtable.games.rdf.victory import conclude

TURNS = 19
"""The last Game-Turn of the track with its +10 side."""


class DeclareEnd(Choose[bool]):
    """Whether a player whose orders are met ends the game; asked where they could be, as all can see."""

    __slots__ = ()
    table: Play
    name, case, window, decline = "declare", "15.14", True, False

    def question(self) -> str:
        return "Do you declare that your orders are met, and end the game?"

    def might_answer(self) -> bool:
        return might_be_met(self.table, self.side)

    def offer(self) -> Sequence[bool]:
        return [False, True] if met(self.table, self.side) else [False]

    def key(self, option: bool) -> str:
        return "declare" if option else "pass"

    def describe(self, option: bool) -> Option:
        return Option("declare", "The game ends now") if option else Option("pass", "Play on")

    def why_not(self, key: str) -> Refusal:
        return Refusal("15.14", "only a player whose orders are met may end the game")


async def offer_the_end(table: Play, always: bool = False) -> None:
    """Whoever has met his orders may end the game: at once, and at the end of each phase again [15.14]."""
    state = table.state
    if not (state.unreckoned or always):
        return
    state.unreckoned = False
    note_routs(table)
    done = sum(hex in (DESTROYED, EXITED) for hex in state.hexes) + sum(state.routed_enough)
    if done == state.scored and not always:
        return
    state.scored = done
    for side in range(len(state.sides)) if done else ():
        if await table.ask(DeclareEnd(table, side)):
            table.report(OrdersMet(side))
            conclude(table, f"{state.sides[side]} declares that its orders are met")


async def end_phase(table: Play) -> None:
    """The end of a phase: the game may be declared over, or nobody be left to fight [15.1]."""
    await offer_the_end(table, always=True)
    state, scene = table.state, table.scene
    for team in dict.fromkeys(state.teams):
        sides = [side for side, one in enumerate(state.teams) if one == team]
        units = [unit for side in sides for unit in scene.own[side]]
        if not any(in_play(state, unit) or state.hexes[unit] == HIDDEN for unit in units):
            names = " and ".join(state.sides[side] for side in sides)
            conclude(table, f"{names}: nobody is left to fight")
