"""The odds of fire: strengths, differentials and dice as the book reckons them, equal to counted faces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product

import pytest
from tests.tank.printed import WEAPONS as PRINTED
from tests.tank.printed import entry

from sandtable.engine import Modifier, Odds
from sandtable.engine.cases import covers
from sandtable.games.tank.aspects import FRONT, REAR, SIDE
from sandtable.games.tank.charts import Mode
from sandtable.games.tank.defence import Cover, common_hexside, soft_defence, vehicle_defence
from sandtable.games.tank.fire_odds import Attack, Firer, attack, from_hiding
from sandtable.games.tank.weapons import KINDS, WEAPONS

ROWS = {words[0]: words[1:] for words in map(str.split, PRINTED.strip().splitlines())}
OPEN_GROUND = Cover("mixed")
ADDED = {
    ("closed", "woods"): (3, 3),
    ("closed", "rough"): (0, 3),
    ("closed", "berm"): (6, 6),
    ("mixed", "woods"): (2, 3),
    ("mixed", "rough"): (0, 3),
    ("mixed", "berm"): (3, 3),
}
"""What the chart gives vehicles and soft targets where the modes differ; a slope gives 6 in all."""


def firer(id: str, distance: int, panic: int = 0, worn: bool = False, hexside: str = "") -> Firer:
    return Firer(KINDS[id], panic, worn, distance, hexside)


def fire(
    firers: Firer | Iterable[Firer],
    target: str,
    aspect: int = FRONT,
    cover: Cover = OPEN_GROUND,
    points: int = 0,
    moving: bool = False,
) -> Attack:
    group = (firers,) if isinstance(firers, Firer) else tuple(firers)
    return attack(group, KINDS[target], aspect, cover, points, moving)


def kills(odds: Odds | None) -> int:
    """On how many of the six faces the target is destroyed."""
    assert odds is not None
    return sum(odds.of([face]) == "destroyed" for face in range(1, 7))


def numbers(lines: Iterable[Modifier]) -> list[int]:
    return [line.amount for line in lines]


def halved(strength: int) -> int:
    """Fractions rounded up."""
    return (strength + 1) // 2


def table(id: str, panic: int) -> str:
    system = ROWS[id][-1]
    return "8.93" if system == "SC" else "8.91" if panic < 3 else "8.92"


def added(mode: Mode, feature: str, soft: bool) -> int:
    if feature == "slope":
        return 6
    return ADDED.get((mode, feature), (0, 0))[soft]


# ---- the book's examples


@covers("tank", "8.1")
def test_x1_the_target_chooses_the_shell() -> None:
    """The M-60 fires AP 22 at a vehicle and HE 10 at infantry or a gun."""
    at_range_1 = firer("M60", 1)
    assert numbers(fire(at_range_1, "T55").strength) == [22]
    assert numbers(fire(at_range_1, "INF").strength) == numbers(fire(at_range_1, "AT75").strength) == [10]


@covers("tank", "8.22", "14.41")
def test_x2_each_soft_unit_of_a_hex_is_attacked_with_the_full_he() -> None:
    """In the open 10 - 1 = 9 against both; in an Improved Position 10 - 12 = -2, which is no attack."""
    for target in ("INF", "AT75"):
        in_the_open = fire(firer("M60", 1), target)
        assert in_the_open.differential == 9
        dug_in = fire(firer("M60", 1), target, cover=Cover("mixed", improved=True))
        assert (dug_in.differential, dug_in.odds, dug_in.case) == (-2, None, "8.9")


@covers("tank", "8.71")
def test_x3_seven_points_plotted_put_three_on_the_die() -> None:
    odds = fire(firer("PzIVh", 1), "T34_85", points=7, moving=True).odds
    assert odds is not None
    assert odds.shift == 3
    assert [modifier.case for modifier in odds.modifiers] == ["8.71"]


@covers("tank", "8.9", "8.91")
def test_x4_an_entry_of_1_3_destroys_on_1_2_and_3() -> None:
    """Range 6-10, differential 3: the PzIVh's 14 against the front of a T34/85, 11."""
    shot = fire(firer("PzIVh", 10), "T34_85")
    assert shot.differential == 3
    assert shot.odds is not None
    assert [shot.odds.of([face]) for face in range(1, 7)] == ["destroyed"] * 3 + ["no effect"] * 3
    assert shot.odds.chance("destroyed") == Fraction(1, 2)
    assert (shot.odds.needed, shot.odds.case) == ("3 or less", "8.91")


