"""Standing orders: what a seat wants done with chances to interrupt while nobody sits there.

An order looks at an ask's name and at what each option would do (chance, range, target class,
unit). The first order that fits an option decides for it: pass, ask, or react.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Literal, TypeVar

import msgspec

from sandtable.engine.asks import Choose, Option

T = TypeVar("T")


class StandingOrder(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One line of standing orders; what is left out fits everything."""

    then: Literal["ask", "pass", "react"]
    ask: str = ""
    unit: str = ""
    least_chance: Fraction | None = None
    most_range: int | None = None
    target_class: str = ""

    def fits(self, name: str, option: Option) -> bool:
        """Does this order speak of such an option of such an ask?"""
        return (
            self.ask in ("", name)
            and self.unit in ("", option.unit)
            and self.target_class in ("", option.target_class)
            and (self.least_chance is None or (option.chance or Fraction(0)) >= self.least_chance)
            and (self.most_range is None or (option.range is not None and option.range <= self.most_range))
        )


class Decision(msgspec.Struct, frozen=True):
    """What standing orders answer."""

    answer: Any


def decide(orders: Sequence[StandingOrder], ask: Choose[Any]) -> Decision | None:
    """The answer that the orders give to a window, or None where the seat wants to be asked."""
    if not orders:
        return None
    reactions = []
    for answer in ask.options:
        if answer == ask.decline:
            continue
        option = ask.describe(answer)
        verdict = _verdict(orders, ask.name, option)
        if verdict == "ask":
            return None
        if verdict == "react":
            reactions.append((option.chance or Fraction(0), answer))
    if not reactions:
        return Decision(ask.decline)
    best = max(chance for chance, _ in reactions)
    return Decision(next(answer for chance, answer in reactions if chance == best))


def _verdict(orders: Sequence[StandingOrder], name: str, option: Option) -> str:
    for order in orders:
        if order.fits(name, option):
            return order.then
    return "ask"
