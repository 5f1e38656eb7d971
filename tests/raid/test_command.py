"""Who is in command, and what happens when headquarters and leaders fall."""

from typing import Any

from tests.raid.situations import play, situation, status

from sandtable.engine.cases import covers
from sandtable.engine.dice import Script
from sandtable.engine.position import BoardChanges, Position
from sandtable.engine.table import Table
from sandtable.games.raid import game
from sandtable.games.raid.losses import destroy
from sandtable.games.raid.state import ABOARD, DEAD, OUT_OF_COMMAND, has


def out(**changes: Any) -> list[str]:
    """Who is out of command after the Command Control Phase."""
    driver = play(situation("command", **changes), 1, 1)
    return [name for name in driver.table.scene.units if "out of command" in status(driver, name)]


@covers("raid", "5.21")
def test_in_sight_the_radius_is_eight_points_and_out_of_sight_six():
    assert "A" not in out(A={"hex": "0513"}, B={"hex": "0513"})  # 8 Clear hexes
    assert "A" in out(A={"hex": "0514"}, B={"hex": "0514"})  # 9
    wall = {"terrain": {"0507": "heavy"}}
    # Behind jungle the line is blocked: 1 + 6 + 1 = 8 is more than 6; the unit is out.
    assert "A" in out(A={"hex": "0508"}, board=_board(wall))
    hill = {"level": {"0507": 1}}
    # Behind a rise that hides it ordinary costs count: five hexes are 5 points, six or less.
    assert "A" not in out(A={"hex": "0510"}, board=_board(hill))


def _board(changes: dict[str, Any]) -> BoardChanges:
    return BoardChanges(**changes)


@covers("raid", "5.22")
def test_team_b_answers_to_its_team_a_within_six_points():
    assert out(B={"hex": "0514"}) == ["X"]  # six Clear hexes from A in 0508, though nine from the HQ
    assert out(B={"hex": "0515"}) == ["B", "X"]
    assert out(A={"hex": "0520"}, B={"hex": "0519"}) == ["A", "B", "X"]  # 5.22: B is out when A is


@covers("raid", "5.11", "5.12")
def test_a_unit_answers_to_its_own_platoon_only_and_company_assets_to_any():
    other = {"hex": "0505", "platoon": 2}
    assert "MG" in out(MG=other, A={"platoon": 1})
    assert "MG" not in out(MG={**other, "type": "mortar_60mm"})


@covers("raid", "12.1")
def test_with_radios_distance_does_not_matter():
    assert "A" not in out(A={"hex": "0520", "status": ["radio"]}, B={"hex": "0520"})


@covers("raid", "5.22", "12.2")
def test_when_team_a_falls_team_b_leads_at_once_if_it_is_near_enough():
    # E18: in the normal radius of its headquarters it is in command, otherwise only from the next turn.
    near, far = _killed("A", B={"hex": "0512"}), _killed("A", B={"hex": "0514"})
    assert not has(near.state, near.scene.unit("B"), OUT_OF_COMMAND)
    assert has(far.state, far.scene.unit("B"), OUT_OF_COMMAND)


@covers("raid", "5.23", "12.2")
def test_nobody_comes_back_into_command_before_the_next_command_control_phase():
    # B is eight hexes from its Team A, so it is out; A falls, and the headquarters is only seven hexes off.
    table = _killed("A", A={"hex": "0520"}, B={"hex": "0512"})
    assert has(table.state, table.scene.unit("B"), OUT_OF_COMMAND)


@covers("raid", "5.24", "12.2")
def test_a_headquarters_whose_stack_dies_passes_on_at_once_and_its_radio_is_lost_for_now():
    # E17: the headquarters goes to A, the nearest; B has a radio but is beyond the normal radius of it.
    far = {"A": {"hex": "0508"}, "B": {"hex": "0514", "status": ["radio"], "squad": 2}}
    table = _killed("MG", **far)
    state, unit = table.state, table.scene.unit
    assert state.hexes[unit("HQ")] == state.hexes[unit("A")]
    assert not has(state, unit("B"), OUT_OF_COMMAND)  # six hexes from its new headquarters
    table = _killed("MG", A={"hex": "0508"}, B={"hex": "0520", "status": ["radio"], "squad": 2})
    assert has(table.state, unit("B"), OUT_OF_COMMAND)


@covers("raid", "5.24")
def test_without_any_unit_of_its_platoon_a_headquarters_is_removed():
    table = _killed("MG", A={"platoon": 2}, B={"platoon": 2})
    assert table.state.hexes[table.scene.unit("HQ")] < 0


@covers("raid", "5.24", "8.35")
def test_a_headquarters_waits_off_the_map_with_the_last_of_its_platoon():
    alpha = {"side": "Alpha", "squad": 1}
    position = situation("convoy", C={"hex": "0226"}, T={"squad": 1}, U=None)
    position.unit.append({"name": "H", "side": "Alpha", "type": "hq", "aboard": "C"})
    position.unit.append({"name": "K", "side": "Alpha", "type": "truck", "zone": 1})
    position.unit.append({"name": "V", "type": "fire_team", "aboard": "K", **alpha})
    table = _fallen("C", position)
    state, unit = table.state, table.scene.unit
    assert state.hexes[unit("T")] == DEAD
    assert (state.hexes[unit("H")], state.carrier[unit("H")]) == (ABOARD, unit("K"))


def _killed(name: str, **changes: Any) -> Any:
    return _fallen(name, situation("command", **changes))


def _fallen(name: str, position: Position) -> Any:
    """The table after command has been judged and one unit has died."""
    driver = play(position)
    table = Table(driver.table.scene, driver.table.state.copy(), Script(()))
    procedure = destroy(table, table.scene.unit(name))
    try:
        procedure.send(None)
    except StopIteration:
        return table
    raise AssertionError("nobody was to be asked")


@covers("raid", "5.23", "15.0")
def test_a_scenario_may_set_command_aside():
    scene, state = game.set_up("entebbe", {})
    assert not any(has(state, unit, OUT_OF_COMMAND) for unit in range(len(state.units)))
    assert scene.scenario is not None
    assert scene.scenario.command == ("suspended", "suspended")
