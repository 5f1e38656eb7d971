"""The odds of all that bursts, of scatter, smoke and being first."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from tests.raid.ground import BOARD, find

from sandtable.engine.cases import covers
from sandtable.games.raid.chance_odds import (
    LOST,
    direction_odds,
    distance_odds,
    drifted,
    first_odds,
    landings,
    scatter_odds,
    smoke_odds,
)
from sandtable.games.raid.charts import CHARTS
from sandtable.games.raid.fire_odds import Shot, direct_fire
from sandtable.games.raid.shell_odds import (
    Burst,
    building_odds,
    burst,
    structure_odds,
    upon,
    wall_odds,
    weapon_burst,
    zone_strength,
)
from sandtable.games.raid.tables import INCLUDED
from sandtable.games.raid.units import KINDS


@covers("raid", "4.2")
def test_odd_is_alpha_and_even_bravo() -> None:
    """E1: a 3 makes Alpha first, a 6 Bravo."""
    odds = first_odds("Direct Fire")
    assert [odds.of([face]) for face in (3, 6)] == ["alpha", "bravo"]
    assert odds.chance("alpha") == Fraction(1, 2)


@covers("raid", "9.2")
def test_overlapping_zones_add_up() -> None:
    """E15: 155mm on 2020 and 81mm on 2018, two hexes off: 15 + 2 = 17 at 2020."""
    apart = BOARD.distance(find("2020"), find("2018"))
    assert zone_strength(INCLUDED, [("artillery_155mm", 0), ("mortar_81mm", apart)]) == 17


@covers("raid", "9.3")
def test_scatter_by_the_example() -> None:
    """E16: 3 scatters, direction 4 is south, distance 2 is one hex: 2018 becomes 2019; a 4 stays."""
    assert [scatter_odds().of([face]) for face in (3, 4)] == ["scatters", "on target"]
    letter, distance = direction_odds().of([4]), int(distance_odds().of([2]))
    assert drifted(BOARD, find("2018"), letter, distance) == find("2019")


@covers("raid", "9.3")
def test_where_a_mission_lands_by_all_dice() -> None:
    """Enumerated over three dice; half stay, a twelfth of a half goes one or two hexes each way."""
    counted: Counter[int] = Counter()
    for whether, way, far in product(range(1, 7), repeat=3):
        there = find("2018")
        if whether % 2:
            there = drifted(BOARD, there, "ABCDEF"[way - 1], 1 if far <= 3 else 2)
        counted[there] += 1
    assert landings(BOARD, find("2018")) == {hex: Fraction(ways, 216) for hex, ways in counted.items()}
    assert landings(BOARD, find("0101"))[LOST] > 0


@covers("raid", "11.0")
def test_smoke_lifts_on_four_of_six() -> None:
    assert smoke_odds().results == ("lifts",) * 4 + ("stays",) * 2


@covers("raid", "9.5")
@pytest.mark.parametrize(
    ("terrain", "change"),
    [("clear", 0), ("mixed", 0), ("medium", -1), ("heavy", -2), ("building", -3), ("river", 0), ("wharf", 0)],
)
def test_cover_changes_every_burst(terrain: str, change: int) -> None:
    """And each stated chance is the frequency over the faces, read from the printed table."""
    for strength in (1, 3, 6, 8, 9, 12, 17, 30):
        odds = burst(INCLUDED, Burst(strength, terrain))
        table = INCLUDED.indirect_fire
        read = Counter(table.result(table.column(strength), face + change) for face in range(1, 7))
        assert odds.chances() == {result: Fraction(ways, 6) for result, ways in read.items()}
        assert odds.shift == change


@covers("raid", "7.8")
def test_a_suppressed_bazooka() -> None:
    odds = weapon_burst(INCLUDED, "bazooka", "medium", suppressed=True)
    assert {modifier.case: modifier.amount for modifier in odds.modifiers} == {"9.5": -1, "7.8": -1}


@covers("raid", "13.52")
def test_at_altitude_one_column_to_the_right() -> None:
    """A rocket's 9 is read as an 8; in the last column there is nothing further right."""
    low, high = Burst(9, "clear"), Burst(9, "clear", altitude=True)
    assert burst(INCLUDED, high).results == burst(INCLUDED, Burst(8, "clear")).results
    assert burst(INCLUDED, low).results != burst(INCLUDED, high).results
    assert {*burst(INCLUDED, Burst(1, "clear", altitude=True)).results} == {"-"}


@covers("raid", "14.11", "14.14")
def test_what_a_burst_does_to_vehicles() -> None:
    """A tank gun at a tank: a 4 on 4 or more; at an APC 3 or 4, on 2 or more; a truck dies of any."""
    gun = weapon_burst(INCLUDED, "tank_gun", "clear", armoured=True)
    assert upon(gun, KINDS["tank"]).chance("destroyed") == Fraction(3, 6)
    assert upon(gun, KINDS["apc"]).chance("destroyed") == Fraction(5, 6)
    soft = weapon_burst(INCLUDED, "tank_gun", "clear")
    assert upon(soft, KINDS["truck"]).chance("destroyed") == 1
    assert upon(soft, KINDS["fire_team"]) is soft


@covers("raid", "9.7", "14.23", "14.24", "14.25")
def test_charges_on_buildings() -> None:
    """One charge 1 in 3, two together (18) 2 in 3, three (27) 5 in 6; a Bazooka 1 in 6; a grenade never."""
    chances = [structure_odds(INCLUDED, strength).chance("rubbled") for strength in (9, 18, 27, 8, 6)]
    assert chances == [Fraction(2, 6), Fraction(4, 6), Fraction(5, 6), Fraction(1, 6), Fraction(0)]
    struck = weapon_burst(INCLUDED, "demolition_charge", "building")
    assert building_odds(struck).chances() == structure_odds(INCLUDED, 9).chances()


@covers("raid", "15.3")
def test_a_charge_breaches_the_wall_in_half_of_all_cases() -> None:
    assert wall_odds(INCLUDED, 9).chance("breached") == Fraction(1, 2)


@covers("raid", "14.21")
def test_a_grenade_is_worth_using_at_long_range() -> None:
    """Players' notes: at 3 to 6 hexes as good as four Semi rifles, beyond them better."""
    grenade = weapon_burst(INCLUDED, "m203", "clear")
    rifles = [direct_fire(INCLUDED, Shot("4", "semi", "clear", at)).odds for at in (5, 10)]

    def dead(chances: dict[str, Fraction]) -> Fraction:
        return sum(
            (chance * int(result) for result, chance in chances.items() if result.isdigit()), Fraction(0)
        )

    near, far = (dead(dict(odds.chances())) for odds in rifles if odds)
    assert dead(dict(grenade.chances())) <= near
    assert dead(dict(grenade.chances())) > far


def test_the_die_of_the_charts_is_the_one_that_is_rolled() -> None:
    assert {len(odds.results) for odds in (scatter_odds(), smoke_odds())} == {CHARTS.die.sides}
