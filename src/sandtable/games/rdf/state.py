"""The state of a game of Rapid Deployment Force: flat columns, so that a copy costs next to nothing."""

from typing import Self

import msgspec

from sandtable.engine import Outcome
from sandtable.engine.position import BoardChanges

WAITING, DESTROYED, EXITED, SPENT, ABSENT, HIDDEN = -1, -2, -3, -4, -5, -6
"""Where a unit is that is not on the map: still to enter, destroyed, gone by a legal exit, an empty BM-21,
not in the force, a battalion headquarters that rides unseen."""
NOBODY = -1

INACTIVE = 1
FIRED = 2
ROUTED = 4
NO_ACT = 8
MOVED = 16
"""It has spent movement points, was carried, or has fired while moving in its own turn."""
DONE = 32
"""Its segment of this Movement Phase is over."""
BOARDED = 64
"""It has mounted or dismounted in this segment."""
HASTY = 128
"""It has fired while moving, so its whole move stays within half its allowance."""
LATE = 256
"""It broke the formation at the end of its last Command Phase."""
EXCUSED = 512
"""It broke the formation before its Movement Phase began."""
DEFENDED = 1024
"""It has used its defence against adjacent helicopters in this Game-Turn."""
CLIMBED = 2048
"""A helicopter whose altitude was settled in this Command Phase."""
AIR_DEFENCE = (4096, 8192, 16384)
"""It has used its air defence: in the enemy's indirect fire, in its own movement, in the enemy's movement."""
RESTED = 32768
"""A battalion asset of an eliminated infantry company: a carrier that has rallied on its own."""

GUNNED = 65536
"""An anti-air unit that has fired directly and not been turned active since: no air defence [14.32]."""

NAPE, MEDIUM, HIGH = 0, 1, 2


class State(msgspec.Struct):
    """All that changes, and which forces fight on which map."""

    map: str
    changes: BoardChanges
    scenario: str
    sides: tuple[str, ...]
    teams: tuple[int, ...]
    modern: bool
    """Do the rules of 1986 apply?"""
    ceiling: int
    """What each side may spend on its force before play; 0 where the force is given."""
    nations: tuple[str, ...]
    units: tuple[str, ...]
    side: tuple[int, ...]
    kind: tuple[int, ...]
    formed: tuple[int, ...]
    """The company that each unit belonged to when the game began, -1 for battalion assets."""
    companies: tuple[tuple[int, int], ...]
    """Side and number of each company."""
    choices: tuple[tuple[str, ...], ...]
    """Of each unit the force options that it comes with; none if it comes with all."""

    # By unit.
    hexes: list[int]
    flags: list[int]
    hits: list[int]
    company: list[int]
    carrier: list[int]
    cargo: list[int]
    altitude: list[int]
    suppressed: list[int]
    """The sides whose suppression markers lie on it, as bits."""
    sighted: list[int]
    """The sides that have sighted it, as bits."""
    spent: list[int]
    """Half movement points spent in this Movement Phase."""
    paces: list[int]
    """Hexes entered in this Movement Phase."""
    began: list[int]
    """Where it stood when this Movement Phase began."""
    rounds: list[int]
    """Rounds of close assault that it may still fire in this Movement Phase; -1 before its first assault."""
    shots: list[int]
    """Shots used, four bits for each weapon system in order; only helicopters count them."""
    missions: list[int]
    aim: list[int]
    """The hex of its last effective indirect fire, or -1."""
    aimed: list[int]
    """When that was: twice the Game-Turn, and one more if it was smoke."""
    came: list[int]
    """The hex by which it came onto the map."""
    left: list[int]
    """The Game-Turn in which it left the map by a legal exit."""

    # By company.
    chief: list[int]
    chief_known: list[int]

    # By side.
    entry: list[int]
    exit: list[int]
    axis: list[tuple[int, ...]]
    orders: list[int]
    rating: list[int]
    formation: list[int]
    option: list[str]
    half: list[int]
    """Does its reconnaissance enter with half its allowance?"""
    strikes: list[int]
    strikes_from: list[int]
    flown: list[int]
    """Air strikes flown in this Game-Turn."""
    flown_most: list[int]
    flown_first: list[int]
    strikes_open: list[int]
    """Have its strikes been announced, so that everybody knows them?"""
    host: list[int]
    """The unit with which the battalion headquarters rides unseen."""
    last_host: list[int]
    """The hex from which depth is measured when the headquarters has left the map by a legal exit, or -1."""
    markers_seen: list[int]
    routed_enough: list[int]
    defence_known: list[int]
    """What everybody has seen of its formation since it could last be changed in secret: 0 nothing, 1 it is
    Deliberate Defense, 2 it is not."""
    broken: list[int]

    # By marker on the map.
    mark_hex: list[int]
    mark_side: list[int]
    mark_smoke: list[int]

    moving: list[int] = []
    """The units whose segment is under way."""
    scored: int = 0
    """How many losses, exits and routs there were when the players were last asked to declare the end."""
    unreckoned: bool = True
    """Has a unit been lost, routed or left the map since that was last counted?"""
    fought: list[int] = []
    """The hexes in which a close assault was fought in this Movement Phase."""
    begun: bool = False
    """Is the pre-game randomization over?"""
    turn: int = 1
    step: int = 0
    outcome: Outcome | None = None

    def copy(self) -> Self:
        return type(self)(
            self.map, self.changes, self.scenario, self.sides, self.teams, self.modern, self.ceiling,
            self.nations, self.units, self.side, self.kind, self.formed, self.companies, self.choices,
            self.hexes[:], self.flags[:], self.hits[:], self.company[:], self.carrier[:], self.cargo[:],
            self.altitude[:], self.suppressed[:], self.sighted[:], self.spent[:], self.paces[:],
            self.began[:], self.rounds[:], self.shots[:], self.missions[:], self.aim[:], self.aimed[:],
            self.came[:], self.left[:], self.chief[:], self.chief_known[:],
            self.entry[:], self.exit[:], self.axis[:], self.orders[:], self.rating[:], self.formation[:],
            self.option[:], self.half[:], self.strikes[:], self.strikes_from[:], self.flown[:],
            self.flown_most[:], self.flown_first[:], self.strikes_open[:], self.host[:], self.last_host[:],
            self.markers_seen[:], self.routed_enough[:], self.defence_known[:], self.broken[:],
            self.mark_hex[:], self.mark_side[:], self.mark_smoke[:], self.moving[:], self.scored,
            self.unreckoned, self.fought[:], self.begun, self.turn, self.step, self.outcome,
        )  # fmt: skip


