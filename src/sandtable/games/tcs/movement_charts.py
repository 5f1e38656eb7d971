"""The prices of movement [12.1], in sixths of a point."""

from typing import Literal

import msgspec

from sandtable.games.tcs.printed import Printed

Legs = Literal["foot", "vehicle", "truck"]
"""The columns of the chart."""


class Price(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row: on good and on poor ground; a price that is left out is prohibited."""

    foot: tuple[int, ...] = ()
    vehicle: tuple[int, ...] = ()
    truck: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if max(map(len, (self.foot, self.vehicle, self.truck))) > 2:
            raise ValueError("a price has one number for good ground and one for poor")

    def of(self, legs: Legs, poor: bool) -> int | None:
        """What it costs, or None if it cannot be entered [12.1f] [12.1c] [8.3d]."""
        prices: tuple[int, ...] = getattr(self, legs)
        return prices[poor] if len(prices) > poor else None


class MovementSpecial(Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Slow go, overruns, minefields and mounting [12.2a] [14.0] [15.2] [15.0b] [15.4c] [12.3b]."""

    slow_go_times: int
    bogged_on: int
    overrun: int
    by_force: int
    own_field: int
    lane: int
    mount_carrier: int
    mount_passenger: int


class MovementChart(Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Terrain effects on movement: hexes, roads instead of them, hexsides besides [12.1] [12.1b] [12.1d]."""

    point: int
    hex: dict[str, Price]
    road: dict[str, Price]
    hexside: dict[str, Price]
    special: MovementSpecial
