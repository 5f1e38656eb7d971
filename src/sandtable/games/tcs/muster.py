"""The forces of a scenario as a game begins with them [3.0] [6.1]."""

from sandtable.engine.position import BoardChanges
from sandtable.games.tcs.battles import Piece, Rule, Scenario, Side
from sandtable.games.tcs.capacity import has_room
from sandtable.games.tcs.clock import Turn
from sandtable.games.tcs.first_orders import issue
from sandtable.games.tcs.scene import Battlefield, armoury
from sandtable.games.tcs.state import (
    ABOARD,
    FIRE,
    NOBODY,
    TOWED,
    Muster,
    State,
    Stock,
    mark,
    new_state,
)
from sandtable.games.tcs.zones import in_force


def pieces(side: Side) -> tuple[Piece, ...]:
    """All units of a side, those that arrive later last."""
    return (*side.pieces, *side.reinforcements)


def muster(scenario: Scenario, options: tuple[Rule, ...] = ()) -> Muster:
    """What a scenario is about: whose units, of which types, in which companies and batteries."""
    sides = scenario.own.sides
    listed = [(number, piece) for number, side in enumerate(sides) for piece in pieces(side)]
    names = company_names([(number, piece.company) for number, piece in listed])
    batteries = [(number, battery.name) for number, side in enumerate(sides) for battery in side.batteries]
    kinds = [kind.id for kind in armoury(scenario.battle.key).unit]
    first, last = scenario.own.columns
    top, bottom = scenario.own.rows
    return Muster(
        scenario.battle.key, scenario.own.key, scenario.battle.key, BoardChanges(), (first, last),
        (top, bottom), scenario.own.without, tuple(side.name for side in sides),
        tuple(piece.id for _, piece in listed), tuple(number for number, _ in listed),
        tuple(kinds.index(piece.type) for _, piece in listed), names,
        tuple(_place(names, (number, piece.company)) for number, piece in listed),
        tuple(name for _, name in batteries),
        tuple(_place(batteries, (number, piece.battery)) for number, piece in listed), options,
    )  # fmt: skip


def company_names(listed: list[tuple[int, str]]) -> tuple[tuple[int, str], ...]:
    """Every company once, in the order of its first unit."""
    return tuple(dict.fromkeys(named for named in listed if named[1]))


def _place(known: tuple[tuple[int, str], ...] | list[tuple[int, str]], named: tuple[int, str]) -> int:
    return known.index(named) if named in known else NOBODY


def opening(scenario: Scenario, options: tuple[Rule, ...] = ()) -> State:
    """The state before set-up: who begins in a printed hex stands there, all others wait."""
    state = new_state(muster(scenario, options))
    scene = Battlefield(state)
    now = scenario.turns[0]
    for number, side in enumerate(scenario.own.sides):
        for piece in side.pieces:
            _stand(scene, state, scene.unit(piece.id), piece)
        state.rating[number] = _rating(scenario, side, now)
        state.trps[number] = []
        for company, (owner, name) in enumerate(state.companies):
            if owner == number:
                state.morale[company] = side.company_morale.get(name, 0)
        state.ammunition[number] = {
            kind: (stock.he, stock.smoke, stock.illum) for kind, stock in side.ammunition.items()
        }
        state.sorties[number] = side.sorties.number if side.sorties else 0
        state.stock[number] = Stock(side.mines.real, side.mines.dummy, side.blocks.real)
        load_arrivals(scene, state, side)
    issue(scenario, state, scene.board.sheet.numbers)
    initial = {
        hex: score.initial for score in scenario.own.victory.scores for hex in score.hexes if score.initial
    }
    state.held = [state.sides.index(initial[scene.hex_name(hex)]) for hex in scene.prizes]
    state.scored = [0] * len(scene.scores)
    state.visibility = scenario.own.visibility or state.visibility
    return state


def load_arrivals(scene: Battlefield, state: State, side: Side) -> None:
    """Who arrives together with carriers comes aboard them, guns behind, as far as there is room [12.3a]."""
    coming = iter(side.reinforcements)
    for arrival in side.arrivals:
        count = sum(counters.n for counters in arrival.counters)
        units = [scene.unit(next(coming).id) for _ in range(count)]
        carriers = [unit for unit in units if scene.types[unit].category == "carrier"]
        for unit in units:
            carrier = next((one for one in carriers if has_room(scene.types, state, unit, one)), None)
            if carrier is not None and unit not in carriers:
                state.hexes[unit], state.carrier[unit] = ABOARD, carrier
                if scene.types[unit].gun:
                    mark(state, unit, TOWED)


def _rating(scenario: Scenario, side: Side, now: Turn) -> int:
    """The Command Prep Rating of the scenario, or of its battle [6.6e]."""
    return side.rating or in_force(scenario.battle.ratings, side.name, now) or 0


def _stand(scene: Battlefield, state: State, unit: int, piece: Piece) -> None:
    """Put a unit where its line has it: in its hex, or on or behind what carries or tows it."""
    other = piece.carrier or piece.tow
    if piece.hex:
        state.hexes[unit] = scene.hex(piece.hex)
    if other:
        state.hexes[unit], state.carrier[unit] = ABOARD, scene.unit(other)
        if piece.tow:
            mark(state, unit, TOWED)
    if piece.mode == "fire":
        mark(state, unit, FIRE)
    state.lost[unit] = piece.lost
