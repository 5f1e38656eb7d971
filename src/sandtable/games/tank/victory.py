"""The end of a Game-Turn: empty positions, Preservation, and who has won [15.0] [17.1]."""

from fractions import Fraction

from sandtable.engine import Ended, Outcome
from sandtable.games.tank.events import PreservationReached
from sandtable.games.tank.improved import abandon
from sandtable.games.tank.state import (
    ALPHA,
    BRAVO,
    DESTROYED,
    EXITED,
    OF_THE_TURN,
    SIDES,
    Play,
    State,
    alive,
    survivors,
)
from sandtable.games.tank.weapons import WEAPONS


async def keep_books(table: Play) -> None:
    """Clear up after a Game-Turn, count losses, and see whether the game is over [14.3] [15.0]."""
    state = table.state
    abandon(table, state.positions)
    for side in (ALPHA, BRAVO):
        _preserve(table, side)
    state.outcome = score(state)
    if state.outcome is None:
        forget_turn(state)


def forget_turn(state: State) -> None:
    """Nobody has a task, has been stopped or has looked for anybody in the new Game-Turn."""
    count = len(state.units)
    state.flags = [flags & ~OF_THE_TURN for flags in state.flags]
    state.task, state.target = [0] * count, [-1] * count
    state.path, state.due = [()] * count, [()] * count
    state.done, state.arrival, state.points, state.tried = ([0] * count for _ in range(4))
    state.start, state.chits = state.hexes[:], [0, 0]


def _preserve(table: Play, side: int) -> None:
    """A force reaches its level in the Game-Turn of the loss that makes it up; both may [15.0] [15.12]."""
    state, level = table.state, table.state.preservation[side]
    lost = state.initial[side] - survivors(state, side)
    if level and lost >= level and not state.preserved[side]:
        state.preserved[side] = state.turn
        table.report(PreservationReached(side, lost))


def check_breakthrough(table: Play) -> None:
    """In a rearguard action the exit of half of Alpha ends the game at once [17.13]."""
    if table.scene.situation.id == "RG" and exited(table.state, ALPHA) >= _half(table.state):
        table.state.outcome = _rearguard(table.state)
        raise Ended


def score(state: State) -> Outcome | None:
    """How the game stands at the end of a Game-Turn: its outcome, or None while it goes on [17.1] [15.2]."""
    verdict = {"INTRO": _introductory, "ME": _meeting, "AT": _anti_tank, "RG": _rearguard}
    return verdict[state.situation](state)


def exited(state: State, side: int) -> int:
    """How many units of a side have left the map."""
    return sum(own == side and flags & EXITED > 0 for own, flags in zip(state.side, state.flags, strict=True))


def in_play(state: State, side: int) -> int:
    """How many units of a side are on the map or still to come."""
    return sum(own == side and alive(state, unit) for unit, own in enumerate(state.side))


def _left(state: State) -> tuple[int, int]:
    return survivors(state, ALPHA), survivors(state, BRAVO)


def _lasted(state: State) -> bool:
    """Is this the last Game-Turn?"""
    return 0 < state.length <= state.turn


def _quiet(state: State) -> bool:
    """Has nobody been lost for as many Game-Turns as were agreed on?"""
    return 0 < state.idle <= state.turn - state.last_loss


def _introductory(state: State) -> Outcome | None:
    """More surviving tanks at the end win; nobody has anything to gain once a force is gone [16.0]."""
    left = _left(state)
    if 0 not in left and not _lasted(state):
        return None
    if left[ALPHA] == left[BRAVO]:
        return Outcome(None, f"both sides have {left[ALPHA]} tanks left", left)
    winner = ALPHA if left[ALPHA] > left[BRAVO] else BRAVO
    return Outcome(
        winner, f"{SIDES[winner]} has {left[winner]} tanks left, {left[1 - winner]} the enemy", left
    )


def _meeting(state: State) -> Outcome | None:
    """Once a force has left the map or is wiped out: whom the change of the ratio favours [17.11]."""
    left = _left(state)
    if 0 not in (in_play(state, ALPHA), in_play(state, BRAVO)) and not _quiet(state):
        return None
    if left == (0, 0):
        return Outcome(None, "both forces are wiped out", left)
    if 0 in left:
        winner = ALPHA if left[ALPHA] else BRAVO
        return Outcome(winner, f"the enemy is wiped out, and {left[winner]} of {SIDES[winner]} survive", left)
    return _by_ratio(state.initial, left)


def _by_ratio(initial: tuple[int, int], left: tuple[int, int]) -> Outcome:
    """The ratio of Alpha to Bravo at the beginning against that at the end [17.11]."""
    before, after = Fraction(*initial), Fraction(*left)
    if before == after:
        return Outcome(None, f"the forces stand to each other as they did, {_ratio(before)}", left)
    winner = ALPHA if after > before else BRAVO
    degree = after / before if winner == ALPHA else before / after
    reason = f"the forces stood {_ratio(before)} and stand {_ratio(after)}: {_times(degree)} in favour of"
    return Outcome(winner, f"{reason} {SIDES[winner]}", left)


def _ratio(ratio: Fraction) -> str:
    return f"{ratio.numerator}:{ratio.denominator}"


def _times(degree: Fraction) -> str:
    """How much a ratio has changed, to a tenth."""
    tenths = round(degree * 10)
    return f"{tenths // 10}.{tenths % 10} times"


def _anti_tank(state: State) -> Outcome | None:
    """All guns, or Preservation, or nothing lost for long [17.12]."""
    left, (alpha, bravo) = _left(state), state.preserved
    guns = [unit for unit, kind in enumerate(state.kind) if WEAPONS[kind].gun and state.side[unit] == BRAVO]
    silenced = not left[BRAVO] or (guns and all(state.flags[gun] & DESTROYED for gun in guns))
    if alpha and (bravo == alpha or (silenced and alpha == state.turn)):
        return Outcome(None, "Alpha has spent itself as it reached its goal", left)
    if silenced:
        return Outcome(ALPHA, "all anti-tank guns are destroyed", left)
    if bravo:
        return Outcome(ALPHA, "Bravo has reached its Preservation Level first", left)
    if alpha or not left[ALPHA]:
        return Outcome(BRAVO, "Alpha has reached its Preservation Level first", left)
    return Outcome(BRAVO, f"no loss for {state.idle} Game-Turns", left) if _quiet(state) else None


def _half(state: State) -> int:
    """What Alpha must bring through: half of its original number, rounded down [17.13]."""
    return state.initial[ALPHA] // 2


def _rearguard(state: State) -> Outcome | None:
    """Half of Alpha over the far edge in time, or a Bravo that prevents it and holds together [17.13]."""
    through, needed, left = exited(state, ALPHA), _half(state), _left(state)
    if through >= needed:
        return Outcome(ALPHA, f"{through} units have broken through, {needed} were needed", left)
    if not _lasted(state) and in_play(state, ALPHA):
        return None
    reason = f"{through} units have broken through where {needed} were needed"
    if state.preserved[BRAVO]:
        return Outcome(None, f"{reason}, but Bravo has reached its Preservation Level", left)
    return Outcome(BRAVO, reason, left)
