"""Laying minefields and blocks, before play and for a defense; hidden fields [12.2g] [15.0] [15.1]."""

from msgspec.structs import replace
from tests.tcs.practice import Practice, lay_out

from sandtable.engine.cases import covers
from sandtable.engine.dice import seeded
from sandtable.games.tcs.area_odds import Fire
from sandtable.games.tcs.battles import Zone
from sandtable.games.tcs.dealing_fire import deal_mines
from sandtable.games.tcs.direct import area_roll
from sandtable.games.tcs.drawn import members
from sandtable.games.tcs.laying import HiddenField, LayField, allowed, lay, lay_for_defense
from sandtable.games.tcs.mines import meet_field, toll
from sandtable.games.tcs.modes import bars
from sandtable.games.tcs.movement import enter
from sandtable.games.tcs.state import Mine, Stock
from sandtable.games.tcs.view_plans import fields
from sandtable.games.tcs.ways import Way, price

FORCES = "A us_rifle Blue 0505 fire A\n1/1 ge_vg_rifle Red 0513 fire 1\n1/2 ge_vg_rifle Red 1513 fire 1"
RED = 1


def stocked(practice: Practice, *stock: int) -> Practice:
    practice.table.state.stock[RED] = Stock(*stock)
    return practice


@covers("tcs", "15.1", "15.1a", "15.1b", "15.0a", "15.1c")
def test_fields_are_laid_near_friends_and_off_from_the_enemy_out_of_a_stock() -> None:
    """Four hexes from a unit of the sheet at most, five from an enemy at least; two of three are real."""
    practice = stocked(Practice(lay_out(FORCES)), 2, 1)
    table = practice.table
    distance = table.scene.country.distance
    for hex in members(allowed(table, RED, Zone(), [1])):
        assert distance(hex, practice.hex("0513")) <= 4
        assert distance(hex, practice.hex("0505")) >= 5
    practice.begin(lambda table: lay_for_defense(table, RED, [1]))
    assert "0510" in practice.offers
    assert "0509" not in practice.offers  # four from the enemy
    assert "0518" not in practice.offers  # five from the friend
    practice.answer("0510", "0511")
    assert "0510" not in practice.offers
    practice.answer("0512")
    assert practice.question == "Red real-fields"
    assert "15.1b: there are 2 real fields and 1 dummies" in practice.refusal(["0510", "0511", "0512"])
    practice.answer(["0510", "0512"])
    assert practice.over
    assert {(table.scene.hex_name(mine.hex), mine.real) for mine in table.state.mines} == {
        ("0510", True), ("0511", False), ("0512", True),
    }  # fmt: skip
    assert table.state.stock[RED] == Stock()


@covers("tcs", "15.0", "15.0a", "15.0b")
def test_the_enemy_sees_where_fields_lie_and_not_what_they_are() -> None:
    """Its owner pays a point more and suffers more fire in it, real or not, as everybody does."""
    practice = Practice(lay_out(FORCES))
    table, hex = practice.table, practice.hex("0514")
    table.state.mines = [Mine(hex, RED, False)]
    assert [field.kind for field in fields(table, RED)] == ["dummy"]
    assert [field.kind for field in fields(table, 0)] == ["unknown"]
    way = Way(table.scene.country.neighbours.index(hex, practice.hex("0513") * 6), hex, False)
    assert price(table, 1, way) == 12
    table.state.mines = [Mine(practice.hex("0513"), RED, False)]
    odds = area_roll(table, [0], practice.hex("0513"), 1, Fire())
    assert 2 in [modifier.amount for modifier in odds.modifiers if "mine" in modifier.why]


@covers("tcs", "15.0e")
def test_hidden_fields_are_met_on_the_way_and_then_lie_open() -> None:
    """The mover is told before it enters, has paid nothing for it, and may think again."""
    state = replace(lay_out(FORCES), options=("hidden mines",))
    practice = stocked(Practice(state), 1)
    table, hex = practice.table, practice.hex("0510")
    practice.begin(lambda table: lay(table, RED, 1 << hex, 0)).answer("0510", ["0510"])
    assert practice.over
    assert practice.told("Blue") == []
    assert [*fields(table, 0)] == []
    table.state.hexes[0] = practice.hex("0509")
    way = Way(table.scene.country.neighbours.index(hex, practice.hex("0509") * 6), hex, False)
    assert toll(table, 0, practice.hex("0509"), hex) == 0
    practice.begin(lambda table: enter(table, 0, way))
    assert practice.over
    assert (practice.where("A"), table.state.spent[0]) == ("0509", 0)
    assert [field.kind for field in fields(table, 0)] == ["unknown"]
    assert not meet_field(table, 0, hex)
    assert toll(table, 0, practice.hex("0509"), hex) == 18


@covers("tcs", "15.0a", "2.0")
def test_a_fork_for_the_enemy_deals_again_which_fields_are_real() -> None:
    practice = Practice(lay_out(FORCES))
    state = practice.table.state
    state.mines = [Mine(hex, RED, hex == 7) for hex in (7, 8)]
    seen = set()
    for seed in range(30):
        deal_mines(practice.table, RED, seeded(seed))
        assert sum(mine.real for mine in state.mines) == 1
        seen.add(tuple(mine.real for mine in state.mines))
    assert len(seen) == 2


@covers("tcs", "12.2g", "12.2f")
def test_a_block_is_placed_on_a_road_and_closes_it() -> None:
    practice = Practice(lay_out(FORCES))
    stocked(practice, 0, 0, 1)
    practice.begin(lambda table: lay(table, RED, 0, (1 << 400) - 1))
    assert practice.over  # there is no road on this ground
    assert practice.table.state.stock[RED] == Stock(blocks=1)


@covers("tcs", "15.2a", "15.2b", "8.9b")
def test_the_enemy_fires_before_mines_are_turned_over() -> None:
    units = "A us_rifle Blue 0505 - A\n1/1 ge_vg_rifle Red 0508 fire 1"
    practice = Practice(lay_out(units), *[1] * 8)
    table, hex = practice.table, practice.hex("0506")
    table.state.mines = [Mine(hex, RED, True)]
    table.state.moving = 0
    way = Way(table.scene.country.neighbours.index(hex, practice.hex("0505") * 6), hex, False)
    practice.begin(lambda table: enter(table, 0, way))
    assert practice.question == "Red overwatch"
    assert not table.state.mines[0].known
    practice.answer(["1/1 fires at 0506"])
    assert table.state.mines[0].known
    assert table.state.spent[0] == 24


@covers("tcs", "15.4b")
def test_in_a_lane_only_vehicles_may_be_in_fire_mode() -> None:
    practice = Practice(lay_out("A us_rifle Blue 0505 -\nT us_m4 Blue 0505 -\nB us_rifle Blue 0505 fire"))
    table = practice.table
    table.state.mines = [Mine(practice.hex("0505"), RED, True, known=True, lane=0)]
    assert [[bar.case for bar in bars(table.scene, table.state, unit)] for unit in range(3)] == [
        ["15.4b"],
        [],
        [],
    ]


@covers("tcs", "15.0e")
def test_a_hidden_field_of_the_enemy_leaves_no_gap_among_the_hexes_offered() -> None:
    """Blue's hidden field in 0510 is no concern of Red's before he meets it; a shown one bars the hex."""
    practice = Practice(lay_out(FORCES))
    table, hex = practice.table, practice.hex("0510")
    for shown in (False, True):
        table.state.mines = [Mine(hex, 0, True, shown=shown)]
        for ask in (LayField, HiddenField):
            assert (hex in ask(table, RED, 1 << hex).options) != shown
