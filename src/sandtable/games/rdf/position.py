"""Position files: a situation of Rapid Deployment Force out of a file, and back into one."""

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import msgspec

from sandtable.boards import Board, MapFaults
from sandtable.engine import Game, Position, Refusal
from sandtable.engine.position import BLANK, Reading, UnitLine, Words
from sandtable.games.rdf.charts import DD, FORMATIONS
from sandtable.games.rdf.counters import COUNTERS
from sandtable.games.rdf.forces import SCENARIOS
from sandtable.games.rdf.ground import ground
from sandtable.games.rdf.muster import nations
from sandtable.games.rdf.scene import MAPS, Battlefield, board_of
from sandtable.games.rdf.stacking import overfull
from sandtable.games.rdf.state import (
    ABSENT,
    AIR_DEFENCE,
    BOARDED,
    CLIMBED,
    DEFENDED,
    DESTROYED,
    DONE,
    EXCUSED,
    EXITED,
    FIRED,
    GUNNED,
    HASTY,
    HIDDEN,
    INACTIVE,
    LATE,
    MOVED,
    NO_ACT,
    NOBODY,
    RESTED,
    ROUTED,
    SPENT,
    WAITING,
    Muster,
    State,
    new_state,
)

TURNS = 19
"""The last Game-Turn of the track with its +10 side (ruling at 15)."""
NATIONS = ("US", "USSR", "Iran", "Iraq", "Syria")
TYPES = tuple(counter.name for counter in COUNTERS)
Altitude = Literal["nape", "medium", "high"]
ALTITUDES: tuple[Altitude, ...] = ("nape", "medium", "high")

FLAGS = {
    "inactive": INACTIVE,
    "fired": FIRED,
    "routed": ROUTED,
    "no act": NO_ACT,
    "moved": MOVED,
    "done": DONE,
    "boarded": BOARDED,
    "hasty": HASTY,
    "late": LATE,
    "excused": EXCUSED,
    "defended": DEFENDED,
    "climbed": CLIMBED,
    "air defence in enemy indirect fire": AIR_DEFENCE[0],
    "air defence in own movement": AIR_DEFENCE[1],
    "air defence in enemy movement": AIR_DEFENCE[2],
    "rallied alone": RESTED,
    "no air defence": GUNNED,
}
PLACES = {"destroyed": DESTROYED, "exited": EXITED, "spent": SPENT, "absent": ABSENT, "hidden": HIDDEN}
ROLES = ("company hq", "known hq", "battalion hq aboard")
STATUS = {word: 1 << n for n, word in enumerate([*FLAGS, *PLACES, *ROLES])}


class Line(UnitLine):
    """A unit: company by number, hits, carrier, altitude, ammunition used, and what it has done before."""

    company: int = 0
    hits: int = 0
    aboard: str = ""
    altitude: Altitude = "nape"
    shots: tuple[int, ...] = ()
    missions: int = 0
    suppressed_by: tuple[str, ...] = ()
    sighted_by: tuple[str, ...] = ()
    aim: str = ""
    aim_turn: int = 0
    aim_smoke: bool = False
    came: str = ""
    left: int = 0
    options: tuple[str, ...] = ()


