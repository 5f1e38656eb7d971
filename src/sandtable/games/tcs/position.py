"""Position files: a situation of the series out of a file, and back into one."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from sandtable.boards import Board
from sandtable.engine import BadPosition, Game, Position, Refusal, Table
from sandtable.engine.dice import Script
from sandtable.engine.position import BLANK, Reading, UnitLine, Words, named_after
from sandtable.games.tcs.battles import Rule, Scenario, folders, scenarios
from sandtable.games.tcs.muster import company_names, opening
from sandtable.games.tcs.options import READING, as_options, chosen
from sandtable.games.tcs.orders_in_files import (
    PlaceLine,
    SheetLine,
    read_orders,
    write_places,
    write_sheets,
)
from sandtable.games.tcs.scene import PRACTICE, Battlefield, armoury, board_of
from sandtable.games.tcs.state import (
    ABOARD,
    DESTROYED,
    EXITED,
    HIDDEN,
    NOBODY,
    READINGS,
    STATUS,
    TAKEN,
    TOWED,
    WAITING,
    Muster,
    State,
    mark,
    new_state,
)
from sandtable.games.tcs.steps import start_afresh

FIRST = "first-blood"
PLACES: Mapping[str, int] = {
    "": WAITING,
    "destroyed": DESTROYED,
    "gone": EXITED,
    "ambush": HIDDEN,
    "prisoner": TAKEN,
}
Names = tuple[str, ...]


class UnitPlace(UnitLine, omit_defaults=True, forbid_unknown_fields=True):
    """A unit in a file: its company; where it is if not in a hex; what carries or tows it; steps lost.

    `dug` is the hex in which it is dug in, `spent` and `ridden` are sixths of points of this phase; `along`
    and `best` are how far it is and has been along its way, `slow` how often it has stood still.
    """

    company: str = ""
    off: str = ""
    carrier: str = ""
    lost: int = 0
    dug: str = ""
    spent: int = 0
    ridden: int = 0
    began: str = ""
    previous: str = ""
    along: int = NOBODY
    best: int = NOBODY
    slow: int = 0


class Kept(msgspec.Struct, frozen=True):
    """What `state` says; without a scenario, the battle whose types and weather are used, and the sides."""

    battle: str = FIRST
    sides: tuple[str, str] = ("Red", "Blue")
    without: tuple[Rule, ...] = ()
    morale: dict[str, int] = {}
    visibility: int = 20
    smoke: Names = ()
    lights: Names = ()
    blocks: Names = ()
    held: Names = ()
    active: str = ""
    moving: str = ""
    passes: int = 0
    ready: bool = True
    ratings: dict[str, int] = {}
    sheets: tuple[SheetLine, ...] = ()
    places: tuple[PlaceLine, ...] = ()
    noted: tuple[tuple[str, str], ...] = ()
    notes: tuple[int, int] = (0, 0)
    opened: str = ""


def read_position(game: Game[State, Battlefield], position: Position) -> tuple[Battlefield, State]:
    """The situation of a file, with its own units or its scenario's; BadPosition with every fault."""
    scenario = scenarios().get(position.scenario)
    reading = Reading(game, position, len(scenario.turns) if scenario else len(PRACTICE))
    if scenario and not position.unit and not position.state:
        return _from_the_beginning(reading, scenario)
    kept = _settled(reading, scenario)
    types = tuple(kind.id for kind in armoury(kept.battle).unit)
    known = [_line(line) for line in _forces(scenario)]
    position.unit = named_after(position.unit, known)
    ground, lines = reading.forces([kept.battle], board_of, UnitPlace, Words(kept.sides, types, STATUS))
    state = _state(position, kept, ground, lines, types)
    scene = Battlefield(state)
    for unit, line in enumerate(lines):
        reading.faults += _stand(scene, state, unit, line)
    reading.faults += _keep(scene, state, kept)
    reading.faults += _command(scene, state, kept, lines)
    state.reading = game.settled(position.options)[READING] if not reading.faults else state.reading
    state.step = reading.step(state)
    reading.finish()
    return scene, state


def _from_the_beginning(reading: Reading, scenario: Scenario) -> tuple[Battlefield, State]:
    """A scenario as it is set up."""
    state = opening(scenario, chosen(reading.position.options))
    state.step = reading.step(state)
    reading.finish()
    state.reading = reading.game.settled(reading.position.options)[READING]
    return Battlefield(state), state


