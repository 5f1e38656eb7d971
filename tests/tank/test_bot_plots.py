"""What the Captain does where it matters: cover, backing, infantry, halts."""

from __future__ import annotations

from typing import Any

from tests.tank.situations import ALPHA, BRAVO, ground, play

from sandtable.engine.cases import covers
from sandtable.engine.position import BoardChanges, Position
from sandtable.engine.views import Seat
from sandtable.games.tank.bot import Captain


def field(*units: dict[str, Any], board: BoardChanges | None = None, phase: str = "plotting") -> Position:
    """Spotted units on a blank map, in a meeting engagement after contact, about to plot."""
    lines = [
        {"side": "Alpha" if one["name"][0] == "A" else "Bravo", "status": ["spotted"]} | one for one in units
    ]
    state = {"situation": "ME", "contact": 1}
    return Position(
        "tank", map="blank", size="20x20", phase=phase, turn=3, state=state, unit=lines,
        board=board or BoardChanges(),
    )  # fmt: skip


def plotted(position: Position, side: int = ALPHA) -> list[str]:
    """The lines of the Captain's pad."""
    driver = play(position)
    return [str(line) for line in Captain(b"captain").answer(Seat(driver, side)).lines]


SHERMAN = {"name": "A1", "type": "M4", "hex": "0510", "facing": "A"}
TIGER = {"name": "B1", "type": "PzVIa", "hex": "0502", "facing": "D"}
SQUAD = {"name": "B1", "type": "INF", "hex": "0505"}


@covers("tank", "9.6", "9.2")
def test_it_backs_out_of_sight_with_its_front_to_the_enemy() -> None:
    """No match for the Tiger, even behind the berm; a hex further back nothing can see it. Driving there it
    would show its rear to Direct Fire, since it turns first."""
    assert plotted(field(SHERMAN, TIGER, board=ground(None, s0510A="berm"))) == ["A1 MVR 0511"]


@covers("tank", "9.1", "10.61")
def test_it_takes_up_a_position_behind_a_berm() -> None:
    """AP 10 against a front of 6, or of 9 behind the berm: of the hexes from which it can fire at the tank in
    0502, that is the safest, and it drives there."""
    far, tank = {**SHERMAN, "type": "M4_76", "hex": "0515"}, {**TIGER, "type": "M4"}
    (line,) = plotted(field(far, tank, board=ground(None, s0512A="berm")))
    assert line.split()[-1] == "0512"


@covers("tank", "10.11")
def test_a_squad_that_has_been_found_goes_for_a_tank_from_cover_to_cover() -> None:
    """Woods lie between it and a tank five hexes off; without them it stays and covers what is around."""
    tank = {**SHERMAN, "facing": "D"}
    assert plotted(field(tank, SQUAD, board=ground({"0506": "woods"})), BRAVO) == ["B1 MV 0506"]
    assert plotted(field(tank, SQUAD), BRAVO) == ["B1 OF around"]


GUN = {"name": "B1", "type": "AT75", "hex": "0517", "facing": "A", "status": []}
MOVER = {"name": "A1", "type": "M4_76", "hex": "0502", "facing": "D"}


def on_sighting(*units: dict[str, Any], board: BoardChanges | None = None) -> object:
    """What the Captain says as A1 comes to 0503 and spots the gun in the open 14 hexes off, on 1 to 3."""
    driver = play(field(*units, board=board, phase="movement"), 3)
    return Captain(b"captain").answer(Seat(driver, ALPHA))


@covers("tank", "9.36")
def test_it_halts_behind_a_berm_rather_than_drive_on_in_the_open() -> None:
    """AP 14 is little against a front of 9 behind the berm of 0503, and much against 6 ahead of it."""
    mover = {**MOVER, "plot": "MV 0503 0504 0505"}
    assert on_sighting(mover, GUN, board=ground(None, s0503D="berm")) == "halt"


@covers("tank", "9.36", "9.4")
def test_it_does_not_halt_an_overrun() -> None:
    """Of a second gun in 0505."""
    near = {**GUN, "name": "B2", "hex": "0505", "status": ["spotted"]}
    assert on_sighting({**MOVER, "plot": "OV 0503 0504 0505 0506"}, GUN, near) == "carry on"
