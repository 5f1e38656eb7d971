"""How values look outside: hexes, units and sides by the names on maps and counters, chances as fractions."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from types import UnionType
from typing import Annotated, Any, Protocol, Union, get_args, get_origin, get_type_hints

import msgspec

from sandtable.boards.counter import Counter
from sandtable.engine.asks import Ask, Choose, Form, Offer, Option, Several
from sandtable.engine.events import Event
from sandtable.engine.odds import Odds


class Names(Protocol):
    """Where numbers get their names."""

    def hex_name(self, index: int) -> str: ...

    def unit_name(self, unit: int) -> str: ...

    def side_name(self, side: int) -> str: ...


Plain = Callable[[Any, Names], Any]


def plain(value: Any, names: Names) -> Any:
    """A value as JSON can hold it, with names for numbers."""
    shape: Any = type(value)
    return _writer(shape)(value, names)


@cache
def _writer(hint: Any) -> Plain:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _named(arguments)
    if origin in (Union, UnionType):
        return _optional([argument for argument in arguments if argument is not type(None)])
    if origin is tuple and arguments[1:] != (...,):
        writers = [_writer(argument) for argument in arguments]
        return lambda values, names: [write(v, names) for write, v in zip(writers, values, strict=True)]
    if origin in (list, tuple, Sequence, frozenset):
        inside = _writer(arguments[0])
        ordered = sorted if origin is frozenset else list
        return lambda values, names: [inside(value, names) for value in ordered(values)]
    if origin in (dict, Mapping):
        key, content = _writer(arguments[0]), _writer(arguments[1])
        return lambda values, names: {key(k, names): content(v, names) for k, v in values.items()}
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return _struct(hint)
    return _simple


def _optional(hints: list[Any]) -> Plain:
    if len(hints) != 1:
        if any(get_origin(hint) is Annotated for hint in hints):
            raise TypeError(f"a field is either {hints}: names cannot be told from numbers")
        return _simple
    inside = _writer(hints[0])
    return lambda value, names: None if value is None else inside(value, names)


def _named(arguments: tuple[Any, ...]) -> Plain:
    for meta in arguments[1:]:
        kind = (meta.extra or {}).get("names") if isinstance(meta, msgspec.Meta) else None
        if kind:
            return _NAMERS[kind]
    return _writer(arguments[0])


_NAMERS: dict[str, Plain] = {
    "hex": lambda value, names: names.hex_name(value) if value >= 0 else None,
    "unit": lambda value, names: names.unit_name(value) if value >= 0 else None,
    "side": lambda value, names: names.side_name(value) if value is not None and value >= 0 else None,
}


def _struct(shape: type[msgspec.Struct]) -> Plain:
    hints = get_type_hints(shape, include_extras=True)
    fields = [(field, _writer(hints[field])) for field in shape.__struct_fields__]

    def write(value: Any, names: Names) -> dict[str, Any]:
        return {field: writer(getattr(value, field), names) for field, writer in fields}

    return write


def _simple(value: Any, names: Names) -> Any:
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, Fraction):
        return chance_text(value)
    if isinstance(value, Mapping):
        return {str(key): plain(content, names) for key, content in value.items()}
    if isinstance(value, list | tuple | msgspec.Struct):
        return _of_any(value, names)
    return msgspec.to_builtins(value, str_keys=True)


def _of_any(value: Any, names: Names) -> Any:
    """A value whose type is only known now."""
    return (
        plain(value, names) if isinstance(value, msgspec.Struct) else [plain(item, names) for item in value]
    )


def chance_text(chance: Fraction) -> str:
    """A probability, exactly: 1/3."""
    return f"{chance.numerator}/{chance.denominator}" if chance.denominator > 1 else str(chance.numerator)


def event_wire(event: Event, names: Names) -> dict[str, Any]:
    """An event with its type, its case and its sentence."""
    fields: dict[str, Any] = _writer(type(event))(event, names)
    case = fields.pop("rule", None) or event.case
    head = {"type": event.__struct_config__.tag, "case": case}
    return {**head, **fields, "text": event_text(event, names)}


def event_text(event: Event, names: Names) -> str:
    """The sentence that tells an event."""
    fields: dict[str, Any] = _writer(type(event))(event, names)
    return event.sentence().format_map({key: _spoken(value) for key, value in fields.items()})


def _spoken(value: Any) -> str:
    if isinstance(value, list):
        return " and ".join(_spoken(item) for item in value) or "nothing"
    return "nobody" if value is None else str(value)


def option_wire(option: Option) -> dict[str, Any]:
    """An option; its chance as an exact fraction."""
    wire: dict[str, Any] = msgspec.to_builtins(option, builtin_types=(Fraction,))
    if option.chance is not None:
        wire["chance"] = chance_text(option.chance)
    return wire


def ask_wire(ask: Ask[Any], names: Names) -> dict[str, Any]:
    """An ask with its options or form schema, context and stakes."""
    wire = {
        "side": names.side_name(ask.side),
        "name": ask.name,
        "case": ask.case,
        "kind": ask.kind,
        "question": ask.question(),
        "unit": names.unit_name(ask.unit) if ask.unit >= 0 else None,
        "context": plain(dict(ask.context()), names),
    }
    if isinstance(ask, Offer):
        wire["options"] = [option_wire(ask.describe(option)) for option in ask.options]
    if isinstance(ask, Choose):
        wire["window"] = ask.window
        stakes = ask.stakes()
        wire["stakes"] = None if stakes is None else chance_text(stakes)
    elif isinstance(ask, Several):
        wire.update(least=ask.least, most=ask.most)
    elif isinstance(ask, Form):
        wire["schema"] = msgspec.json.schema(ask.shape)
    return wire


def counter_wire(counter: Counter, names: Names) -> dict[str, Any]:
    """A counter on the map, its hex and its side by name."""
    wire: dict[str, Any] = msgspec.to_builtins(counter)
    del wire["type"]
    return {**wire, "hex": names.hex_name(counter.hex), "side": names.side_name(counter.side)}


def odds_wire(odds: Odds) -> dict[str, Any]:
    """An odds value: what is needed, every modifier with its case, every result with its probability."""
    wire: dict[str, Any] = {
        "purpose": odds.purpose,
        "case": odds.case,
        "dice": list(odds.dice),
        "needed": odds.needed,
        "modifiers": msgspec.to_builtins(odds.modifiers),
        "results": {str(natural): result for natural, result in enumerate(odds.results, len(odds.dice))},
        "chances": {result: chance_text(chance) for result, chance in odds.chances().items()},
    }
    if odds.follow:
        wire["follow"] = {result: odds_wire(further) for result, further in odds.follow.items()}
    return wire
