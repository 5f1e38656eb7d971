"""Indirect fire: spotters, effectiveness, impact, suppression, smoke, ammunition [8.0]."""

from fractions import Fraction

import pytest
from tests.rdf.situations import US, Bench, situation

from sandtable.engine.cases import covers
from sandtable.games.rdf.impacts import impact_odds
from sandtable.games.rdf.indirect import indirect_fire_phase, remove_markers
from sandtable.games.rdf.state import SPENT
from sandtable.games.rdf.vision import spotted
from sandtable.games.rdf.watch import sees_hex

FACES = range(1, 7)


def fire_phase(bench: Bench, side: int = US) -> Bench:
    """A player's Indirect Fire Phase, after the markers."""
    return bench.begin(lambda table: indirect_fire_phase(table, side))


@covers("rdf", "8.0")
@pytest.mark.parametrize("die", FACES)
def test_five_and_six_are_ineffective(die: int) -> None:
    """On 1 to 4 the marker stays and each unit rolls; on 5 and 6 nothing more is rolled."""
    dice = (die, 6, 6, 6) if die <= 4 else (die,)
    bench = fire_phase(Bench("barrage", *dice))
    bench.answer("US G: shells")
    ask = bench.ask
    assert ask is not None
    bench.answer("US 0525")
    assert bench.offers == ["pass"]
    assert bench.is_("G", "fired", "inactive")
    assert len(bench.table.state.mark_hex) == int(die <= 4)


@covers("rdf", "8.0", "8.5", "8.3")
def test_every_unit_in_the_hex_is_rolled_for() -> None:
    """Medium: class B is hit on 1, suppressed to 4; class E on 2 and 4; class G on 3 and 5."""
    bench = fire_phase(Bench("barrage", 1, 4, 2, 6)).answer("US G: shells", "US 0525")
    assert [bench.hits(name) for name in "TVS"] == [0, 1, 0]
    assert [bench.suppressed(name) for name in "TVS"] == [True, True, False]


@covers("rdf", "8.5", "9.63")
@pytest.mark.parametrize(
    ("terrain", "dug", "shift"), [("clear", 0, 0), ("village", 0, 1), ("cultivated", 1, 2)]
)
def test_cover_and_digging_in_add_up(terrain: str, dug: int, shift: int) -> None:
    waiting = {"status": ["no act"]} if dug else {}
    kept = {"formation": ["HA", "DD"]}
    bench = Bench(situation("barrage", board={"terrain": {"0525": terrain}}, state=kept, V=waiting))
    found = impact_odds(bench.table, "M", bench.unit("V"))
    assert found.chance("hit") == Fraction(sum(die + shift <= 2 for die in FACES), 6)
    assert found.chance("suppressed") == Fraction(sum(2 < die + shift <= 4 for die in FACES), 6)


@covers("rdf", "8.12", "8.15", "8.16")
def test_mortars_do_not_fire_into_the_next_hex() -> None:
    bench = fire_phase(Bench("mortars")).answer("US P: shells")
    assert not {"0505", "0506", "0504"} & {*bench.offers}
    assert "0507" in bench.offers
    assert bench.refusal("0506").startswith("8.12: ")


@covers("rdf", "8.0", "8.33", "8.11")
def test_a_spotter_must_see_the_hex_and_not_be_suppressed() -> None:
    """A ridge hides the target from the battery; the tank beside it sees it until it is suppressed."""
    ridge = {"level": {f"{column:02}10": 3 for column in range(1, 10)}}
    seen = fire_phase(Bench(situation("barrage", board=ridge))).answer("US G: shells")
    assert "0525" in seen.offers
    blind = situation("barrage", board=ridge, O={"suppressed_by": ["USSR"]})
    bench = fire_phase(Bench(blind)).answer("US G: shells")
    assert "0525" not in bench.offers
    assert bench.refusal("0525").startswith("8.0: 0525: no unsuppressed friendly unit sees")


@covers("rdf", "8.32", "8.11", "9.21")
@pytest.mark.parametrize(
    ("line", "case"),
    [
        ({"suppressed_by": ["USSR"]}, "8.32"),
        ({"status": ["fired"]}, "9.11"),
        ({"status": ["inactive"]}, "9.21"),
    ],
)
def test_who_may_not_fire_is_told_why(line: dict[str, object], case: str) -> None:
    bench = fire_phase(Bench(situation("barrage", G=line, state={"strikes": [1, 0], "strikes_from": [1, 1]})))
    assert bench.offers == ["pass", "air strike"]
    assert bench.refusal("G: shells").startswith(f"{case}: G ")


