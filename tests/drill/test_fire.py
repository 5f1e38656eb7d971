"""Fire in Drill: who may fire at whom, the odds and the dice, return fire, standing orders [4.0]."""

from fractions import Fraction
from itertools import product

import pytest
from tests.drill.situations import (
    BLUE,
    NUMBERS,
    RED,
    Game,
    answer,
    asked,
    hit_number,
    play,
    situation,
    status,
    told,
    where,
    woods_at,
)

from sandtable.engine import Odds, Position, Refused, Unknown
from sandtable.engine.cases import covers
from sandtable.engine.events import Rolled
from sandtable.engine.orders import StandingOrder
from sandtable.games.drill import game

KINDS, DISTANCES, FACES = ("rifles", "gun"), range(1, 8), range(1, 7)


def odds(driver: Game, firer: str, target: str) -> Odds:
    return game.odds(driver.table, {"firer": firer, "target": target})


def sight(position: Position, start: str, end: str) -> tuple[bool, str, str]:
    """Whether the line is clear, and where and by which case it is not."""
    found = game.sight(play(position).table, {"from": start, "to": end})
    return found.clear, found.at, found.case


# Who sees whom


@covers("drill", "1.1")
def test_woods_between_stop_sight_both_ways() -> None:
    """In the copse the one hex between B1 and R1 is woods; without them the line is clear."""
    copse, open_ground = situation("copse"), situation("duel")
    assert sight(copse, "0506", "0504") == sight(copse, "0504", "0506") == (False, "0505", "1.1")
    assert sight(open_ground, "0506", "0504") == (True, "", "")


@covers("drill", "1.1")
def test_woods_at_the_ends_of_a_line_do_not_stop_it() -> None:
    """Whoever stands at the edge of a wood sees and is seen; into the next hex one always sees."""
    copse = situation("copse")
    assert sight(copse, "0505", "0501")[0]
    assert sight(copse, "0509", "0505")[0]
    assert sight(copse, "0505", "0504")[0]


@covers("drill", "1.1")
def test_a_line_between_two_hexes_is_stopped_if_both_are_woods() -> None:
    """From 0405 to 0606 the line runs along the side between 0505 and 0506, and crosses neither."""
    copse = situation("copse")
    assert sight(copse, "0405", "0606")[0]
    both = situation("copse", board=woods_at("0505", "0506"))
    assert not sight(both, "0405", "0606")[0]


@covers("drill", "1.1")
def test_on_the_field_sight_is_mutual() -> None:
    """For every pair of hexes of the printed map, by its table and by the single line."""
    scene = play(situation("last-turn", phase="stances")).table.scene
    hexes, sees = range(scene.board.count), scene.sees
    assert all(sees[a] >> b & 1 == sees[b] >> a & 1 for a in hexes for b in hexes)
    assert 0 < sum(line.bit_count() for line in sees) < scene.board.count**2


# The odds


@covers("drill", "1.2", "4.1")
@pytest.mark.parametrize(("kind", "distance"), [*product(KINDS, DISTANCES)])
def test_the_chart_gives_the_number_to_hit(kind: str, distance: int) -> None:
    """On that number or less of six; beyond 3 hexes rifles, and beyond 6 guns, cannot fire at all."""
    driver = play(situation("duel", B1={"type": kind, "hex": "0509"}, R1={"hex": f"05{9 - distance:02}"}))
    number = hit_number(kind, distance)
    assert (number > 0) == (distance <= {"rifles": 3, "gun": 6}[kind])
    if number:
        assert odds(driver, "B1", "R1").chances() == {
            "hit": Fraction(number, 6),
            "miss": Fraction(6 - number, 6),
        }
    else:
        with pytest.raises(Refused, match=rf"4\.1: R1 is too far for {kind}"):
            odds(driver, "B1", "R1")


def faces_that_hit(kind: str, distance: int, modifiers: int) -> int:
    """How many of a die's faces, with the modifiers added, come to the number of the chart or less."""
    return sum(face + modifiers <= hit_number(kind, distance) for face in FACES)


