"""Stacks, targets and losses: who is hit by what, and whom it concerns [5.0] [8.0] [8.1] [8.2]."""

from tests.tcs.practice import Practice, lay_out

from sandtable.engine.cases import covers
from sandtable.engine.dice import Script
from sandtable.engine.odds import Odds
from sandtable.engine.table import Table
from sandtable.games.tcs.area_odds import DESTROYED, Fire
from sandtable.games.tcs.battles import scenarios
from sandtable.games.tcs.bodies import (
    body,
    company_morale,
    has_morale_number,
    is_area_target,
    is_point_target,
)
from sandtable.games.tcs.clock import turn_of
from sandtable.games.tcs.direct import area_roll, close_roll, fire_at, point_roll
from sandtable.games.tcs.direct_asks import direct_fire_segment
from sandtable.games.tcs.invariants import faults
from sandtable.games.tcs.losses import lose_steps
from sandtable.games.tcs.morale import bear, suppress
from sandtable.games.tcs.morale_odds import PARALYZED, STEADY, SUPPRESSED, Nerve, reading
from sandtable.games.tcs.muster import opening
from sandtable.games.tcs.other_odds import crossing
from sandtable.games.tcs.scene import Battlefield
from sandtable.games.tcs.shots import CLOSE, POINT, SEGMENT, Shot, why_not
from sandtable.games.tcs.state import stack
from sandtable.games.tcs.vision import sees
from sandtable.games.tcs.ways import Way, price
from sandtable.games.tcs.weather import sight_by

MIXED = """
A/1 us_rifle Blue 0505 fire A
A/2 us_rifle Blue 0505 - A
A/3 us_rifle Blue 0505 fire+suppressed A
T us_m4 Blue 0505 fire
1/1 ge_vg_rifle Red 0507 fire 1
P ge_pak40 Red 0507 fire
S ge_stug Red 0507 -
"""


@covers("tcs", "5.0", "5.1", "5.1a", "5.1b", "4.1b")
def test_any_number_stands_in_a_hex_each_in_its_own_mode_and_state() -> None:
    """Three platoons and a tank together, two modes, one of them suppressed: nothing is wrong with that."""
    practice = Practice(lay_out(MIXED))
    table = practice.table
    assert len(stack(table.state, practice.hex("0505"), 0)) == 4
    assert [*faults(table)] == []
    modes = [body(table, practice.unit(name)).fire_mode for name in ("A/1", "A/2", "A/3")]
    pinned = [body(table, practice.unit(name)).pinned for name in ("A/1", "A/2", "A/3")]
    assert (modes, pinned) == ([True, False, True], [False, False, True])


@covers("tcs", "8.1", "8.1a", "8.1c", "5.1c", "8.0", "8.11c")
def test_point_fire_names_one_unit_and_area_fire_meets_everybody_it_can_hurt() -> None:
    """The gun can be hit either way, the platoon only by area fire, the assault gun only by aimed shots."""
    practice = Practice(lay_out(MIXED))
    table, hex = practice.table, practice.hex("0507")
    kinds = {
        name: (is_area_target(table, practice.unit(name)), is_point_target(table, practice.unit(name)))
        for name in ("1/1", "P", "S")
    }
    assert kinds == {"1/1": (True, False), "P": (True, True), "S": (False, True)}
    t = practice.unit("T")
    assert why_not(table, Shot(t, POINT, hex, practice.unit("S")), SEGMENT) is None
    refused = why_not(table, Shot(t, POINT, hex, practice.unit("1/1")), SEGMENT)
    assert refused is not None
    assert refused.case == "8.1b"


@covers("tcs", "8.6", "8.6j", "8.6c", "8.4c")
def test_firepower_is_not_divided_and_units_between_neither_block_nor_suffer() -> None:
    """A platoon that is named twice is refused; fire passes over another platoon and leaves it alone."""
    units = MIXED + "1/2 ge_vg_rifle Red 0506 fire 1\n"
    practice = Practice(lay_out(units), 1, 6, *[1] * 8)
    assert sees(practice.table, practice.hex("0505"), practice.hex("0507"))
    practice.begin(direct_fire_segment).answer("second")
    practice.answer("0507")
    assert "8.6f" in practice.refusal(["T fires at 0507", "T aims at P"])
    practice.answer(["A/1 fires at 0507"])
    assert "shot at" not in practice.status("1/2")
    assert "shot at" in practice.status("1/1")