@covers("tank", "8.9")
def test_x4_below_zero_nothing_is_fired_and_above_ten_counts_as_ten() -> None:
    """The M18's 13 cannot harm the M60A2's front of 17. Its own front of 2 gives the M60A2, AP 30, 28 above:
    at 46 to 50 hexes that is read as 10, an entry of 1-4 for SC."""
    hopeless = fire(firer("M18", 1), "M60A2")
    assert (hopeless.differential, hopeless.odds, hopeless.case) == (-4, None, "8.9")
    crushing = fire(firer("M60A2", 50), "M18")
    assert crushing.differential == 28
    assert kills(crushing.odds) == 4


@covers("tank", "8.7", "7.32")
def test_x5_the_aspect_gives_the_defence() -> None:
    """T34/85: front 11, side 8, rear 6."""
    shots = [fire(firer("PzIVh", 10), "T34_85", aspect) for aspect in (FRONT, SIDE, REAR)]
    assert [numbers(shot.defence) for shot in shots] == [[11], [8], [6]]
    assert [line.case for shot in shots for line in shot.defence] == ["8.7"] * 3


@covers("tank", "16.0", "8.91", "8.92")
def test_x20_the_two_sides_of_the_introductory_scenario_read_different_tables() -> None:
    """At 20 hexes against the front: PzIVh 14 - 6 = 8, Panic Level 4, so 8.92: 1-5. M4/76 13 - 7 = 6, Panic
    Level 1, so 8.91: 1-4."""
    german, american = fire(firer("PzIVh", 20, 4), "M4_76").odds, fire(firer("M4_76", 20, 1), "PzIVh").odds
    assert german is not None
    assert american is not None
    assert (german.case, kills(german)) == ("8.92", 5)
    assert (american.case, kills(american)) == ("8.91", 4)


# ---- AP


def strength_of(id: str, column: int, distance: int, worn: bool) -> int:
    """AP (column 3) or HE (column 4) after both halvings."""
    strength, effective = int(ROWS[id][column]), int(ROWS[id][6])
    strength = halved(strength) if distance > effective else strength
    return halved(strength) if worn else strength


@covers("tank", "8.1", "8.3", "8.31", "8.9", "8.91", "8.92", "8.93", "15.11")
@pytest.mark.parametrize("id", ROWS)
def test_every_weapon_at_every_range_against_armour(id: str) -> None:
    """At all ranges to 52, four Panic Levels, before and after Preservation, at strong and weak armour, the
    chance is the number of faces that the printed entry allows, over six."""
    for distance, panic, worn, (target, aspect) in product(
        range(1, 53), (0, 2, 3, 5), (False, True), [("M60A2", FRONT), ("T34_85", SIDE), ("M18", REAR)]
    ):
        found = fire(firer(id, distance, panic, worn), target, aspect)
        number = entry(table(id, panic), distance, 0)
        if number is None:
            assert (found.odds, found.case) == (None, "8.31")
            continue
        differential = strength_of(id, 3, distance, worn) - int(ROWS[target][aspect])
        assert found.differential == differential
        if differential < 0:
            assert (found.odds, found.case) == (None, "8.9")
            continue
        assert found.odds is not None
        assert found.odds.case == table(id, panic)
        faces = sum(face <= (entry(table(id, panic), distance, differential) or 0) for face in range(1, 7))
        assert kills(found.odds) == faces
        assert found.odds.chance("destroyed") == Fraction(faces, 6)


