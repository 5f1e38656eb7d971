"""The opponent's guns: what shells and smoke are plotted on, and where machine guns face [9.1] [7.92]."""

from collections.abc import Iterator, Sequence

from sandtable.boards import Board
from sandtable.games.raid.bot_estimate import Worth, distances, fall_of_shot, loss, within
from sandtable.games.raid.bot_orders import Plan
from sandtable.games.raid.bot_picture import Picture
from sandtable.games.raid.plots import Plot, PlotFire, Plots
from sandtable.games.raid.shell_odds import RUBBLED, Burst, burst, structure_odds
from sandtable.games.raid.spotter import gun_name, gun_row, reach_bars, spotted_by
from sandtable.games.raid.state import HIGH, SUPPRESSED, has
from sandtable.games.raid.tables import Tables
from sandtable.games.raid.turning import CLIMB, Turn

NEAR = 2
"""So far from an enemy, or from a house that is to fall, a mission is aimed at most."""
OWN = 0.2
"""What an own man counts against one of the enemy: he can be out of the way before the shells come."""
HOUSE = 4.0
"""What a house is worth that has to be brought down."""
LEAST, LEAST_SMOKE = 0.35, 0.6
"""What a mission must promise in men; from what threat on smoke is laid upon it."""


class Battery:
    """The guns of one side at one moment."""

    def __init__(self, picture: Picture, plan: Plan) -> None:
        self.picture, self.plan, self.state = picture, plan, picture.state
        self.board, self.tables = picture.scene.board, picture.scene.tables
        self.aimed: list[tuple[int, str]] = []
        """Hex and row of 9.41 of the missions that are settled."""

    def plots(self, ask: PlotFire) -> Plots:
        """A mission for each gun that has a target worth its shells; smoke where shells would do little."""
        found: list[Plot] = []
        for gun in ask.free([]):
            plot = self.mission(gun)
            if plot is not None and not ask.faults(Plots((*found, plot))):
                found.append(plot)
        return Plots(tuple(found))

    def mission(self, gun: int) -> Plot | None:
        """The best mission of one gun, with the observer who is closest to a headquarters."""
        table, row = self.picture.table, gun_row(self.picture.table, gun)
        seen = spotted_by(table, self.picture.side, gun)
        hexes = [hex for hex in self.marks() if self._observed(gun, hex, seen)]
        best = max(((self.worth(row, hex), hex) for hex in hexes), default=(0.0, -1))
        if best[0] >= LEAST:
            self.aimed.append((best[1], row))
            return self._plot(gun, best[1], seen, smoke=False)
        smoke = [hex for hex in self.blinds() if self._observed(gun, hex, seen)]
        if not smoke:
            return None
        self.aimed.append((smoke[0], ""))
        return self._plot(gun, smoke[0], seen, smoke=True)

    def _observed(self, gun: int, hex: int, seen: dict[int, int]) -> bool:
        reaches = not any(holds for _, _, holds in reach_bars(self.picture.table, gun, hex))
        return reaches and any(bits >> hex & 1 for bits in seen.values())

    def _plot(self, gun: int, hex: int, seen: dict[int, int], *, smoke: bool) -> Plot:
        scene = self.picture.scene
        spotter = min((unit for unit, bits in seen.items() if bits >> hex & 1), key=self._loose)
        name = gun_name(self.picture.table, gun)
        return Plot(name, scene.hex_name(hex), scene.unit_name(spotter), smoke)

    def _loose(self, unit: int) -> tuple[int, int]:
        """How far an observer is from a headquarters, without which his mission is lost [9.9]."""
        hqs = [self.state.hexes[hq] for hq in self.picture.scene.hqs[self.picture.side]]
        far = [self.board.distance(self.state.hexes[unit], hex) for hex in hqs if hex >= 0]
        return min(far, default=0), unit

    def marks(self) -> list[int]:
        """The hexes at or beside which there is something to be hit."""
        found: dict[int, bool] = {}
        for hex in (*self.picture.foes, *self.houses()):
            for near in within(self.board, hex, NEAR):
                found[near] = True
        return [*found]

    def houses(self) -> list[int]:
        """The houses that the side must bring down and that still stand [15.7]."""
        scenario = self.picture.scene.scenario
        if scenario is None or scenario.goal != "buildings" or self.picture.side != 0:
            return []
        return [hex for hex in self.picture.goal_hexes() if hex not in self.state.rubble]

    def worth(self, row: str, hex: int) -> float:
        """What a mission may win over what it may cost, as shells scatter, with those already aimed."""
        found = 0.0
        for there, strength in self._zone(row, hex).items():
            found += self._men(there, strength)
        return found + sum(HOUSE * self._fall(house, row, hex) for house in self.houses())

    def _zone(self, row: str, hex: int) -> dict[int, float]:
        """The strength that a mission brings to each hex with somebody in it, on the average."""
        found: dict[int, float] = {}
        spread, radius = self._spread(row, hex), self.tables.artillery.radius(row)
        for there in self._occupied(hex, radius + NEAR):
            if spread[there]:
                found[there] = float(spread[there])
        return found

    def _occupied(self, hex: int, reach: int) -> Iterator[int]:
        far = distances(self.board, hex)
        own = {self.state.hexes[unit]: True for unit in self.picture.own}
        yield from (there for there in {**self.picture.foes, **own} if there >= 0 and far[there] <= reach)

    def _men(self, hex: int, strength: float) -> float:
        """What so much strength in a hex costs the enemy there, or oneself [9.42]."""
        odds = burst(self.tables, Burst(max(round(strength), 1), self.picture.field.terrain(hex)))
        foes = self.picture.foes.get(hex, ())
        own = [unit for unit in self.picture.own if self.state.hexes[unit] == hex]
        won = sum(loss(odds, max(self.state.men[unit], 1)) for unit in foes)
        return won - OWN * sum(loss(odds, max(self.state.men[unit], 1)) for unit in own)

    def _fall(self, house: int, row: str, hex: int) -> float:
        """By how much a mission makes it likelier that a house falls, with the others aimed near it."""
        before = sum(float(self._spread(other, at)[house]) for at, other in self.aimed if other)
        more = float(self._spread(row, hex)[house])
        return _falls(self.tables, before + more) - _falls(self.tables, before)

    def _spread(self, row: str, hex: int) -> Worth:
        return fall_of_shot(self.board, self.tables, row, hex)

    def blinds(self) -> list[int]:
        """Known enemies that threaten units on their way, the most dangerous first; each once [11.11]."""
        taken = [hex for hex, _ in self.aimed] + [smoke.hex for smoke in self.state.smoke]
        going = [unit for unit in self.picture.own if self.plan.orders(unit).haste > 0]
        threats = []
        for unit in self.picture.known:
            hex, types = self.state.hexes[unit], self.picture.scene.types
            far = distances(self.board, hex)
            exposed = sum(3 < far[self.state.hexes[own]] <= 10 for own in going)
            worth = exposed * (1.0 if types[unit].machine_gun else 0.3)
            if worth >= LEAST_SMOKE and hex not in taken and not has(self.state, unit, SUPPRESSED):
                threats.append((-worth, hex))
        return [hex for _, hex in sorted(threats)]