@covers("tcs", "8.2", "8.2d", "8.2f", "8.2e", "9.1d")
def test_losses_stay_with_the_unit_and_what_is_too_much_is_lost() -> None:
    """Four steps off a platoon with two left destroy it, its stack loses nothing; company morale 1 + 2."""
    practice = Practice(lay_out(MIXED))
    practice.table.state.lost[practice.unit("A/1")] = 3
    practice.begin(lambda table: lose_steps(table, practice.unit("A/1"), 4, 1))
    assert practice.where("A/1") == "destroyed"
    assert (practice.lost("A/2"), practice.lost("A/3")) == (0, 0)
    assert practice.morale("A") == 3


@covers("tcs", "9.0", "9.0a", "9.0g", "9.1a", "9.1b")
def test_vehicles_never_check_and_weapons_without_a_company_ignore_its_morale() -> None:
    """Aimed fire that misses a gun narrowly calls for a check; area fire at a carrier never does."""
    units = "H us_m3ht Blue 0505 -\nP us_57at Blue 0505 fire\nA us_rifle Blue 1515 - A"
    practice = Practice(lay_out(f"{units}\nF ge_hmg Red 0506 fire\nS ge_stug Red 0506 fire"))
    practice.with_morale(A=7)
    table = practice.table
    h, p, a, f, s = range(5)
    assert not area_roll(table, [f], practice.hex("0505"), h, Fire()).follow
    aimed = point_roll(table, Shot(s, POINT, practice.hex("0505"), p))
    assert aimed is not None
    assert aimed.follow
    assert not has_morale_number(table, p)
    assert company_morale(table, p) is None
    assert company_morale(table, a) == 7  # wherever it stands


@covers("tcs", "9.0f", "9.2", "9.2b", "9.2d")
def test_more_suppression_changes_nothing_and_concerns_the_unit_alone() -> None:
    practice = Practice(lay_out(MIXED))
    unit = practice.unit("A/3")
    practice.begin(lambda table: suppress(table, unit))
    assert practice.status("A/3") == {"fire", "suppressed"}
    assert practice.told() == []
    assert "suppressed" not in practice.status("A/1")
    assert reading(SUPPRESSED, Nerve(paralyzed=True)) == STEADY


@covers("tcs", "9.2a", "8.10b", "8.10a")
def test_a_suppressed_platoon_fires_at_half_and_may_still_make_an_at_roll() -> None:
    """Firepower 6 at two hexes is 12, halved 6. At two hexes in the open an AT roll would need 13 of it."""
    practice = Practice(lay_out(MIXED.replace("S ge_stug Red 0507", "S ge_stug Red 0506")))
    table, hex = practice.table, practice.hex("0507")
    whole = area_roll(table, [practice.unit("A/1")], hex, practice.unit("1/1"), Fire())
    half = area_roll(table, [practice.unit("A/3")], hex, practice.unit("1/1"), Fire())
    assert ("firepower 12" in whole.purpose, "firepower 6" in half.purpose) == (True, True)
    s = practice.unit("S")
    steady = close_roll(table, Shot(practice.unit("A/1"), CLOSE, practice.hex("0506"), s))
    shaky = close_roll(table, Shot(practice.unit("A/3"), CLOSE, practice.hex("0506"), s))
    assert (steady.of((5, 5)), shaky.of((5, 5)), shaky.of((5, 6))) == ("destroyed", "missed", "destroyed")


@covers("tcs", "8.5b", "8.5a", "8.5c")
def test_terrain_has_its_own_column_for_at_rolls_and_none_for_mines() -> None:
    """Beside it in the open 10, in a village 7; a platoon crossing mines in a village has no cover."""
    needed = {}
    for terrain in ("open", "village"):
        practice = Practice(lay_out(MIXED.replace("0507 -", "0506 -"), h0506=terrain))
        shot = Shot(practice.unit("A/1"), CLOSE, practice.hex("0506"), practice.unit("S"))
        odds = close_roll(practice.table, shot)
        needed[terrain] = next(total for total in range(2, 13) if _of(odds, total) == "destroyed")
    assert needed == {"open": 10, "village": 7}
    assert [modifier.amount for modifier in crossing(body(practice.table, 0), False).modifiers] == [2]


