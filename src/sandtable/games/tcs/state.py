"""The state of a game of the series: units in columns, so that a copy costs next to nothing."""

from collections.abc import Mapping
from typing import NamedTuple, Self

import msgspec

from sandtable.engine import Outcome
from sandtable.engine.position import BoardChanges
from sandtable.games.tcs.battles import Rule
from sandtable.games.tcs.charts import Shape
from sandtable.games.tcs.sheets import Contingency, SheetPlan

NOBODY = -1

WAITING, ABOARD, DESTROYED, EXITED, HIDDEN, TAKEN = -1, -2, -3, -4, -5, -6
"""In place of a hex: still to come; carried or towed by `carrier`; destroyed; off the map for good, but not
lost; in an ambush in the hex `dug` holds; surrendered [9.5] [12.3] [20.0]."""

FIRE = 1
"""In fire mode, else in move mode; set and cleared in Phase 2, cleared by a retreat, and when thrown out of a
carrier [4.0]."""
SUPPRESSED = 2
"""By a morale check; cleared in the Clean Up [9.2]."""
PARALYZED = 4
"""By a morale check; turned into SUPPRESSED in the Clean Up [9.3]."""
OVERWATCHED = 8
"""Has the overwatch marker: it may fire again on a 6 alone; cleared at the end of Phase 2 [8.9]."""
TOWED = 16
"""It hangs behind its `carrier`, else it rides on it; cleared when it is unhitched [12.3]."""
FORMER = 32
"""A gun on the map that was moved in the last turn; set and cleared in the Clean Up [3.7]."""
SHOT_BEFORE = 64
"""It was SHOT_AT in the turn before; set and cleared in Command Planning [6.7b]."""

SHIFTED = 128
"""It has changed its mode in this turn [3.7]."""
SHELLED = 256
"""A gun that fired in the Artillery and Air Segment of this turn [3.7c]."""
SHOT_AT = 512
"""Direct fire was resolved against it in this turn, hit or miss [6.6b]."""
CONTACT = 1024
"""Fired at by mortars, assaulted or overrun in this turn: contact, as SHOT_AT is [6.3f]."""
CAME_BY_ROAD = 2048
"""Its last hex of this turn was entered by road; cleared by a step across country [8.9] [12.1b]."""
CAME_BY_SLOW_GO = 4096
"""Its last hex of this turn was entered through slow go; cleared by any other step [12.2d]."""

FIRED = 8192
"""It has used its fire of this Direct Fire Segment [8.6f]."""
TARGET = 16384
"""Named as a target in this Direct Fire Segment [8.6a]."""
RETREATED = 32768
"""It has retreated in this player's Action Phase and moves no more [9.4h]."""
DONE = 65536
"""Its movement of this player's Action Phase is over [13.2d]."""

OF_PHASE = FIRED | TARGET | RETREATED | DONE
"""Cleared at the end of the Direct Fire Segment and of each Action Phase."""
OF_TURN = SHIFTED | SHELLED | CAME_BY_ROAD | CAME_BY_SLOW_GO
"""Cleared in the Clean Up. SHOT_AT and CONTACT are read in the next Command Planning and cleared there."""
OF_COMMAND = SHOT_AT | CONTACT
LASTING = FIRE | SUPPRESSED | PARALYZED | OVERWATCHED | TOWED | FORMER | SHOT_BEFORE

STATUS: Mapping[str, int] = {
    "fire": FIRE,
    "suppressed": SUPPRESSED,
    "paralyzed": PARALYZED,
    "overwatch": OVERWATCHED,
    "towed": TOWED,
    "moved last turn": FORMER,
    "shot at before": SHOT_BEFORE,
    "changed mode": SHIFTED,
    "shelled": SHELLED,
    "shot at": SHOT_AT,
    "contact": CONTACT,
    "by road": CAME_BY_ROAD,
    "by slow go": CAME_BY_SLOW_GO,
    "fired": FIRED,
    "target": TARGET,
    "retreated": RETREATED,
    "done": DONE,
}
"""What a unit's flags are called in position files, views and on counters."""