@covers("tank", "8.31")
def test_the_end_of_the_table_is_the_end_of_the_range() -> None:
    """50 hexes, but 35 for N and SR systems of a force with Panic Level 3."""
    for id, panic, most in (("PzIVh", 2, 50), ("PzIVh", 3, 35), ("T62", 5, 35), ("Cent105", 5, 50)):
        assert fire(firer(id, most, panic), "M18", REAR).odds is not None
        beyond = fire(firer(id, most + 1, panic), "M18", REAR)
        assert (beyond.odds, beyond.case) == (None, "8.31")
        assert f"beyond {most} hexes" in beyond.reason


@covers("tank", "8.31")
def test_the_centurions_effective_range_of_60_never_matters() -> None:
    assert numbers(fire(firer("Cent105", 50), "M18").strength) == [22]


@covers("tank", "8.31", "15.11")
def test_two_halvings_are_made_one_after_the_other_each_rounded_up() -> None:
    """T62: AP 21, effective to 30 hexes. 21, then 11, then 6; the lines tell what is lost, and why."""
    assert numbers(fire(firer("T62", 30), "M18").strength) == [21]
    assert numbers(fire(firer("T62", 31), "M18").strength) == [21, -10]
    assert numbers(fire(firer("T62", 30, worn=True), "M18").strength) == [21, -10]
    both = fire(firer("T62", 31, worn=True), "M18").strength
    assert numbers(both) == [21, -10, -5]
    assert [line.case for line in both] == ["8.1", "8.31", "15.11"]


def covers_of(modes: Iterable[Mode]) -> Iterator[tuple[Cover, str]]:
    """Every hex that there can be, and every hexside before it."""
    terrains, hexsides, either = ("clear", "rough", "woods"), ("", "berm", "slope"), (False, True)
    for mode, terrain, wreck, improved, hexside in product(modes, terrains, either, either, hexsides):
        yield Cover(mode, terrain, wreck, improved), hexside


@covers("tank", "10.4", "10.6", "10.61")
@pytest.mark.parametrize("mode", ["closed", "mixed", "open"])
def test_terrain_wreck_and_hexside_add_to_a_vehicle(mode: Mode) -> None:
    """Woods 3 in the closed and 2 in the mixed mode, a wreck 2, a berm 6 or 3, a slope 6; all add up."""
    for (cover, hexside), aspect in product(covers_of([mode]), (FRONT, SIDE, REAR)):
        extra = added(mode, cover.terrain, soft=False) + added(mode, hexside, soft=False) + 2 * cover.wreck
        found = fire(firer("M60A2", 5, hexside=hexside), "PzVIb", aspect, cover)
        assert sum(numbers(found.defence)) == (13, 7, 7)[aspect] + extra
        assert 0 not in numbers(found.defence)


