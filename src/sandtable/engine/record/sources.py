"""Where the dice of a recorded game come from, as its header says it, and what its opening shows."""

from collections.abc import Mapping
from typing import Annotated

import msgspec

from sandtable.engine.dice import Dice, Script, Stream, commitment
from sandtable.engine.links import LinkedDice, agree

Hash = Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{32}\Z")]
Digest = Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Secret = Annotated[str, msgspec.Meta(pattern=r"\A([0-9a-f]{2})+\Z", max_length=256)]
Seed = Annotated[str, msgspec.Meta(pattern=r"\A([0-9a-f]{2})+\Z", max_length=128)]


class FromSeed(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="seed"):
    """One stream. `promise` is the commitment to the program's secret, `parts` what each seat added."""

    commitment: Digest
    promise: Digest | None = None
    parts: dict[str, Secret] = {}


class FromScript(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="script"):
    """Dice written down beforehand; then the stream of a seed, if there is a commitment to one."""

    values: tuple[int | str, ...]
    commitment: Digest | None = None


class FromLinks(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="links"):
    """The seats open links of chains with these ends; `id` names the game that they are bound to."""

    id: str
    ends: dict[str, Digest]


Source = FromSeed | FromScript | FromLinks


class Opening(msgspec.Struct, frozen=True):
    """The secrets behind a source, once they may be known."""

    seed: bytes
    secret: bytes = b""


def source_of(dice: Dice) -> Source:
    """What a header says of these dice, before the first of them is rolled."""
    if isinstance(dice, Stream):
        return FromSeed(commitment(dice.seed))
    if isinstance(dice, Script):
        return FromScript(dice.values, commitment(dice.then.seed) if dice.then else None)
    if isinstance(dice, LinkedDice):
        return FromLinks(dice.game, {seat: end.hex() for seat, end in dice.ends.items()})
    raise TypeError(f"a record has no words for dice of the type {type(dice).__name__}")


def agreed_source(parts: Mapping[str, bytes], secret: bytes) -> FromSeed:
    """What a header says of dice made by agree(parts, secret)."""
    seed = agree(parts, secret).seed
    shown = {name: part.hex() for name, part in parts.items()}
    return FromSeed(commitment(seed), commitment(secret), shown)


def opening_of(dice: Dice | None, secret: bytes = b"") -> Opening | None:
    """The seed behind these dice, where there is one."""
    stream = dice.then if isinstance(dice, Script) else dice
    return Opening(stream.seed, secret) if isinstance(stream, Stream) else None


def commits_to(source: Source, seed: bytes) -> bool:
    """Is this the seed that a header commits to?"""
    return not isinstance(source, FromLinks) and source.commitment == commitment(seed)


def opening_faults(source: Source, opening: Opening) -> list[str]:
    """What in an opening is not as it was committed to."""
    faults = []
    if not commits_to(source, opening.seed):
        faults.append("the opened seed is not the one that the header commits to")
    if isinstance(source, FromSeed) and source.promise is not None:
        faults += _agreement_faults(source, opening)
    return faults


def _agreement_faults(source: FromSeed, opening: Opening) -> list[str]:
    if commitment(opening.secret) != source.promise:
        return ["the opened secret is not the one that the header commits to"]
    parts = {name: bytes.fromhex(part) for name, part in source.parts.items()}
    try:
        seed = agree(parts, opening.secret).seed
    except ValueError as error:
        return [str(error)]
    return (
        [] if seed == opening.seed else ["the seed is not made from the opened secret and the seats' parts"]
    )


def dice_from(source: Source, opening: Opening | None) -> Dice | None:
    """The dice that a header and its opening speak of, from their beginning; None while not known."""
    if isinstance(source, FromLinks):
        return LinkedDice(source.id, {seat: bytes.fromhex(end) for seat, end in source.ends.items()})
    if isinstance(source, FromSeed):
        return Stream(opening.seed) if opening else None
    if source.commitment is not None and opening is None:
        return None
    return Script(source.values, Stream(opening.seed) if opening else None)
