"""Which forces a scenario brings, by the names on their counters [16.0]."""

from collections.abc import Mapping, Sequence

from sandtable.engine import Choice, Scenario, Unknown
from sandtable.engine.position import BoardChanges
from sandtable.games.rdf.counters import COUNTERS
from sandtable.games.rdf.forces import (
    FORCES,
    GOAL,
    MARKETS,
    POINT_BUY,
    SCENARIOS,
    Battle,
    Piece,
    PointBuy,
    purchasable,
    roster,
)
from sandtable.games.rdf.state import ABSENT, HIDDEN, Muster, State, new_state

OWN = "own"
"""The scenario for which both players buy their forces [16.7]."""
CEILINGS = (POINT_BUY.ceiling, 100, 150, 250, 300)
CHOICES = (
    Choice("first", tuple(MARKETS), "The nation of the first player in scenario own"),
    Choice(
        "second", ("USSR", *[nation for nation in MARKETS if nation != "USSR"]), "The nation of the second"
    ),
    Choice("ceiling", tuple(map(str, CEILINGS)), "The points that each player may spend in scenario own"),
)
MAP = "basalt"
_LENGTH = "up to 19 Game-Turns, mostly 8 to 12"


def scenarios() -> tuple[Scenario, ...]:
    """Every scenario, the beginners' first [16.1] [16.2] [16.3] [16.4] [16.5] [16.6] [16.7]."""
    printed = [
        _scenario(key, battle, nations(key), [FORCES[force].name for force in battle.forces])
        for key, battle in SCENARIOS.items()
    ]
    return (*printed, _scenario(OWN, POINT_BUY, ("First", "Second"), ["force that you have bought"] * 2))


def _scenario(key: str, about: Battle | PointBuy, sides: tuple[str, ...], forces: Sequence[str]) -> Scenario:
    """A scenario as the lobby shows it; what each side has to do is its secret [3.22]."""
    goals = {side: f"With the {force}, {GOAL}" for side, force in zip(sides, forces, strict=True)}
    return Scenario(
        key, about.title, sides, about.teaches, _LENGTH, about.date, about.place, goals, about.minutes
    )


def nations(key: str) -> tuple[str, ...]:
    """The sides of a printed scenario in turn order."""
    return tuple([FORCES[force].nation for force in SCENARIOS[key].forces])


def opening(key: str, options: Mapping[str, str]) -> State:
    """A scenario before the pre-game randomization."""
    if key == OWN:
        return _market(options)
    if key not in SCENARIOS:
        raise Unknown("scenario", key, [*SCENARIOS, OWN])
    battle = SCENARIOS[key]
    rosters = [roster(force) for force in battle.forces]
    state = new_state(gather(key, nations(key), battle.teams, battle.modern, 0, rosters))
    hide_headquarters(state)
    return state


def _market(options: Mapping[str, str]) -> State:
    """Two nations with all that they could buy; nothing is bought yet [16.7]."""
    bought = (options["first"], options["second"])
    rosters = [purchasable(nation) for nation in bought]
    state = new_state(
        gather(OWN, ("First", "Second"), (0, 1), False, int(options["ceiling"]), rosters, bought)
    )
    state.hexes = [ABSENT] * len(state.hexes)
    hide_headquarters(state)
    return state


def hide_headquarters(state: State) -> None:
    """The battalion headquarters are not on the map at first [5.63]."""
    for unit, kind in enumerate(state.kind):
        if COUNTERS[kind].kind == "hq":
            state.hexes[unit] = HIDDEN


def gather(
    key: str,
    sides: tuple[str, ...],
    teams: tuple[int, ...],
    modern: bool,
    ceiling: int,
    rosters: Sequence[Sequence[Piece]],
    nations: tuple[str, ...] = (),
) -> Muster:
    """The forces of all sides in one list, with companies numbered through."""
    pieces = [(side, piece) for side, pieces in enumerate(rosters) for piece in pieces]
    companies = sorted({(side, piece.company) for side, piece in pieces if piece.company})
    formed = [companies.index((side, piece.company)) if piece.company else -1 for side, piece in pieces]
    return Muster(
        MAP, BoardChanges(), key, sides, teams, modern, ceiling, nations or sides,
        tuple([unit_name(sides[side], piece, rosters[side]) for side, piece in pieces]),
        tuple([side for side, _ in pieces]), tuple([piece.kind for _, piece in pieces]),
        tuple(formed), tuple(companies), tuple([piece.options for _, piece in pieces]),
    )  # fmt: skip


def unit_name(side: str, piece: Piece, force: Sequence[Piece]) -> str:
    """The words on a counter: platoon and company, or the number of a battalion asset."""
    kind = noun(piece.kind)
    if piece.company:
        return f"{side} {piece.number}/{piece.company} {kind}"
    alone = sum(other.kind == piece.kind and not other.company for other in force) == 1
    return f"{side} {kind}" if alone else f"{side} {kind} {piece.number}"


def noun(kind: int) -> str:
    """What a type is called on its counter; infantry goes without its nation."""
    counter = COUNTERS[kind]
    return "Infantry" if counter.kind == "infantry" else counter.name