def _forces(scenario: Scenario | None) -> Iterator[tuple[str, str, str]]:
    """Name, side and type of every unit of a scenario."""
    for side in scenario.own.sides if scenario else ():
        yield from ((piece.id, side.name, piece.type) for piece in (*side.pieces, *side.reinforcements))


def _line(named: tuple[str, str, str]) -> dict[str, object]:
    name, side, kind = named
    return {"name": name, "side": side, "type": kind}


def _settled(reading: Reading, scenario: Scenario | None) -> Kept:
    """What the file leaves open, as its scenario has it."""
    kept = reading.state(Kept)
    if kept.battle not in folders():
        reasons = f"there is no battle {kept.battle!r}; there are: {', '.join(folders())}"
        raise BadPosition(*reading.faults, Refusal("", reasons, "state.battle"))
    if scenario is None:
        return kept
    sides = [side.name for side in scenario.own.sides]
    return msgspec.structs.replace(
        kept, battle=scenario.battle.key, sides=(sides[0], sides[1]), without=scenario.own.without
    )


def _state(
    position: Position, kept: Kept, ground: Board, lines: Sequence[UnitPlace], types: tuple[str, ...]
) -> State:
    """The forces on their board, before anybody has a place."""
    sides = [kept.sides.index(line.side) for line in lines]
    listed = _companies(position.scenario)
    named = [
        (side, line.company or listed.get(line.name, "")) for side, line in zip(sides, lines, strict=True)
    ]
    companies = company_names(named)
    grid = ground.grid
    scenario = scenarios().get(position.scenario)
    columns = scenario.own.columns if scenario else (grid.first_column, grid.first_column + grid.columns - 1)
    rows = scenario.own.rows if scenario else (grid.first_row, grid.first_row + grid.rows - 1)
    state = new_state(
        Muster(
            kept.battle, position.scenario, position.board_name(kept.battle), position.board,
            (columns[0], columns[1]), (rows[0], rows[1]), kept.without, kept.sides,
            tuple(line.name for line in lines), tuple(sides), tuple(types.index(line.type) for line in lines),
            companies, tuple(companies.index(one) if one in companies else NOBODY for one in named),
            (), (NOBODY,) * len(lines), chosen(position.options),
        )
    )  # fmt: skip
    state.turn = position.turn or 1
    return state


def _companies(scenario: str) -> dict[str, str]:
    """The company of each unit of a scenario, which a file need not repeat."""
    sides = scenarios()[scenario].own.sides if scenario in scenarios() else ()
    return {piece.id: piece.company for side in sides for piece in (*side.pieces, *side.reinforcements)}


def _stand(scene: Battlefield, state: State, unit: int, line: UnitPlace) -> Iterator[Refusal]:
    """Put one unit where its line has it."""
    state.flags[unit] = sum(STATUS[word] for word in line.status)
    state.lost[unit], state.spent[unit], state.ridden[unit] = line.lost, line.spent, line.ridden
    state.hexes[unit] = scene.hex(line.hex) if line.hex else PLACES.get(line.off, WAITING)
    if line.off not in PLACES:
        yield Refusal("", f"a unit off the map is one of {', '.join(filter(None, PLACES))}", line.name)
    if not 0 <= line.lost < scene.types[unit].steps and state.hexes[unit] >= 0:
        yield Refusal(
            "8.2c", f"has {scene.types[unit].steps} steps and cannot have lost {line.lost}", line.name
        )
    if line.carrier:
        yield from _ride(scene, state, unit, line)
    for column, name in ((state.dug, line.dug), (state.began, line.began), (state.previous, line.previous)):
        if name and name not in scene.board.names:
            yield Refusal("", f"there is no hex {name!r}", line.name)
        elif name:
            column[unit] = scene.hex(name)


def _ride(scene: Battlefield, state: State, unit: int, line: UnitPlace) -> Iterator[Refusal]:
    """Put a unit on what carries it, or behind it; guns are always behind [12.3]."""
    if line.carrier not in scene.units or scene.unit(line.carrier) == unit:
        yield Refusal("12.3", f"cannot ride on {line.carrier!r}", line.name)
        return
    state.hexes[unit], state.carrier[unit] = ABOARD, scene.unit(line.carrier)
    if scene.types[unit].gun:
        mark(state, unit, TOWED)