class Muster(msgspec.Struct, frozen=True):
    """What a game is about and never changes: whose units, of which types, in which companies."""

    map: str
    changes: BoardChanges
    scenario: str
    sides: tuple[str, ...]
    teams: tuple[int, ...]
    modern: bool
    ceiling: int
    nations: tuple[str, ...]
    units: tuple[str, ...]
    side: tuple[int, ...]
    kind: tuple[int, ...]
    formed: tuple[int, ...]
    companies: tuple[tuple[int, int], ...]
    choices: tuple[tuple[str, ...], ...]


def new_state(muster: Muster) -> State:
    """The state before anything has happened: every unit waits off the map, and nothing is settled."""
    units, sides, companies = len(muster.units), len(muster.sides), len(muster.companies)

    def each(value: int) -> list[int]:
        return [value] * units

    def both(value: int) -> list[int]:
        return [value] * sides

    return State(
        **{name: getattr(muster, name) for name in muster.__struct_fields__},
        hexes=each(WAITING), flags=each(0), hits=each(0), company=[*muster.formed], carrier=each(NOBODY),
        cargo=each(NOBODY), altitude=each(NAPE), suppressed=each(0), sighted=each(0), spent=each(0),
        paces=each(0), began=each(NOBODY), rounds=each(-1), shots=each(0), missions=each(0), aim=each(NOBODY),
        aimed=each(0), came=each(NOBODY), left=each(0),
        chief=[NOBODY] * companies, chief_known=[0] * companies,
        entry=both(NOBODY), exit=both(NOBODY), axis=[()] * sides, orders=both(0), rating=both(0),
        formation=both(NOBODY), option=[""] * sides, half=both(0), strikes=both(0), strikes_from=both(0),
        flown=both(0), flown_most=both(0), flown_first=both(0), strikes_open=both(0), host=both(NOBODY),
        last_host=both(NOBODY), markers_seen=both(0), routed_enough=both(0), defence_known=both(0),
        broken=both(0), mark_hex=[], mark_side=[], mark_smoke=[], moving=[], fought=[],
    )  # fmt: skip
