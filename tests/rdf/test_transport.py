"""Carriers and passengers: mounting, dismounting, what it costs and what it does [12.0]."""

from tests.rdf.situations import Bench, situation
from tests.rdf.test_movement import movement, moving

from sandtable.engine.cases import covers


@covers("rdf", "12.0", "12.1", "12.11", "12.12")
def test_mounting_costs_two_points_and_four() -> None:
    """The infantry becomes inactive; the carrier stays active, for four of 14 are less than half."""
    bench = moving("carriers", "US V", "US ", "US mount I on V")
    state = bench.table.state
    assert (state.spent[bench.unit("I")], state.spent[bench.unit("V")]) == (4, 8)
    assert bench.is_("I", "inactive")
    assert not bench.is_("V", "inactive")
    bench.answer("US 0504").hold()
    assert bench.where("I") == "0504"


@covers("rdf", "12.11", "6.21")
def test_a_passenger_shares_the_status_of_its_carrier() -> None:
    """Four clear hexes are 8 of 14 points."""
    bench = moving("carriers", "US W", "US 0708", "US 0709", "US 0710")
    assert not bench.is_("J", "inactive")
    bench.answer("US 0711").hold()
    assert bench.is_("J", "inactive", "moved")


@covers("rdf", "12.12", "6.23")
def test_who_has_dismounted_goes_one_more_hex_without_hasty_fire() -> None:
    """Two of three points gone: one hex, also one with an enemy in it, and no shot."""
    bench = moving("carriers", "US W", "US 0706", "US dismount from W", "US pass", "US J")
    assert bench.is_("J", "inactive")
    assert "fire" not in bench.offers
    assert "0705" in bench.offers
    bench.answer("US 0705").hold()
    assert not [offer for offer in bench.offers if offer.isdigit()]


@covers("rdf", "12.12")
def test_both_must_be_in_the_same_hex() -> None:
    bench = moving("carriers", "US W")
    assert not [offer for offer in bench.offers if offer.startswith("mount")]
    assert bench.refusal("mount I on W").startswith("12.11")


@covers("rdf", "12.18")
def test_a_carrier_takes_one_platoon() -> None:
    position = situation("carriers", I={"hex": "0707"})
    assert "mount I on W" not in moving(position, "US W", "US ").offers


@covers("rdf", "12.16")
def test_infantry_without_carriers_rides_tanks() -> None:
    """The tank costs it nothing else; while a carrier of its company lives it may not."""
    assert "mount I on T" in moving("tank-riders", "US T", "US ").offers
    alive = situation("tank-riders", V={"hex": "1010", "status": []})
    assert "mount I on T" not in moving(alive, "US T", "US ").offers
    assert "mount I on T" not in moving("carriers", "US T", "US ").offers


@covers("rdf", "12.11", "9.35", "6.41")
def test_mounting_under_the_eyes_of_the_enemy_draws_fire() -> None:
    bench = Bench(situation("carriers", R={"status": []}))
    bench.begin(movement).answer("US V", "US ", "US mount I on V")
    assert bench.question == "USSR opportunity-fire"


@covers("rdf", "8.31")
def test_suppressed_infantry_neither_mounts_nor_dismounts() -> None:
    bench = moving(situation("carriers", I={"suppressed_by": ["USSR"]}), "US V")
    assert "mount I on V" not in bench.offers
