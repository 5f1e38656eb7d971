"""What can be added to a form that is built up option by option, made one by one as it is looked at."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar, overload

from sandtable.engine.asks import Option

T = TypeVar("T")
D = TypeVar("D")


class Additions(Sequence[tuple[Option, D]], Generic[T, D]):
    """What can be added to a draft; the longer draft is only made when it is looked at."""

    def __init__(self, items: Sequence[T], make: Callable[[T], tuple[Option, D]]) -> None:
        self.items = items
        self.make = make

    def __len__(self) -> int:
        return len(self.items)

    @overload
    def __getitem__(self, place: int) -> tuple[Option, D]: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[tuple[Option, D]]: ...

    def __getitem__(self, place: int | slice) -> tuple[Option, D] | Sequence[tuple[Option, D]]:
        if isinstance(place, slice):
            return [self.make(item) for item in self.items[place]]
        return self.make(self.items[place])