READINGS = ("marked", "strict", "free")
"""How op sheets are read: doubtful actions are marked; refused as well; or everything is marked [6.7b]."""

GENERAL, IDLE, EVERYBODY = -1, -2, -3
"""In place of the sheet that a battery supports: general support, nobody yet, and all where no rule of
command is in force [10.1]."""

CALLED, PLANNED, IMMEDIATE, PROTECTIVE = range(4)
"""The kinds of missions: called, pre-planned, immediate suppression, final protective fires [10.2]."""

PENDING, IMPLEMENTED, FAILED, REMOVED = range(4)
"""What has become of a sheet; a failed one has nothing but groups on failure instructions [6.6] [6.10]."""

SWITCH = -1
"""Among the groups that roll for a change: the switch to the alternate [6.11c]."""

FAILING = -1
"""In place of the step of a group: it follows its failure instructions [6.10]."""


class Mission(NamedTuple):
    """A plot: battery, kind, the turn it is due, hex, concentration, battery fires, illumination rounds.

    `trp` is the hex of the reference point it starts from or -1; `line` the two directions of a linear one;
    `sheet` a pending sheet, from whose implementation the turn is counted, or -1 [10.6b].
    """

    battery: int
    kind: int
    turn: int
    hex: int
    shape: Shape
    he: int
    smoke: int = 0
    illum: int = 0
    trp: int = NOBODY
    line: tuple[int, int] | None = None
    sheet: int = NOBODY


class Barrage(NamedTuple):
    """Final protective fires as they are assigned: battery, hex, the two directions of the line [10.9].

    `firing` from the turn in which they begin until they are stopped.
    """

    battery: int
    hex: int
    line: tuple[int, int]
    firing: bool = False


class Stock(NamedTuple):
    """What a side may still lay: minefields that are real, and dummies, and road blocks [15.1b] [12.2g]."""

    real: int = 0
    dummy: int = 0
    blocks: int = 0


class Sortie(NamedTuple):
    """A sortie as plotted: whose, its turn, the hex of its zone, what it may attack [17.2]."""

    side: int
    turn: int
    hex: int
    target: str


class Mine(NamedTuple):
    """A minefield: the lane is a hexside 0 to 2 with the one across from it, -1 if unbreached [15.4].

    `known` when its real side is up; without `shown` the enemy has not met its marker at all [15.0e].
    """

    hex: int
    side: int
    real: bool
    known: bool = False
    lane: int = NOBODY
    shown: bool = True


class Place(NamedTuple):
    """A group of unassigned units: centre, contingency plan, turns of attack and of quiet in a row [6.5].

    `leaving` from the moment when the group withdraws by its plan, or moves by `preliminary` instructions
    [6.11a]; `provisional` as long as its owner may still write another centre and plan in place of those
    that it was given; `fires` at it in this turn, and the steps that it had `lost` when the turn began.
    """

    side: int
    centre: int
    plan: Contingency | None = None
    attacked: int = 0
    quiet: int = 0
    leaving: bool = False
    preliminary: bool = False
    provisional: bool = False
    fires: int = 0
    lost: int = 0
    flags: tuple[tuple[str, int], ...] = ()
    """How often each code of a doubtful action has been noted."""


class Sheet(msgspec.Struct, frozen=True, omit_defaults=True):
    """An op sheet in play; groups are counted as the plan lists them."""

    side: int
    plan: SheetPlan
    status: int = PENDING
    drawn: int = 0
    """The turn in which it was drawn; 0 is before play."""
    implemented: int = 0
    weighted: int = 0
    steps: tuple[int, ...] = ()
    """The step that each group is in, or FAILING."""
    committed: tuple[int, ...] = ()
    """The reserves that have been sent in."""
    trying: tuple[int, ...] = ()
    """The groups whose reserve is rolled for each turn until the roll succeeds; SWITCH for the alternate."""
    switched: bool = False
    enemy_ground: str = "0"
    """The enemy's ground when it was drawn, the bits of its hexes as a hexadecimal number [6.3c]."""
    flags: tuple[tuple[str, int], ...] = ()
    """How often each code of a doubtful action has been noted."""
    met: tuple[tuple[str, str], ...] = ()
    """The lines and areas that groups have come to, all of their able units together [6.2b]."""
    begun: tuple[int, ...] = ()
    """The groups whose next step, or first one, its owner has ordered to begin [6.2b]."""
    failed_from: tuple[int, ...] = ()
    """The step in which each group failed, or -1."""
    held: int = 0
    """Turns in a row in which its mission has stood accomplished [6.8]."""

    def on_enemy_ground(self, hex: int) -> bool:
        """Was a hex the enemy's ground when the sheet was drawn [6.3c]?"""
        return bool(int(self.enemy_ground, 16) >> hex & 1)


