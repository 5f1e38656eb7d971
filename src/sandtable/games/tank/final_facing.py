"""The Final Facing Segment: both sides turn their units, in secret and at once [7.11]."""

from collections.abc import Iterator, Sequence

import msgspec

from sandtable.engine import Additions, Form, Option, Refusal, Unknown
from sandtable.games.tank.events import Turned
from sandtable.games.tank.improved import reveal
from sandtable.games.tank.spotting import spot_at_once
from sandtable.games.tank.state import (
    ALPHA,
    BRAVO,
    FC,
    HIDDEN,
    MOVING,
    PANICKED,
    TOLD,
    Play,
    State,
)
from sandtable.hexes import LETTERS


class Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A unit and the hexside that it turns to, A to F clockwise from north."""

    unit: str
    facing: str

    def __str__(self) -> str:
        return f"{self.unit} {self.facing}"


class Facings(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A side's final facings; whoever is not named stays as it is."""

    turns: tuple[Turn, ...] = ()


class FinalFacing(Form[Facings]):
    """Which hexside each unit turns to that has moved, or was plotted to face."""

    table: Play
    name, case, shape, example = "final-facing", "7.11", Facings, "A1 B"

    def question(self) -> str:
        return "Which way do your units turn?"

    def faults(self, draft: Facings) -> list[Refusal]:
        return list(self._faults(draft))

    def _faults(self, draft: Facings) -> Iterator[Refusal]:
        """What is wrong with each line; facing costs nothing and any hexside will do [7.11]."""
        scene, seen = self.table.scene, set()
        for turn in draft.turns:
            try:
                unit = scene.unit(turn.unit)
            except Unknown as error:
                yield Refusal("6.0", str(error), turn.unit)
                continue
            if scene.units[unit] in seen:
                yield Refusal("7.11", "is turned twice", turn.unit)
            seen.add(turn.unit)
            if turn.facing not in LETTERS or len(turn.facing) != 1:
                yield Refusal("7.11", f"there is no hexside {turn.facing!r}; they are A to F", turn.unit)
            if reason := self._why_not(unit):
                yield Refusal("7.12", reason, turn.unit)

    def _why_not(self, unit: int) -> str:
        """Why a unit may not turn now, or nothing; infantry has no facing [7.0] [7.12] [9.5]."""
        state = self.table.state
        if state.side[unit] != self.side:
            return "belongs to the other side"
        if state.facing[unit] < 0 or state.hexes[unit] < 0:
            return "is infantry, which has no facing" if state.hexes[unit] >= 0 else "is not on the map"
        return "" if may_turn(state, unit) else "turns only after moving, or if it was plotted to face (FC)"

    def blank(self) -> Facings:
        return Facings()

    def grow(self, draft: Facings) -> Sequence[tuple[Option, Facings]]:
        """The next unit, in the order of the roster, to each hexside."""
        last = self.table.scene.unit(draft.turns[-1].unit) if draft.turns else -1
        unit = next((unit for unit in self._able() if unit > last), None)
        if unit is None:
            return []
        return Additions(range(6), lambda facing: self._turned(draft, unit, facing))

    def _turned(self, draft: Facings, unit: int, facing: int) -> tuple[Option, Facings]:
        """The draft with a unit turned to a hexside."""
        state, letter = self.table.state, LETTERS[facing]
        words = f"turns to {letter}" if facing != state.facing[unit] else f"faces {letter} now"
        text = f"{state.units[unit]} in {self.table.scene.hex_name(state.hexes[unit])} {words}"
        turn = Turn(state.units[unit], letter)
        return Option(str(turn), text, unit=turn.unit), Facings((*draft.turns, turn))

    def told(self, draft: Facings) -> str:
        return "; ".join(map(str, draft.turns)) or "all as they are"

    def typed(self, draft: Facings, line: str) -> Facings | None:
        """A unit and a hexside, such as A1 B."""
        words = line.split()
        if len(words) != 2:
            return None
        return Facings((*(turn for turn in draft.turns if turn.unit != words[0]), Turn(*words)))

    def _able(self) -> list[int]:
        return able_to_turn(self.table, self.side)


def may_turn(state: State, unit: int) -> bool:
    """Has it a facing, and was it plotted to move, or to face and did not panic [7.12] [12.24]?"""
    if state.facing[unit] < 0 or state.hexes[unit] < 0:
        return False
    task = state.task[unit]
    return task in MOVING or (task == FC and not state.flags[unit] & PANICKED)


def able_to_turn(table: Play, side: int) -> list[int]:
    """The units of a side that may turn now."""
    return [unit for unit in table.scene.own[side] if may_turn(table.state, unit)]


def _might_turn(table: Play, side: int) -> bool:
    """Has the side a unit that may turn, or a hidden one, of which the enemy cannot know?"""
    hidden = any(table.state.flags[unit] & HIDDEN for unit in table.scene.own[side])
    return hidden or bool(able_to_turn(table, side))


async def face_finally(table: Play) -> None:
    """Both sides turn what they will; who turns in a hidden position shows it and may be spotted
    [7.11] [7.12] [14.2] [13.4]."""
    asks = [FinalFacing(table, side) for side in (ALPHA, BRAVO) if _might_turn(table, side)]
    answers = await table.ask_all(asks, resumable=True)
    revealed: list[int] = []
    for answer in answers.values():
        for turn in answer.turns:
            revealed += _turn(table, table.scene.unit(turn.unit), LETTERS.index(turn.facing))
    await spot_at_once(table, revealed)


def _turn(table: Play, unit: int, facing: int) -> list[int]:
    """Turn a unit; who comes to light by it. Whatever turns in a position must be a gun."""
    state = table.state
    if facing == state.facing[unit]:
        return []
    revealed: list[int] = []
    if state.flags[unit] & HIDDEN:
        revealed = reveal(table, state.hexes[unit])
        state.flags[unit] |= TOLD
    state.facing[unit] = facing
    table.report(Turned(unit, LETTERS[facing]))
    return revealed
