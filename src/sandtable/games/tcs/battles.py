"""A battle is a folder of data: map, types of units, weather, and its scenarios [6.1] [8.3]."""

from collections import Counter as Tally
from collections.abc import Iterator
from functools import cache
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from sandtable.boards import Board, Vocabulary, read_map, read_vocabulary
from sandtable.engine import BadData, read_toml
from sandtable.engine.tables import Source
from sandtable.games.tcs.charts import CHARTS, DATA
from sandtable.games.tcs.clock import Turn, moment, turns
from sandtable.games.tcs.drawing import plan_faults
from sandtable.games.tcs.scoring import Victory
from sandtable.games.tcs.sheets import SheetPlan, Unassigned
from sandtable.games.tcs.units import Armoury, read_armoury

Hexes = tuple[str, ...]
Span = Annotated[tuple[int, ...], Meta(min_length=2, max_length=2)]
Rule = Literal[
    "command",
    "digging in",
    "artillery",
    "night",
    "mines",
    "air",
    "smoke drift",
    "ambushes",
    "mulligan",
    "hidden mines",
    "attacks by steps",
]
"""Chapters that a teaching scenario leaves out, and the rules that players may choose to use."""


class WeatherRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Faces of the die, and how far one sees; `lights` is the radius of illumination [8.3b] [16.3c]."""

    faces: tuple[int, ...]
    visibility: int
    words: str = ""
    lights: int = CHARTS.small.illumination

    @property
    def name(self) -> str:
        return f"{self.words or 'weather'}: {self.visibility} hexes"


class WeatherBand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weather of some hours of the day, from and to, both included."""

    hours: tuple[int, int]
    rows: tuple[WeatherRow, ...]
    words: str = ""

    def __post_init__(self) -> None:
        faces = sorted(face for row in self.rows for face in row.faces)
        if faces != [1, 2, 3, 4, 5, 6]:
            raise ValueError(f"the weather of the hours {self.hours} needs each face of a die once")

    def holds(self, hour: int) -> bool:
        first, last = self.hours
        return first <= hour <= last if first <= last else hour >= first or hour <= last


class Timed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number of a side that holds to a turn, the last included; "" is to the end, or for all its units."""

    side: str
    amount: int
    until: str = ""
    units: str = ""
    """The prefix of the units' companies to which it applies."""