@covers("rdf", "8.2", "8.43")
def test_fire_that_was_effective_may_be_kept_up_without_a_roll() -> None:
    """In the next Game-Turn only, at the same hex, with new dice for each unit."""
    last = situation("barrage", G={"aim": "0525", "aim_turn": 2})
    bench = fire_phase(Bench(last, 6, 6, 6)).answer("US G: again")
    assert bench.offers == ["pass"]
    assert bench.table.state.aimed[bench.unit("G")] == 2 * 3
    old = fire_phase(Bench(situation("barrage", G={"aim": "0525", "aim_turn": 1})))
    assert old.offers == ["pass", "G: shells", "G: smoke"]
    assert old.refusal("G: again").startswith("8.2: G had no effective mission")
    smoky = fire_phase(Bench(situation("barrage", G={"aim": "0525", "aim_turn": 2, "aim_smoke": True})))
    smoky.answer("US G: again")
    assert smoky.table.state.mark_smoke == [1]


@covers("rdf", "8.13")
def test_rockets_have_two_missions_and_go() -> None:
    """Not nearer than five hexes, no smoke, and gone after the second, without being destroyed."""
    bench = fire_phase(Bench("rockets", 6), 0)
    assert "R: smoke" not in bench.offers
    assert bench.refusal("R: smoke").startswith("8.4: ")
    bench.answer("USSR R: shells")
    assert bench.refusal("0506").startswith("8.13: ")
    assert "0507" in bench.offers
    bench.answer("USSR 0509")
    assert bench.table.state.hexes[bench.unit("R")] == SPENT


@covers("rdf", "8.14", "14.31")
def test_a_hind_has_one_mission_and_may_be_fired_at_after_it() -> None:
    """M-163: rating 3, a Hind's agility 1 low over the ground: 1 or 2."""
    bench = fire_phase(Bench("rockets", 6, 1), 0).answer("USSR H: shells", "USSR 0509")
    assert bench.question == "US helicopter-fired"
    assert bench.chance("Z at H, air defence") == Fraction(2, 6)
    bench.answer("US Z at H, air defence")
    assert bench.gone("H")
    again = fire_phase(Bench(situation("rockets", H={"missions": 1})), 0)
    assert again.refusal("H: shells").startswith("8.14: ")


@covers("rdf", "8.4", "8.41", "8.42")
def test_smoke_hides_and_hurts_nobody() -> None:
    bench = fire_phase(Bench("barrage", 4)).answer("US G: smoke", "US 0523").hold()
    assert bench.table.state.mark_smoke == [1]
    assert not any(bench.suppressed(name) for name in "TVS")
    scene = bench.table.scene
    found = spotted(bench.table, US, scene.measure.everywhere)
    assert not found >> scene.hex("0525") & 1, "nobody sees through smoke"
    assert found >> scene.hex("0523") & 1, "the M-60 sees into it"


def test_the_hexes_spotted_are_those_that_some_unit_sees() -> None:
    """The quick way round smoke and the single lines agree, over every hex of the map."""
    for smoke in ("0508", "0521", "0520", "0622"):
        marks = [
            {"hex": smoke, "side": "USSR", "smoke": True},
            {"hex": "0514", "side": "USSR", "smoke": True},
        ]
        bench = Bench(situation("barrage", state={"markers": marks}))
        found = spotted(bench.table, US, bench.table.scene.measure.everywhere)
        for hex in range(bench.table.scene.board.count):
            seen = any(sees_hex(bench.table, bench.unit(name), hex) for name in "GO")
            assert (found >> hex & 1 > 0) == seen


@covers("rdf", "8.0", "8.31", "8.34")
def test_the_markers_of_a_side_come_off_in_its_own_phase() -> None:
    both = situation("barrage", T={"suppressed_by": ["US"]}, O={"suppressed_by": ["USSR"]})
    bench = Bench(both).begin(lambda table: remove_markers(table, US))
    assert bench.over
    assert not bench.suppressed("T")
    assert bench.suppressed("O")


@covers("rdf", "12.13", "5.63")
def test_passengers_share_what_falls_and_a_hidden_headquarters_comes_to_light() -> None:
    """E rides with the headquarters: a hit on it shows the counter, which the shell did not hurt."""
    guns = [
        *situation("company").unit,
        {"name": "G", "side": "USSR", "type": "D-30", "hex": "1510"},
    ]
    bench = fire_phase(Bench(situation("company", unit=guns), 1, 1), 1).answer("USSR G: shells", "USSR 1515")
    assert bench.hits("E") == 1
    assert bench.where("H") == "1515"
    assert bench.hits("H") == 0
    assert any("H is found in 1515" in line for line in bench.told(1))
