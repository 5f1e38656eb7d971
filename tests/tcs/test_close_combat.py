"""Assault and overrun: the narratives of the book and the ends of the combat [13.0] [14.0]."""

from tests.tcs.practice import Practice, lay_out

from sandtable.engine.cases import covers
from sandtable.games.tcs.assault import assault, why_not_assault
from sandtable.games.tcs.overrun import overrun, why_not_overrun

PLATOONS = "A/1 us_rifle Blue 0505 - A\n1/1 ge_vg_rifle Red 0506 fire 1"


def assaulting(practice: Practice, *units: str, hex: str = "0506") -> Practice:
    numbers = [practice.unit(unit) for unit in units]
    practice.table.state.moving = numbers[0]
    return practice.begin(lambda table: assault(table, numbers, practice.hex(hex)))


def overrunning(practice: Practice, *units: str, hex: str = "0506") -> Practice:
    numbers = [practice.unit(unit) for unit in units]
    practice.table.state.moving = numbers[0]
    return practice.begin(lambda table: overrun(table, numbers, practice.hex(hex)))


@covers("tcs", "1.2a", "13.0", "13.2", "13.2a", "13.2d", "13.2e", "13.1b")
def test_the_narrative_of_an_assault() -> None:
    """E11: fire in the hex is 6 x 5 = 30, +3, and +3 for the assault; morale +3 as well.

    The attacker loses a step and is suppressed, twice, and stays; then the defender is paralyzed and taken.
    An attacker in the open is fired at with +2, once he is suppressed with 0.
    """
    practice = Practice(
        lay_out(PLATOONS),
        1, 2,  # 3 + 3 + 3 + 2 = 11: a step, company 1; index 4 + 1 + 1 = 6: +1
        1, 4,  # 5 + 1 + 3 = 9: suppressed
        5,  # more than a morale of 4: it stays
        1, 1,  # 15, halved for suppression: +1, +3: 6: under fire, index 5: no check
        2, 1,  # 3 + 3 + 3 = 9: a second step, company 2; index 4 + 2 + 2 = 8: +1
        1, 4,  # suppressed again
        6,  # it stays
        6, 6,  # 12 + 1 + 3 = 16: two steps, company 2; index 5 + 2 + 2 = 9: +5
        6, 6,  # 12 + 5 + 3 = 20: paralyzed
    )  # fmt: skip
    assaulting(practice, "A/1")
    assert practice.question == "Red fight-or-flee"
    practice.answer("fight", ["1/1 fires at 0506"])
    assert practice.status("A/1") >= {"suppressed"}
    assert practice.question == "Blue fire-inside"
    practice.answer(["A/1 fires at 0506"])
    assert practice.question == "Blue go-on"
    practice.answer("go on", ["1/1 fires at 0506"], ["A/1 fires at 0506"])
    assert practice.over
    assert practice.where("1/1") == "taken"
    assert practice.where("A/1") == "0506"
    assert practice.status("A/1") >= {"done"}


@covers("tcs", "13.2", "13.2a", "13.2c")
def test_who_gives_up_goes_back_to_where_he_came_from() -> None:
    practice = Practice(lay_out(PLATOONS))
    assaulting(practice, "A/1").answer("fight", [], [], "give up")
    assert practice.over
    assert practice.where("A/1") == "0505"
    assert practice.where("1/1") == "0506"


@covers("tcs", "13.0", "13.2f", "9.4")
def test_who_flees_leaves_the_hex_to_the_attacker() -> None:
    practice = Practice(lay_out(PLATOONS), 1)  # 1 + 0: three hexes
    assaulting(practice, "A/1").answer("flee")
    while practice.question == "Red retreat-to":
        practice.answer(practice.offers[0])
    assert practice.over
    assert practice.where("A/1") == "0506"
    distance = practice.table.scene.country.distance
    assert distance(practice.hex(practice.where("1/1")), practice.hex("0506")) >= 2
    assert "fire" not in practice.status("1/1")


@covers("tcs", "9.3a", "9.3b", "13.2")
def test_the_paralyzed_fire_once_as_if_suppressed_and_are_then_taken() -> None:
    """30 halved is 15: +1; +3 and the open +2 make 13 of a 7, one step; the whole 30 would make 15, two."""
    practice = Practice(lay_out(PLATOONS.replace("fire 1", "fire+paralyzed 1")), 3, 4, 1, 1)
    assaulting(practice, "A/1")
    assert practice.question == "Red fire-inside"
    practice.answer(["1/1 fires at 0506"])
    assert practice.over
    assert practice.lost("A/1") == 1
    assert practice.where("1/1") == "taken"


