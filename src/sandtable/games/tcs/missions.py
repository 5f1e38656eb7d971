"""The conduct of a fire mission: designator, adjustment, fire for effect, check fire [10.12] [10.13]."""

from collections.abc import Sequence

from sandtable.engine import Choose
from sandtable.games.tcs.artillery_odds import (
    CHECKED,
    adjustment,
    check_fire,
    corrections,
    designator,
    offset_of,
    placed,
    returned,
)
from sandtable.games.tcs.batteries import Guns, guns, note_guns, observed
from sandtable.games.tcs.charts import CHARTS
from sandtable.games.tcs.chit import roll_for
from sandtable.games.tcs.drawn import members, within
from sandtable.games.tcs.events import CheckedFire, Lit, RoundFell
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.shelling import land
from sandtable.games.tcs.state import CALLED, IMMEDIATE, NOBODY, PLANNED, PROTECTIVE, Mission
from sandtable.hexes import STEPS, Hex

ADJUST, EFFECT, CHECK = "adjust", "fire for effect", "check fire"
REPEAT, AFRESH = "repeat", "new designator"
GO_ON, FIRE_ALL = "go on", "fire all"


class Shoot:
    """A mission under way: the rounds that are left, and where those fired have fallen."""

    def __init__(self, table: Play, mission: Mission) -> None:
        self.table, self.mission = table, mission
        self.guns: Guns = guns(table, mission.battery)
        self.left = self.guns.tubes * (mission.he + mission.smoke) + mission.illum
        self.smoke_left = self.guns.tubes * mission.smoke
        self.he: list[int] = []
        self.smoke: list[int] = []
        self.lights = 0
        """Rounds of illumination that have been fired."""
        self.marker = mission.hex
        self.checked = False

    @property
    def name(self) -> str:
        return self.table.state.batteries[self.mission.battery]

    @property
    def fired(self) -> int:
        return len(self.he) + len(self.smoke)

    def fall(self, hex: int) -> None:
        """One round falls, HE before smoke; one beyond the map is lost."""
        self.left -= 1
        if self.mission.illum:
            self._light(hex)
            return
        smoke = self.left < self.smoke_left
        if smoke:
            self.smoke_left -= 1
        (self.smoke if smoke else self.he).append(hex)
        if hex >= 0:
            self.table.report(RoundFell(hex, self.name))

    def _light(self, hex: int) -> None:
        """Light where its burst can be seen, or else it is lost [16.3c] [16.3d]."""
        self.lights += 1
        if hex >= 0 and (hex == self.mission.trp or self.seen(hex)):
            self.table.state.lights.append(hex)
            self.table.report(Lit(hex))

    def seen(self, hex: int) -> bool:
        return hex >= 0 and observed(self.table, self.mission.battery, hex)


def beyond(table: Play, hex: int, way: Hex) -> int:
    """The hex that lies so far from one, or -1 off the map."""
    country = table.scene.country
    start = country.places[hex]
    found = country.board.grid.at(Hex(start.q + way.q, start.z + way.z))
    return found if found >= 0 and country.in_play[found] else NOBODY


async def conduct(table: Play, mission: Mission) -> bool:
    """Fire a mission as a whole before the other side acts, and pay for it [10.12] [10.14].

    Tells whether it was checked.
    """
    shoot = Shoot(table, mission)
    if not shoot.left:
        return False
    note_guns(table, mission.battery)
    if mission.kind == CALLED and mission.trp == NOBODY:
        shoot.marker = await _place_marker(table, mission)
    await _range_in(shoot)
    if not (shoot.checked or mission.illum):
        await _for_effect(shoot)
    _pay(shoot)
    await land(
        table,
        [hex for hex in shoot.he if hex >= 0],
        [hex for hex in shoot.smoke if hex >= 0],
        shoot.guns.shells,
        shoot.guns.side,
    )
    return shoot.checked


async def _place_marker(table: Play, mission: Mission) -> int:
    """On any observed hex within three of the plotted one [10.8c]."""
    ask = PlaceMarker(table, guns(table, mission.battery).side, mission)
    return await table.ask(ask) if len(ask.options) > 1 else mission.hex


async def _range_in(shoot: Shoot) -> None:
    """Designator and adjustments, until a burst is on the marker or it is enough [10.12b] [10.12c]."""
    mission = shoot.mission
    if mission.kind == PROTECTIVE:
        return
    burst = await _first_burst(shoot)
    if _adjustable(shoot):
        await _adjust_fire(shoot, burst)
    elif mission.trp != NOBODY and burst != shoot.marker and not shoot.guns.rocket:
        shoot.marker = await _correct_once(shoot, burst)
    else:
        shoot.marker = burst if burst >= 0 else shoot.marker


async def _first_burst(shoot: Shoot) -> int:
    """The designator round, or at a reference point one that is only imagined [10.4b]."""
    trp = shoot.mission.trp
    if trp == NOBODY:
        return await _designate(shoot)
    if shoot.mission.illum and trp == shoot.marker:
        shoot.fall(trp)
    return trp


async def _correct_once(shoot: Shoot, burst: int) -> int:
    """Fires that are not adjusted otherwise may be, once, from a reference point [10.4d]."""
    word = await shoot.table.ask(CorrectOnce(shoot.table, shoot.guns.side))
    moved = await _adjust(shoot, burst) if word == ADJUST else burst
    return moved if moved >= 0 else burst


