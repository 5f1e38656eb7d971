"""Drawing up op sheets: what is refused, what is remarked on, what the program draws up by itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.tcs.command import decide, faults, plan_phase, sheet, stands, step_words
from tests.tcs.situations import Play, play, situation, status

from sandtable.engine import Position
from sandtable.engine.asks import Form, random_answer
from sandtable.engine.cases import covers
from sandtable.games.tcs import game as series
from sandtable.games.tcs.battles import scenarios
from sandtable.games.tcs.decisions import Orders
from sandtable.games.tcs.drawing import plan_faults
from sandtable.games.tcs.sheets import SheetPlan

HOLD = {"hold": ["NA", "NB", "NC"]}
ATTACK: dict[str, Any] = {
    "id": "X",
    "type": "attack",
    "elements": [["B/1", "B/2"]],
    "graphic": [
        {"kind": "axis", "name": "ELM", "hexes": ["0510", "0610", "0710", "0810"], "half_width": 1},
        {"kind": "objective", "name": "OAK", "hexes": ["0810"]},
    ],
    "groups": [
        {"id": "B", "units": ["B/1", "B/2"], "steps": [{"verb": "attack", "via": ["ELM"], "to": "OAK"}]}
    ],
    "failure": [{"route": ["0710", "0610", "0510"], "rally": ["0510"]}],
}


def drawn(**changes: Any) -> dict[str, Any]:
    return {**ATTACK, **changes}


def group(*steps: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {"id": "B", "units": ["B/1", "B/2"], "steps": list(steps), **changes}


def wrong(**changes: Any) -> list[str]:
    """The faults of the sheet by itself."""
    return [str(fault) for fault in plan_faults(msgspec.convert(drawn(**changes), SheetPlan))]


def on_the_ground(**changes: Any) -> list[str]:
    """The faults of the sheet as Blue draws it at its headquarters."""
    return faults(play(situation("headquarters")), "Blue", draw=[drawn(**changes)])


STEP = {"verb": "attack", "via": ["ELM"], "to": "OAK"}
ITEMS = ATTACK["graphic"]


@covers("tcs", "6.2", "6.2a", "6.2b", "6.2c", "6.3", "6.3a", "6.4a", "6.10a")
@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"failure": []}, ["6.2c: X: a sheet needs failure instructions"]),
        (
            {"groups": [group(STEP, STEP)], "failure": [{**ATTACK["failure"][0], "steps": [0]}]},
            ["6.10a: X, B, step 2: no failure instructions hold in it"],
        ),
        ({"groups": [group()]}, ["6.2b: X, B: the group has no step"]),
        ({"elements": [["B/1", "B/2", "B/1"]]}, ["6.4a: X: B/1 is listed twice"]),
        (
            {"elements": [["B/1", "B/2"], ["A/1"]]},
            ["6.4a: X: A/1 belongs to no group, and has to be in one"],
        ),
        (
            {"groups": [group(STEP), {"id": "C", "units": ["B/1"], "steps": [STEP]}]},
            ["6.4a: X: B/1 belongs to B and C, and has to be in one"],
        ),
        ({"graphic": [ITEMS[0]]}, ["6.2a: X, B, step 1: goes by OAK, which is not drawn"]),
        ({"graphic": [*ITEMS, ITEMS[1]]}, ["6.2a: X, OAK: OAK is drawn twice"] * 2),
        (
            {"groups": [group({**STEP, "via": ["OAK"]})]},
            ["6.2a: X, B, step 1: OAK is no way"],
        ),
        (
            {"groups": [group({**STEP, "start": [{"group": "B", "reached": "OAK"}]})]},
            ["6.2b: X, B: waits for itself before its first step can begin"],
        ),
        (
            {"groups": [group({**STEP, "until": [{"taken": "ASH"}]})]},
            ["6.2b: X, B, step 1: waits for ASH, which is not drawn"],
        ),
        (
            {"graphic": [ITEMS[0], {**ITEMS[1], "hexes": [f"{n:04}" for n in range(101, 120)] * 2}]},
            ["6.2a: X, OAK: objective of 38 hexes; at most 37"],
        ),
    ],
)  # fmt: skip
def test_a_sheet_is_refused_with_its_faults(changes: dict[str, Any], words: list[str]) -> None:
    assert wrong(**changes) == words


@covers("tcs", "6.11b")
def test_reserves_are_half_of_the_task_organization_at_most() -> None:
    """Of two elements one may be in reserve; of one none."""
    reserve = {"id": "R", "units": ["A/1"], "steps": [{"verb": "follow"}], "reserve": True, "follows": "B"}
    both = {"elements": [["B/1", "B/2"], ["A/1"]], "groups": [group(STEP), reserve]}
    assert wrong(**both) == []
    alone = {"groups": [group({"verb": "follow"}, reserve=True)]}
    assert wrong(**alone) == ["6.11b: X: 1 of 1 elements in reserve; at most 0"]


@covers("tcs", "10.9a")
def test_fpfs_are_for_defenses_and_for_batteries_of_the_sheet() -> None:
    fpf = {"kind": "fpf", "name": "FPF", "hexes": ["0810"], "directions": [0, 3], "battery": "B1"}
    assert wrong(graphic=[*ITEMS, fpf]) == [
        "10.9a: X, FPF: B1 is not in direct support of this sheet",
        "10.9a: X, FPF: only a defense has FPFs",
        "10.9a: X: there are more FPFs than batteries in direct support",
    ]


@covers("tcs", "6.2a")
def test_hexes_are_on_the_map_and_ways_have_no_gaps() -> None:
    gap = {**ITEMS[0], "hexes": ["0510", "0710", "0810"]}
    assert on_the_ground(graphic=[gap, ITEMS[1]]) == ["6.2a: X, ELM: ELM breaks off between 0510 and 0710"]
    far = {**ITEMS[1], "hexes": ["2510"]}
    assert on_the_ground(graphic=[ITEMS[0], far]) == ["6.2a: X, OAK: 2510 is not on the map"]


@covers("tcs", "6.4", "6.4a", "6.6d")
def test_units_are_ones_own_and_counted_by_companies() -> None:
    mixed = [{**group(STEP), "units": ["B/1", "C/1"]}]
    assert on_the_ground(elements=[["B/1", "C/1"]], groups=mixed) == [
        "6.6d: X: B/1 C/1 are not of one company or tank platoon"
    ]
    assert on_the_ground(elements=[["B/1"], ["B/2"]]) == ["6.6d: X: B makes one element, not 2"]
    assert on_the_ground(elements=[], loose=["B/1", "B/2"]) == [
        "6.6d: X: B/1 belongs to a company or platoon and is listed with it",
        "6.6d: X: B/2 belongs to a company or platoon and is listed with it",
    ]
    foreign = [{**group(STEP), "units": ["1/1"]}]
    assert on_the_ground(elements=[["1/1"]], groups=foreign) == ["6.4a: X: 1/1 is no unit of this side"]


@covers("tcs", "6.3b", "6.3c", "6.3d", "6.3e", "6.3f")
@pytest.mark.parametrize(
    ("type", "step", "words"),
    [
        ("attack", STEP, ""),
        ("move", {"verb": "move", "via": ["ELM"]}, ""),
        ("attack", {"verb": "move", "via": ["ELM"]}, ""),  # out of caution
        ("hasty_defense", {"verb": "move", "via": ["ELM"]}, "a move; it cannot be called a hasty defense"),
        ("hasty_defense", {"verb": "defend", "area": ["0510"]}, ""),
        ("prepared_defense", {"verb": "defend", "area": ["0510"]}, ""),
        ("prepared_defense", {"verb": "screen", "area": ["0510"]}, "a hasty defense; it cannot"),
        ("move", STEP, "an attack: B, step 1 attacks; it cannot be called a move"),
        ("hasty_defense", STEP, "an attack: B, step 1 attacks; it cannot be called a hasty defense"),
    ],
)  # fmt: skip
def test_a_sheet_is_called_by_what_it_orders(type: str, step: dict[str, Any], words: str) -> None:
    changes = {"type": type, "groups": [group(step)]}
    if words:
        assert words in on_the_ground(**changes)[0]
    else:
        game = play(situation("headquarters"))
        plan_phase(game, "Blue", draw=[drawn(**changes)], **HOLD)
        assert stands(game, "X") == "pending"


@covers("tcs", "6.3c", "6.3f")
def test_no_march_leads_onto_the_enemys_ground() -> None:
    """1210 is seven from B in 0510 and seven from the enemy in 1910; with 1310 his ground begins."""
    way = [f"{column:02}10" for column in range(5, 14)]
    long = [{**ITEMS[0], "hexes": way, "half_width": 0}]
    back = [{"route": way[::-1], "rally": ["0510"]}]
    step = {"verb": "move", "via": ["ELM"]}
    found = on_the_ground(type="move", graphic=long, groups=[group(step)], failure=back)
    assert "an attack: B, step 1 leads onto the enemy's ground in 1310" in found[0]


@covers("tcs", "6.10", "6.10a")
def test_failure_instructions_lead_away_from_the_enemy_and_not_to_the_objective() -> None:
    forward = [{"route": ["0610", "0710", "0810", "0910"], "rally": ["0910"]}]
    assert on_the_ground(failure=forward) == [
        "6.10: X, failure instructions: it leads toward the enemy or onto his ground (FA-FWD)"
    ]
    onto = [{"route": ["0910", "0810"], "rally": ["0810"]}]
    assert "they rally on OAK, which is not taken then" in on_the_ground(failure=onto)[0]


@covers("tcs", "16.1", "16.1b")
def test_by_night_ways_are_exact() -> None:
    """The last turns of Skyline Drive's first day are dark; an axis will not do there, a direction will."""
    turns = scenarios()["skyline"].turns
    dark = next(number for number, turn in enumerate(turns, 1) if turn.night)
    assert turns[dark - 1].night
    found = _at_night(dark, "axis")
    assert any(words.startswith("16.1b") and "ELM is none" in words for words in found)
    assert not any(words.startswith("16.1b") for words in _at_night(dark, "direction"))