@covers("drill", "2.2", "4.1")
@pytest.mark.parametrize(("woods", "dug", "holds"), [*product((False, True), repeat=3)])
def test_modifiers_add_up_and_name_their_case(woods: bool, dug: bool, holds: bool) -> None:
    """Woods and trench of the target add one each, and a firer whose side holds takes one off."""
    wood = woods_at("0503") if woods else woods_at()
    target = {"status": ["dug in"]} if dug else {}
    applies = {"target in woods": woods, "target dug in": dug, "firer's side holds": holds}
    expected = [(why, NUMBERS["modifiers"][why], "4.1") for why, true in applies.items() if true]
    for kind, distance in product(KINDS, (1, 2, 3)):
        firer = {"type": kind, "hex": f"05{3 + distance:02}"}
        kept = {"stance": [int(holds), 0]}
        found = odds(play(situation("duel", board=wood, state=kept, B1=firer, R1=target)), "B1", "R1")
        assert [(one.why, one.amount, one.case) for one in found.modifiers] == expected
        hits = faces_that_hit(kind, distance, sum(amount for _, amount, _ in expected))
        assert found.chance("hit") == Fraction(hits, 6)


@covers("drill", "4.1", "4.2")
@pytest.mark.parametrize(("kind", "holds", "woods"), [*product(KINDS, (False, True), (False, True))])
def test_what_is_offered_is_what_the_dice_then_give(kind: str, holds: bool, woods: bool) -> None:
    """Blue comes within three hexes of R1, which fires: over the six faces it hits as often as was said."""
    wood = woods_at("0506") if woods else woods_at()
    kept, near = {"stance": [1, int(holds)]}, {"hex": "0507"}
    said, hits = Fraction(0), 0
    for face in FACES:
        driver = play(situation("duel", state=kept, board=wood, B1=near, R1={"type": kind}), face)
        answer(driver, "Blue B1", "Blue 0506")
        ask = driver.asks[0]
        said = ask.describe(ask.options[1]).chance
        assert ask.stakes() == said
        answer(driver, "Red R1")
        hits += where(driver, "B1") == ""
    assert said == Fraction(hits, 6) == Fraction(faces_that_hit(kind, 3, woods - holds), 6)


@covers("drill", "4.1", "4.2")
def test_return_fire_at_a_trench_in_the_woods_over_all_dice() -> None:
    """R1 has dug in in woods at 4 hexes from B3: a gun's 3, less 2, is a hit on 1. Both dice, all 36 ways.

    R1 hits B1 at 3 hexes on 4, or 5 as Red holds; B3's chance is one in six whatever became of B1.
    """
    wooded = situation("exchange", board=woods_at("0503"), R1={"status": ["dug in"]})
    lost = {"B1": 0, "R1": 0}
    for first, second in product(FACES, FACES):
        driver = play(wooded, first, second)
        answer(driver, "Blue B1", "Blue 0506", "Red R1", "Blue B3")
        for unit in lost:
            lost[unit] += where(driver, unit) == ""
    assert lost == {"B1": 5 * 6, "R1": 1 * 6}


@covers("drill", "1.1", "1.3", "4.1", "4.2", "4.4")
@pytest.mark.parametrize(
    ("name", "firer", "target", "reason"),
    [
        ("duel", "B1", "R1", r"4\.1: R1 is too far for rifles"),
        ("copse", "B1", "R1", r"1\.1: woods stop sight in 0505"),
        ("ambush", "B1", "R2", r"1\.3: this turns on something that Blue cannot know"),
        ("last-turn", "B1", "B2", r"4\.2: B1 and B2 are on one side"),
        ("last-turn", "B4", "R1", r"4\.4: B4 or R1 is off the board"),
    ],
)
def test_where_no_shot_can_be_there_are_no_odds_but_a_reason(
    name: str, firer: str, target: str, reason: str
) -> None:
    with pytest.raises(Refused, match=reason):
        odds(play(name), firer, target)


def test_odds_of_a_unit_there_is_not() -> None:
    with pytest.raises(Unknown, match="no unit is called 'R9'"):
        odds(play("duel"), "B1", "R9")


# Fire at a moving unit, and return fire