class State(msgspec.Struct):
    """All that changes, and which forces fight where; lists go by unit unless their heading differs."""

    battle: str
    """The folder of the battle: types of units, weather, ratings."""
    scenario: str
    map: str
    changes: BoardChanges
    columns: tuple[int, int]
    rows: tuple[int, int]
    without: tuple[Rule, ...]
    sides: tuple[str, ...]
    units: tuple[str, ...]
    side: tuple[int, ...]
    kind: tuple[int, ...]
    """The type of each unit, by its place in the armoury of the battle."""
    companies: tuple[tuple[int, str], ...]
    """Side and name of each company."""
    company: tuple[int, ...]
    """The company of each unit, or -1."""
    batteries: tuple[str, ...]
    """The names of the batteries, sides in order; their types are the scenario's."""
    battery: tuple[int, ...]
    """The battery that a gun on the map belongs to, or -1."""
    options: tuple[Rule, ...]
    """The optional rules that are used."""

    # By unit.
    hexes: list[int]
    flags: list[int]
    lost: list[int]
    """Steps lost."""
    carrier: list[int]
    second: list[int]
    """The other of the two vehicles that carry it together, or -1 [12.4a]."""
    dug: list[int]
    """The hex in which it is dug in, or lies in ambush; -1 from when it leaves it [7.1b] [20.0]."""
    spent: list[int]
    """Sixths of movement points spent in this Action Phase, its own alone."""
    ridden: list[int]
    """Sixths of its own points that riding on a carrier has cost it in this Action Phase [12.3d]."""
    began: list[int]
    """The hex where it was when this Action Phase began, or came in."""
    previous: list[int]
    """The hex that it left last in this Action Phase; into which it falls back [13.2a]."""
    sheet: list[int]
    """The sheet in force that lists it, or -1 [6.4c]."""
    group: list[int]
    """Its group on that sheet; without one its Place among `places`, or -1 where there is no command."""
    reached: list[int]
    """Its greatest progress in the step of its group, -1 before it has come to the way."""
    last: list[int]
    """Its progress now, or -1."""
    slow: list[int]
    """Own Action Phases in a row in which it stood still on failure instructions, though it was able."""

    # By company, by battery, by side.
    morale: list[int]
    support: list[int]
    """The sheet that a battery supports, or GENERAL, IDLE, EVERYBODY [10.1]."""
    fires: list[int]
    """Battery fires used in this turn [10.3a]."""
    shots: list[int]
    """Direct fires of a battery on the map since it last paid for them [3.7d]."""
    ammunition: list[dict[str, tuple[int, int, int]]]
    """Of each side, by type: HE and smoke in battery fires, illumination in rounds [10.3b]."""
    trps: list[list[int]]
    sorties: list[int]
    """Sorties that each side may still plot [17.1c]."""
    rating: list[int]
    """Command Prep Rating [6.6e]."""
    chits: list[int]
    """1 for the side that holds the Mulligan chit [18.0]."""
    stock: list[Stock]
    """What each side may still lay."""

    # On the map, and in the plans.
    sheets: list[Sheet] = []
    places: list[Place] = []
    missions: list[Mission] = []
    flights: list[Sortie] = []
    barrages: list[Barrage] = []
    mines: list[Mine] = []
    smoke: list[int] = []
    """The hex of each smoke marker; several may lie in one."""
    fires_burning: list[int] = []
    """Hexes that burn [19.2]."""
    lights: list[int] = []
    """The hexes of illumination [16.3]."""
    blocks: list[int] = []
    """Hexes whose road is blocked [12.2f] [12.2g]."""
    held: list[int] = []
    """Of each hex of the victory rule, in its order, the side that holds it or passed through last, or -1."""
    scored: list[int] = []
    """Of each line of the victory rule the first turn at whose end it held, 0 for never."""
    leads: list[int] = []
    """The lead of the first side of the victory rule at the end of each turn."""
    exits: list[tuple[int, int]] = []
    """Units that have left the map, and the hex from which each did."""
    told: list[int] = []
    """Units of which the enemy knows whether they are dug in, as long as they stay in their hex [7.1d]."""
    reading: str = READINGS[0]
    noted: list[tuple[int, str]] = []
    """The units of which something has been noted for review in this turn, and its code."""
    notes: list[int] = []
    """How much has been noted of each side."""
    visibility: int = 20
    wind: tuple[int, int] = (0, 0)
    """Where the wind blows to, and how many hexes in a turn [19.1]."""

    # Where the loops of a phase stand.
    active: int = NOBODY
    """Whose turn it is to fire; in the Action Phases who goes first. NOBODY before the dice have said."""
    passes: int = 0
    """Passes in a row [1.3d]."""
    finished: list[int] = []
    """Sides that fire no more missions in this segment [1.3d]."""
    shelled: list[int] = []
    """Hexes that have met area fire in this Direct Fire Segment [8.7a]."""
    antitank: list[tuple[int, int]] = []
    """Who has made an AT roll at whom in this phase [8.10c]."""
    moving: int = NOBODY
    """The unit whose move is under way."""
    triggers: list[int] = []
    """Units at which overwatch may be fired now: the mover, and then those that fired at it [8.9b] [8.9c]."""
    opened: int = NOBODY
    """The side whose Action Phase has begun: failures are declared before anything else in it."""
    awaiting: int = NOBODY
    """The side that may fire overwatch at them now."""
    ready: bool = False
    """Is set-up over?"""
    turn: int = 1
    step: int = 0
    outcome: Outcome | None = None

    def copy(self) -> Self:
        return type(self)(
            self.battle, self.scenario, self.map, self.changes, self.columns, self.rows, self.without,
            self.sides, self.units, self.side, self.kind, self.companies, self.company, self.batteries,
            self.battery, self.options,
            self.hexes[:], self.flags[:], self.lost[:], self.carrier[:], self.second[:], self.dug[:],
            self.spent[:], self.ridden[:], self.began[:], self.previous[:], self.sheet[:], self.group[:],
            self.reached[:], self.last[:], self.slow[:], self.morale[:], self.support[:], self.fires[:],
            self.shots[:], [stock.copy() for stock in self.ammunition], [hexes[:] for hexes in self.trps],
            self.sorties[:], self.rating[:], self.chits[:], self.stock[:], self.sheets[:], self.places[:],
            self.missions[:], self.flights[:], self.barrages[:], self.mines[:], self.smoke[:],
            self.fires_burning[:], self.lights[:], self.blocks[:], self.held[:], self.scored[:],
            self.leads[:], self.exits[:], self.told[:], self.reading, self.noted[:], self.notes[:],
            self.visibility, self.wind, self.active, self.passes, self.finished[:], self.shelled[:],
            self.antitank[:], self.moving, self.triggers[:], self.opened, self.awaiting, self.ready,
            self.turn, self.step, self.outcome,
        )  # fmt: skip