def _at_night(turn: int, kind: str) -> list[str]:
    """The faults of a sheet for two units that is drawn in a turn of Skyline Drive."""
    position = Position("tcs", "skyline", turn=turn, phase="command-planning")
    sides = (("US", "B/1", "1010"), ("German", "304-5/1", "4010"))
    groups = [{"side": side, "units": [unit], "centre": centre} for side, unit, centre in sides]
    position.state = {"visibility": 2, "places": groups}
    plan = drawn(
        elements=[["B/1"]],
        graphic=[{"kind": kind, "name": "ELM", "hexes": ["1010", "1011", "1012"]}],
        groups=[{"id": "B", "units": ["B/1"], "steps": [{"verb": "move", "via": ["ELM"]}]}],
        failure=[{"route": ["1011", "1010", "0910"], "rally": ["0910"]}],
    )
    game = play(position, *[1] * 9)
    return faults(game, "US", draw=[{**plan, "id": ""}])


# -- remarks: the sheet read out


def remarked(**changes: Any) -> list[str]:
    game = play(situation("headquarters"))
    form: Any = game.asked(1)
    return [str(one) for one in form.remarks(msgspec.convert({"draw": [drawn(**changes)]}, Orders))]


@covers("tcs", "6.2", "6.6c")
def test_the_program_says_how_it_reads_a_sheet_before_it_is_handed_in() -> None:
    """Width 1 along four hexes: 4 + 2 * 4 + 2 + 2 = 16 or so, with the rim around 0810; chances by the chart:
    rating 2 - 1 = row 1, so 10, 8 (from 7) and 6 (from 13): 1/6, 5/12, 13/18; 28 gives 4: 11/12."""
    words = remarked()
    assert words[0] == "6.3b: X: a sheet for an attack, 1 elements: B/1, B/2"
    assert words[1].startswith("6.2b: X: B, step 1: attack OAK along ELM, in ")
    assert words[2] == "6.2c: X: if it fails, everybody goes by 0710 - 0510 to 0510"
    assert (
        words[3]
        == "6.6c: X: chance of implementation by weighted turns 3: 1/6, 9: 5/12, 15: 13/18, 30: 11/12"
    )


