"""Kill zones of machine guns: whoever stands behind the target is attacked too [7.4] [7.41] [7.42] [7.43]."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from sandtable.engine import Choose, Odds
from sandtable.games.raid.arms import Shot
from sandtable.games.raid.bursts import UNTOUCHED
from sandtable.games.raid.charts import CHARTS
from sandtable.games.raid.fire_events import KillZone
from sandtable.games.raid.fire_odds import Fire
from sandtable.games.raid.scene import Play
from sandtable.games.raid.state import HIGH, alive, has, hex_of


class Target(Protocol):
    """What a gun was aimed at."""

    @property
    def unit(self) -> int: ...

    @property
    def hex(self) -> int: ...


class SweptHex(Choose[int]):
    """Which of two hexes that lie equally near the line a gun sweeps [7.41] [7.42]."""

    table: Play
    name, case, options_are = "swept-hex", "7.4", "hexes"
    __slots__ = ("hexes",)

    def __init__(self, table: Play, unit: int, hexes: Sequence[int]) -> None:
        super().__init__(table, table.state.side[unit], unit)
        self.hexes = hexes

    def question(self) -> str:
        return f"Which hex does {self.table.scene.unit_name(self.unit)} sweep?"

    def offer(self) -> Sequence[int]:
        return self.hexes


async def sweep(
    table: Play,
    shot: Shot,
    aim: Target,
    reckon: Callable[[Play, Shot, int, int], Fire],
    hit: Callable[[Play, int, Odds], Awaitable[None]],
) -> None:
    """Everybody in the zone is attacked, seen or not, each with a roll of its own [7.4] [7.43].

    The firer settles where the zone runs before anything is rolled.
    """
    for hex in await run_of(table, shot, aim):
        standing = swept(table, hex)
        if standing:
            table.report(KillZone(shot.unit, hex))
        for unit in standing:
            fire = reckon(table, shot, unit, hex)
            if fire.odds is not None and alive(table.state, unit):
                await hit(table, unit, fire.odds)


async def run_of(table: Play, shot: Shot, aim: Target) -> list[int]:
    """The hexes of the zone, as the firer chooses; it ends in the first tall one [7.41] [7.42] [7.43]."""
    steps = zone_beyond(table, shot, aim)
    if not any(swept(table, hex) for step in steps for hex in step):
        return []
    tall, found = table.scene.ground.tall, []
    for step in steps:
        hex = step[0] if len(step) == 1 else await table.ask(SweptHex(table, shot.unit, step))
        found.append(hex)
        if tall[hex]:
            break
    return found


def zone_beyond(table: Play, shot: Shot, aim: Target) -> list[tuple[int, ...]]:
    """Where a machine gun may sweep beyond its target, if it does [7.41] [7.42] [13.42]."""
    state = table.state
    length = CHARTS.fire.kill_zone.get(shot.arm.line or "", 0)
    if not length or has(state, aim.unit, HIGH):
        return []
    return table.scene.ground.kill_zone(hex_of(state, shot.unit), aim.hex, length)


def swept(table: Play, hex: int) -> list[int]:
    """Who stands in a hex of the zone, friend or foe [7.4]."""
    state, types = table.state, table.scene.types
    return [
        unit
        for unit, at in enumerate(state.hexes)
        if at == hex and types[unit].breed not in UNTOUCHED and not has(state, unit, HIGH)
    ]