@covers("tcs", "13.1a", "13.1d", "3.4a")
def test_only_unsuppressed_infantry_in_move_mode_with_the_points_assaults() -> None:
    practice = Practice(
        lay_out(
            """
            A/1 us_rifle Blue 0505 -
            A/2 us_rifle Blue 0505 fire
            A/3 us_rifle Blue 0505 suppressed
            T us_m4 Blue 0505 -
            1/1 ge_vg_rifle Red 0506 fire 1
            """
        )
    )
    table, hex = practice.table, practice.hex("0506")
    refusals = [why_not_assault(table, practice.unit(name), hex) for name in ("A/1", "A/2", "A/3", "T")]
    assert [refusal.reason if refusal else "" for refusal in refusals] == [
        "",
        "A/2 is in fire mode",
        "A/3 is suppressed or paralyzed",
        "T is no infantry",
    ]
    table.state.spent[practice.unit("A/1")] = 36
    late = why_not_assault(table, practice.unit("A/1"), hex)
    assert late is not None
    assert "lacks the movement points" in late.reason


@covers("tcs", "14.0", "1.2b", "14.1d", "14.1e")
def test_the_first_narrative_of_an_overrun() -> None:
    """E12: on a 2 the defender fires first; his AT roll kills the tank, which fires no more."""
    practice = Practice(lay_out("T us_m4 Blue 0505 -\n1/1 ge_vg_rifle Red 0506 fire 1"), 2, 6, 6)
    overrunning(practice, "T")
    assert practice.question == "Red fire-inside"
    assert practice.offers == ["1/1 goes at T"]
    practice.answer(["1/1 goes at T"])
    assert practice.over
    assert practice.where("T") == "destroyed"


@covers("tcs", "14.2a", "14.2b", "9.3b")
def test_the_second_narrative_of_an_overrun() -> None:
    """E12: a paralyzed platoon does not fire; attack 4 x 5 = 20, +2, +2 overrun; morale +5 in the open."""
    practice = Practice(
        lay_out("T us_m4 Blue 0505 -\n1/1 ge_vg_rifle Red 0506 fire+paralyzed 1"),
        2,
        6, 6,  # 16: two steps
        6, 6,
    )  # fmt: skip
    overrunning(practice, "T")
    assert practice.question == "Blue fire-inside"
    practice.answer(["T fires at 0506"])
    assert practice.lost("1/1") == 2 or practice.where("1/1") == "taken"
    assert practice.question == "Blue drive-out"
    assert "0505" in practice.offers
    practice.answer("0507")
    assert practice.where("T") == "0507"


@covers("tcs", "14.0")
def test_an_overrun_costs_three_points_more() -> None:
    practice = Practice(lay_out("T us_m4 Blue 0505 -\n1/1 ge_vg_rifle Red 0506 fire 1"))
    table, tank, hex = practice.table, practice.unit("T"), practice.hex("0506")
    assert why_not_overrun(table, tank, hex) is None
    table.state.spent[tank] = 11 * 6  # 14 points: three are left, and open ground costs some too
    refused = why_not_overrun(table, tank, hex)
    assert refused is not None
    assert "three more" in refused.reason


@covers("tcs", "13.1f")
def test_vehicles_alone_drive_off_and_may_be_fired_at() -> None:
    practice = Practice(
        lay_out("A/1 us_rifle Blue 0505 -\nA/2 us_rifle Blue 0504 fire\nS ge_stug Red 0506 fire")
    )
    assaulting(practice, "A/1").answer("flee")
    assert practice.question == "Red drive-away"
    assert "pass" not in practice.offers  # it has to leave the hex
    assert "0505" not in practice.offers
    practice.answer("0507")
    assert "pass" in practice.offers
    practice.answer("pass")
    assert practice.over
    assert practice.where("S") == "0507"
    assert practice.where("A/1") == "0506"
    assert "fire" not in practice.status("S")


@covers("tcs", "13.2a", "3.5d", "13.1e")
def test_defenders_whom_their_own_mortar_hits_stay_in_their_hex() -> None:
    """Eight of firepower: 2 with +3 and +2 shakes the attacker, who stays on a 6; 11 with +3 paralyzes.

    Only attackers fall back, so the paralyzed platoon is still there; its mortar has destroyed itself.
    """
    practice = Practice(
        lay_out(PLATOONS + "\nM us_60mm Red 0506 fire 1"),
        1, 1, 1, 1,  # the attacker: a step, suppressed
        6, 5, 6, 5,  # the platoon: two steps, paralyzed
        6, 5,  # the mortar section has two steps
        6,  # more than a morale of 4: the attacker stays
    )  # fmt: skip
    practice.table.state.previous[practice.unit("1/1")] = practice.hex("0507")
    assaulting(practice, "A/1").answer("fight", ["M fires at 0506"])
    assert practice.where("M") == "destroyed"
    assert practice.status("1/1") >= {"paralyzed"}
    assert practice.where("1/1") == "0506"
    assert practice.question == "Blue fire-inside"