async def _adjust_fire(shoot: Shoot, burst: int) -> None:
    """Burst after burst; one that nobody sees is lost, and is not fired for effect on [10.5c] [10.12c]."""
    table, mission = shoot.table, shoot.mission
    last = burst if mission.trp != NOBODY or shoot.seen(burst) else NOBODY
    lost = last == NOBODY
    while shoot.left and burst != shoot.marker:
        word = await table.ask(Correct(table, shoot.guns.side, lost, last != NOBODY))
        if word == CHECK:
            if await _check(shoot):
                return
            word = REPEAT if lost and last != NOBODY else AFRESH if lost else ADJUST
        if word == EFFECT:
            break
        burst = await (_designate(shoot) if word == AFRESH else _adjust(shoot, last))
        lost = not shoot.seen(burst)
        last = last if lost else burst
    if last == NOBODY:
        shoot.left = 0
    elif not shoot.checked:
        shoot.marker = last


def _adjustable(shoot: Shoot) -> bool:
    """Rockets and immediate fires never; planned ones where somebody observes [10.6c] [10.10c] [10.15a].

    See also [10.15].
    """
    mission = shoot.mission
    if shoot.guns.rocket or mission.kind == IMMEDIATE:
        return False
    return mission.kind != PLANNED or shoot.seen(mission.hex)


async def _designate(shoot: Shoot) -> int:
    """The first round, by direction and distance from the marker [10.12b]."""
    table = shoot.table
    word = await roll_for(table, shoot.guns.side, designator(table.scene.turn(table.state).night))
    burst = beyond(table, shoot.marker, offset_of(word))
    shoot.fall(burst)
    return burst


async def _adjust(shoot: Shoot, last: int) -> int:
    """From the last seen burst toward the marker, each direction with a die of its own [10.12c]."""
    table, places = shoot.table, shoot.table.scene.country.places
    q, z = 0, 0
    for direction, wanted in corrections(places[last], places[shoot.marker]):
        hexes = int(await roll_for(table, shoot.guns.side, adjustment(wanted)))
        q, z = q + STEPS[direction].q * hexes, z + STEPS[direction].z * hexes
    burst = beyond(table, last, Hex(q, z))
    shoot.fall(burst)
    return burst


async def _check(shoot: Shoot) -> bool:
    """A check fire that fails costs one round more before it may be tried again [10.13]."""
    if await roll_for(shoot.table, shoot.guns.side, check_fire()) != CHECKED:
        return False
    shoot.checked = True
    shoot.table.report(CheckedFire(shoot.name))
    return True


async def _for_effect(shoot: Shoot) -> None:
    """All that is left, placed by the concentration; rockets always by Area B [10.7] [10.12d] [10.15b].

    After each burst it may be checked, but for rockets; nobody has to observe it any more [10.5d] [10.13].
    """
    mission, table = shoot.mission, shoot.table
    shape = "area_b" if shoot.guns.rocket else "area_a" if mission.kind == IMMEDIATE else mission.shape
    asking = not shoot.guns.rocket
    while shoot.left:
        odds = placed(shape, mission.line if shape == "linear" else None)
        word = await roll_for(table, shoot.guns.side, odds)
        shoot.fall(beyond(table, shoot.marker, offset_of(word)))
        if asking and shoot.left:
            wish = await table.ask(KeepFiring(table, shoot.guns.side))
            asking = wish != FIRE_ALL
            if wish == CHECK and await _check(shoot):
                return


def _pay(shoot: Shoot) -> None:
    """Battery fires used, of ammunition and turn; a checked mission gets whole ones back [10.13]."""
    state, mission, tubes = shoot.table.state, shoot.mission, shoot.guns.tubes
    fires = mission.he + mission.smoke
    back = returned(fires, tubes, shoot.fired) if shoot.checked else 0
    smoke_back = min(back, mission.smoke)
    stock = state.ammunition[shoot.guns.side]
    he, smoke, illum = stock.get(shoot.guns.ammunition, (0, 0, 0))
    left = (he - mission.he + back - smoke_back, smoke - mission.smoke + smoke_back, illum - shoot.lights)
    stock[shoot.guns.ammunition] = left
    state.fires[mission.battery] += fires - back


class PlaceMarker(Choose[int]):
    """Where the target marker of a called fire goes [10.8c]."""

    __slots__ = ("mission",)
    table: Play
    name, case, options_are = "place-marker", "10.8c", "hexes"

    def __init__(self, table: Play, side: int, mission: Mission) -> None:
        super().__init__(table, side)
        self.mission = mission

    def offer(self) -> Sequence[int]:
        return places_for(self.table, self.mission)


def places_for(table: Play, mission: Mission) -> list[int]:
    """The observed hexes within three of the plotted one [10.8c]."""
    country = table.scene.country
    near = members(within(country.board, [mission.hex], CHARTS.artillery.marker_shift))
    return [hex for hex in near if country.in_play[hex] and observed(table, mission.battery, hex)]


class Correct(Choose[str]):
    """After a burst: adjust, fire for effect or check; after an unseen one, repeat or start anew [10.5c]."""

    __slots__ = ("known", "lost")
    name, case = "correct-fire", "10.12c"

    def __init__(self, table: Play, side: int, lost: bool, known: bool) -> None:
        super().__init__(table, side)
        self.lost, self.known = lost, known

    def offer(self) -> Sequence[str]:
        if not self.lost:
            return (EFFECT, ADJUST, CHECK)
        return (REPEAT, AFRESH, CHECK) if self.known else (AFRESH, CHECK)


class CorrectOnce(Choose[str]):
    """The one adjustment from a reference point, or fire for effect on it at once [10.4b] [10.4d]."""

    __slots__ = ()
    name, case, always = "correct-once", "10.4d", (ADJUST, EFFECT)


class KeepFiring(Choose[str]):
    """After a burst of fire for effect: go on, try to stop it, or fire the rest unasked [10.13]."""

    __slots__ = ()
    name, case, always, window, decline = "keep-firing", "10.13", (GO_ON, CHECK, FIRE_ALL), True, FIRE_ALL
