"""Formations: deviation, frontage, overlap, depth, change, conformity, and what has been sighted."""

import pytest
from tests.rdf.situations import US, USSR, Bench, situation
from tests.rdf.test_movement import movement, moving

from sandtable.engine.cases import covers
from sandtable.games.rdf.charts import AM, DA, DD, HA, HD, MC
from sandtable.games.rdf.command import (
    attach_headquarters,
    change_formation,
    change_odds,
    conform,
    set_altitudes,
)
from sandtable.games.rdf.formations import breach
from sandtable.games.rdf.movement import begin_movement, renew_assaults
from sandtable.games.rdf.state import EXCUSED, HIDDEN, LATE
from sandtable.games.rdf.watch import sighted_by, survey


def hexes(bench: Bench) -> list[str]:
    """The hexes on offer."""
    return [offer for offer in bench.offers if offer.isdigit()]


@covers("rdf", "5.1", "5.11", "5.12", "5.0")
def test_in_an_administrative_march_everybody_keeps_to_the_road() -> None:
    """Deviation 0, for reconnaissance as well."""
    assert hexes(moving("march", "US X")) == ["0511", "0513"]
    assert moving("march", "US X").refusal("0612").startswith("5.12")


@covers("rdf", "5.2", "5.21", "5.61", "5.6")
def test_a_company_keeps_around_its_headquarters() -> None:
    """Frontage 2 in Administrative March: B may pass 0513, three from A, but not stop there."""
    bench = moving("march", "US A", "US ", "US pass", "US B", "US 0511", "US 0512")
    assert "pass" in bench.offers
    bench.answer("US 0513").hold()
    assert bench.offers == ["0512", "0514"]
    assert bench.refusal("pass").startswith("5.64")


@covers("rdf", "5.21", "5.64")
def test_whoever_may_still_follow_lets_his_headquarters_go_ahead() -> None:
    """A goes to 0513, three from B; then B has to follow before the phase can be closed."""
    bench = moving("march", "US A", "US ", "US 0511", "US 0512", "US 0513", "US pass")
    assert "pass" not in bench.offers
    assert bench.refusal("pass").startswith("5.64")
    bench.answer("US B", "US 0511").hold()
    bench.answer("US pass")
    assert "pass" in bench.offers


@covers("rdf", "5.22")
@pytest.mark.parametrize(
    ("file", "to", "steps", "allowed"),
    [
        ("march", "0505", 0, True),
        ("march", "0506", 1, False),
        ("contact", "0503", 0, True),
        ("contact", "0504", 1, False),
    ],
)
def test_headquarters_keep_five_hexes_apart_in_march_and_seven_in_contact(
    file: str, to: str, steps: int, allowed: bool
) -> None:
    """From A, at 0510 and done: 0505 is five away and 0506 four; 0503 seven, 0504 six."""
    others = ["US K", "US "] if file == "contact" else ["US K"]
    bench = moving(file, *(["US A", "US ", "US pass"] if file == "march" else ["US A", "US pass"]), *others)
    assert bench.where("K") == ("0505" if file == "march" else "0503")
    if steps:
        bench.answer(f"US {to}").hold()
    assert bench.where("K") == to
    assert ("pass" in bench.offers) == allowed


@covers("rdf", "5.22")
def test_in_other_formations_headquarters_may_stand_together() -> None:
    state = {**situation("contact").state, "formation": ["HA", "HA"]}
    bench = Bench(situation("contact", state=state, K={"hex": "0510"}))
    assert breach(bench.table, bench.unit("K")) == ""
    contact = Bench(situation("contact", K={"hex": "0504"}))
    assert breach(contact.table, contact.unit("K")) == "5.22"


@covers("rdf", "5.23", "5.62")
def test_battalion_assets_have_no_frontage_but_keep_to_the_deviation() -> None:
    """In contact 3 from the axis: 0803 is, 0903 is not."""
    inside = Bench(situation("contact", G={"hex": "0803"}))
    assert breach(inside.table, inside.unit("G")) == ""
    outside = Bench(situation("contact", G={"hex": "0903"}))
    assert breach(outside.table, outside.unit("G")) == "5.12"


@covers("rdf", "5.3", "5.31", "5.32")
@pytest.mark.parametrize(("unit", "hex", "case"), [("B", "0521", ""), ("X", "0530", "")])
def test_depth_is_measured_from_the_battalion_headquarters(unit: str, hex: str, case: str) -> None:
    """H at 0506, depth 15: 0521 is fifteen away; reconnaissance is exempt."""
    bench = Bench(situation("march", **{unit: {"hex": hex, "company": 0}}))
    assert breach(bench.table, bench.unit(unit)) == case
    beyond = Bench(situation("march", B={"hex": "0522", "company": 0}))
    assert breach(beyond.table, beyond.unit("B")) == "5.31"