@covers("tank", "8.71")
def test_half_the_points_that_the_target_has_plotted_go_on_the_die() -> None:
    """For all plots to 9 points, all differentials and all ranges; a sum above the entry has no effect."""
    for points, distance, target in product(range(10), range(1, 36), ("T34_85", "PzIIIj", "M18")):
        found = fire(firer("PzV", distance, 3), target, FRONT, OPEN_GROUND, points, points > 0)
        number = entry("8.92", distance, 18 - int(ROWS[target][0]))
        assert number is not None
        assert kills(found.odds) == sum(face + points // 2 <= number for face in range(1, 7))


@covers("tank", "8.22", "8.21")
def test_ap_is_fired_shot_by_shot() -> None:
    with pytest.raises(ValueError, match="too many values"):
        fire([firer("PzIVh", 5), firer("PzIVh", 6)], "M18")


# ---- HE


@covers("tank", "10.31", "10.32", "10.33", "14.41", "10.61")
@pytest.mark.parametrize("mode", ["closed", "mixed", "open"])
def test_a_soft_targets_place_is_its_defence(mode: Mode) -> None:
    """Clear 1, rough and woods 3, a wreck 1 more; in an Improved Position 12 and nothing else of these. A
    hexside adds to either: berm 6 closed and 3 mixed, slope 6. In the open mode all is clear but slopes."""
    for cover, hexside in covers_of([mode]):
        place = 12 if cover.improved else max(1, added(mode, cover.terrain, soft=True)) + cover.wreck
        for target in ("INF", "AT88"):
            found = fire(firer("M60A2", 5, hexside=hexside), target, cover=cover)
            assert sum(numbers(found.defence)) == place + added(mode, hexside, soft=True)


@covers("tank", "7.31")
def test_facing_is_nothing_to_a_gun() -> None:
    shots = [fire(firer("M4", 5), "AT88", aspect) for aspect in (FRONT, SIDE, REAR)]
    assert shots[0] == shots[1] == shots[2]


@covers("tank", "8.22", "8.3")
def test_he_is_added_up_at_the_range_of_the_most_distant() -> None:
    """Two T34/85 and a T62 beyond its 30 hexes: 10 + 10 + 5 = 25 against 12: 13, so 10, at 33 hexes: 1-5."""
    group = [firer("T34_85", 8), firer("T34_85", 20), firer("T62", 33)]
    found = fire(group, "AT75", cover=Cover("mixed", improved=True))
    assert numbers(found.strength) == [10, 10, 10, -5]
    assert (found.differential, found.range) == (13, 33)
    assert kills(found.odds) == 5


@covers("tank", "8.22", "8.3", "8.31", "15.11", "8.91", "8.92")
def test_pairs_of_firers_against_a_position_at_all_ranges() -> None:
    """Every range of two M4, and of an M4 and a CrII, which has no HE and so adds nothing."""
    for panic, worn, near, far in product((1, 4), (False, True), range(1, 54, 2), range(2, 54, 3)):
        most = 35 if panic == 4 else 50
        found = fire([firer("M4", near, panic, worn), firer("M4", far, panic, worn)], "INF")
        in_range = [distance for distance in (near, far) if distance <= most]
        idle = fire([firer("M4", near, panic, worn), firer("CrII", far, panic, worn)], "INF")
        assert idle == fire(firer("M4", near, panic, worn), "INF")
        if not in_range:
            assert (found.odds, found.case) == (None, "8.31")
            continue
        differential = len(in_range) * (5 if worn else 10) - 1
        number = entry("8.92" if panic == 4 else "8.91", max(in_range), differential)
        assert number is not None
        assert found.differential == differential
        assert kills(found.odds) == min(6, number)


@covers("tank", "10.32", "14.41")
def test_one_line_that_comes_through_no_hexside_takes_the_shelter_away() -> None:
    """Against an Improved Position behind a slope: 12 + 6 from one side, 12 as soon as one fires past it."""
    cover = Cover("mixed", improved=True)
    group = [firer("M60A2", 5, hexside="slope"), firer("M60A2", 6, hexside="slope")]
    assert numbers(fire(group, "AT75", cover=cover).defence) == [12, 6]
    group.append(firer("M60A2", 4))
    assert numbers(fire(group, "AT75", cover=cover).defence) == [12]


@covers("tank", "10.32")
def test_a_firer_out_of_range_takes_no_shelter_away() -> None:
    """It adds nothing, so its line is none of the attack's."""
    group = [firer("M4", 5, 4, hexside="slope"), firer("M4", 36, 4)]
    found = fire(group, "AT75")
    assert (numbers(found.strength), numbers(found.defence), found.range) == ([10], [1, 6], 5)


@covers("tank", "10.32")
def test_of_different_hexsides_the_smaller_addition_counts() -> None:
    """A berm gives 3 in the mixed mode, a slope 6; in the open mode a berm gives nothing."""
    assert common_hexside("mixed", ("slope", "berm", "slope")) == "berm"
    assert common_hexside("mixed", ("slope", "", "berm")) == ""
    for mode, hexsides in product(("closed", "mixed"), product(("", "berm", "slope"), repeat=3)):
        least = min(added(mode, hexside, soft=True) for hexside in hexsides)
        assert sum(numbers(soft_defence(Cover(mode, hexside=common_hexside(mode, hexsides))))) == 1 + least


@covers("tank", "8.22")
def test_of_unlike_systems_the_most_distant_ones_table_is_read() -> None:
    """Two at 30 hexes, 10 + 10 - 12 = 8: SC at 26-30 reads 1-5, N 1-4 (8.91). At equal range the lower one
    counts; with the N system nearer the SC table counts, and the other way round."""
    cover = Cover("mixed", improved=True)
    cases = [
        (firer("Cent105", 30), firer("M4", 30), "8.91", 4),
        (firer("Cent105", 30), firer("M4", 26), "8.93", 5),
        (firer("Cent105", 26), firer("M4", 30), "8.91", 4),
    ]
    for a, b, case, faces in cases:
        for group in ((a, b), (b, a)):
            found = fire(group, "AT75", cover=cover)
            assert found.odds is not None
            assert (found.odds.case, kills(found.odds)) == (case, faces)


@covers("tank", "8.1")
@pytest.mark.parametrize("id", ["CrII", "CrIII", "AT75", "AT76", "AT88"])
def test_who_has_no_he_cannot_attack_soft_targets(id: str) -> None:
    found = fire(firer(id, 1), "INF")
    assert (found.odds, found.case) == (None, "8.1")


@covers("tank", "8.71")
def test_infantry_that_moves_has_no_advantage_of_it() -> None:
    """It plots 1 point, and half of that is nothing."""
    assert fire(firer("M4", 5), "INF", points=1, moving=True) == fire(firer("M4", 5), "INF")


# ---- infantry fire


@covers("tank", "8.81", "8.82", "8.83")
def test_infantry_fires_by_its_own_table_whatever_terrain_aspect_and_points() -> None:
    """1 to 3, 1 to 2 and 1 at standing vehicles one, two and three hexes away; 1, 1 and none if they move."""
    chances = {1: (3, 1), 2: (2, 1), 3: (1, 0)}
    for distance, (standing, moving) in chances.items():
        for (cover, hexside), aspect, points in product(covers_of(["closed"]), (FRONT, REAR), (0, 1, 8)):
            squad = firer("INF", distance, 5, True, hexside)
            assert kills(fire(squad, "PzVIb", aspect, cover, points, moving=False).odds) == standing
            assert kills(fire(squad, "PzVIb", aspect, cover, points, moving=True).odds) == moving
    odds = fire(firer("INF", 1), "PzVIb", points=8, moving=True).odds
    assert odds is not None
    assert (odds.case, odds.modifiers, odds.needed) == ("8.81", (), "1 or less")


@covers("tank", "8.82")
def test_infantry_fires_no_further_than_three_hexes() -> None:
    found = fire(firer("INF", 4), "PzVIb")
    assert (found.odds, found.case) == (None, "8.82")


@covers("tank", "8.81")
def test_infantry_fires_at_vehicles_only() -> None:
    for target in ("INF", "AT75"):
        found = fire(firer("INF", 1), target)
        assert (found.odds, found.case) == (None, "8.81")


# ---- what is told


def test_the_purpose_tells_how_both_strengths_come_about() -> None:
    found = fire(firer("T62", 33, hexside="slope"), "M60A2", REAR, Cover("mixed", "woods", wreck=True))
    assert found.reason == (
        "AP 11 (AP of T62 21, halved beyond 30 hexes -10)"
        " against 15 (rear of M60A2 5, woods 2, wreck 2, slope 6) is no attack: the defence is stronger"
    )
    plain = fire(firer("PzIVh", 12, 4), "M4_76").odds
    assert plain is not None
    assert plain.purpose == "AP 14 against 6, range 12"


@covers("tank", "14.2")
def test_fire_out_of_hiding_rolls_the_same_and_says_nothing() -> None:
    """Neither range nor strengths nor what is needed can be read off it; the die means the same."""
    odds = fire(firer("AT88", 12, 2), "T34_85", points=8, moving=True).odds
    assert odds is not None
    told = from_hiding(odds)
    assert told.results == odds.results
    assert told.dice == odds.dice
    assert (told.modifiers, told.needed, told.case) == ((), "", "14.2")
    assert not any(digit in told.purpose for digit in "0123456789")


def test_a_soft_target_has_no_aspect() -> None:
    assert [WEAPONS[KINDS[id]].defence for id in ("AT88", "INF")] == [None, None]
    with pytest.raises(ValueError, match="88AT has no defence by aspect"):
        vehicle_defence(KINDS["AT88"], FRONT, OPEN_GROUND)