def _of(odds: Odds, total: int) -> str:
    """What a sum of two dice gives."""
    return odds.of((total - total // 2, total // 2))


@covers("tcs", "8.8b", "8.8", "8.7c")
def test_a_miss_of_point_fire_does_nothing_and_mortars_have_no_range_effect() -> None:
    units = "T us_m4 Blue 0505 fire\nS ge_stug Red 0508 fire\nM us_81mm Blue 0505 fire"
    practice = Practice(lay_out(units), 1, 6, 1, 1)
    practice.begin(direct_fire_segment).answer("second", "0508", ["T aims at S"])
    assert practice.where("S") == "0508"
    assert practice.lost("S") == 0
    purposes = set()
    for hex in ("0506", "0518"):
        one = Practice(lay_out(f"M us_81mm Blue 0505 fire\nA ge_hmg Red {hex} fire")).table
        purposes.add(area_roll(one, [0], one.state.hexes[1], 1, fire_at(one, [0])).purpose)
    assert purposes == {"Area fire, firepower 20"}


@covers("tcs", "8.3c", "8.3", "16.0")
def test_by_night_one_sees_two_hexes_or_what_the_weather_leaves() -> None:
    state = opening(scenarios()["skyline"])
    table = Table(Battlefield(state), state, Script(()))
    scene = table.scene
    state.turn = turn_of(scene.turns, "16 1700")
    rows = scene.battle.band(scene.turn(state)).rows
    assert [sight_by(table, row) for row in rows] == [1, 2]
    state.turn = 1  # 0600: searchlights on the cloud
    rows = scene.battle.band(scene.turn(state)).rows
    assert [sight_by(table, row) for row in rows] == [2, 3]


@covers("tcs", "11.0e", "12.1a", "11.0")
def test_smoke_buildings_and_hills_cost_no_movement() -> None:
    practice = Practice(lay_out("A us_rifle Blue 0505 -", h0506="buildings"))
    table, hex = practice.table, practice.hex("0506")
    start = practice.hex("0505") * 6
    way = Way(table.scene.country.neighbours.index(hex, start), hex, False)
    assert price(table, 0, way) == 6
    table.state.smoke = [hex]
    assert price(table, 0, way) == 6


@covers("tcs", "8.8e", "8.2h", "12.3g", "12.3f")
def test_what_is_towed_may_be_named_and_a_lost_carrier_exposes_its_passengers() -> None:
    """The truck dies, its gun rolls a 5 and is left; the platoon aboard is attacked by the same gun.

    Attack 4 at any range as area fire of an assault gun: 4 x 1/2 at six hexes is 2, so -1.
    """
    units = (
        "TR us_truck Blue 0505 -\nP us_57at Blue TR towed\nA us_rifle Blue TR - A\nS ge_stug Red 0511 fire"
    )
    practice = Practice(lay_out(units), 6, 1, 6, 6, 5, 1, 1)
    practice.begin(direct_fire_segment).answer("second" if practice.question == "Blue act-first" else "first")
    assert set(practice.offers) == {"pass", "0505"}
    practice.answer("0505")
    assert "S aims at P" in practice.offers
    assert "S aims at A" not in practice.offers
    assert "8.1b" in practice.refusal(["S aims at A"])
    practice.answer(["S aims at TR"])
    assert practice.where("TR") == "destroyed"
    assert practice.where("P") == "0505"
    assert practice.where("A") == "0505"
    told = practice.told()
    assert any("Area fire" in line for line in told)
    assert point_roll(practice.table, Shot(3, POINT, practice.hex("0505"), 1)) is not None


@covers("tcs", "9.3d", "9.2c", "12.3e")
def test_riders_of_a_vehicle_may_drop_off_suppressed_and_must_paralyzed() -> None:
    """On a carrier both stay; the carrier itself is never touched by their morale."""
    for carrier, result, asked, where in (
        ("T us_m4 Blue 0505 -", SUPPRESSED, True, "0505"),
        ("T us_m4 Blue 0505 -", PARALYZED, False, "0505"),
        ("T us_m3ht Blue 0505 -", SUPPRESSED, False, "aboard"),
        ("T us_m3ht Blue 0505 -", PARALYZED, False, "aboard"),
    ):
        practice = Practice(lay_out(f"{carrier}\nM us_hmg Blue T fire A"))
        practice.begin(lambda table: bear(table, 1, result))  # noqa: B023
        assert (practice.question == "Blue drop-off") == asked
        if asked:
            practice.answer("drop off")
        assert practice.where("M") == where
        assert practice.status("T") == set()


@covers("tcs", "8.2c", "8.7b")
def test_who_has_no_steps_left_is_removed_before_any_check() -> None:
    practice = Practice(lay_out("A us_hmg Blue 0505 - A\nF ge_hmg Red 0506 fire"))
    odds = area_roll(practice.table, [1], practice.hex("0505"), 0, Fire())
    gone = [word for word in odds.chances() if word.endswith(DESTROYED)]
    assert gone
    assert not any(word in odds.follow for word in gone)
    assert STEADY in {word.rpartition(", ")[2] for word in odds.chances()}