@covers("rdf", "5.31")
def test_without_a_headquarters_on_the_map_depth_is_measured_from_the_entry() -> None:
    """Entry 0501: 0516 is fifteen away, 0517 sixteen."""
    gone = {"hex": "", "status": ["destroyed"]}
    for hex, case in (("0516", ""), ("0517", "5.31")):
        bench = Bench(situation("march", H=gone, B={"hex": hex, "company": 0}))
        assert breach(bench.table, bench.unit("B")) == case


@covers("rdf", "5.51", "5.5")
def test_in_deliberate_defense_a_headquarters_goes_four_hexes() -> None:
    bench = moving("dug-in", "US A", *[f"US 05{row:02}" for row in (4, 3, 2, 1)])
    assert bench.offers == ["pass"]
    assert bench.refusal("0601").startswith("5.51")
    other = moving("dug-in", "US B", *[f"US 05{row:02}" for row in (5, 4, 3, 2)])
    assert "0501" in other.offers


@covers("rdf", "9.63", "9.62")
def test_whoever_does_not_move_in_deliberate_defense_digs_in_even_if_it_has_fired() -> None:
    bench = moving("dug-in", "US B", "US 0505", "US pass", "US pass")
    bench.begin(lambda table: renew_assaults(table, US)).hold()
    assert [bench.is_(unit, "no act") for unit in "ABC"] == [True, False, True]
    state = {**situation("dug-in").state, "formation": ["HD", "HA"]}
    other = moving(situation("dug-in", state=state), "US pass")
    other.begin(lambda table: renew_assaults(table, US)).hold()
    assert [other.is_(unit, "no act") for unit in "ABC"] == [True, True, False]


@covers("rdf", "5.52")
def test_after_a_change_units_outside_come_back_as_fast_as_they_can() -> None:
    """A is six from the axis, three beyond; 11 points are five hexes, so it can get inside and must."""
    bench = Bench("astray").begin(movement).hold()
    assert "pass" not in bench.offers
    assert bench.refusal("pass").startswith("5.64")
    bench.answer("US A")
    assert "pass" not in bench.offers
    bench.answer("US 1010").hold().answer("US 0910").hold()
    assert "pass" not in bench.offers
    bench.answer("US 0810").hold()
    assert "pass" in bench.offers
    # Suppressed men on foot cannot, so nobody waits for them.
    bench.answer("US pass")
    assert "pass" in bench.offers


# ---- the change


@covers("rdf", "5.4", "5.41", "5.43")
def test_a_change_of_formation() -> None:
    """Rating 1, one enemy sighted: column 1."""
    bench = Bench("change", 3, 3).begin(lambda table: change_formation(table, US))
    assert bench.offers == ["pass", "AM", "HA", "HD"]
    assert bench.refusal("DA").startswith("5.41")
    # The chart: at rating 1 a roll of 6 succeeds and 7 does not.
    bench.answer("US HD")
    assert bench.table.state.formation[US] == HD
    other = Bench("change", 3, 4).begin(lambda table: change_formation(table, US)).answer("US HD")
    assert other.table.state.formation[US] == MC


@covers("rdf", "5.42")
def test_without_a_sighting_no_change_is_tried() -> None:
    bench = Bench(situation("change", T1={"sighted_by": []})).begin(lambda t: change_formation(t, US))
    assert bench.offers == ["pass"]
    assert bench.refusal("HA").startswith("5.42")


@covers("rdf", "5.41")
@pytest.mark.parametrize(
    ("now", "after"),
    [
        (AM, {MC, HD}),
        (MC, {AM, HA, HD}),
        (HA, {MC, DA, HD}),
        (DA, {HA, HD}),
        (HD, {MC, HA, DD}),
        (DD, {HD}),
    ],
)
def test_deliberate_assault_does_not_lead_to_deliberate_defense(now: int, after: set[int]) -> None:
    bench = Bench("change")
    bench.table.state.formation[US] = now
    bench.begin(lambda table: change_formation(table, US))
    ask = bench.ask
    assert {option for option in ask.options if option is not None} == after  # type: ignore[union-attr]


@covers("rdf", "5.44", "5.45")
def test_sightings_shift_the_column_and_losses_change_the_roll() -> None:
    """Rating 1, 7 never succeeds, 6 and 8 do; one unit lost makes it a success."""
    bench = Bench("change")
    assert change_odds(bench.table, US).of((3, 4)) == "unchanged"
    one_lost = Bench(situation("change", A={"hex": "", "status": ["destroyed"]}))
    assert change_odds(one_lost.table, US).of((3, 4)) == "changed"