@covers("tcs", "6.2a")
def test_a_vague_drawing_is_remarked_on() -> None:
    wide = [{**ITEMS[0], "half_width": 5}, ITEMS[1]]
    assert "6.2a: X: ELM is 11 hexes broad (OS-BIG)" in remarked(graphic=wide)
    aimless = [group({"verb": "attack", "via": ["ELM"]})]
    words = remarked(graphic=[ITEMS[0]], groups=aimless)
    assert any("an attack without an objective" in one for one in words)


# -- sheets of the program


def form_of(game: Play, side: int) -> Form[Orders]:
    asked: Any = game.asked(side)
    return asked  # type: ignore[no-any-return]


@covers("tcs", "6.2")
def test_whoever_only_picks_options_writes_sound_orders() -> None:
    """Every draft that two picks lead to may be handed in as it stands."""
    form = form_of(play(situation("headquarters")), 1)
    firsts = form.grow(form.blank())
    keys = [option.key for option, _ in firsts]
    assert "discard AT" in keys
    assert "fail AT, C" in keys
    assert [key for key in keys if key.startswith("hasty_defense")] == []  # all elements have a sheet waiting
    for _, draft in firsts:
        assert form.faults(draft) == []
        assert all(form.faults(second) == [] for _, second in form.grow(draft))


