"""Op sheets in play: what a unit does is judged by its sheet, refused or noted for review [6.7b] [12.0b]."""

from collections.abc import Mapping

from msgspec.structs import replace

from sandtable.engine import Refusal
from sandtable.games.tcs.charts import CHARTS
from sandtable.games.tcs.drawn import members, within
from sandtable.games.tcs.envelope import Envelope, withdrawal
from sandtable.games.tcs.events import Noted
from sandtable.games.tcs.phrases import told_place, told_sheet
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.state import (
    CONTACT,
    FAILING,
    NOBODY,
    SHOT_AT,
    SHOT_BEFORE,
    able,
    has,
    hex_of,
)
from sandtable.games.tcs.steps import begun, group_envelope, group_units
from sandtable.games.tcs.verdicts import (
    ALLOWED,
    Action,
    Standing,
    Verb,
    Verdict,
    judge,
    judge_unassigned,
    limits,
)
from sandtable.games.tcs.vision import watchers

NOTES = 3
"""So often a code is noted on one sheet, or of one unassigned group; then it is refused."""
NEVER_REFUSED = ("OS-SYR", "OS-LATE", "UN-SLOW", "FA-SLOW")
"""What is noted however often: retreats, which are a right, and not acting."""
NEAR = 4
"""A unit that is to avoid contact keeps farther than this from enemies that see it."""
DETOUR = 3
"""So far from its envelope a unit may go round what stops it."""


def governed(table: Play, unit: int) -> bool:
    """Do orders hold for a unit? In a deal for the enemy what it has done was allowed by its true sheet."""
    state = table.state
    if state.group[unit] == NOBODY or "command" in state.without:
        return False
    return table.deal is None or table.deal.side == state.side[unit]


def judged(table: Play, unit: int, verb: Verb, hex: int) -> Verdict:
    """What the rules of orders say of an action, as this game reads them [6.7b]."""
    if not governed(table, unit):
        return ALLOWED
    found = _drawn_verdict(table, unit, Action(verb, hex))
    return found if found is ALLOWED else _as_read(table, unit, found)


def _drawn_verdict(table: Play, unit: int, action: Action) -> Verdict:
    """By the sheet, or by centre and contingency plan [6.5] [6.7b]."""
    state, board = table.state, table.scene.board
    sheet, group = state.sheet[unit], state.group[unit]
    if sheet == NOBODY:
        place = state.places[group]
        return judge_unassigned(board, place, Standing(hex_of(state, unit), state.turn), action)
    standing = standing_of(table, unit, action.verb)
    found = judge(board, state.sheets[sheet], group, standing, action)
    return _on_the_spot(table, unit, action, found)


def _on_the_spot(table: Play, unit: int, action: Action, found: Verdict) -> Verdict:
    """What the drawing alone does not tell: who sees whom, and what bars the way [6.3f] [6.7b]."""
    sheet = table.state.sheets[table.state.sheet[unit]]
    avoiding = action.verb == "move" and found is ALLOWED and sheet.plan.type == "move"
    if avoiding and any(able(table.state, foe) for foe in watchers(table, action.hex, 1 - sheet.side, NEAR)):
        return Verdict("mark", "OS-CONTACT", "it comes near an enemy that it is to avoid")
    if found.code == "OS-FIGHT" and found.ruling == "mark" and sheet.plan.type == "attack":
        inside = envelope_of(table, unit).inside
        return ALLOWED if table.scene.country.sees[action.hex] & inside else found
    if found.code == "OS-OUT" and action.verb == "move" and _goes_round(table, unit, action.hex):
        return Verdict("mark", "OS-DETOUR", "it goes round what bars its way", found.step)
    return found


