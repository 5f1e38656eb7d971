"""A counter on a map, as games describe it and drawings and pages show it."""

import msgspec


class Counter(msgspec.Struct, frozen=True, tag="counter"):
    """A counter in a hex. Counters of one hex lie on one another in the order in which they are given.

    `side` counts from 0. `symbol` is the name of a drawn symbol (see `boards.drawing.SYMBOLS`) or a few
    letters. `facing` is a direction, or -1. Each of `status` is a letter or two on a round mark.
    """

    hex: int
    side: int = 0
    symbol: str = ""
    name: str = ""
    numbers: str = ""
    facing: int = -1
    status: tuple[str, ...] = ()
