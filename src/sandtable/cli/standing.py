"""Standing orders in words: always, never, ask, from 30%, within 4, for all units or for one."""

from collections.abc import Container, Sequence
from fractions import Fraction
from typing import Literal

from sandtable.cli.showing import percent
from sandtable.engine import BadRequest
from sandtable.engine.orders import StandingOrder

THEN: dict[str, Literal["ask", "pass", "react"]] = {"always": "react", "never": "pass", "ask": "ask"}
FORM = "orders [UNIT] always|never|ask [from 30%] [within 4]"


def standing_orders(
    words: Sequence[str], units: Container[str], before: Sequence[StandingOrder]
) -> tuple[StandingOrder, ...]:
    """The orders that hold after these words; those for a unit are tried before those for all.

    What the conditions (a least chance, a greatest range) leave out is passed up.
    """
    named = next((count for count in range(len(words), 0, -1) if " ".join(words[:count]) in units), 0)
    unit, rest = " ".join(words[:named]), list(words[named:])
    if not rest:
        raise BadRequest(f"standing orders are given as: {FORM}")
    then = THEN[rest.pop(0)] if rest[0] in THEN else "react"
    chance, reach = _conditions(rest)
    new = [StandingOrder(then, unit=unit, least_chance=chance, most_range=reach)]
    if rest:
        new.append(StandingOrder("pass", unit=unit))
    of_other_units = [order for order in before if order.unit not in ("", unit)]
    general = [order for order in before if not order.unit]
    return (*new, *of_other_units, *general) if unit else (*of_other_units, *new)


def _conditions(words: list[str]) -> tuple[Fraction | None, int | None]:
    """The least chance and the greatest range that words such as `from 30% within 4` set."""
    chance: Fraction | None = None
    reach: int | None = None
    for name, value in zip(words[::2], [*words[1::2], ""], strict=False):
        number = value.removesuffix("%")
        if name == "from" and number.isdecimal():
            chance = Fraction(int(number), 100)
        elif name == "within" and value.isdecimal():
            reach = int(value)
        else:
            raise BadRequest(f"{' '.join(words)!r} is no condition; standing orders are given as: {FORM}")
    return chance, reach


def orders_text(orders: Sequence[StandingOrder]) -> str:
    """Standing orders in words, in the order in which they are tried."""
    parts = []
    for order in orders:
        whose = order.unit or "every unit"
        chance = "" if order.least_chance is None else f" from {percent(order.least_chance)}"
        reach = "" if order.most_range is None else f" within {order.most_range}"
        verb = {"react": "reacts", "pass": "holds back", "ask": "asks you"}[order.then]
        parts.append(f"{whose} {verb}{chance}{reach}")
    return "; else ".join(parts) or "no standing orders: you are asked at every chance to react"