@covers("drill", "4.2", "4.3", "4.4")
def test_fire_and_return_fire_go_back_and_forth() -> None:
    """Everybody who fires may be fired at, until all who could have fired or somebody holds fire.

    All fire up or down one column. Red holds, so its guns hit at 3 hexes on 4 + 1 and at 5 on 3 + 1; Blue's
    hit at 4 and at 6 on 3.
    """
    driver = play("exchange", 5, 4, 4, 3)
    answer(driver, "Blue B1", "Blue 0506")
    assert asked(driver) == ["Red react: pass R1 R2"]
    answer(driver, "Red R1")
    assert asked(driver) == ["Blue react: pass B2 B3"]
    answer(driver, "Blue B3")
    assert asked(driver) == ["Red react: pass R2"]
    answer(driver, "Red R2")
    assert asked(driver) == ["Blue react: pass B2"]
    answer(driver, "Blue B2")
    assert told(driver) == [
        "B1 moves to 0506",
        "Fire: 5, needed 5 or less: hit",
        "B1 is destroyed",
        "Fire: 4, needed 3 or less: miss",
        "Fire: 4, needed 4 or less: hit",
        "B3 is destroyed",
        "Fire: 3, needed 3 or less: hit",
        "R2 is destroyed",
    ]
    assert asked(driver) == ["Blue pick-mover: pass B2"]


@covers("drill", "4.2")
def test_a_mover_is_fired_at_in_every_hex_it_enters_until_it_stops() -> None:
    """Red may hold its fire and is asked again at the next step, with what it would then have."""
    driver = play("exchange", 6)
    answer(driver, "Blue B1", "Blue 0506", "Red pass")
    assert asked(driver)[0].startswith("Blue step: pass ")
    answer(driver, "Blue 0505")
    ask = driver.asks[0]
    assert [ask.describe(option).range for option in ask.options] == [None, 2, 3]
    assert ask.question() == "Who fires at B1?"
    answer(driver, "Red R2", "Blue pass")
    assert asked(driver)[0].startswith("Blue step: pass ")


@covers("drill", "4.2")
def test_nobody_is_asked_where_nobody_can_fire() -> None:
    """In the duel the rifles are 5 hexes apart; one step nearer is still too far, two are near enough."""
    driver = play("duel")
    answer(driver, "Blue B1", "Blue 0507")
    assert asked(driver)[0].startswith("Blue step: ")
    answer(driver, "Blue 0506")
    assert asked(driver) == ["Red react: pass R1"]


@covers("drill", "4.3")
def test_a_unit_fires_once_a_turn() -> None:
    """R1 has fired and is not on offer when B1 goes on, not even for the asking."""
    driver = play("exchange", 6)
    answer(driver, "Blue B1", "Blue 0506", "Red R1", "Blue pass", "Blue 0505")
    assert status(driver, "R1") == ["fired"]
    assert asked(driver) == ["Red react: pass R2"]
    with pytest.raises(Refused, match=r"4\.3: R1 has fired already this turn"):
        answer(driver, "Red R1")


@covers("drill", "4.2", "4.3")
def test_whoever_returned_fire_cannot_fire_again_in_the_enemys_movement() -> None:
    """B3 fires back in Blue's movement; when R2 then moves, only B2 is left to fire."""
    driver = play("exchange", 6, 6)
    answer(driver, "Blue B1", "Blue 0506", "Red R1", "Blue B3", "Red pass", "Blue pass", "Blue pass", "Blue ")
    answer(driver, "Red R2", "Red 0501")
    assert asked(driver)[0].startswith("Red step: ")
    answer(driver, "Red 0502")
    assert asked(driver) == ["Blue react: pass B2"]


@covers("drill", "4.4")
def test_a_hit_takes_the_unit_off_the_board_and_ends_its_move() -> None:
    """Its hex is free again: B3 walks through it."""
    driver = play("exchange", 1)
    answer(driver, "Blue B1", "Blue 0506", "Red R1", "Blue pass")
    assert where(driver, "B1") == ""
    assert asked(driver) == ["Blue pick-mover: pass B2 B3"]
    answer(driver, "Blue B3", "Blue 0506")
    assert where(driver, "B3") == "0506"


