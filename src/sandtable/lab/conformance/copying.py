"""A copied state is a state of its own: equal, plain data, and with nothing that changes in common."""

from collections.abc import Iterator
from enum import Enum
from fractions import Fraction

import msgspec

from sandtable.engine.game import State, state_hash
from sandtable.lab.conformance.trial import Trial

_KEPT = 8
"""How many copies are kept to the end of the game."""
_PLAIN = (int, float, str, bytes, Fraction, Enum, type(None))

Found = tuple[str, object]


def copies(trial: Trial) -> None:
    """Every copy equals its original and shares nothing with it; nothing that is played later reaches it."""
    driver = trial.begin()
    kept: list[tuple[int, State, str]] = []
    for _ in trial.samples(driver):
        copy = driver.state.copy()
        if state_hash(copy) != driver.hash():
            trial.fail("a copy of the state differs from the state")
        for fault in (*strange(driver.state), *entangled(driver.state), *shared(driver.state, copy)):
            trial.fail(fault)
        kept = [*kept[1 - _KEPT :], (len(trial.answers), copy, state_hash(copy))]
    for answers, copy, before in kept:
        if state_hash(copy) != before:
            trial.fail(f"the copy taken after {answers} answers has changed since")


def shared(state: object, copy: object) -> list[str]:
    """Where a copy holds the very lists, sets, dicts or structs of its original."""
    own = {id(value): path for path, value in changeable(state)}
    return [f"{own[id(value)]} is shared with the copy" for _, value in changeable(copy) if id(value) in own]


def entangled(state: object) -> list[str]:
    """Where two places of one state are the same object, which a copy would part."""
    seen: dict[int, str] = {}
    faults = []
    for path, value in changeable(state):
        if id(value) in seen:
            faults.append(f"{path} and {seen[id(value)]} are one and the same object")
        seen[id(value)] = path
    return faults


def strange(state: object) -> list[str]:
    """What is in a state and is not plain data."""
    return [
        f"{path} is a {type(value).__name__}, which is not plain data"
        for path, value in parts(state)
        if not isinstance(value, (*_PLAIN, *_MUTABLE, tuple, frozenset, msgspec.Struct))
    ]


_MUTABLE = (list, set, dict, bytearray)


def changeable(state: object) -> Iterator[Found]:
    """Everything in a state that can change, with its place."""
    for path, value in parts(state):
        if isinstance(value, _MUTABLE) or (isinstance(value, msgspec.Struct) and not _fixed(value)):
            yield path, value


def parts(value: object, path: str = "state") -> Iterator[Found]:
    """A value and everything in it, what is fixed counting as one thing."""
    yield path, value
    for place, inside in _inside(value):
        yield from parts(inside, path + place)


def _inside(value: object) -> Iterator[Found]:
    if isinstance(value, msgspec.Struct):
        if not _fixed(value):
            yield from ((f".{field}", getattr(value, field)) for field in value.__struct_fields__)
    elif isinstance(value, dict):
        yield from ((f"[{key!r}]", content) for key, content in value.items())
    elif isinstance(value, list | tuple):
        yield from ((f"[{place}]", content) for place, content in enumerate(value))
    elif isinstance(value, set | frozenset):
        yield from ((" member", content) for content in value)


def _fixed(value: msgspec.Struct) -> bool:
    """Does this struct say that it never changes?"""
    return value.__struct_config__.frozen
