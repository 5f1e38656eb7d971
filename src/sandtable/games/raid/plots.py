"""Plots of indirect fire: which gun fires at which hex in the next turn, and who observes [9.1] [9.6]."""

from collections.abc import Iterator, Sequence

import msgspec

from sandtable.engine import Option, Refusal, Unknown
from sandtable.engine.asks import Form
from sandtable.games.raid.country import hexes_in
from sandtable.games.raid.fire_events import MissionPlotted
from sandtable.games.raid.scene import Play
from sandtable.games.raid.spotter import (
    ever_plots,
    gun_bars,
    gun_name,
    own_guns,
    reach_bars,
    spotted_by,
    spotter_bars,
)
from sandtable.games.raid.spotting import sees_hex
from sandtable.games.raid.state import ALPHA, BRAVO, Mission

SMOKE = "smoke"


class Plot(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One mission: a gun, its hex, who observes, and whether it fires smoke [9.1] [11.0]."""

    gun: str
    hex: str
    spotter: str
    smoke: bool = False


class Plots(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """All that a side plots in one Game-Turn."""

    missions: tuple[Plot, ...] = ()


class PlotFire(Form[Plots]):
    """What each gun will fire at [9.1]."""

    table: Play
    name, case, private, shape = "plot-fire", "9.1", True, Plots
    __slots__ = ()

    def question(self) -> str:
        return "What will the guns fire at in the next Game-Turn?"

    def faults(self, draft: Plots) -> list[Refusal]:
        """Everything wrong with the plots, one after the other [9.1] [9.61] [9.62]."""
        return [fault for place in range(len(draft.missions)) for fault in self._faults(draft, place)]

    def _faults(self, draft: Plots, place: int) -> Iterator[Refusal]:
        plot, where = draft.missions[place], f"missions[{place}]"
        try:
            gun, hex = self.gun(plot.gun), self.table.scene.hex(plot.hex)
            spotter = self.table.scene.unit(plot.spotter)
        except Unknown as error:
            yield Refusal(self.case, str(error), where)
            return
        before = [other.gun for other in draft.missions[:place]]
        rows = [("9.62", "it has a mission already", plot.gun in before), *gun_bars(self.table, gun)]
        yield from _told(
            f"{plot.gun} may not be plotted for", [*rows, *reach_bars(self.table, gun, hex)], where
        )
        if self.table.state.side[spotter] != self.side:
            yield Refusal("9.1", f"{plot.spotter} is not of this side", where)
        else:
            unseen = ("9.61", f"it does not see {plot.hex}", not sees_hex(self.table, spotter, hex))
            rows = [*spotter_bars(self.table, spotter, gun), unseen]
            yield from _told(f"{plot.spotter} may not observe", rows, where)

    def typed(self, draft: Plots, line: str) -> Plots | None:
        """A mission as players note it: gun, hex, and if they like who observes, and smoke."""
        words = line.split()
        at = next((place for place, word in enumerate(words) if word in self.table.scene.board.names), 0)
        if not at:
            return None
        gun, hex, rest = " ".join(words[:at]), words[at], words[at + 1 :]
        observers = [word for word in rest if word != SMOKE] or self._observers(gun, hex)
        plot = Plot(gun, hex, next(iter(observers), ""), SMOKE in rest)
        return Plots((*draft.missions, plot))

    def _observers(self, gun: str, hex: str) -> list[str]:
        """Who could observe this hex for a gun."""
        scene, guns = self.table.scene, own_guns(self.table, self.side)
        return [
            scene.unit_name(unit)
            for number in guns
            if gun_name(self.table, number) == gun
            for unit, seen in spotted_by(self.table, self.side, number).items()
            if seen >> scene.hex(hex) & 1
        ]

    def gun(self, name: str) -> int:
        """The gun of this name; Unknown if the side has none."""
        for gun in own_guns(self.table, self.side):
            if gun_name(self.table, gun) == name:
                return gun
        raise Unknown("gun", name)

    def grow(self, draft: Plots) -> Sequence[tuple[Option, Plots]]:
        """One more gun at any hex that somebody sees for it; of several who could observe, the first."""
        taken = [plot.gun for plot in draft.missions]
        plots = (plot for gun in self.free(taken) for plot in self._plots(gun))
        return [(self._option(plot), Plots((*draft.missions, plot))) for plot in plots]

    def free(self, taken: Sequence[str]) -> list[int]:
        return [
            gun
            for gun in own_guns(self.table, self.side)
            if gun_name(self.table, gun) not in taken
            and not any(holds for _, _, holds in gun_bars(self.table, gun))
        ]

    def _plots(self, gun: int) -> Iterator[Plot]:
        done, scene = 0, self.table.scene
        for unit, seen in spotted_by(self.table, self.side, gun).items():
            for hex in hexes_in(seen & ~done):
                if not any(holds for _, _, holds in reach_bars(self.table, gun, hex)):
                    for smoke in (False, True):
                        yield Plot(
                            gun_name(self.table, gun), scene.hex_name(hex), scene.unit_name(unit), smoke
                        )
            done |= seen

    def _option(self, plot: Plot) -> Option:
        key = f"{plot.gun}: {'smoke' if plot.smoke else 'HE'} on {plot.hex}"
        return Option(key, f"{key}, observed by {plot.spotter}", unit=plot.gun, hex=plot.hex)


def _told(opening: str, rows: Sequence[tuple[str, str, bool]], where: str) -> Iterator[Refusal]:
    for case, reason, holds in rows:
        if holds:
            yield Refusal(case, f"{opening}: {reason}", where)


async def plot_fire(table: Play) -> None:
    """Both sides write their plots in secret, each if it was ever given guns [9.1] [4.1]."""
    asks = [PlotFire(table, side) for side in (ALPHA, BRAVO) if ever_plots(table, side)]
    for side, plots in (await table.ask_all(asks, resumable=True)).items():
        for plot in plots.missions:
            write_down(table, side, plot)


def write_down(table: Play, side: int, plot: Plot) -> None:
    """One plot, due in Phase E of the next Game-Turn [9.1] [9.2]."""
    state, scene = table.state, table.scene
    gun, hex, spotter = PlotFire(table, side).gun(plot.gun), scene.hex(plot.hex), scene.unit(plot.spotter)
    state.missions.append(Mission(gun, side, hex, plot.smoke, spotter, state.turn + 1))
    table.report(MissionPlotted(side, plot.gun, hex, spotter), to=side)
