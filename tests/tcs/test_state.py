"""The state: copies that share nothing, and where carried units are."""

from __future__ import annotations

import msgspec

from sandtable.engine.cases import covers
from sandtable.engine.position import BoardChanges
from sandtable.games.tcs.scene import Battlefield
from sandtable.games.tcs.state import (
    ABOARD,
    FIRE,
    SUPPRESSED,
    TOWED,
    Muster,
    State,
    able,
    aboard,
    everybody,
    hex_of,
    mark,
    mounted,
    new_state,
    on_map,
    stack,
)


def column() -> State:
    """A truck in hex 7 with a platoon on it and a gun behind it, and an enemy tank in hex 9."""
    scene_types = ["us_truck", "us_rifle", "us_57mm", "ge_pz4"]
    state = new_state(
        Muster(
            "first-blood", "", "20x20", BoardChanges(), (1, 20), (1, 20), (), ("Blue", "Red"),
            ("Truck", "A/1", "Gun", "P1"), (0, 0, 0, 1), tuple(range(len(scene_types))), ((0, "A"),),
            (-1, 0, -1, -1), (), (-1,) * 4,
        )
    )  # fmt: skip
    state.hexes = [7, ABOARD, ABOARD, 9]
    state.carrier = [-1, 0, 0, -1]
    mark(state, 2, TOWED)
    mark(state, 3, FIRE | SUPPRESSED)
    return state


def test_a_copy_is_equal_and_shares_no_list() -> None:
    state = column()
    copy = state.copy()
    assert msgspec.json.encode(copy) == msgspec.json.encode(state)
    for name in State.__struct_fields__:
        column_of, other = getattr(state, name), getattr(copy, name)
        assert not isinstance(column_of, list) or column_of is not other, name
        if column_of and isinstance(column_of, list) and isinstance(column_of[0], list | dict):
            assert all(one is not two for one, two in zip(column_of, other, strict=True)), name


@covers("tcs", "12.3")
def test_passengers_and_towed_items_are_where_their_carrier_is() -> None:
    state = column()
    assert [hex_of(state, unit) for unit in range(4)] == [7, 7, 7, 9]
    assert stack(state, 7, 0) == [0]
    assert aboard(state, 0) == [1, 2]
    assert everybody(state, 7, 0) == on_map(state, 0) == [0, 1, 2]
    assert mounted(state, 1)
    assert not mounted(state, 2)
    assert not able(state, 3)


def test_a_scene_knows_who_belongs_together() -> None:
    state = column()
    scene = Battlefield(state)
    assert scene.own == [(0, 1, 2), (3,)]
    assert scene.foes[0] == (3,)
    assert scene.members == [(1,)]
    assert scene.turn(state).name == "0900"
