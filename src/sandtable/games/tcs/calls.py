"""Calls for fire, and immediate suppression plotted when the Artillery Segment begins [10.8] [10.10]."""

from collections.abc import Iterator, Sequence

from sandtable.engine import Form, Option, Refusal
from sandtable.games.tcs.batteries import first_turn, observed
from sandtable.games.tcs.direct_asks import enemy_hexes
from sandtable.games.tcs.plots import Call, limits, line_faults, own_batteries, prompt_batteries
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.sorties import call_aircraft
from sandtable.games.tcs.state import CALLED, IMMEDIATE, NOBODY, Mission


class CallFire(Form[tuple[Call, ...]]):
    """The called missions of a side [10.8] [10.12a]."""

    __slots__ = ()
    table: Play
    name, case, private = "call-fire", "10.8", True
    shape = tuple[Call, ...]

    def blank(self) -> tuple[Call, ...]:
        return ()

    def batteries(self) -> list[int]:
        """Those that may be called."""
        return own_batteries(self.table, self.side)

    def mission(self, line: Call) -> Mission:
        """The plot, with the turn in which it falls [10.1b] [10.8b] [10.11a]."""
        battery = self.table.state.batteries.index(line.battery)
        turn = first_turn(self.table, battery) + line.wait
        return mission_of(self.table, line, CALLED, turn)

    def faults(self, draft: tuple[Call, ...]) -> list[Refusal]:
        found = [fault for line in draft for fault in self.line_faults(line)]
        return found or [*limits(self.table, self.side, [self.mission(line) for line in draft])]

    def line_faults(self, line: Call) -> Iterator[Refusal]:
        """What is wrong with one line."""
        yield from line_faults(self.table, self.side, line, self.batteries())

    def grow(self, draft: tuple[Call, ...]) -> Sequence[tuple[Option, tuple[Call, ...]]]:
        """One battery fire of HE more on a hex with enemies that is observed."""
        table = self.table
        found: list[tuple[Option, tuple[Call, ...]]] = []
        for battery in self.batteries():
            for hex in enemy_hexes(table, self.side):
                if observed(table, battery, hex):
                    found += self._longer(draft, battery, hex)
        return found

    def _longer(
        self, draft: tuple[Call, ...], battery: int, hex: int
    ) -> Iterator[tuple[Option, tuple[Call, ...]]]:
        scene, name = self.table.scene, self.table.state.batteries[battery]
        line = Call(name, scene.hex_name(hex), he=1)
        longer = (*draft, line)
        if line not in draft and not self.faults(longer):
            yield Option(line.place, line.place, hex=line.hex), longer


class ImmediateFire(CallFire):
    """Missions that fall in this very segment, after all others [10.10]."""

    __slots__ = ()
    name, case = "immediate-fire", "10.10"

    def batteries(self) -> list[int]:
        """None that has a delay, and so none in general support [10.10b] [10.11b]."""
        return prompt_batteries(self.table, self.side)

    def mission(self, line: Call) -> Mission:
        """Fired as Area A, in this turn [10.10c]."""
        return mission_of(self.table, line, IMMEDIATE, self.table.state.turn)._replace(shape="area_a")

    def line_faults(self, line: Call) -> Iterator[Refusal]:
        """It has to be observed as a called fire has to [10.10a]."""
        found = [*line_faults(self.table, self.side, line, self.batteries())]
        yield from found
        if line.wait:
            yield Refusal("10.10", "immediate fire falls in this turn", line.place)
        if found:
            return
        battery = self.table.state.batteries.index(line.battery)
        if not observed(self.table, battery, self.table.scene.hex(line.hex)):
            reason = f"nobody who may observe for {line.battery} sees {line.hex}"
            yield Refusal("10.10a", reason, line.place)


def mission_of(table: Play, line: Call, kind: int, turn: int) -> Mission:
    """A line as the rules keep it."""
    scene = table.scene
    battery = table.state.batteries.index(line.battery)
    trp = scene.hex(line.trp) if line.trp else NOBODY
    return Mission(battery, kind, turn, scene.hex(line.hex), line.shape, line.he, line.smoke, line.illum, trp)


async def call_for_fire(table: Play) -> None:
    """Both sides write called missions, hidden from each other [1.3e] [10.8a] [10.12a]."""
    asks = [CallFire(table, side) for side in (0, 1) if own_batteries(table, side)]
    await _write(table, asks)
    await call_aircraft(table)


async def suppress_at_once(table: Play) -> None:
    """Immediate suppression is plotted before any mission of the segment is fired [10.10] [10.12a]."""
    asks = [ImmediateFire(table, side) for side in (0, 1) if prompt_batteries(table, side)]
    await _write(table, asks)


async def _write(table: Play, asks: Sequence[CallFire]) -> None:
    calls = await table.ask_all(asks)
    for ask in asks:
        table.state.missions += [ask.mission(line) for line in calls[ask.side]]
