"""What each seat has heard so far, kept up with the log, so that nobody walks through all of it each time."""

from bisect import bisect_left
from collections.abc import Sequence

from sandtable.engine.events import Event, Heard


class _Ear:
    """One seat: what it has heard, at which places of the log, and how far it has listened."""

    __slots__ = ("events", "listened", "places")

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.places: list[int] = []
        self.listened = 0


class Ears:
    """All seats that have ever listened."""

    __slots__ = ("_ears",)

    def __init__(self) -> None:
        self._ears: dict[int | None, _Ear] = {}

    def heard(self, side: int | None, log: Sequence[Heard]) -> list[Event]:
        """What a seat has heard, in order; not to be changed."""
        ear = self._ears.setdefault(side, _Ear())
        for place in range(ear.listened, len(log)):
            if (event := log[place].to_seat(side)) is not None:
                ear.events.append(event)
                ear.places.append(place)
        ear.listened = len(log)
        return ear.events

    def forget(self, since: int) -> None:
        """The log has been cut off at this place."""
        for ear in self._ears.values():
            kept = bisect_left(ear.places, since)
            del ear.events[kept:], ear.places[kept:]
            ear.listened = min(ear.listened, since)
