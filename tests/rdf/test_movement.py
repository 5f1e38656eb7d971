"""Movement, stacking and entering: what it costs, what it forbids, and what it does to a unit."""

from random import Random

import pytest
from tests.rdf.situations import US, USSR, Bench, situation

from sandtable.engine import Driver, Position
from sandtable.engine.asks import random_answer
from sandtable.engine.cases import covers
from sandtable.engine.dice import seeded
from sandtable.games.rdf import game
from sandtable.games.rdf.movement import begin_movement, movement_segments, renew_assaults
from sandtable.games.rdf.moves import Step
from sandtable.games.rdf.queries import reach
from sandtable.games.rdf.scene import Play
from sandtable.games.rdf.sequence import unit_status
from sandtable.games.rdf.state import EXITED, MEDIUM


async def movement(table: Play, side: int = US) -> None:
    """A Movement Phase up to its last segment."""
    await begin_movement(table, side)
    await movement_segments(table, side)


def moving(position: Position | str, *answers: str, dice: tuple[int, ...] = ()) -> Bench:
    """A bench on which the first player moves."""
    bench = Bench(position, *dice).begin(movement)
    for answer in answers:
        bench.hold().answer(answer)
    return bench.hold()


def cost(bench: Bench, unit: str, hex: str) -> str | None:
    """What the cheapest way to a hex costs a unit, in points; None if it cannot get there."""
    scene = bench.table.scene
    return reach(bench.table, bench.unit(unit)).get(scene.hex(hex))


@covers("rdf", "6.16", "6.0", "6.1")
def test_the_terrain_effects_chart() -> None:
    """Class C tank: road 1/2, clear 2, broken 5, cultivated 4, village 1; truck: clear 3; foot: 1."""
    bench = Bench("road")
    assert [cost(bench, "T", hex) for hex in ("0504", "0604", "0405")] == ["0.5", "2", "1"]
    assert cost(bench, "T", "0605") == "5"
    # By road to 0506 and over the field: 0.5 + 4.
    assert cost(bench, "T", "0606") == "4.5"
    assert cost(bench, "G", "0511") == "0.5"
    assert cost(bench, "G", "0609") == "3"
    assert cost(bench, "I", "0508") == "1"
    assert cost(bench, "I", "0506") == "3"
    assert cost(bench, "I", "0505") is None


@covers("rdf", "6.11", "6.13")
def test_points_are_spent_hex_by_hex_and_not_saved() -> None:
    """Eleven points are five clear hexes and a point that buys none."""
    steps = ["US 0605", "US 0706", "US 0806", "US 0907", "US 1007"]
    position = situation("road", board={"paths": []})
    bench = moving(position, "US T", *[step.replace("0605", "0604") for step in steps][:1])
    assert bench.where("T") == "0604"
    bench.answer("US 0704", "US 0803", "US 0903", "US 1002")
    assert bench.offers == ["pass"]
    assert bench.refusal("1101").startswith("6.11")
    bench.answer("US pass")
    assert "T" not in bench.offers
    assert bench.refusal("T").startswith("6.13")


@covers("rdf", "6.15", "6.22", "6.2")
def test_cliffs() -> None:
    """The paved road climbs, the track does not; men on foot pay 1 + 2, up a gentle slope 1 + 1."""
    bench = Bench("terrace")
    # Half a point of road and one for height.
    assert cost(bench, "P", "0304") == "1.5"
    assert cost(bench, "Q", "0704") != "3"
    assert cost(bench, "I", "0504") == "3"
    assert cost(bench, "J", "0503") == "2"
    assert cost(bench, "J", "0505") == "1"
    # A helicopter nape-of-earth: 1 for the ground, 1 for the cliff.
    assert cost(bench, "H", "0604") == "2"


@covers("rdf", "6.15")
def test_a_cliff_is_refused_with_its_case() -> None:
    bench = moving("terrace", "US Q")
    assert "0704" not in bench.offers
    assert bench.refusal("0704").startswith("6.15")