class Muster(msgspec.Struct, frozen=True):
    """What a game is about and never changes: where it is played, by whose units, of which types."""

    battle: str
    scenario: str
    map: str
    changes: BoardChanges
    columns: tuple[int, int]
    rows: tuple[int, int]
    without: tuple[Rule, ...]
    sides: tuple[str, ...]
    units: tuple[str, ...]
    side: tuple[int, ...]
    kind: tuple[int, ...]
    companies: tuple[tuple[int, str], ...]
    company: tuple[int, ...]
    batteries: tuple[str, ...]
    battery: tuple[int, ...]
    options: tuple[Rule, ...] = ()


def new_state(muster: Muster) -> State:
    """The state before anything has happened: every unit at full strength, off the map, in move mode."""
    units, sides, batteries = len(muster.units), len(muster.sides), len(muster.batteries)

    def each(value: int) -> list[int]:
        return [value] * units

    def both(value: int) -> list[int]:
        return [value] * sides

    return State(
        **{name: getattr(muster, name) for name in muster.__struct_fields__},
        hexes=each(WAITING), flags=each(0), lost=each(0), carrier=each(NOBODY), second=each(NOBODY),
        dug=each(NOBODY), spent=each(0), ridden=each(0), began=each(NOBODY), previous=each(NOBODY),
        sheet=each(NOBODY), group=each(NOBODY), reached=each(NOBODY), last=each(NOBODY), slow=each(0),
        morale=[0] * len(muster.companies), support=[IDLE] * batteries, fires=[0] * batteries,
        shots=[0] * batteries, ammunition=[{} for _ in muster.sides], trps=[[] for _ in muster.sides],
        sorties=both(0), rating=both(0), chits=both(0), stock=[Stock() for _ in muster.sides],
        sheets=[], places=[], missions=[], flights=[], barrages=[], mines=[], smoke=[], fires_burning=[],
        lights=[], blocks=[], held=[], scored=[], leads=[], exits=[], told=[], noted=[], notes=both(0),
        finished=[], shelled=[], antitank=[], triggers=[],
    )  # fmt: skip


