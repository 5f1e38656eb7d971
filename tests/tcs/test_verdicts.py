"""Judgement against op sheets: the worked sheet of First Blood and its ten actions, and each type."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.engine.cases import covers
from sandtable.games.tcs.battles import battle_map
from sandtable.games.tcs.command_charts import SheetType
from sandtable.games.tcs.drawn import indices
from sandtable.games.tcs.sheets import (
    Alternate,
    Condition,
    Contingency,
    Group,
    Item,
    SheetPlan,
    Step,
    Withdrawal,
)
from sandtable.games.tcs.state import FAILING, IMPLEMENTED, PENDING, Place, Sheet
from sandtable.games.tcs.verdicts import Action, Standing, Verb, Verdict, judge, judge_unassigned

BOARD = battle_map("first-blood")
ASSAULT, SUPPORT, RESERVE = 0, 1, 2


def names(words: str) -> tuple[str, ...]:
    return tuple(words.split())


def at(hex: str) -> int:
    return BOARD.find(hex)


def drawn(kind: str, name: str, hexes: str, width: int = 0) -> Item:
    return Item(kind=kind, name=name, hexes=names(hexes), half_width=width)  # type: ignore[arg-type]


FIR = drawn("axis", "FIR", "1210 1310 1410 1510 1610 1710 1810", 2)
LARCH = drawn("axis", "LARCH", "1209 1208 1308 1407 1507 1607 1707 1807", 2)
BL_2 = SheetPlan(
    id="BL-2",
    type="attack",
    elements=(("B/1", "B/2", "B/3"), ("T1",), ("A/1",)),
    graphic=(
        FIR,
        drawn("phase_line", "ASH", "1507 1508 1509 1510 1511 1512 1513"),
        drawn("support_position", "EAST ARDEN", "1309 1310 1311 1410 1411"),
        drawn("objective", "RIDGE", "1808 1809 1810 1811 1812"),
    ),
    groups=(
        Group(
            id="assault",
            units=("B/1", "B/2", "B/3"),
            steps=(
                Step(verb="move", via=("FIR",), to="ASH", start=(Condition(turns=1),)),
                Step(verb="attack", via=("FIR",), to="RIDGE", posture="seek"),
            ),
        ),
        Group(
            id="support",
            units=("T1",),
            steps=(
                Step(verb="move", via=("FIR",), to="EAST ARDEN"),
                Step(verb="support", to="EAST ARDEN"),
            ),
        ),
        Group(id="reserve", units=("A/1",), steps=(Step(verb="follow"),), reserve=True, follows="assault"),
    ),
    failure=(
        Withdrawal(route=names("1410 1310 1210"), rally=names("1209 1210 1310"), steps=(0,)),
        Withdrawal(route=names("1710 1610 1510 1410"), rally=names("1310 1410 1411"), steps=(1,)),
    ),
    alternate=Alternate((LARCH,), "assault", {"FIR": "LARCH"}),
)
RED = indices(BOARD, ("1808", "1810", "1811"))
I = 3  # noqa: E741
"""Implemented at 0940, the third turn from 0900."""


def sheet(*steps: int, plan: SheetPlan = BL_2, status: int = IMPLEMENTED) -> Sheet:
    return Sheet(0, plan, status, 1, I, steps=steps)


def verdict(of: Sheet, group: int, start: str, verb: Verb, hex: str, **known: object) -> Verdict:
    standing = Standing(at(start), known.pop("turn", I + 1), RED, **known)  # type: ignore[arg-type]
    return judge(BOARD, of, group, standing, Action(verb, at(hex)))


def said(found: Verdict) -> tuple[str, str]:
    return found.ruling, found.code


@covers("tcs", "6.2b", "6.7b", "12.0b")
def test_1_nobody_starts_before_the_time_of_his_step() -> None:
    first = verdict(sheet(0, 0, 0), ASSAULT, "1410", "move", "1510", turn=I, last=2)
    assert said(first) == ("refuse", "OS-EARLY")


@covers("tcs", "6.7b")
def test_2_and_3_onto_the_phase_line_but_not_past_it() -> None:
    first = sheet(0, 0, 0)
    assert said(verdict(first, ASSAULT, "1410", "move", "1511", last=2)) == ("allow", "")
    assert said(verdict(first, ASSAULT, "1511", "move", "1611", last=3)) == ("refuse", "OS-LINE")


@covers("tcs", "6.7b")
def test_4_the_margin_is_no_place_to_live_in() -> None:
    first = sheet(0, 0, 0)
    assert said(verdict(first, ASSAULT, "1512", "move", "1513", last=3, began=at("1512"))) == (
        "mark",
        "OS-EDGE",
    )
    later = {"last": 3, "began": at("1513")}
    assert said(verdict(first, ASSAULT, "1513", "move", "1514", **later)) == ("refuse", "OS-OUT")
    assert said(verdict(first, ASSAULT, "1513", "move", "1512", **later)) == ("allow", "")


def test_5_support_fires_at_the_ridge() -> None:
    assert said(verdict(sheet(1, 1, 0), SUPPORT, "1310", "fire", "1810")) == ("allow", "")


@covers("tcs", "6.11b")
def test_6_and_7_a_reserve_stays_three_behind_and_attacks_nobody() -> None:
    """The foremost of B at 1711 is at 4 along FIR; 1310 is at 1, 1410 at 2, 1610 at 4."""
    second = sheet(1, 1, 0)
    assert said(verdict(second, RESERVE, "1210", "move", "1310", last=0, foremost=4)) == ("allow", "")
    assert said(verdict(second, RESERVE, "1310", "move", "1410", last=1, foremost=4)) == ("mark", "OS-RES")
    assert said(verdict(second, RESERVE, "1510", "move", "1610", last=3, foremost=4)) == ("refuse", "OS-RES")
    assert said(verdict(second, RESERVE, "1710", "assault", "1811")) == ("refuse", "OS-RES")


@covers("tcs", "6.11c")
def test_8_the_alternate_is_closed_until_it_is_switched_to_and_then_the_old_way_is() -> None:
    second = sheet(1, 1, 0)
    assert said(verdict(second, ASSAULT, "1706", "move", "1705", last=5)) == ("refuse", "OS-ALT")
    switched = replace(second, switched=True)
    assert said(verdict(switched, ASSAULT, "1706", "move", "1705", last=6)) == ("allow", "")


@covers("tcs", "6.11c")
def test_once_the_alternate_is_taken_the_old_way_is_closed() -> None:
    """Row 10 and row 03 are seven hexes apart."""
    oak, pine = drawn("axis", "OAK", "0510 0610 0710"), drawn("axis", "PINE", "0503 0603 0703")
    one_way = simple("attack", Step(verb="attack", via=("OAK",)), oak)
    plan = replace(one_way.plan, alternate=Alternate((pine,), "all", {"OAK": "PINE"}))
    assert said(verdict(sheet(0, plan=plan), 0, "0510", "move", "0610", last=0)) == ("allow", "")
    taken = replace(sheet(0, plan=plan), switched=True)
    assert said(verdict(taken, 0, "0503", "move", "0603", last=0)) == ("allow", "")
    assert said(verdict(taken, 0, "0510", "move", "0610", last=0)) == ("refuse", "OS-ALT")


@covers("tcs", "6.3c")
def test_9_the_objective_is_assaulted() -> None:
    second = sheet(1, 1, 0)
    assert said(verdict(second, ASSAULT, "1711", "assault", "1811", last=5)) == ("allow", "")
    assert said(verdict(second, ASSAULT, "1711", "assault", "1816", last=5)) == ("refuse", "OS-FIGHT")


@covers("tcs", "6.10", "6.10a", "6.10b")
def test_10_failure_leads_back_by_its_route_and_not_toward_the_enemy() -> None:
    """From 1711 to an enemy at 1812 are two hexes, from 1712 one."""
    failed = sheet(FAILING, 1, 0)
    known = {"failing_from": 1}
    assert said(verdict(failed, ASSAULT, "1711", "move", "1610", **known)) == ("allow", "")
    only = Standing(at("1711"), I + 1, (at("1812"),), failing_from=1)
    assert said(judge(BOARD, failed, ASSAULT, only, Action("move", at("1712")))) == ("refuse", "FA-FWD")
    assert verdict(failed, ASSAULT, "1711", "assault", "1811", **known).ruling == "refuse"


@covers("tcs", "6.6a")
def test_nobody_acts_on_a_pending_sheet() -> None:
    pending = sheet(0, 0, 0, status=PENDING)
    assert said(verdict(pending, ASSAULT, "1410", "move", "1510")) == ("refuse", "OS-PEND")


def simple(kind: SheetType, step: Step, *graphic: Item) -> Sheet:
    """A sheet of one group with one step, that fails toward 0310."""
    back = Withdrawal(route=names("0510 0410 0310"), rally=("0310",))
    group = Group(id="all", units=("A/1",), steps=(step,))
    plan = SheetPlan(
        id="S", type=kind, elements=(("A/1",),), graphic=graphic, groups=(group,), failure=(back,)
    )
    return sheet(0, plan=plan)


@covers("tcs", "6.7b")
@pytest.mark.parametrize(
    ("start", "hex", "ruling", "code"),
    [
        ("0907", "0908", "allow", ""),  # two from the way
        ("0908", "0907", "mark", "OS-EDGE"),  # three
        ("0907", "0906", "mark", "OS-EDGE"),  # four
        ("0906", "0905", "refuse", "OS-OUT"),  # five
    ],
)
def test_an_axis_and_what_lies_beside_it(start: str, hex: str, ruling: str, code: str) -> None:
    """A way of twenty hexes along row 10, two hexes wide to each side."""
    way = Item(
        kind="axis", name="OAK", hexes=tuple(f"{column:02}10" for column in range(1, 21)), half_width=2
    )
    attack = simple("attack", Step(verb="attack", via=("OAK",)), way)
    assert said(verdict(attack, 0, start, "move", hex, last=8)) == (ruling, code)


@covers("tcs", "6.3f")
def test_contact_on_a_move_sheet_leaves_the_failure_route_alone() -> None:
    road = drawn("road_march", "ROAD", "0410 0510 0610 0710 0810")
    column = simple("move", Step(verb="move", via=("ROAD",), posture="avoid"), road)
    assert said(verdict(column, 0, "0510", "move", "0610", last=1)) == ("allow", "")
    assert said(verdict(column, 0, "0510", "move", "0610", last=1, contact=True)) == ("refuse", "OS-CONTACT")
    assert said(verdict(column, 0, "0510", "move", "0410", last=1, contact=True)) == ("allow", "")
    assert said(verdict(column, 0, "0510", "overrun", "0610", last=1)) == ("refuse", "OS-MOVE")


@covers("tcs", "6.3e")
def test_a_prepared_defense_strikes_back_close_by_alone() -> None:
    """From the position in 1210 a neighbour is one hex away, 1710 is five."""
    position = drawn("battle_position", "BP1", "1210")
    defense = simple("prepared_defense", Step(verb="defend", to="BP1"), position)
    assert said(verdict(defense, 0, "1210", "assault", "1310", last=0)) == ("mark", "OS-CTR")
    assert said(verdict(defense, 0, "1610", "assault", "1710", last=0)) == ("refuse", "OS-HOLD")
    assert verdict(defense, 0, "1410", "move", "1610", last=0).ruling == "refuse"


@covers("tcs", "6.5a", "6.5b", "6.5c")
def test_unassigned_units_stay_within_five_of_their_centre() -> None:
    centre = at("0510")
    place = Place(0, centre, Contingency("withdraw", ("0410", "0310"), ("0210",)))
    here = Standing(at("1010"), I)
    assert said(judge_unassigned(BOARD, place, here, Action("fire", at("1910")))) == ("allow", "")
    assert said(judge_unassigned(BOARD, place, here, Action("move", at("1110")))) == ("refuse", "UN-5")
    assert said(judge_unassigned(BOARD, place, here, Action("move", at("0910")))) == ("allow", "")
    assert said(judge_unassigned(BOARD, place, here, Action("assault", at("0909")))) == ("mark", "UN-ATT")
    thrown = Standing(at("1210"), I)
    assert said(judge_unassigned(BOARD, place, thrown, Action("move", at("1110")))) == ("allow", "")
    leaving = place._replace(leaving=True)
    assert said(judge_unassigned(BOARD, leaving, here, Action("move", at("0910")))) == ("allow", "")
    assert said(judge_unassigned(BOARD, leaving, here, Action("move", at("1110")))) == ("refuse", "UN-OUT")
