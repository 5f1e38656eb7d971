"""Mortars, AT guns and guns on the map: how they fire, move, and are fired at [3.5] [3.6] [3.7]."""

from msgspec.structs import replace
from tests.tcs.practice import Practice, lay_out

from sandtable.engine.cases import covers
from sandtable.games.tcs.area_odds import Fire
from sandtable.games.tcs.attacks import why_not_retreat
from sandtable.games.tcs.batteries import guns, pay_for_shots
from sandtable.games.tcs.battles import Battery, scenarios
from sandtable.games.tcs.bodies import is_area_target, is_close_target, is_point_target
from sandtable.games.tcs.capacity import has_room, rides
from sandtable.games.tcs.close_combat import fire_inside
from sandtable.games.tcs.direct import firer
from sandtable.games.tcs.modes import bars as mode_bars
from sandtable.games.tcs.retreats import may_retreat, retreat
from sandtable.games.tcs.shots import AREA, POINT, SEGMENT, Shot, why_not
from sandtable.games.tcs.state import EVERYBODY, SHELLED, SUPPRESSED, mark
from sandtable.games.tcs.units import read_armoury
from sandtable.games.tcs.ways import bars

HOWITZERS = """
C/1 us_105how Blue 0505 fire
C/2 us_105how Blue 0505 fire
C/3 us_105how Blue 0505 -
1/1 ge_vg_rifle Red 0510 fire 1
S ge_stug Red 0512 fire
"""


def cannon(units: str = HOWITZERS) -> Practice:
    """A battery of three howitzers on the map, with two battery fires of HE."""
    laid = replace(lay_out(units, battle="skyline-drive"), batteries=("Cannon Co",))
    laid.battery = tuple([0 if name.startswith("C/") else -1 for name in laid.units])
    laid.support, laid.fires, laid.shots = [EVERYBODY], [0], [0]
    laid.ammunition = [{"105": (2, 0, 0)}, {}]
    practice = Practice(laid, *[1] * 4)
    practice.table.scene.batteries = ((0, Battery(name="Cannon Co", on_map=True, ammunition="105")),)
    return practice


def refusal(practice: Practice, shot: Shot) -> str:
    found = why_not(practice.table, shot, SEGMENT)
    return f"{found.case} {found.reason}" if found else ""


@covers("tcs", "3.5", "3.5e", "9.4b", "9.2a")
def test_a_mortar_fires_at_any_distance_alike_and_is_lost_in_a_retreat_on_foot() -> None:
    """Range does not weaken it; pinned it does not fire; it rides on a carrier, on a vehicle never."""
    practice = Practice(lay_out("M us_60mm Blue 0505 fire A\nH us_m3ht Blue 0505 -"))
    state, types = practice.table.state, practice.table.scene.types
    m, h = map(practice.unit, ("M", "H"))
    far = firer(practice.table, m, practice.hex("0510"))
    assert (far.weapon, far.attack, far.distance) == ("plain", 8, 5)
    assert rides(types[m])
    assert has_room(types, state, m, h)
    assert not may_retreat(practice.table, m)
    practice.begin(lambda table: retreat(table, m))
    assert practice.where("M") == "destroyed"
    pinned = Practice(lay_out("M us_60mm Blue 0505 fire+suppressed A\n1/1 ge_vg_rifle Red 0507 fire"))
    assert refusal(pinned, Shot(0, AREA, pinned.hex("0507"))).startswith("9.2a")


@covers("tcs", "3.5d", "13.1e", "12.3f")
def test_a_mortar_that_fires_into_its_own_hex_hits_its_friends_too() -> None:
    """8 is 8/10, so +1; +3 for the assault: the attacker in the open 2 + 1 + 3 + 2, its friend 2 + 1 + 3.

    The two attacks are separate, and the mortar itself is attacked by the second as well.
    """
    practice = Practice(
        lay_out("A/1 us_rifle Blue 0505 - A\n1/1 ge_vg_rifle Red 0505 fire 1\nM ge_8cm Red 0505 fire"),
        *[1, 1] * 12,
    )
    practice.table.state.moving = 0
    hex = practice.hex("0505")
    practice.begin(lambda table: fire_inside(table, 1, hex, [2], Fire(assault=True)))
    practice.answer(["M fires at 0505"])
    while not practice.over:
        practice.answer(practice.offers[0])
    fired = [line for line in practice.told() if line.startswith("Area fire")]
    assert len(fired) == 3


@covers("tcs", "3.6a", "3.6b", "9.4b", "8.1c", "8.1")
def test_an_at_gun_has_one_step_moves_by_itself_is_towed_and_may_retreat() -> None:
    practice = Practice(lay_out("P us_57at Blue 0505 -\nTR us_truck Blue 0505 -\nA us_rifle Blue 0505 -"))
    table, p, truck = practice.table, practice.unit("P"), practice.unit("TR")
    kind = table.scene.types[p]
    assert (kind.steps, kind.morale, kind.target, kind.firer) == (1, 3, "B", "P")
    assert bars(table, p) == []  # it has a movement point of its own
    assert has_room(table.scene.types, table.state, p, truck)
    assert may_retreat(table, p)
    assert is_area_target(table, p)
    assert is_point_target(table, p)
    assert not is_close_target(table, p)