def hex_of(state: State, unit: int) -> int:
    """The hex of a unit, that of its carrier if it is aboard, or where it is off the map."""
    while state.hexes[unit] == ABOARD:
        unit = state.carrier[unit]
    return state.hexes[unit]


def gone(state: State, unit: int) -> bool:
    """Is it destroyed, taken, or off the map for good?"""
    return state.hexes[unit] in (DESTROYED, EXITED, TAKEN)


def stack(state: State, hex: int, side: int) -> list[int]:
    """A side's units that stand in a hex themselves; what they carry and tow is not among them.

    See also [5.0] [5.1] [5.1a].
    """
    if hex not in state.hexes:
        return []
    return [unit for unit, at in enumerate(state.hexes) if at == hex and state.side[unit] == side]


def aboard(state: State, carrier: int) -> list[int]:
    """What a vehicle or carrier carries and tows."""
    if carrier not in state.carrier:
        return []
    return [unit for unit, other in enumerate(state.carrier) if other == carrier]


def everybody(state: State, hex: int, side: int) -> list[int]:
    """All of a side in a hex, each followed by what it carries and tows."""
    return [unit for stands in stack(state, hex, side) for unit in (stands, *aboard(state, stands))]


def on_map(state: State, side: int) -> list[int]:
    """A side's units on the map, passengers and towed items among them."""
    return [unit for unit, whose in enumerate(state.side) if whose == side and hex_of(state, unit) >= 0]


def mark(state: State, unit: int, flag: int) -> None:
    state.flags[unit] |= flag


def wipe(state: State, unit: int, flag: int) -> None:
    state.flags[unit] &= ~flag


def has(state: State, unit: int, flag: int) -> bool:
    return state.flags[unit] & flag > 0


def able(state: State, unit: int) -> bool:
    """Is it on the map, neither suppressed nor paralyzed?"""
    return hex_of(state, unit) >= 0 and not has(state, unit, SUPPRESSED | PARALYZED)


def mounted(state: State, unit: int) -> bool:
    """Does it ride on something? Towed items do not [12.3]."""
    return state.carrier[unit] != NOBODY and not has(state, unit, TOWED)


def dug_in(state: State, unit: int) -> bool:
    """Is it in the hole that it has dug [7.1b]?"""
    return state.dug[unit] >= 0 and state.dug[unit] == state.hexes[unit]


def commanded(state: State) -> bool:
    """Are the rules of command in force, and has anybody orders [6.0]?"""
    return "command" not in state.without and bool(state.sheets or state.places)