@covers("tcs", "6.2", "6.6")
def test_the_program_draws_up_a_sheet_for_an_element_that_is_free() -> None:
    position = situation("headquarters")
    del position.state["sheets"][2:]
    form = form_of(play(position), 1)
    keys = {option.key: draft for option, draft in form.grow(form.blank())}
    attack = keys["hasty_defense B 0510"]
    assert form.faults(attack) == []
    assert attack.draw[0].units == ("B/1", "B/2")
    assert form.faults(keys["attack B 1910"]) == []
    assert form.remarks(keys["attack B 1910"])


def test_random_decisions_are_always_allowed() -> None:
    picks = iter(range(10_000))

    def pick(count: int) -> int:
        return (next(picks) * 7919) % count

    for name in ("headquarters", "worked-sheet"):
        game = play(situation(name, phase="command-planning"))
        for side in (0, 1):
            form = form_of(game, side)
            form.check(random_answer(form, pick))


# -- digging in


DIG: dict[str, Any] = {
    "id": "PD", "type": "prepared_defense", "elements": [["B/1", "B/2"]], "loose": ["Gun", "TR"],
    "graphic": [{"kind": "battle_position", "name": "BP", "hexes": ["0510", "0511", "0410"]}],
    "groups": [{"id": "B", "units": ["B/1", "B/2", "Gun", "TR"], "steps": [{"verb": "defend", "to": "BP"}]}],
    "failure": [{"route": ["0510", "0410", "0310"], "rally": ["0310"]}],
}  # fmt: skip


def dug_in(*dice: int, **changes: Any) -> Play:
    """B's prepared defense with 30 weighted turns, rolled for: size 2, row 2, column 3 (27): 7 or more."""
    position = situation("headquarters", **changes)
    position.unit.append({"name": "TR", "side": "Blue", "type": "us_truck", "hex": "0410"})
    waiting = {"side": "Blue", "stands": "pending", "drawn": 1, "weighted": 27, "plan": DIG}
    position.state["sheets"] = [*position.state["sheets"][:2], waiting]
    game = play(position, *dice)
    plan_phase(game, "Blue")
    return game


def holes(game: Play, seat: int | None = 1) -> list[str]:
    view: Any = game.view(seat)
    return [game.table.scene.units[unit.unit] for unit in view.units if unit.dug_in]


@covers("tcs", "7.0", "7.1", "7.1c", "7.1d", "7.1e", "6.3e")
def test_who_holds_a_prepared_defense_is_dug_in_but_no_vehicle_and_the_enemy_is_not_told() -> None:
    game = dug_in(4, 3)
    assert stands(game, "PD") == "in force"
    assert holes(game) == ["B/1", "B/2", "Gun"]
    assert holes(game, 0) == []


@covers("tcs", "7.1", "7.0")
def test_nobody_is_dug_in_on_other_sheets_or_before_implementation() -> None:
    game = dug_in(3, 3)
    assert stands(game, "PD") == "pending"
    assert holes(game) == []


@covers("tcs", "7.1b")
def test_a_hole_is_lost_for_good_by_leaving_it() -> None:
    game = dug_in(4, 3)
    position = series_position(game, "first-action")
    position.state["active"] = "Blue"
    game = play(position)
    for words in ("", "B/1", "0511", "0510", "stop"):
        game.submit(1, words if words else [])
        while game.asks[0].window:
            game.answer(game.asks[0].side, game.asks[0].decline)
    assert holes(game) == ["B/2", "Gun"]


def series_position(game: Play, phase: str) -> Any:
    position = series.to_position(game.table)
    position.phase = phase
    return position


@covers("tcs", "7.2")
def test_who_is_reassigned_to_anything_else_is_dug_in_no_more() -> None:
    """The next turn B is scratched off; unassigned units are never dug in."""
    position = series_position(dug_in(4, 3), "command-planning")
    position.turn = 4
    game = play(position)
    out = {"mode": "withdraw", "route": ["0510", "0410"], "area": ["0410"]}
    decide(game, "Blue", scratch=[{"units": ["B/1"], "centre": "0510", "contingency": out}])
    decide(game, "Red")
    assert holes(game) == ["B/2", "Gun"]
    assert step_words(game, "B/1").startswith("no sheet")
    assert sheet(game, "PD").plan.type == "prepared_defense"
    assert status(game, "B/1") == []