class Marker(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An Artillery Impact or smoke marker."""

    hex: str
    side: str
    smoke: bool = False


class Kept(msgspec.Struct, frozen=True, omit_defaults=True):
    """What `state` says; lists over sides go in the order of `sides`."""

    sides: tuple[str, ...] = ()
    teams: tuple[int, ...] = ()
    nations: tuple[str, ...] = ()
    modern: bool = False
    ceiling: int = 0
    begun: bool = True
    entry: tuple[str, ...] = ()
    exit: tuple[str, ...] = ()
    axis: tuple[tuple[str, ...], ...] = ()
    orders: tuple[int, ...] = ()
    rating: tuple[int, ...] = ()
    formation: tuple[str, ...] = ()
    option: tuple[str, ...] = ()
    half: tuple[int, ...] = ()
    strikes: tuple[int, ...] = ()
    strikes_from: tuple[int, ...] = ()
    flown: tuple[int, ...] = ()
    flown_most: tuple[int, ...] = ()
    flown_first: tuple[int, ...] = ()
    strikes_open: tuple[int, ...] = ()
    depth_from: tuple[str, ...] = ()
    markers_seen: tuple[int, ...] = ()
    routed_enough: tuple[int, ...] = ()
    defence_known: tuple[int, ...] = ()
    broken: tuple[int, ...] = ()
    markers: tuple[Marker, ...] = ()


def read_position(game: Game[State, Battlefield], position: Position) -> tuple[Battlefield, State]:
    """The situation that a file describes; BadPosition with every fault."""
    reading = Reading(game, position, TURNS)
    kept = reading.state(Kept)
    sides = kept.sides or sides_of(position)
    board, lines = reading.forces(MAPS, board_of, Line, Words(sides, TYPES, STATUS))
    writer = Writer(board, sides, lines, reading.faults)
    state = writer.state(position, kept)
    state.step = reading.step(state)
    scene = Battlefield(state)
    reading.faults += standing_faults(scene, state)
    reading.finish()
    return scene, state


def sides_of(position: Position) -> tuple[str, ...]:
    """The sides: those of the scenario, or of the units in the order of the file; the first moves first."""
    if position.scenario in SCENARIOS:
        return nations(position.scenario)
    named = [str(line.get("side", "")) for line in position.unit]
    return tuple([name for name in dict.fromkeys(named) if name in NATIONS]) or NATIONS[:2]


class Writer:
    """Puts lines and what is kept into a state, and notes what cannot be."""

    def __init__(
        self, board: Board, sides: tuple[str, ...], lines: list[Line], faults: list[Refusal]
    ) -> None:
        self.board = board
        self.sides = sides
        self.lines = sorted(lines, key=lambda line: sides.index(line.side))
        self.faults = faults
        self.numbers = {line.name: place for place, line in enumerate(self.lines)}

    def state(self, position: Position, kept: Kept) -> State:
        """The state that the file gives."""
        battle = SCENARIOS.get(position.scenario)
        modern = kept.modern or (battle is not None and battle.modern)
        state = new_state(self.muster(position, kept, modern))
        state.turn = position.turn or 1
        for unit, line in enumerate(self.lines):
            self.place(state, unit, line)
        self.settle_companies(state)
        self.settle_sides(state, kept)
        return state

    def muster(self, position: Position, kept: Kept, modern: bool) -> Muster:
        """The units by their lines."""
        side = [self.sides.index(line.side) for line in self.lines]
        pairs = sorted(
            {(owner, line.company) for owner, line in zip(side, self.lines, strict=True) if line.company}
        )
        formed = [
            pairs.index((owner, line.company)) if line.company else -1
            for owner, line in zip(side, self.lines, strict=True)
        ]
        return Muster(
            position.board_name(MAPS[0]), position.board, position.scenario, self.sides,
            kept.teams or tuple(range(len(self.sides))), modern, kept.ceiling, kept.nations or self.sides,
            tuple(self.numbers), tuple(side), tuple(TYPES.index(line.type) for line in self.lines),
            tuple(formed), tuple(pairs), tuple(tuple(line.options) for line in self.lines),
        )  # fmt: skip

    def place(self, state: State, unit: int, line: Line) -> None:
        """One unit with all that its line says."""
        gone = [where for word, where in PLACES.items() if word in line.status]
        state.hexes[unit] = gone[0] if gone else self.hex(line.hex, line.name)
        state.flags[unit] = sum(bit for word, bit in FLAGS.items() if word in line.status)
        state.hits[unit] = line.hits
        state.altitude[unit] = ALTITUDES.index(line.altitude)
        state.suppressed[unit] = self.bits(line.suppressed_by, line.name)
        state.sighted[unit] = self.bits(line.sighted_by, line.name)
        state.shots[unit] = sum(used << 4 * n for n, used in enumerate(line.shots))
        state.missions[unit], state.left[unit] = line.missions, line.left
        state.aim[unit] = self.hex(line.aim, line.name)
        state.aimed[unit] = 2 * line.aim_turn + line.aim_smoke
        state.came[unit] = self.hex(line.came, line.name)
        if line.aboard:
            self.board_carrier(state, unit, line)

    def board_carrier(self, state: State, unit: int, line: Line) -> None:
        """Put a passenger on its carrier."""
        carrier = self.numbers.get(line.aboard, NOBODY)
        if carrier == NOBODY:
            self.faults.append(Refusal("12.1", f"there is no unit {line.aboard!r} to carry it", line.name))
            return
        state.carrier[unit], state.cargo[carrier] = carrier, unit

    def settle_companies(self, state: State) -> None:
        """Name each company's headquarters: as the file says, or else its first unit unless it has routed."""
        for company in range(len(state.companies)):
            members = [unit for unit, formed in enumerate(state.formed) if formed == company]
            named = [unit for unit in members if "company hq" in self.lines[unit].status]
            able = [unit for unit in members if state.hexes[unit] >= WAITING]
            if not named and not any(state.flags[unit] & ROUTED for unit in able):
                named = able
            state.chief[company] = named[0] if named else NOBODY
            state.chief_known[company] = int(bool(named) and "known hq" in self.lines[named[0]].status)

    def settle_sides(self, state: State, kept: Kept) -> None:
        """What each side has been given, and the markers on the map."""
        count = len(self.sides)
        for field in _NUMBERS:
            self.fill(getattr(state, field), getattr(kept, field), f"state.{field}")
        self.fill(state.entry, [self.edge(name, "state.entry") for name in kept.entry], "state.entry")
        self.fill(state.exit, [self.edge(name, "state.exit") for name in kept.exit], "state.exit")
        self.fill(state.last_host, [self.hex(name, "state.depth_from") for name in kept.depth_from], "")
        self.fill(state.formation, [self.formation(id) for id in kept.formation], "state.formation")
        self.fill(state.option, kept.option, "state.option")
        ways = [tuple([self.hex(name, "state.axis") for name in way]) for way in kept.axis]
        for side in range(count):
            state.axis[side] = ways[side] if side < len(ways) else self.axis(state, side)
            riding = [n for n, line in enumerate(self.lines) if "battalion hq aboard" in line.status]
            state.host[side] = next((unit for unit in riding if state.side[unit] == side), NOBODY)
        for marker in kept.markers:
            self.mark(state, marker)
        state.begun = kept.begun

    def axis(self, state: State, side: int) -> tuple[int, ...]:
        """The shortest paved way between entry and exit, if there is one [5.11]."""
        start, end = state.entry[side], state.exit[side]
        ways = ground(self.board).axes(start, end) if start >= 0 and end >= 0 else ()
        return ways[0] if ways else ()

    def mark(self, state: State, marker: Marker) -> None:
        """Lay a marker on the map."""
        hex = self.hex(marker.hex, "state.markers")
        if marker.side not in self.sides or hex < 0:
            reason = "a marker needs a hex and the side that laid it"
            self.faults.append(Refusal("8.0", reason, "state.markers"))
            return
        state.mark_hex.append(hex)
        state.mark_side.append(self.sides.index(marker.side))
        state.mark_smoke.append(int(marker.smoke))

    def fill(self, column: list[Any], given: Sequence[Any], place: str) -> None:
        """Put what is given for the sides into their column."""
        if len(given) > len(column):
            self.faults.append(Refusal("", f"there are {len(column)} sides, not {len(given)}", place))
        column[: len(given)] = given[: len(column)]

    def hex(self, name: str, place: str) -> int:
        """A hex by its number, or -1."""
        if not name:
            return -1
        try:
            return self.board.find(name)
        except MapFaults:
            self.faults.append(Refusal("", f"there is no hex {name!r}", place))
            return -1

    def edge(self, name: str, place: str) -> int:
        """A hex by the letter that marks it for entering, or by its number."""
        return self.board.entries[name].hexes[0] if name in self.board.entries else self.hex(name, place)

    def formation(self, id: str) -> int:
        """A formation by its letters; none binds nobody."""
        ids = [formation.id for formation in FORMATIONS]
        if id and id not in ids:
            reason = f"there is no formation {id!r}; there are: {', '.join(ids)}"
            self.faults.append(Refusal("5.0", reason, "state.formation"))
        return ids.index(id) if id in ids else NOBODY

    def bits(self, names: Sequence[str], place: str) -> int:
        """Sides as bits."""
        for name in names:
            if name not in self.sides:
                self.faults.append(Refusal("", f"there is no side {name!r}", place))
        return sum(1 << side for side, name in enumerate(self.sides) if name in names)


_NUMBERS = (
    *("orders", "rating", "half", "strikes", "strikes_from", "flown", "flown_most", "flown_first"),
    *("strikes_open", "markers_seen", "routed_enough", "defence_known", "broken"),
)


def standing_faults(scene: Battlefield, state: State) -> Iterator[Refusal]:
    """Why units cannot stand or be as the file has them [2.4] [6.3] [9.41] [12.18] [14.2]."""
    for unit, name in enumerate(state.units):
        if state.hexes[unit] >= 0 and not 0 <= state.hits[unit] < scene.steps[unit]:
            yield Refusal("9.41", f"{state.hits[unit]} hits are more than it survives", name)
        if state.altitude[unit] and not scene.helicopter[unit]:
            yield Refusal("14.21", "only helicopters fly", name)
        if state.carrier[unit] != NOBODY:
            yield from carrying_faults(scene, state, unit)
    for hex in dict.fromkeys(hex for hex in state.hexes if hex >= 0):
        for side in range(len(state.sides)):
            yield from crowding(scene, state, side, hex)
    for side, (formation, seen) in enumerate(zip(state.formation, state.defence_known, strict=True)):
        if seen and (seen == 1) != (formation == DD):
            yield Refusal("9.63", "its formation is not what has been seen of it", state.sides[side])


def carrying_faults(scene: Battlefield, state: State, unit: int) -> Iterator[Refusal]:
    """Why a unit cannot be aboard its carrier [12.1] [12.18]."""
    name, carrier = state.units[unit], state.carrier[unit]
    if not scene.foot[unit] or not scene.carrying[carrier] or state.side[unit] != state.side[carrier]:
        yield Refusal("12.1", f"{state.units[carrier]} cannot carry it", name)
    elif state.cargo[carrier] != unit:
        yield Refusal("12.18", f"{state.units[carrier]} carries another unit already", name)
    elif state.hexes[unit] != state.hexes[carrier]:
        yield Refusal("12.12", f"it is not where {state.units[carrier]} is", name)


def crowding(scene: Battlefield, state: State, side: int, hex: int) -> Iterator[Refusal]:
    """Why the units of a side cannot all stand in a hex [6.3] [6.31]."""
    for case, reason in overfull(scene, state, side, hex):
        yield Refusal(case, f"{reason} in {scene.hex_name(hex)}", state.sides[side])


def write_position(game: Game[State, Battlefield], scene: Battlefield, state: State) -> Position:
    """The situation as a file; its phase begins afresh."""
    printed = state.map in MAPS
    units = [msgspec.to_builtins(_line(scene, state, unit)) for unit in range(len(state.units))]
    kept = msgspec.to_builtins(_kept(scene, state))
    return Position(
        game.name,
        state.scenario,
        state.map if printed else BLANK,
        "" if printed else state.map,
        {},
        state.turn,
        game.ladder.rungs[state.step].name,
        kept,
        state.changes,
        units,
    )


def _line(scene: Battlefield, state: State, unit: int) -> Line:
    """The line of one unit."""
    company, carrier = state.formed[unit], state.carrier[unit]
    side = state.side[unit]
    count = (state.shots[unit].bit_length() + 3) // 4
    return Line(
        name=state.units[unit],
        side=state.sides[side],
        type=scene.counter[unit].name,
        hex=scene.hex_name(state.hexes[unit]),
        status=_status(state, unit),
        company=state.companies[company][1] if company >= 0 else 0,
        hits=state.hits[unit],
        aboard=state.units[carrier] if carrier != NOBODY else "",
        altitude=ALTITUDES[state.altitude[unit]],
        shots=tuple([state.shots[unit] >> 4 * n & 15 for n in range(count)]),
        missions=state.missions[unit],
        suppressed_by=_names(state, state.suppressed[unit]),
        sighted_by=_names(state, state.sighted[unit]),
        aim=scene.hex_name(state.aim[unit]),
        aim_turn=state.aimed[unit] // 2,
        aim_smoke=bool(state.aimed[unit] % 2),
        came=scene.hex_name(state.came[unit]),
        left=state.left[unit],
        options=state.choices[unit],
    )


def _status(state: State, unit: int) -> list[str]:
    """The words for all that is marked on a unit, openly or not."""
    words = [word for word, bit in FLAGS.items() if state.flags[unit] & bit]
    words += [word for word, place in PLACES.items() if state.hexes[unit] == place]
    company = state.formed[unit]
    if company >= 0 and state.chief[company] == unit:
        words += ["company hq", *(["known hq"] if state.chief_known[company] else [])]
    return [*words, *(["battalion hq aboard"] if unit in state.host else [])]


def _names(state: State, bits: int) -> tuple[str, ...]:
    return tuple([name for side, name in enumerate(state.sides) if bits >> side & 1])


def _kept(scene: Battlefield, state: State) -> Kept:
    """What belongs to the sides and to the map."""
    marks = zip(state.mark_hex, state.mark_side, state.mark_smoke, strict=True)
    return Kept(
        sides=state.sides,
        teams=state.teams,
        nations=state.nations,
        modern=state.modern,
        ceiling=state.ceiling,
        begun=state.begun,
        entry=tuple([scene.hex_name(hex) for hex in state.entry]),
        exit=tuple([scene.hex_name(hex) for hex in state.exit]),
        axis=tuple([tuple([scene.hex_name(hex) for hex in way]) for way in state.axis]),
        formation=tuple([FORMATIONS[one].id if one != NOBODY else "" for one in state.formation]),
        option=tuple(state.option),
        depth_from=tuple([scene.hex_name(hex) for hex in state.last_host]),
        markers=tuple(
            [Marker(scene.hex_name(h), state.sides[side], bool(smoke)) for h, side, smoke in marks]
        ),
        **{field: tuple(getattr(state, field)) for field in _NUMBERS},
    )