@covers("rdf", "6.14", "6.42", "9.2", "9.21")
@pytest.mark.parametrize(
    ("unit", "steps", "inactive"),
    [
        ("I", ["0504"], False),
        ("I", ["0504", "0503"], True),
        ("T", ["0706", "0705"], False),
        ("T", ["0706", "0705", "0704"], True),
        ("V", ["0908", "0907", "0906"], False),
        ("V", ["0908", "0907", "0906", "0905"], True),
    ],
)
def test_more_than_half_makes_inactive(unit: str, steps: list[str], inactive: bool) -> None:
    """MA 3: up to 1; MA 11: up to 5 1/2, so two clear hexes; MA 14: up to 7, so three."""
    bench = moving("halfway", f"US {unit}", *[f"US {hex}" for hex in steps])
    assert bench.is_(unit, "inactive") == inactive


@covers("rdf", "9.22")
def test_inactive_units_turn_active_at_the_end_of_the_enemys_turn() -> None:
    bench = Bench(situation("halfway", I={"status": ["inactive"]}, T={"status": ["inactive", "routed"]}))
    bench.begin(lambda table: unit_status(table, USSR))
    assert not bench.is_("I", "inactive")
    assert bench.is_("T", "inactive")


@covers("rdf", "6.3", "6.32", "6.34", "6.35")
def test_three_vehicles_to_a_hex() -> None:
    """A fourth may pass through and not stay; infantry counts apart."""
    bench = moving("crowd", "US D", "US ", "US 0506")
    assert "0505" in bench.offers
    bench.answer("US 0505")
    assert "pass" not in bench.offers
    assert bench.refusal("pass").startswith("5.64") or "stacking" in bench.refusal("pass")
    bench.answer("US 0504").hold()
    assert "pass" in bench.offers
    bench.answer("US pass", "US I", "US 0506", "US 0505")
    assert bench.offers[0] == "pass"


@covers("rdf", "6.31")
def test_two_helicopters_to_a_hex() -> None:
    units = {
        name: {"type": "AH-1S", "hex": hex}
        for name, hex in (("A", "0505"), ("B", "0505"), ("C", "0404"), ("D", "0506"))
    }
    bench = moving(situation("crowd", **units), "US D", "US 0505")
    assert "pass" not in bench.offers


@covers("rdf", "6.13")
def test_units_from_one_hex_go_together_or_apart() -> None:
    """Who has gone alone from 0505 to 0504 cannot be joined there by another from 0505."""
    bench = moving("crowd", "US A", "US ", "US 0504", "US pass", "US B")
    assert bench.question == "US companions"
    bench.answer("US ", "US 0504").hold()
    assert "pass" not in bench.offers
    together = moving("crowd", "US A", "US B", "US 0504", "US pass")
    assert together.where("A") == together.where("B") == "0504"


@covers("rdf", "6.13", "6.3")
def test_a_stack_is_no_more_than_a_hex_holds() -> None:
    position = situation("crowd", D={"hex": "0505"}, C={"hex": "0505"})
    four = [{**line, "hex": "0505"} if line["name"] == "I" else line for line in position.unit]
    for line in four:
        if line["name"] == "D":
            line["hex"] = ""
    bench = Bench(situation("crowd")).begin(movement)
    bench.answer("US A")
    bench.answer("US B; C")
    assert [bench.table.scene.units[unit] for unit in bench.table.state.moving] == ["A", "B", "C"]


@covers("rdf", "6.13")
def test_a_stack_goes_as_far_as_its_poorest_and_may_leave_some_behind() -> None:
    bench = moving("crowd", "US D", "US I", "US 0606")
    assert "leave behind I" in bench.offers
    bench.answer("US leave behind I").hold()
    bench.answer("US 0706", "US pass")
    assert (bench.where("I"), bench.where("D")) == ("0606", "0706")


@covers("rdf", "6.44", "10.11", "14.22")
def test_who_may_go_among_enemies() -> None:
    """A tank may; a routed one and helicopters may not; nobody goes under a helicopter alone."""
    bench = moving("meeting", "US A")
    assert "0605" in bench.offers
    assert bench.refusal("0504").startswith("6.44")
    assert "0605" not in moving("meeting", "US B").offers
    assert "0605" not in moving("meeting", "US H").offers


