"""Set-up in secret: hidden positions, a rearguard that appears, columns [17.12] [17.13] [14.0]."""

from __future__ import annotations

from typing import Any

from tests.tank.plotted import refused
from tests.tank.situations import ALPHA, BRAVO, Play, asked, hidden, play, situation, told, where

from sandtable.engine.cases import covers
from sandtable.engine.position import BoardChanges
from sandtable.games.tank.deployment import March
from sandtable.hexes import LETTERS


def posts(*lines: str) -> dict[str, Any]:
    """Posts from lines such as "B1 1205 B"."""
    words = [line.split() for line in lines]
    return {"posts": [dict(zip(("unit", "hex", "facing"), one, strict=False)) for one in words]}


def facing(driver: Play, unit: str) -> str:
    return LETTERS[driver.state.facing[driver.table.scene.unit(unit)]]


@covers("tank", "17.12", "14.0", "14.5", "14.6", "14.8", "4.2")
def test_in_an_anti_tank_action_bravo_lies_hidden_in_improved_positions() -> None:
    """Edge X is the eastern one, column 24: the eleventh column from it is 14. A gun faces as noted, or else
    toward the enemy: X is entered toward F, so C."""
    driver = play("standoff")
    assert asked(driver) == ["Alpha column", "Bravo posts"]
    driver.submit(BRAVO, posts("B1 1405", "B2 1405", "B3 0110"))
    driver.submit(ALPHA, {"entry": "2405"})
    assert all(hidden(driver, unit) for unit in ("B1", "B2", "B3"))
    assert [where(driver, unit) for unit in ("B1", "B3")] == ["1405", "0110"]
    assert facing(driver, "B1") == "C"
    assert not any("B1" in sentence for sentence in told(driver, ALPHA))


@covers("tank", "17.12", "11.0", "14.5", "14.8")
def test_what_is_wrong_with_posts_is_said_at_once() -> None:
    """1505 is ten columns from the edge; two guns do not share a position; B3 has no hex."""
    driver = play("standoff")
    assert refused(driver, BRAVO, posts("B1 1505", "B2 1405 G")) == ["17.12 B3", "17.12 B1", "14.5 B2"]
    assert refused(driver, BRAVO, posts("B1 1405", "B2 1405", "B3 1405")) == ["11.0 B3"]
    assert refused(driver, BRAVO, posts("A1 1405", "B2 1405", "B2 1404", "B3 9901", "B1 0101")) == [
        "17.12 A1",
        "17.12 B2",
        "17.12 B3",
    ]


@covers("tank", "17.13", "13.23")
def test_the_rearguard_appears_when_the_enemy_has_come_on() -> None:
    """W is the northern edge: row 11 is the first. Bravo plots nothing in the first Game-Turn, stands on no
    hex while Alpha moves, and is placed before final facing. Vehicles in the open are spotted without a die
    to ten hexes; B2, twelve from A1's 0105, on 1 to 5."""
    driver = play("rearguard", 6, 6, 6, 6)
    assert asked(driver) == ["Alpha column", "Bravo posts"]
    assert refused(driver, BRAVO, posts("B1 0110", "B2 0511")) == ["17.12 B1"]
    driver.submit(ALPHA, {"entry": "0101"})
    driver.submit(BRAVO, posts("B1 0511 A", "B2 1511 B"))
    assert asked(driver) == ["Alpha plot"]
    driver.submit(ALPHA, {"march": True})
    assert where(driver, "A1") == "0105"
    assert [where(driver, unit) for unit in ("B1", "B2")] == ["0511", "1511"]
    assert "final-facing" in asked(driver)[0]
    assert "A counter is placed in 0511, face down" in told(driver, ALPHA) or any(
        "B1 is placed in 0511" in sentence for sentence in told(driver, ALPHA)
    )


@covers("tank", "17.3E", "10.13")
def test_only_entry_hexes_from_which_a_column_gets_across_are_on_offer() -> None:
    """Closed woods around 0101 shut it in: a column may not even come on there in a meeting engagement."""
    woods = BoardChanges(terrain=dict.fromkeys(("0102", "0201"), "woods"))
    position = situation("column", board=woods, state={"mode": "closed"})
    ask: Any = play(position).asked(ALPHA)
    offered = [option.key for option, _ in ask.grow(ask.blank())]
    assert "0101" not in offered
    assert "0201" in offered
    assert "0301" in offered
    assert [refusal.case for refusal in ask.faults(March("0101"))] == ["17.11"]