def test_the_sheet_in_the_manual_is_sound() -> None:
    """docs/tcs-orders.md shows a sheet as text; its second step may begin at once."""
    page = (Path(__file__).parents[2] / "docs" / "tcs-orders.md").read_text("utf-8")
    text = page.partition("```toml\n")[2].partition("```")[0]
    plan = msgspec.toml.decode(text, type=SheetPlan)
    assert plan_faults(plan) == []
    assert [group.id for group in plan.groups] == ["assault", "support", "reserve"]


@covers("tcs", "6.11b", "6.3b")
def test_the_use_of_a_reserve_fits_the_type_of_its_sheet() -> None:
    """On a hasty defense of two elements a reserve may not be sent to attack."""
    position = situation("headquarters")
    reserve = {
        "id": "R",
        "units": ["B/1", "B/2"],
        "steps": [{"verb": "follow"}],
        "reserve": True,
        "follows": "A",
    }
    plan = position.state["sheets"][0]["plan"]
    plan |= {"elements": [["A/1", "A/2"], ["B/1", "B/2"]], "groups": [*plan["groups"], reserve]}
    position.state["places"][0]["units"] = ["Gun"]
    attack = {"sheet": "HD", "group": "R", "steps": [{"verb": "attack", "area": ["0610"]}]}
    found = faults(play(position), "Blue", commit=[attack])
    assert found == [
        "6.3b: what it orders is an attack: R, step 2 attacks; it cannot be called a hasty defense"
    ]


# -- on paper


LINE = (
    "X attack: B Gun; axis ELM 1 0510 0610 0710 0810; objective OAK 0810; line ASH 0609 0610 0611;"
    " main B: move to ASH along ELM from I+1 and 1000 avoiding, attack OAK along ELM until OAK taken seeking;"
    " cover Gun: support 0510 from main at ASH until order or fire from OAK;"
    " failure s1 0610 0510 > 0510; failure main s2 0710 0610 0510 > 0510 0410"
)


@covers("tcs", "6.2", "6.2b")
def test_a_sheet_may_be_written_on_a_line() -> None:
    game = play(situation("headquarters"))
    form = form_of(game, 1)
    draft = form.typed(form.blank(), LINE)
    assert draft is not None
    (plan,) = draft.draw
    assert [plan.elements, plan.loose] == [(("B/1", "B/2"),), ("Gun",)]
    move, attack = plan.groups[0].steps
    assert [(move.verb, move.via, move.to, move.posture), (attack.verb, attack.to)] == [
        ("move", ("ELM",), "ASH", "avoid"),
        ("attack", "OAK"),
    ]
    assert [(one.turns, one.time) for one in move.start] == [(1, ""), (0, "1000")]
    assert attack.until[0].taken == "OAK"
    cover = plan.groups[1].steps[0]
    assert [cover.area, cover.start[0].reached, cover.until[1].fired_on_from] == [("0510",), "ASH", "OAK"]
    assert [(way.group, way.steps) for way in plan.failure] == [("", (0,)), ("main", (1,))]


def test_what_is_written_on_a_line_is_read_back_the_same() -> None:
    """The program's own sheets too, a reserve among them."""
    position = situation("headquarters")
    del position.state["sheets"][2:]
    form = form_of(play(position), 1)
    lines = [LINE]
    for option, draft in form.grow(form.blank()):
        if option.key.split()[0] in ("attack", "hasty_defense", "move"):
            lines.append(form.told(draft))
            lines += [form.told(more) for key, more in form.grow(draft) if "reserve" in key.key]
    assert len(lines) > 4
    for line in lines:
        draft = form.typed(form.blank(), line)
        assert draft is not None
        assert form.typed(form.blank(), form.told(draft)) == draft


@pytest.mark.parametrize(
    "line", ["B attacks", "X attack:", "X attack: B; oak tree", "X attack: B; main B: dance"]
)
def test_other_lines_are_no_sheets(line: str) -> None:
    form = form_of(play(situation("headquarters")), 1)
    assert form.typed(form.blank(), line) is None


def test_the_example_of_a_line_is_one() -> None:
    form = form_of(play(situation("headquarters")), 1)
    draft = form.typed(form.blank(), form.example)
    assert draft is not None
    assert form.faults(draft) == []
    assert form.told(form.blank()) == "nothing is decided"