@covers("rdf", "6.44", "6.4", "10.27")
def test_entering_an_enemys_hex_ends_the_move_with_an_assault() -> None:
    """Three rounds without a hit, then the tank is done for this turn."""
    bench = Bench("meeting", *[6] * 12).begin(movement).hold().answer("US A", "US 0605").hold()
    assert any("assaults 0605" in words for words in bench.told())
    assert bench.question == "US pick-mover"
    assert bench.is_("A", "inactive", "done")


@covers("rdf", "6.45", "9.62")
def test_nobody_has_to_move_and_who_does_not_is_marked() -> None:
    bench = moving("halfway", "US T", "US 0706", "US pass", "US pass")
    bench.begin(lambda table: renew_assaults(table, US)).hold()
    assert [bench.is_(unit, "no act") for unit in "ITV"] == [True, False, True]


@covers("rdf", "6.12", "6.41")
def test_only_the_moving_side_moves_and_each_hex_may_draw_fire() -> None:
    """The enemy tank at 1212 sees the hex that is entered."""
    bench = Bench(situation("crowd", R={"status": [], "hex": "0511"})).begin(movement)
    assert "R" not in bench.offers
    assert bench.refusal("R").startswith("6.12")
    bench.answer("US D", "US ", "US 0508")
    assert bench.question == "USSR opportunity-fire"
    bench.answer("USSR pass")
    assert bench.question == "US step"


@covers("rdf", "6.21", "6.23", "8.31", "8.3", "13.13")
def test_men_on_foot_always_go_one_hex_unless_suppressed() -> None:
    """Up the cliff 3 points; routed men have 1 1/2 and go it as their only hex."""
    bench = moving("broken-march", "US J", "US ")
    assert "0504" in bench.offers
    bench.answer("US 0504").hold()
    assert not [offer for offer in bench.offers if offer.isdigit()]
    assert "S" not in moving("broken-march").offers
    assert moving("broken-march").refusal("S").startswith("8.31")


@covers("rdf", "8.34")
def test_suppression_does_not_hold_vehicles() -> None:
    assert "T" in moving(situation("halfway", T={"suppressed_by": ["USSR"]})).offers


@covers("rdf", "13.13")
def test_routed_units_have_half_their_allowance() -> None:
    """5 1/2 points: two clear hexes."""
    bench = Bench(situation("halfway", T={"status": ["routed", "inactive"]}))
    assert cost(bench, "T", "0705") == "4"
    assert cost(bench, "T", "0704") is None


# ---- onto the map


@covers("rdf", "3.26", "3.21")
def test_only_reconnaissance_comes_in_the_first_turn_and_with_half_inactive() -> None:
    """Twenty points halved: ten, half a point a road hex, so twenty hexes with the first."""
    bench = moving("first-turn")
    assert [offer for offer in bench.offers if offer != "pass"] == ["X"]
    assert bench.refusal("T").startswith("3.21")
    bench.answer("US X", "US 1201").hold()
    assert bench.is_("X", "inactive")
    assert cost(bench, "X", "1220") == "9.5"
    assert cost(bench, "X", "1221") is None


@covers("rdf", "3.26")
def test_with_the_full_allowance_it_may_stay_active() -> None:
    state = {**situation("first-turn").state, "half": [0, 0]}
    bench = moving(situation("first-turn", state=state), "US X", "US 1201")
    assert not bench.is_("X", "inactive")


@covers("rdf", "12.15")
def test_infantry_comes_mounted_or_on_foot() -> None:
    """Mounted it comes with its carrier; set down off the map it costs nothing."""
    bench = moving("arrival", "US V", "US ", "US 1201")
    assert (bench.where("V"), bench.where("I")) == ("1201", "1201")
    on_foot = moving("arrival", "US V", "US ", "US dismount from V", "US 1201", "US pass")
    assert (on_foot.where("V"), on_foot.where("I")) == ("1201", "")
    assert "I" in on_foot.offers


@covers("rdf", "3.24")
def test_in_hasty_assault_a_force_comes_ten_hexes_to_either_side() -> None:
    """The entry is 1201: from 0201 to 2201; by broken ground at 1001 too."""
    state = {**situation("arrival").state, "formation": ["HA", "HA"]}
    bench = moving(situation("arrival", state=state), "US T", "US ")
    hexes = [offer for offer in bench.offers if offer.isdigit()]
    assert sorted(hexes) == [f"{column:02}01" for column in range(2, 23)]
    narrow = moving("arrival", "US T", "US ")
    assert [offer for offer in narrow.offers if offer.isdigit()] == ["1201"]