@covers("rdf", "5.46", "5.47", "7.4")
def test_what_has_been_sighted() -> None:
    """B hides behind the ridge, M is six hexes away on foot, N eleven; the marker beside A is seen: one."""
    bench = Bench("lookout")
    survey(bench.table, US)
    assert sighted_by(bench.table, US) == 1
    assert bench.table.state.sighted == [0, 0, 0, 0]
    near = Bench(situation("lookout", M={"hex": "0804"}))
    survey(near.table, US)
    # A unit sighted: the markers count nothing any more.
    assert sighted_by(near.table, US) == 1
    assert near.table.state.sighted[near.unit("M")] == 1


@covers("rdf", "5.47", "8.33")
def test_suppressed_units_sight_nothing_in_the_command_phase() -> None:
    bench = Bench(situation("lookout", M={"hex": "0804"}, A={"suppressed_by": ["USSR"]}))
    bench.begin(lambda table: conform(table, US))
    assert bench.table.state.sighted[bench.unit("M")] == 0


@covers("rdf", "5.47")
def test_a_unit_is_sighted_as_it_moves_into_view() -> None:
    bench = Bench(situation("lookout", B={"hex": "0805"})).begin(lambda t: movement(t, USSR)).hold()
    bench.answer("USSR M", "USSR 0904").hold()
    assert any("has sighted" in words for words in bench.told(US))
    assert not any(words.startswith("US has sighted") for words in bench.told(USSR))


# ---- conformity


@covers("rdf", "5.64")
def test_who_is_still_out_of_formation_a_command_phase_later_routs() -> None:
    """Frontage 3: B is six from A, C two; D violates only now and has until the next Command Phase."""
    bench = Bench("stragglers").begin(lambda table: conform(table, US))
    assert [bench.is_(unit, "routed") for unit in "BCD"] == [True, False, False]
    bench.begin(lambda table: attach_headquarters(table, US))
    late = [bool(bench.table.state.flags[bench.unit(unit)] & LATE) for unit in "ABCD"]
    assert late == [False, True, False, True]


@covers("rdf", "5.64", "5.6")
def test_what_was_out_of_formation_before_the_phase_began_is_excused() -> None:
    bench = Bench("stragglers").begin(lambda table: begin_movement(table, US))
    excused = [bool(bench.table.state.flags[bench.unit(unit)] & EXCUSED) for unit in "ABCD"]
    assert excused == [False, True, False, True]


# ---- the battalion headquarters


@covers("rdf", "5.63")
def test_the_hidden_headquarters_may_change_its_host_in_the_same_hex() -> None:
    """B is a company unit beside I; the artillery is none, and C is elsewhere."""
    bench = Bench("hidden-hq").begin(lambda table: attach_headquarters(table, US))
    assert bench.offers == ["pass", "B"]
    assert bench.refusal("G").startswith("5.63")
    bench.answer("US B")
    assert bench.table.state.host[US] == bench.unit("B")
    assert bench.table.state.hexes[bench.unit("H")] == HIDDEN
    assert not any("rides" in words for words in bench.told(USSR))


@covers("rdf", "5.63")
def test_its_host_goes_nowhere_that_it_could_not_go() -> None:
    """The cliff north of 0505 is no obstacle to men on foot, but to the headquarters that rides with them."""
    assert "0504" not in moving("hidden-hq", "US I", "US ").offers
    free = situation("hidden-hq", I={"status": []}, B={"status": ["battalion hq aboard"]})
    assert "0504" in moving(free, "US I", "US ").offers


@covers("rdf", "5.63", "5.31")
def test_it_leaves_the_map_with_its_host() -> None:
    bench = moving(
        situation(
            "way-out",
            A={"status": ["battalion hq aboard"]},
            X={"type": "Bn HQ", "status": ["hidden"], "left": 0},
        ),
        "US A",
        "US exit",
    )
    assert bench.table.state.left[bench.unit("X")] == 2


# ---- helicopters


@covers("rdf", "14.25", "14.21")
def test_altitude_changes_in_the_command_phase_once_for_each_helicopter() -> None:
    bench = Bench("flight").begin(lambda table: set_altitudes(table, US))
    assert "H at medium" in bench.offers
    assert bench.refusal("R at high").startswith("14.25")
    bench.answer("US H at high")
    assert bench.table.state.altitude[bench.unit("H")] == 2
    assert not any(offer.startswith("H ") for offer in bench.offers)
    bench.answer("US K at nape")
    assert bench.over
