"""The state of a game of Raid!: its copies, and what its marks belong to."""

import msgspec

from sandtable.engine.position import BoardChanges
from sandtable.games.raid.scene import Battlefield
from sandtable.games.raid.state import OF_PHASE, OF_TURN, WORDS, Muster, State, new_state
from sandtable.games.raid.tables import INCLUDED
from sandtable.games.raid.units import KINDS


def two_units() -> State:
    kinds, names = (KINDS["fire_team"], KINDS["lmg"]), ("A", "B")
    tables = INCLUDED.fingerprint
    return new_state(
        Muster("12x10", "", BoardChanges(), "", tables, False, names, (0, 1), kinds, (-1, -1), (0, -1), ())
    )


def test_a_copy_shares_no_list_and_drops_no_field():
    state = two_units()
    state.active, state.passes, state.documents, state.aqueduct = 1, 2, 3, True
    twin = state.copy()
    assert twin == state
    for name in state.__struct_fields__:
        value = getattr(state, name)
        assert not isinstance(value, list) or value is not getattr(twin, name), name
    assert twin.coned[0] is not state.coned[0]


def test_a_state_survives_being_stored():
    state = two_units()
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=State) == state


def test_every_mark_has_a_word_and_belongs_to_one_span():
    bits = WORDS.status.values()
    assert sorted(bits) == sorted(1 << place for place in range(len(bits)))
    assert OF_PHASE & OF_TURN == 0


def test_units_begin_at_full_strength():
    state = two_units()
    assert state.men == [4, 2]  # 3.3: Fire Teams of four, machine guns of two
    assert state.facing == [-1, 0]  # 7.92: only the machine gun has a facing
    assert Battlefield(state).mates == [-1, -1]