def _goes_round(table: Play, unit: int, hex: int) -> bool:
    """Is every hex that leads on held by the enemy or impassable, and this one close by [6.7b]?"""
    state, country = table.state, table.scene.country
    here, last, side = state.hexes[unit], state.last[unit], state.side[unit]
    if here < 0 or last == NOBODY:
        return False
    envelope = group_envelope(table, state.sheets[state.sheet[unit]], state.group[unit], unit)
    if envelope.away(hex) > DETOUR:
        return False
    legs = table.scene.types[unit].legs
    enemies = {state.hexes[foe] for foe in table.scene.foes[state.side[unit]]}
    for face in range(here * 6, here * 6 + 6):
        beyond = country.neighbours[face]
        leads_on = beyond >= 0 and envelope.inside >> beyond & 1 and envelope.progress(beyond, last) > last
        passable = country.across[legs][face] >= 0 or country.by_road[legs][face] >= 0
        mined = any(mine.hex == beyond for mine in state.mines if mine.side == side or mine.shown)
        if leads_on and passable and beyond not in enemies and not mined:
            return False
    return True


def standing_of(table: Play, unit: int, verb: Verb) -> Standing:
    """What a judgement has to know of the unit and of what goes on around it."""
    state, scene = table.state, table.scene
    number, group = state.sheet[unit], state.group[unit]
    sheet = state.sheets[number]
    failing = sheet.steps[group] == FAILING
    type = scene.types[unit]
    return Standing(
        hex_of(state, unit),
        state.turn,
        _known_enemies(table, sheet.side) if failing else (),
        state.began[unit],
        state.last[unit],
        state.reached[unit],
        type.category in ("vehicle", "carrier"),
        scene.turn(state).night,
        not failing and verb == "move" and not begun(table, number, group),
        sheet.plan.type == "move" and _marked(table, number, group, SHOT_AT | CONTACT),
        verb != "move" and _marked(table, number, group, SHOT_AT | SHOT_BEFORE),
        _foremost(table, number, group) if verb == "move" else NOBODY,
        sheet.met,
        sheet.failed_from[group] if failing else 0,
    )


def _known_enemies(table: Play, side: int) -> tuple[int, ...]:
    state = table.state
    return tuple([state.hexes[foe] for foe in table.scene.foes[side] if state.hexes[foe] >= 0])


def _marked(table: Play, sheet: int, group: int, flags: int) -> bool:
    """Has any unit of the group been fired at, or met the enemy?"""
    return any(has(table.state, unit, flags) for unit in group_units(table, sheet, group))


def _foremost(table: Play, number: int, group: int) -> int:
    """The best progress of the group that a waiting reserve follows [6.11b]."""
    state = table.state
    sheet = state.sheets[number]
    written = sheet.plan.groups[group]
    if not written.reserve or group in sheet.committed or not written.follows:
        return NOBODY
    leader = [one.id for one in sheet.plan.groups].index(written.follows)
    front = [state.last[unit] for unit in group_units(table, number, leader) if able(state, unit)]
    return max(front, default=NOBODY)


def envelope_of(table: Play, unit: int) -> Envelope:
    """Where a unit may be by its sheet."""
    state = table.state
    sheet = state.sheets[state.sheet[unit]]
    standing = standing_of(table, unit, "move")
    return limits(table.scene.board, sheet, state.group[unit], standing)


# -- the three readings, refusals and notes


def _as_read(table: Play, unit: int, found: Verdict) -> Verdict:
    """Strict: what is doubtful is refused; free: nothing is; marked: a code is noted three times [6.7b]."""
    state = table.state
    if state.reading == "free":
        return found._replace(ruling="mark")
    if found.ruling == "refuse" or found.code in NEVER_REFUSED:
        return found
    if state.reading == "strict":
        return found._replace(ruling="refuse")
    if (unit, found.code) not in state.noted and _times(table, unit, found.code) >= NOTES:
        return found._replace(
            ruling="refuse", reason=f"{found.reason}, and that has been noted {NOTES} times"
        )
    return found


def _times(table: Play, unit: int, code: str) -> int:
    """How often a code has been noted on the unit's sheet, or of its unassigned group."""
    state = table.state
    owner = (
        state.places[state.group[unit]] if state.sheet[unit] == NOBODY else state.sheets[state.sheet[unit]]
    )
    return dict(owner.flags).get(code, 0)


