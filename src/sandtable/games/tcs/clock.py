"""The turns of a battle: twenty minutes by day, an hour by night [1.3] [16.0] [16.4]."""

import re
from collections.abc import Sequence
from typing import NamedTuple

DAY = 24 * 60


class Turn(NamedTuple):
    """A turn: its day (0 where the battle has but one), the minute at which it begins, and the dark."""

    day: int
    minute: int
    night: bool = False

    @property
    def hourly(self) -> bool:
        """Does it begin on the hour, so that weather is rolled and companies recover [1.3] [9.1c]?"""
        return self.minute % 60 == 0

    @property
    def length(self) -> int:
        """Its length in minutes [16.4]."""
        return 60 if self.night else 20

    @property
    def name(self) -> str:
        time = f"{self.minute // 60:02}{self.minute % 60:02}"
        return f"{self.day} {time}" if self.day else time


def moment(written: str) -> tuple[int, int]:
    """Day and minute of a time such as 0940 or, in a battle of several days, 16 0940."""
    found = re.fullmatch(r"(?:(\d\d?) )?([01]\d|2[0-3])([0-5]\d)", written)
    if not found:
        raise ValueError(f"{written!r} is no time such as 0940 or 16 0940")
    day, hours, minutes = found.groups()
    return int(day or 0), int(hours) * 60 + int(minutes)


def turns(start: str, end: str, daylight: Sequence[str]) -> tuple[Turn, ...]:
    """All turns from the first to the last; `daylight` has the first and last turn of a day, or nothing."""
    first, last = (moment(time)[1] for time in daylight) if daylight else (0, DAY)
    found = []
    day, minute = moment(start)
    while (day, minute) <= moment(end):
        turn = Turn(day, minute, not first <= minute <= last)
        found.append(turn)
        minute += turn.length
        if minute >= DAY:
            day, minute = day + 1, minute - DAY
    return tuple(found)


def turn_of(turns: Sequence[Turn], written: str) -> int:
    """The number of the first turn that begins at this time or later, from one."""
    time = moment(written)
    return next((n for n, turn in enumerate(turns, 1) if (turn.day, turn.minute) >= time), len(turns))