@covers("tcs", "3.7a", "3.7f", "12.0c", "9.4b")
def test_guns_on_the_map_are_towed_only_and_lost_if_they_have_to_retreat() -> None:
    practice = cannon()
    table, gun = practice.table, practice.unit("C/1")
    kind = table.scene.types[gun]
    assert (kind.target, kind.steps, kind.morale) == ("B", 1, 3)
    assert "12.0c" in [bar.case for bar in bars(table, practice.unit("C/3"))]
    refused = why_not_retreat(table, gun)
    assert refused is not None
    assert refused.case == "9.4b"
    practice.begin(lambda table: retreat(table, gun))
    assert practice.where("C/1") == "destroyed"
    assert not is_close_target(table, practice.unit("C/2"))
    suppressed = cannon(HOWITZERS.replace("0505 fire", "0505 fire+suppressed"))
    shot = Shot(0, AREA, suppressed.hex("0510"))
    assert refusal(suppressed, shot).startswith("9.2a")


@covers("tcs", "3.7b", "10.1d")
def test_guns_that_are_ready_make_the_rounds_of_their_battery() -> None:
    """Two of three are in fire mode; a pinned one does not count either."""
    practice = cannon()
    assert guns(practice.table, 0).tubes == 2
    mark(practice.table.state, 0, SUPPRESSED)
    assert guns(practice.table, 0).tubes == 1


@covers("tcs", "3.7c", "3.7e")
def test_a_gun_that_has_fired_with_its_battery_makes_no_direct_fire() -> None:
    """Direct: 4 x 5 = 20 at any range up to fifteen, and at points 3 x 5 with nominal range fifteen."""
    practice = cannon()
    table, target, tank = practice.table, practice.hex("0510"), practice.unit("S")
    assert refusal(practice, Shot(0, AREA, target)) == ""
    assert firer(table, 0, target).attack == 20
    assert refusal(practice, Shot(0, POINT, practice.hex("0512"), tank)) == ""
    mark(table.state, 0, SHELLED)
    assert refusal(practice, Shot(0, AREA, target)).startswith("3.7c")
    farther = cannon(HOWITZERS.replace("0510", "2013"))
    assert "reaches 15" in refusal(farther, Shot(0, AREA, farther.hex("2013")))


@covers("tcs", "3.7d")
def test_three_direct_shots_of_a_battery_of_three_cost_a_battery_fire() -> None:
    practice = cannon()
    state = practice.table.state
    pay_for_shots(practice.table, [0, 1])
    assert (state.shots[0], state.ammunition[0]["105"]) == (2, (2, 0, 0))
    pay_for_shots(practice.table, [0])
    assert (state.shots[0], state.ammunition[0]["105"]) == (0, (1, 0, 0))
    state.ammunition[0]["105"] = (0, 0, 0)
    assert refusal(practice, Shot(0, AREA, practice.hex("0510"))).startswith("3.7d")


@covers("tcs", "3.7g")
def test_guns_on_the_map_stand_on_a_sheet_and_do_not_count_for_its_size() -> None:
    sheet = next(one for one in scenarios()["marnach"].own.sides[0].sheets if one.id == "US-2")
    assert sheet.guns == ("Can1", "Can2", "Can3", "Can4", "Can5", "Can6")
    assert set(sheet.guns) <= set(sheet.units)
    assert sheet.size == 1  # C Company; artillery never counts


@covers("tcs", "3.7", "4.1", "4.1a")
def test_what_a_mode_allows() -> None:
    """Fire mode fires, move mode moves; a gun moved in the last turn keeps its mode."""
    practice = Practice(
        lay_out("A us_rifle Blue 0505 fire\nB us_rifle Blue 0505 -\n1/1 ge_vg_rifle Red 0507 fire")
    )
    table, hex = practice.table, practice.hex("0507")
    assert refusal(practice, Shot(0, AREA, hex)) == ""
    assert refusal(practice, Shot(1, AREA, hex)).startswith("8.6b")
    assert "12.0a" in [bar.case for bar in bars(table, 0)]
    assert bars(table, 1) == []
    assert mode_bars(table.scene, table.state, 0) == []


@covers("tcs", "3.2", "3.3", "8.2a")
def test_vehicles_carriers_and_infantry_are_known_by_their_category() -> None:
    """A vehicle and a carrier have one step and no morale; a platoon five, a section two."""
    for battle in ("first-blood", "skyline-drive"):
        for kind in read_armoury(battle).unit:
            if kind.category in ("vehicle", "carrier"):
                assert (kind.steps, kind.morale) == (1, None), kind.id
            elif kind.category == "infantry":
                assert kind.steps == (5 if kind.size == "platoon" else 2), kind.id