@covers("rdf", "14.21", "14.2")
def test_a_helicopter_comes_at_the_altitude_of_its_choice() -> None:
    bench = moving("arrival", "US H", "US ", "US H at medium", "US 1201")
    assert bench.table.state.altitude[bench.unit("H")] == MEDIUM


# ---- helicopters


@covers("rdf", "14.22", "14.23", "14.24")
def test_what_helicopters_pay() -> None:
    """Nape-of-earth a village costs 2 points; above it each hex costs 1."""
    bench = Bench("flight")
    assert cost(bench, "H", "0506") == "2"
    assert cost(bench, "H", "0507") == "3"
    assert cost(Bench(situation("flight", H={"altitude": "high"})), "H", "0506") == "1"


@covers("rdf", "14.23")
def test_above_nape_of_earth_enemies_are_overflown_but_not_joined() -> None:
    bench = moving("flight", "US K", "US 0906")
    assert bench.where("K") == "0906"
    assert "pass" not in bench.offers
    bench.answer("US 0907").hold()
    assert "pass" in bench.offers


# ---- off the map


@covers("rdf", "15.11", "15.16", "15.1")
def test_units_leave_by_their_exit_under_orders_to_exit() -> None:
    bench = moving("way-out", "US A")
    assert "exit" in bench.offers
    elsewhere = moving("way-out", "US B")
    assert elsewhere.refusal("exit").startswith("15.16")
    bench.answer("US exit")
    assert bench.table.state.hexes[bench.unit("A")] == EXITED
    assert bench.table.state.left[bench.unit("A")] == 2
    # Its company has B left, which is headquarters from now on.
    assert bench.question == "US name-headquarters"
    bench.answer("US B").hold()
    assert bench.table.state.chief[0] == bench.unit("B")


@covers("rdf", "15.12", "15.16")
def test_under_orders_to_reduce_the_rest_leaves_by_the_entry_or_the_flank() -> None:
    """0701 lies two hexes from the road, within a deviation of three; the exit hex is no way out."""
    assert "exit" in moving("reduce", "US A").offers
    assert "exit" in moving(situation("reduce", A={"hex": "0501"}), "US A").offers
    far = moving(situation("reduce", A={"hex": "1101"}))
    assert "exit" not in far.answer("US A").hold().offers
    alive = moving(situation("reduce", T3={"status": [], "hex": "1211"}), "US A")
    assert "exit" not in alive.offers


@covers("rdf", "10.0")
def test_locked_units_may_move_off_under_fire() -> None:
    """The enemy in the hex may fire before the first step."""
    bench = Bench(situation("locked", R={"status": []}), 6).begin(movement).hold()
    bench.answer("US A", "US 0504")
    assert bench.question == "USSR opportunity-fire"
    bench.answer("USSR pass").hold()
    assert bench.where("A") == "0504"


@covers("rdf", "10.0")
def test_locked_units_that_stay_fight_again() -> None:
    bench = Bench("locked", *[6] * 12).begin(lambda table: renew_assaults(table, US)).hold()
    assert any("assaults 0505" in words for words in bench.told())
    assert bench.over


@covers("rdf", "2.4", "6.0")
def test_the_game_reads_its_position_files() -> None:
    """Every position of these tests can be opened, written and read again."""
    scene, state = game.from_position(situation("arrival"))
    assert state.turn == 2
    assert scene.units[0] == "X"


def test_what_a_stack_finds_about_it_is_kept_only_while_it_holds() -> None:
    """In a random game every step on offer is one that a fresh look at the state offers as well."""
    driver, pick = Driver(game, *game.set_up("5", game.settled({})), seeded(3), keep=False), Random(3)
    driver.start()
    for _ in range(700):
        ask = driver.asks[0]
        if isinstance(ask, Step):
            assert [*ask.options] == [*Step(driver.table, ask.side).options]
        driver.answer(ask.side, random_answer(ask, pick.randrange))