class Lights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Turns in which something adds to the visibility of the night [16.2]."""

    first: str
    last: str
    adds: int


class BattleFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What all scenarios of a battle share."""

    key: str
    title: str
    source: Source
    map: str
    scenarios: tuple[str, ...]
    poor_ground: bool = False
    daylight: tuple[str, ...] = ()
    weather: tuple[WeatherBand, ...]
    ratings: tuple[Timed, ...] = ()
    delays: tuple[Timed, ...] = ()
    lights: tuple[Lights, ...] = ()
    first_fpf: str = ""
    fpf_sides: tuple[str, ...] = ()
    retreat: dict[str, tuple[str, ...]] = {}
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for hour in range(24):
            if sum(band.holds(hour) for band in self.weather) != 1:
                raise ValueError(f"{self.key}: the weather of {hour:02}00 is given not once")

    def band(self, turn: Turn) -> WeatherBand:
        """The weather table of a turn."""
        return next(band for band in self.weather if band.holds(turn.minute // 60))


class Zone(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Where units may be set up, all conditions together; `edge` if they come in over it instead."""

    columns: tuple[int, ...] = ()
    rows: tuple[int, ...] = ()
    hexes: Hexes = ()
    near: Hexes = ()
    within: int = 0
    from_enemy: int = 0
    off_roads: bool = False
    on_roads: bool = False
    enter: str = ""


class Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """One unit of a side: type, company or platoon, and where it begins; else its zone says where."""

    id: str
    type: str
    company: str = ""
    platoon: str = ""
    battery: str = ""
    hex: str = ""
    mode: Literal["", "fire", "move"] = ""
    carrier: str = ""
    tow: str = ""
    lost: int = 0
    attack: int = 0
    zone: str = "all"


class Battery(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A battery: off the map by its type, on the map by its guns; whom it supports at the start [10.1].

    `support` is a sheet, "all" where there are no sheets, "GS", or "" for a battery that waits.
    """

    name: str
    type: str = ""
    on_map: bool = False
    ammunition: str = ""
    support: str = ""
    fpf: bool = False
    turn: str = ""
    at: str = ""


class Rounds(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Ammunition of a type: HE and smoke in battery fires, illumination in rounds [10.3b] [16.3a]."""

    he: int = 0
    smoke: int = 0
    illum: int = 0


class Counters(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """So many counters of a type that come together."""

    type: str
    n: int
    company: str = ""
    platoon: str = ""


class Arrival(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Reinforcements: the turn, the hexes at which they may come in, what comes."""

    turn: str
    at: Hexes
    counters: tuple[Counters, ...]
    words: str = ""
    source: Source = "invented"


class Fields(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Minefields or blocks to lay before play, and where [15.1a] [12.2g]."""

    real: int = 0
    dummy: int = 0
    zone: Zone = Zone()


class Sorties(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Aircraft that may be called: how many, of which type, in which turns [17.1c]."""

    type: str
    number: int
    first: str
    last: str
    optional: bool = False


class Side(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """One side of a scenario [6.1]."""

    name: str
    intent: str
    rating: int = 0
    pieces: tuple[Piece, ...]
    zones: dict[str, Zone] = {}
    batteries: tuple[Battery, ...] = ()
    ammunition: dict[str, Rounds] = {}
    added: dict[str, dict[str, Rounds]] = {}
    """Ammunition that a battery brings with it when it arrives."""
    trps: int = 0
    mines: Fields = Fields()
    blocks: Fields = Fields()
    arrivals: tuple[Arrival, ...] = ()
    sheets: tuple[SheetPlan, ...] = ()
    unassigned: tuple[Unassigned, ...] = ()
    company_morale: dict[str, int] = {}
    sorties: Sorties | None = None
    dug_in: bool = False
    pending_turns: int = 0
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if faults := [str(fault) for sheet in self.sheets for fault in plan_faults(sheet)]:
            raise ValueError("; ".join(faults))

    @property
    def reinforcements(self) -> tuple[Piece, ...]:
        """All that arrives, numbered by its platoon, its company or its type in the order of arrival."""
        made: Tally[str] = Tally()
        found = []
        for arrival in self.arrivals:
            for counters in arrival.counters:
                label = counters.platoon or counters.company or counters.type
                for _ in range(counters.n):
                    made[label] += 1
                    id = f"{label}-{made[label]}"
                    where = (counters.company, counters.platoon)
                    found.append(Piece(id=id, type=counters.type, company=where[0], platoon=where[1]))
        return tuple(found)


class Battle(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A scenario as its file gives it; sides in the order in which they set up."""

    key: str
    title: str
    teaches: str
    date: str = ""
    place: str = ""
    minutes: int = 0
    """About how long two people play it."""
    start: str
    end: str
    columns: Span
    rows: Span
    without: tuple[Rule, ...] = ()
    visibility: int = 0
    sides: tuple[Side, ...]
    victory: Victory


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario with everything that its battle lends it."""

    battle: BattleFile
    own: Battle
    armoury: Armoury
    turns: tuple[Turn, ...]

    def faults(self, board: Board) -> Iterator[str]:
        """All that does not fit together: types, hexes, carriers, sheets, times."""
        for side in self.own.sides:
            yield from _piece_faults(self, side, board)
            yield from _sheet_faults(side, board)
            for arrival in side.arrivals:
                yield from _strange_hexes(board, arrival.at, f"{side.name}, arrival {arrival.turn}")
                if moment(arrival.turn) not in [(turn.day, turn.minute) for turn in self.turns]:
                    yield f"{side.name}: {arrival.turn} is no turn of the scenario"
        names = [side.name for side in self.own.sides]
        for score in self.own.victory.scores:
            yield from _strange_hexes(board, score.hexes, f"victory, {score.what}")
            if score.side not in names:
                yield f"victory: there is no side {score.side!r}"


def _piece_faults(scenario: Scenario, side: Side, board: Board) -> Iterator[str]:
    ids = [piece.id for piece in side.pieces]
    types = [type.id for type in scenario.armoury.unit]
    for piece in side.pieces:
        if ids.count(piece.id) > 1:
            yield f"{side.name}: {piece.id} is listed twice"
        if piece.type not in types:
            yield f"{side.name}: {piece.id} is of no type in units.toml: {piece.type!r}"
        yield from _strange_hexes(board, (piece.hex,) if piece.hex else (), f"{side.name}, {piece.id}")
        for other in (piece.carrier, piece.tow):
            if other and other not in ids:
                yield f"{side.name}: {piece.id} rides on {other}, which is not there"
        if not piece.hex and piece.zone not in side.zones and not piece.carrier:
            yield f"{side.name}: {piece.id} has neither a hex nor a zone"


def _sheet_faults(side: Side, board: Board) -> Iterator[str]:
    ids = [piece.id for piece in (*side.pieces, *side.reinforcements)]
    batteries = [battery.name for battery in side.batteries]
    for sheet in side.sheets:
        strange = [unit for unit in sheet.units if unit not in ids]
        for name in (*strange, *(name for name in sheet.batteries if name not in batteries)):
            yield f"{side.name}, sheet {sheet.id}: there is no {name}"
        for item in sheet.graphic:
            yield from _strange_hexes(board, (*item.hexes, *item.target), f"sheet {sheet.id}, {item.name}")
        for way in sheet.failure:
            yield from _strange_hexes(board, (*way.route, *way.rally), f"sheet {sheet.id}, failure")


def _strange_hexes(board: Board, hexes: Hexes, where: str) -> Iterator[str]:
    yield from (f"{where}: the map has no hex {hex}" for hex in hexes if hex not in board.sheet.numbers)


@cache
def vocabulary() -> Vocabulary:
    """What maps of the series may show."""
    return read_vocabulary((DATA / "terrain.toml").read_text("utf-8"))


def folders() -> tuple[str, ...]:
    """The battles that there are, each a folder with a battle.toml, by name."""
    return tuple(sorted(folder.name for folder in DATA.iterdir() if (folder / "battle.toml").is_file()))


@cache
def battle_map(folder: str) -> Board:
    """The whole map of a battle."""
    name = battle_file(folder).map
    return read_map((DATA / folder / f"{name}.map").read_text("utf-8"), vocabulary())


@cache
def battle_file(folder: str) -> BattleFile:
    """What the scenarios of a battle share."""
    return read_toml(DATA / folder / "battle.toml", BattleFile)


def load(folder: str, key: str) -> Scenario:
    """A scenario of a battle, checked as a whole; BadData with everything that does not fit."""
    battle = battle_file(folder)
    own = read_toml(DATA / folder / f"{key}.toml", Battle)
    span = turns(own.start, own.end, battle.daylight)
    scenario = Scenario(battle=battle, own=own, armoury=read_armoury(folder), turns=span)
    faults = list(scenario.faults(battle_map(folder)))
    if faults:
        raise BadData(f"{folder}/{key}.toml: " + "; ".join(faults))
    return scenario


@cache
def scenarios() -> dict[str, Scenario]:
    """All scenarios of all battles, by key."""
    found = [load(folder, key) for folder in folders() for key in battle_file(folder).scenarios]
    return {scenario.own.key: scenario for scenario in found}
