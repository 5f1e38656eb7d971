"""Time control: so many days for a move, in which rest days and holidays do not count."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated

import msgspec

from sandtable.engine.refusals import BadRequest

Days = Annotated[float, msgspec.Meta(gt=0, le=365)]
Weekday = Annotated[int, msgspec.Meta(ge=0, le=6)]


class Clock(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Days for a move; `rest` are weekdays that do not count (0 is Monday), `holidays` dates that do not."""

    days: Days
    rest: tuple[Weekday, ...] = ()
    holidays: Annotated[tuple[date, ...], msgspec.Meta(max_length=400)] = ()

    def deadline(self, now: float) -> float:
        """When the time of somebody who is asked now is up; days begin and end by UTC."""
        at, left = datetime.fromtimestamp(now, UTC), timedelta(days=self.days)
        while True:
            midnight = datetime.combine(at.date() + timedelta(days=1), time(), UTC)
            counts = not self._is_free(at.date())
            if counts and at + left <= midnight:
                return (at + left).timestamp()
            left -= midnight - at if counts else timedelta()
            at = midnight

    def _is_free(self, day: date) -> bool:
        return day.weekday() in self.rest or day in self.holidays


def checked(clock: Clock) -> Clock:
    """The clock; BadRequest for one that never runs."""
    if len(set(clock.rest)) == 7:
        raise BadRequest("a clock that rests on every day of the week never runs")
    return clock
