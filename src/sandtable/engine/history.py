"""What a driver remembers of a game: answers, checkpoints, marks, and what was taken back."""

from typing import Any

import msgspec

from sandtable.engine.dice import Dice
from sandtable.engine.events import Heard


class Input(msgspec.Struct, frozen=True, gc=False):
    """An answer with the side and name of its ask, who gave it ("seat" or "orders"), and its place.

    `rolls` counts the rolls before it; `wire` is the answer as records keep it.
    """

    side: int
    ask: str
    kind: str
    answer: Any
    by: str
    rolls: int
    wire: object


class Checkpoint(msgspec.Struct, frozen=True, gc=False):
    """A place from which everything later can be run again."""

    state: Any
    dice: Dice
    inputs: int
    heard: int
    rolls: int


class Adjourned(msgspec.Struct, frozen=True):
    """A game under way as plain data: a checkpoint, the answers since, and what was logged before it."""

    game: str
    place: Checkpoint
    inputs: tuple[Input, ...]
    log: tuple[Heard, ...]


class Mark(msgspec.Struct, frozen=True, gc=False):
    """The state hash where a segment began, after so many inputs and rolls."""

    inputs: int
    rolls: int
    segment: str
    turn: int
    hash: str


class Undone(msgspec.Struct, frozen=True, gc=False):
    """Answers that were taken back, and after how many others they stood."""

    inputs: int
    answers: tuple[Input, ...]