@covers("drill", "4.1", "4.4")
def test_a_miss_changes_nothing_but_that_one_has_fired() -> None:
    driver = play("exchange", 6)
    answer(driver, "Blue B1", "Blue 0506")
    before = game.to_position(driver.table)
    answer(driver, "Red R1")
    after = {line["name"]: line for line in game.to_position(driver.table).unit}
    assert after.pop("R1")["status"] == ["fired"]
    assert after == {line["name"]: line for line in before.unit if line["name"] != "R1"}


@covers("drill", "1.1", "4.1", "4.2")
@pytest.mark.parametrize(
    ("firer", "reason"),
    [
        ("R3", r"4\.1: B1 is too far for rifles"),
        ("R2", r"1\.1: woods stop sight in 0503"),
        ("B2", r"4\.2: B2 and B1 are on one side"),
    ],
)
def test_firing_where_one_cannot_is_refused_with_the_reason(firer: str, reason: str) -> None:
    """R1 stands in woods and can fire at 0506; R2 behind it cannot, and R3's rifles reach 3 hexes."""
    position = situation("exchange", board=woods_at("0503"))
    position.unit.append({"name": "R3", "side": "Red", "type": "rifles", "hex": "0901"})
    driver = play(position)
    answer(driver, "Blue B1", "Blue 0506")
    assert asked(driver) == ["Red react: pass R1"]
    before = driver.hash()
    with pytest.raises(Refused, match=reason):
        answer(driver, f"Red {firer}")
    assert driver.hash() == before
    with pytest.raises(Unknown, match="no unit is called 'R9'"):
        answer(driver, "Red R9")


# Standing orders


@covers("drill", "4.2")
@pytest.mark.parametrize(
    ("orders", "fired"),
    [
        ([StandingOrder("react")], ["R1"]),
        ([StandingOrder("react", least_chance=Fraction(5, 6)), StandingOrder("pass")], ["R1"]),
        ([StandingOrder("react", least_chance=Fraction(11, 12)), StandingOrder("pass")], []),
        ([StandingOrder("pass", unit="R1"), StandingOrder("react")], ["R2"]),
        ([StandingOrder("react", most_range=2), StandingOrder("pass")], []),
        ([StandingOrder("react", target_class="gun"), StandingOrder("pass")], []),
        ([StandingOrder("react", target_class="rifles", unit="R2"), StandingOrder("pass")], ["R2"]),
        ([StandingOrder("pass", ask="react")], []),
    ],
)
def test_standing_orders_answer_for_a_player(orders: list[StandingOrder], fired: list[str]) -> None:
    """When B1, of rifles, comes to 0506, R1 has 5 of 6 at 3 hexes and R2 4 of 6 at 4, as Red holds.

    Red is not asked; what it did is kept as done by orders.
    """
    driver = play("exchange", 6)
    driver.orders[RED] = tuple(orders)
    answer(driver, "Blue B1", "Blue 0506")
    assert all(ask.side == BLUE for ask in driver.asks)
    (given,) = [given for given in driver.history if given.side == RED]
    assert (given.ask, given.by, given.wire) == ("react", "orders", *(fired or ["pass"]))
    assert [unit for unit in ("R1", "R2") if "fired" in status(driver, unit)] == fired
    assert sum(isinstance(event, Rolled) for event in driver.heard(None)) == len(fired)


def test_standing_orders_can_leave_the_best_shots_to_the_player() -> None:
    """From 5 of 6 up Red wants to be asked, else it holds fire: not for B2's 4 of 6, but for B1."""
    driver = play(situation("exchange", B2={"hex": "0606"}, B1={"hex": "0508"}, B3={"hex": "0409"}))
    driver.orders[RED] = (StandingOrder("ask", least_chance=Fraction(5, 6)), StandingOrder("pass"))
    answer(driver, "Blue B2", "Blue 0507")
    assert asked(driver)[0].startswith("Blue step: ")
    answer(driver, "Blue 0506")
    assert asked(driver) == ["Red react: pass R1 R2"]