def _falls(tables: Tables, strength: float) -> float:
    """The chance that a house falls to so much strength [9.7]."""
    return float(structure_odds(tables, round(strength)).chance(RUBBLED)) if round(strength) else 0.0


def turns(picture: Picture, offered: Sequence[Turn]) -> tuple[Turn, ...]:
    """Machine guns face the nearest enemy; helicopters drop, since they fly low."""
    found = []
    for turn in offered:
        if turn.facing == CLIMB:
            if has(picture.state, turn.unit, HIGH):
                found.append(turn)
        elif turn.facing == _towards(picture, turn.unit):
            found.append(turn)
    return tuple(found)


def _towards(picture: Picture, gun: int) -> int:
    """The direction in which most of the enemy is, the near counting most."""
    hex, board = picture.state.hexes[gun], picture.scene.board
    weight = {foe: len(units) / max(board.distance(hex, foe), 1) ** 2 for foe, units in picture.foes.items()}
    if not weight:
        return picture.state.facing[gun]
    before = picture.scene.ground.neighbours[hex * 6 : hex * 6 + 6]
    ahead = [
        sum(one for foe, one in weight.items() if near >= 0 and _nearer(board, near, hex, foe))
        for near in before
    ]
    return max(range(6), key=lambda side: (ahead[side], -side))


def _nearer(board: Board, near: int, hex: int, foe: int) -> bool:
    return board.distance(near, foe) < board.distance(hex, foe)
