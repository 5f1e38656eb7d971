"""What a battle is won by: scores of a few kinds, and the levels that their sum reaches [6.1]."""

from typing import Literal

import msgspec

ScoreKind = Literal[
    "hexes",
    "count_of_hexes",
    "all_hexes",
    "no_enemy",
    "taken",
    "able_in",
    "stood",
    "reached",
    "way_free",
    "in_columns",
    "destroyed",
    "units_lost",
    "exited",
    "fit",
    "unfit",
]
Kind = Literal["platoon", "tank", "gun"]
"""What is counted: platoons of infantry, vehicles, guns of every sort."""


class Score(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """One line of a victory rule.

    `points` go to the side for each `per` of what the kind counts: hexes held, or enemies destroyed, or own
    units gone over an edge; other kinds are all or nothing. `beyond` are free of charge, `count` is what is
    needed, `within` how near an enemy spoils it. What holds once counts for good if that was `by` a turn,
    or `after` it, with no enemy in the hexes to be `clear`. A company is fit with a morale below a number
    and so many `thirds` of its steps.
    """

    side: str
    points: int
    kind: ScoreKind
    what: str
    hexes: tuple[str, ...] = ()
    initial: str = ""
    kinds: tuple[Kind, ...] = ()
    per: int = 1
    count: int = 0
    beyond: int = 0
    within: int = 0
    columns: tuple[int, ...] = ()
    rows: tuple[int, ...] = ()
    edge: Literal["", "north", "east", "south", "west"] = ""
    least_steps: int = 0
    units: tuple[str, ...] = ()
    clear: tuple[str, ...] = ()
    by: str = ""
    after: str = ""
    morale_below: int = 0
    thirds: int = 0

    def counts_row(self, hex: str) -> bool:
        """Does the row of a hex lie between the rows of this score, if it has any?"""
        return not self.rows or self.rows[0] <= int(hex[len(hex) // 2 :]) <= self.rows[1]


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A level of victory; the first whose every condition holds is reached. Losses are the first side's."""

    name: str
    least: int | None = None
    most: int | None = None
    steps_lost_least: int | None = None
    steps_lost_most: int | None = None
    tanks_lost_least: int | None = None
    also_at: str = ""

    def reached(self, difference: int, steps: int, tanks: int, earlier: int) -> bool:
        """Is it reached by the first side's lead and losses? `earlier` is its lead at `also_at`."""
        lead = min(difference, earlier) if self.also_at else difference
        return (
            (self.least is None or lead >= self.least)
            and (self.most is None or lead <= self.most)
            and (self.steps_lost_least is None or steps >= self.steps_lost_least)
            and (self.steps_lost_most is None or steps <= self.steps_lost_most)
            and (self.tanks_lost_least is None or tanks >= self.tanks_lost_least)
        )


class Sudden(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A level reached at the end of a turn when so many tanks have gone over an edge in time."""

    name: str
    side: str
    exited: int
    edge: Literal["north", "east", "south", "west"]
    by: str


class Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The victory rule of a scenario: the first side's points less the second's, read by the levels."""

    first: str
    scores: tuple[Score, ...]
    levels: tuple[Level, ...]
    tank_steps: int = 1
    sudden: Sudden | None = None
    history: str = ""