def barred(table: Play, unit: int, verb: Verb, hex: int) -> Refusal | None:
    """Why the orders of a unit forbid an action: the line of its sheet, and where it may go [6.7b]."""
    found = judged(table, unit, verb, hex)
    return None if found.ruling != "refuse" else told_refusal(table, unit, found)


def told_refusal(table: Play, unit: int, found: Verdict) -> Refusal:
    """A refusal by orders in words."""
    state, scene = table.state, table.scene
    case, line = ("6.5a", told_place(table, unit)) if state.sheet[unit] == NOBODY else ("6.7b", "")
    if state.sheet[unit] != NOBODY:
        line = told_sheet(state.sheets[state.sheet[unit]], state.group[unit])
    reason = f"{scene.units[unit]} is on {line}: {found.reason} ({found.code})"
    if found.code in ("OS-OUT", "OS-HOLD", "OS-ALT") and state.sheet[unit] != NOBODY:
        nearest = envelope_of(table, unit).nearest(hex_of(state, unit))
        reason += f"; the nearest hex that it allows is {scene.hex_name(nearest)}" if nearest >= 0 else ""
    return Refusal(case, reason)


def note(table: Play, unit: int, verb: Verb, hex: int) -> None:
    """Write down what is doubtful about an action that is carried out [6.7b]."""
    found = judged(table, unit, verb, hex)
    if found.ruling == "mark":
        note_down(table, unit, found.code, found.reason)


def note_down(table: Play, unit: int, code: str, reason: str) -> None:
    """Once for each unit, code and turn; the enemy sees no more than how many there are [6.7b]."""
    state = table.state
    if not governed(table, unit) or (unit, code) in state.noted:
        return
    side = state.side[unit]
    state.noted.append((unit, code))
    state.notes[side] += 1
    if state.sheet[unit] == NOBODY:
        place = state.places[state.group[unit]]
        state.places[state.group[unit]] = place._replace(flags=_counted(place.flags, code))
    else:
        sheet = state.sheets[state.sheet[unit]]
        state.sheets[state.sheet[unit]] = replace(sheet, flags=_counted(sheet.flags, code))
    words = f"{table.scene.units[unit]}: {reason}"
    table.report(Noted(side, code, words), to=side)


def _counted(flags: tuple[tuple[str, int], ...], code: str) -> tuple[tuple[str, int], ...]:
    """The count of a code, one higher."""
    counts = dict(flags)
    counts[code] = counts.get(code, 0) + 1
    return tuple(sorted(counts.items()))


def step_words(table: Play, unit: int) -> str:
    """What a unit is about by its orders, for views and the page."""
    state = table.state
    if state.group[unit] == NOBODY:
        return ""
    if state.sheet[unit] == NOBODY:
        return told_place(table, unit)
    return told_sheet(state.sheets[state.sheet[unit]], state.group[unit])


def told_limits(table: Play, unit: int) -> Mapping[str, object]:
    """The orders of a unit in words, and where it may be by them: inside, and beside, where it is noted."""
    state, name = table.state, table.scene.hex_name
    if state.group[unit] == NOBODY:
        return {}
    if state.sheet[unit] == NOBODY:
        place = state.places[state.group[unit]]
        away = [] if place.leaving else [place.centre]
        hexes = within(table.scene.board, away, CHARTS.command.sheets.radius)
        if place.leaving and place.plan is not None:
            hexes = withdrawal(table.scene.board, place.plan.route, place.plan.area).inside
        inside, beside = hexes, 0
    else:
        envelope = envelope_of(table, unit)
        inside, beside = envelope.inside, envelope.beside
    return {
        "orders": step_words(table, unit),
        "inside": [name(hex) for hex in members(inside)],
        "beside": [name(hex) for hex in members(beside)],
    }