def _keep(scene: Battlefield, state: State, kept: Kept) -> Iterator[Refusal]:
    """What the file says of the whole battle."""
    state.visibility, state.passes, state.ready = kept.visibility, kept.passes, kept.ready
    for name in ("smoke", "lights", "blocks"):
        hexes = getattr(kept, name)
        strange = [hex for hex in hexes if hex not in scene.board.names]
        yield from (Refusal("", f"there is no hex {hex!r}", f"state.{name}") for hex in strange)
        setattr(state, name, [scene.hex(hex) for hex in hexes if hex not in strange])
    companies = [f"{state.sides[side]} {name}" for side, name in state.companies]
    for company, amount in kept.morale.items():
        if company in companies and amount >= 0:
            state.morale[companies.index(company)] = amount
        else:
            yield Refusal(
                "9.1", "there is no such company, or its morale is below 0", f"state.morale.{company}"
            )
    if kept.active in state.sides:
        state.active = state.sides.index(kept.active)
    if kept.moving in state.units:
        state.moving = state.units.index(kept.moving)
    state.held = [state.sides.index(side) if side in state.sides else NOBODY for side in kept.held]
    state.held += [NOBODY] * (len(scene.prizes) - len(state.held))


def _command(scene: Battlefield, state: State, kept: Kept, lines: Sequence[UnitPlace]) -> Iterator[Refusal]:
    """Ratings, sheets, unassigned groups, and what has been noted [6.0]."""
    yield from read_orders(scene, state, kept.sheets, kept.places)
    for side, amount in kept.ratings.items():
        if side in state.sides:
            state.rating[state.sides.index(side)] = amount
        else:
            yield Refusal("6.6e", f"there is no side {side!r}", "state.ratings")
    state.noted = [(state.units.index(unit), code) for unit, code in kept.noted if unit in state.units]
    state.notes = [*kept.notes]
    state.opened = state.sides.index(kept.opened) if kept.opened in state.sides else NOBODY
    listed = [unit for unit, sheet in enumerate(state.sheet) if sheet != NOBODY]
    start_afresh(Table(scene, state, Script(())), listed)
    for unit, line in enumerate(lines):
        state.last[unit] = line.along if line.along >= 0 else state.last[unit]
        state.reached[unit] = max(line.best, state.last[unit])
        state.slow[unit] = line.slow


def write_position(game: Game[State, Battlefield], scene: Battlefield, state: State, phase: str) -> Position:
    """The situation as a file; its phase begins afresh."""

    def names(hexes: Sequence[int]) -> Names:
        return tuple(scene.hex_name(hex) for hex in hexes)

    kept = Kept(
        state.battle, (state.sides[0], state.sides[1]), state.without,
        {f"{state.sides[side]} {name}": state.morale[n] for n, (side, name) in enumerate(state.companies)},
        state.visibility, names(state.smoke), names(state.lights), names(state.blocks),
        tuple(state.sides[side] if side >= 0 else "" for side in state.held),
        state.sides[state.active] if state.active >= 0 else "",
        state.units[state.moving] if state.moving >= 0 else "", state.passes, state.ready,
        dict(zip(state.sides, state.rating, strict=True)) if any(state.rating) else {},
        write_sheets(state), write_places(scene, state),
        tuple((state.units[unit], code) for unit, code in state.noted), (state.notes[0], state.notes[1]),
        state.sides[state.opened] if state.opened >= 0 else "",
    )  # fmt: skip
    map, size = (state.map, "") if state.map in folders() else (BLANK, state.map)
    units = [msgspec.to_builtins(_place(scene, state, unit)) for unit in range(len(state.units))]
    return Position(
        game.name,
        state.scenario,
        map,
        size,
        {**as_options(state.options), **({READING: state.reading} if state.reading != READINGS[0] else {})},
        state.turn,
        phase,
        msgspec.to_builtins(kept),
        state.changes,
        units,
    )


def _place(scene: Battlefield, state: State, unit: int) -> UnitPlace:
    """The line of one unit."""
    hex, company, carrier = state.hexes[unit], state.company[unit], state.carrier[unit]
    off = next((word for word, place in PLACES.items() if place == hex), "")
    return UnitPlace(
        name=state.units[unit],
        side=state.sides[state.side[unit]],
        type=scene.types[unit].id,
        hex=scene.hex_name(hex),
        status=[word for word, bit in STATUS.items() if state.flags[unit] & bit],
        company=state.companies[company][1] if company >= 0 else "",
        off=off,
        carrier=state.units[carrier] if carrier >= 0 else "",
        lost=state.lost[unit],
        dug=scene.hex_name(state.dug[unit]),
        spent=state.spent[unit],
        ridden=state.ridden[unit],
        began=scene.hex_name(state.began[unit]),
        previous=scene.hex_name(state.previous[unit]),
        along=state.last[unit],
        best=state.reached[unit],
        slow=state.slow[unit],
    )
