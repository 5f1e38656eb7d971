"""Judging an action against the op sheet that its unit is on: allowed, noted for review, or refused.

The players of the book keep their own orders in letter and spirit; here the drawing decides, in this order:
pending, line or time, envelope, contact and posture, reserve and alternate [6.7b] [12.0b].
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from sandtable.boards import Board
from sandtable.games.tcs.charts import CHARTS
from sandtable.games.tcs.drawn import members
from sandtable.games.tcs.envelope import Envelope, reading, withdrawal
from sandtable.games.tcs.sheets import Group, Step
from sandtable.games.tcs.state import FAILING, NOBODY, PENDING, Place, Sheet

BACK = 3
"""So far a unit may go back along its way, and so far ahead at once."""
BEHIND = 3
"""How much progress an uncommitted reserve keeps behind the foremost unit that it follows."""
COUNTER = 3
"""How far from its position a defense may strike back."""
FAR = 2
"""Beyond it, fire by those who avoid contact is noted."""
DEFENSES = ("prepared_defense", "hasty_defense")

Verb = Literal["move", "fire", "assault", "overrun", "breach"]


class Action(NamedTuple):
    """What a unit is to do, and the hex that it enters, attacks or fires at."""

    verb: Verb
    hex: int


class Standing(NamedTuple):
    """What a judgement has to know of the unit and of what goes on around it.

    `last` is its progress so far, -1 before it has come to its way, and `best` the greatest; `began` where it
    stood when the phase began; `foremost` the best progress of those that a reserve follows; `reached` the
    groups and lines that have come together; `contact`: the enemy has fired at the group, overrun or
    assaulted it; `waiting` for what its step begins with.
    """

    hex: int
    turn: int
    enemies: tuple[int, ...] = ()
    began: int = NOBODY
    last: int = NOBODY
    best: int = NOBODY
    vehicle: bool = False
    night: bool = False
    waiting: bool = False
    contact: bool = False
    fired_on: bool = False
    foremost: int = NOBODY
    reached: tuple[tuple[str, str], ...] = ()
    failing_from: int = 0
    """The step in which the group failed."""


class Verdict(NamedTuple):
    """What comes of it: the code of the rule of orders, the reason, and the step that says so."""

    ruling: Literal["allow", "mark", "refuse"]
    code: str = ""
    reason: str = ""
    step: int = NOBODY


ALLOWED = Verdict("allow")


def judge(board: Board, sheet: Sheet, group: int, standing: Standing, action: Action) -> Verdict:
    """The first refusal is the verdict, or else the first note, or else it is allowed [6.7b] [12.0b]."""
    notes = []
    for verdict in _checks(_Case(board, sheet, group, standing), action):
        if verdict.ruling == "refuse":
            return verdict
        if verdict.ruling == "mark":
            notes.append(verdict)
    return notes[0] if notes else ALLOWED


def limits(board: Board, sheet: Sheet, group: int, standing: Standing) -> Envelope:
    """Where a unit may be by its sheet, for shading on the map and for refusals that point the way."""
    return _Case(board, sheet, group, standing).envelope


class _Case:
    """A unit, its sheet, the step of its group and the envelope of that."""

    def __init__(self, board: Board, sheet: Sheet, group: int, standing: Standing) -> None:
        self.board, self.sheet, self.standing = board, sheet, standing
        self.read = reading(board, sheet.plan)
        self.place = group
        self.group: Group = sheet.plan.groups[group]
        self.waiting_reserve = self.group.reserve and group not in sheet.committed
        self.failing = sheet.steps[group] == FAILING
        self.number = standing.failing_from if self.failing else sheet.steps[group]
        self.followed = self._followed(group)
        self.step: Step = self.followed.steps[self.number]
        self.envelope = self._envelope()

    def _followed(self, group: int) -> Group:
        """Itself, or for a reserve that waits the group that it follows, and its step [6.11b]."""
        if not (self.waiting_reserve and self.group.follows):
            return self.group
        names = [one.id for one in self.sheet.plan.groups]
        self.place = names.index(self.group.follows)
        self.number = max(0, self.sheet.steps[self.place])
        return self.sheet.plan.groups[self.place]

    def _envelope(self) -> Envelope:
        standing = self.standing
        if self.failing:
            return self.read.way_back(self.place, self.number)
        return self.read.step(self.place, self.number, standing.vehicle, standing.night, self.sheet.switched)

    def refuse(self, code: str, reason: str) -> Verdict:
        return Verdict("refuse", code, reason, self.number)

    def mark(self, code: str, reason: str) -> Verdict:
        return Verdict("mark", code, reason, self.number)

    def progress(self, hex: int) -> int:
        return self.envelope.progress(hex, max(0, self.standing.last))


def _checks(case: _Case, action: Action) -> Iterator[Verdict]:
    """Everything that is said of an action, in the order of the book of orders [6.6a]."""
    if case.sheet.status == PENDING:
        yield case.refuse("OS-PEND", "its sheet is not implemented")
    elif case.failing:
        yield from _failing(case, action)
    elif action.verb == "move":
        yield from _line(case, action.hex)
        yield from _place(case, action.hex)
        yield from _contact(case, action.hex)
        yield from _behind(case, action.hex)
    elif action.verb == "fire":
        yield from _fire(case, action.hex)
    else:
        yield from _fight(case, action)


def _line(case: _Case, hex: int) -> Iterator[Verdict]:
    """Not before its time, and not past a line that holds it [6.2b]."""
    if _early(case) and case.progress(hex) > max(case.standing.last, case.progress(case.standing.hex)):
        yield case.refuse("OS-EARLY", "its step has not begun yet")
    for line in _lines(case):
        if case.envelope.past(line, hex, max(0, case.standing.last)):
            yield case.refuse("OS-LINE", "it would pass a line that it has to stop at")


def _early(case: _Case) -> bool:
    """Has the step not begun: its turn has not come, or something else that it waits for [6.2b]?"""
    if not case.step.start:
        return case.standing.waiting
    begins = max(condition.turns for condition in case.step.start)
    return case.standing.waiting or (begins > 0 and case.standing.turn < case.sheet.implemented + begins)


def _lines(case: _Case) -> Iterator[tuple[int, ...]]:
    """The line that ends the step, those that another group has yet to reach, and boundaries.

    Nobody passes the line of departure before his step begins.
    """
    if case.envelope.stop:
        yield case.envelope.stop
    for condition in case.step.start:
        met = (condition.group, condition.reached) in case.standing.reached
        if condition.reached in case.read.lines and not met:
            yield case.read.lines[condition.reached]
    for kind, line in case.read.stops:
        if kind == "boundary" or _early(case):
            yield line


def _place(case: _Case, hex: int) -> Iterator[Verdict]:
    """Inside the envelope, in its margin, on the way back to it, or outside [6.7b]."""
    envelope, standing = case.envelope, case.standing
    if envelope.inside >> hex & 1:
        yield from _pace(case, hex)
        return
    nearer = envelope.away(hex) < envelope.away(standing.hex)
    astray = not (envelope.inside | envelope.beside) >> standing.hex & 1
    begun_out = standing.began != NOBODY and not envelope.inside >> standing.began & 1
    out = not envelope.inside >> standing.hex & 1
    if standing.last == NOBODY or astray or (out and begun_out):
        on_enemy = standing.last == NOBODY and case.sheet.on_enemy_ground(hex)
        if not nearer or on_enemy:
            yield _unused_way(case, hex) or case.refuse("OS-OUT", "it may only come nearer to its orders")
    elif envelope.beside >> hex & 1:
        yield case.mark("OS-EDGE", "beside what is drawn")
    else:
        yield _outside(case, hex)


def _outside(case: _Case, hex: int) -> Verdict:
    """Beyond the margin: a hex of the alternate alone, not of the position, or just out [6.11c]."""
    if found := _unused_way(case, hex):
        return found
    if case.sheet.plan.type in DEFENSES:
        return case.refuse("OS-HOLD", "it is to hold its position")
    return case.refuse("OS-OUT", "it is outside what is drawn")


def _unused_way(case: _Case, hex: int) -> Verdict | None:
    """The refusal of a hex that only the way not in use leads to: the alternate, or the old one [6.11c]."""
    plan, switched = case.sheet.plan, case.sheet.switched
    instead = plan.alternate.instead.items() if plan.alternate else ()
    if any(case.read.covered(old if switched else new) >> hex & 1 for old, new in instead):
        return case.refuse("OS-ALT", f"only the {'old' if switched else 'alternate'} way leads there")
    return None


def _pace(case: _Case, hex: int) -> Iterator[Verdict]:
    """Along its way a unit neither skips a bend nor goes far back [6.7b]."""
    now, last = case.progress(hex), case.standing.last
    if last == NOBODY or now == NOBODY:
        return
    if now > last + BACK:
        yield case.refuse("OS-OUT", "it would skip a part of its way")
    elif now < max(last, case.standing.best) - BACK and now < last:
        yield case.mark("OS-BACK", "it goes back along its way")


def _contact(case: _Case, hex: int) -> Iterator[Verdict]:
    """On a Move sheet contact means the failure instructions [6.3f]."""
    if case.sheet.plan.type == "move" and case.standing.contact:
        route = case.read.way_back(case.place, case.number)
        if not route.inside >> hex & 1:
            yield case.refuse("OS-CONTACT", "the enemy is met: the failure instructions hold")


def _behind(case: _Case, hex: int) -> Iterator[Verdict]:
    """A reserve that waits stays behind the foremost unit of those that it follows [6.11b]."""
    if not case.waiting_reserve or case.standing.foremost == NOBODY:
        return
    gap = case.standing.foremost - case.progress(hex)
    if gap <= 0:
        yield case.refuse("OS-RES", "a reserve that is not sent in stays behind")
    elif gap < BEHIND:
        yield case.mark("OS-RES", "a reserve that is not sent in comes close to the front")


def _fire(case: _Case, hex: int) -> Iterator[Verdict]:
    """Fire by those who avoid contact, at enemies that are far off and have left them alone [6.2b]."""
    shy = case.step.posture == "avoid" or case.waiting_reserve or case.sheet.plan.type == "move"
    if shy and case.board.distance(case.standing.hex, hex) > FAR and not case.standing.fired_on:
        yield case.mark("OS-FIRE", "it is to avoid contact")


def _fight(case: _Case, action: Action) -> Iterator[Verdict]:
    """Assaults, overruns and breaches: what the type of the sheet and the drawing allow [6.3c] [6.3f]."""
    envelope, hex = case.envelope, action.hex
    if case.waiting_reserve:
        yield case.refuse("OS-RES", "a reserve has to be sent in before it attacks")
    elif case.sheet.plan.type == "move":
        yield case.refuse("OS-MOVE", "a Move sheet orders no attack")
    elif case.sheet.plan.type in DEFENSES:
        yield from _counter_attack(case, hex)
    elif case.step.posture == "avoid" or not (envelope.inside | envelope.beside) >> hex & 1:
        if case.standing.fired_on and case.step.posture != "avoid":
            yield case.mark("OS-LOCAL", "it answers an enemy beside its way")
        else:
            yield case.refuse("OS-FIGHT", "no attack is ordered there")
    elif not envelope.inside >> hex & 1:
        yield case.mark("OS-FIGHT", "beside what is drawn")


def _counter_attack(case: _Case, hex: int) -> Iterator[Verdict]:
    """A defense strikes back in its position, or close to it [6.3d] [6.3e]."""
    far = min((case.board.distance(hex, own) for own in members(case.envelope.area)), default=0)
    if far > COUNTER:
        yield case.refuse("OS-HOLD", "too far from the position for a counter-attack")
    elif far:
        yield case.mark("OS-CTR", "a counter-attack out of the position")


def _failing(case: _Case, action: Action) -> Iterator[Verdict]:
    """Units on failure instructions go back by their route, away from the enemy, without a fight [6.10b]."""
    if action.verb in ("assault", "overrun", "breach"):
        yield case.refuse("FA-FIGHT", "failure instructions avoid contact")
    if action.verb != "move":
        return
    board, here, hex = case.board, case.standing.hex, action.hex
    on_route = hex in case.envelope.path
    if not on_route and near(board, hex, case.standing.enemies) < near(board, here, case.standing.enemies):
        yield case.refuse("FA-FWD", "it would go toward the enemy")
    if not case.envelope.inside >> hex & 1 and case.envelope.away(hex) >= case.envelope.away(here):
        yield case.refuse("OS-OUT", "it leads off the route of the failure instructions")


def near(board: Board, hex: int, enemies: tuple[int, ...]) -> int:
    """How far the nearest known enemy is from a hex."""
    return min((board.distance(hex, enemy) for enemy in enemies), default=board.count)


def judge_unassigned(board: Board, place: Place, standing: Standing, action: Action) -> Verdict:
    """Unassigned units stay by their centre, or leave by their contingency plan [6.5a] [6.5b] [6.5c]."""
    if action.verb == "fire":
        return ALLOWED
    fighting = action.verb in ("assault", "overrun")
    if place.preliminary and fighting:
        return Verdict("refuse", "PR-FIGHT", "preliminary instructions avoid contact")
    if place.leaving and place.plan is not None:
        out = withdrawal(board, place.plan.route, place.plan.area)
        nearer = out.away(action.hex) < out.away(standing.hex)
        if not out.inside >> action.hex & 1 and not nearer:
            return Verdict("refuse", "UN-OUT", "it leads off the route of the contingency plan")
    else:
        most, now = CHARTS.command.sheets.radius, board.distance(standing.hex, place.centre)
        then = board.distance(action.hex, place.centre)
        if then > most and not (now > most and then < now):
            reason = f"unassigned units stay within {most} hexes of their centre"
            return Verdict("refuse", "UN-5", reason)
    if fighting:
        return Verdict("mark", "UN-ATT", "an attack by unassigned units")
    return ALLOWED
