"""Standing orders: what a seat wants done with chances to interrupt while nobody sits there.

An order looks at an ask's name and at what each option would do (chance, range, target class,
unit). The first order that fits an option decides for it: pass, ask, or react.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Literal, TypeVar

import msgspec

from sandtable.engine.asks import Ask, Offer, Option, Several

T = TypeVar("T")


class StandingOrder(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One line of standing orders; what is left out fits everything.

    `unit` is the one that an option would use, or else the one that is asked about.
    """

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


def decide(orders: Sequence[StandingOrder], ask: Ask[Any]) -> Decision | None:
    """The answer that the orders give to a window, or None where the seat wants to be asked."""
    if not orders:
        return None
    asked_unit = ask.table.scene.unit_name(ask.unit) if ask.unit >= 0 else ""
    if not isinstance(ask, Offer):
        # A form has no options to look at, so only an order without conditions speaks of it.
        blank = Option("", "", unit=asked_unit)
        return Decision(ask.decline) if _verdict(orders, ask.name, blank) == "pass" else None
    reactions = []
    for answer in ask.options:
        if answer == ask.decline:
            continue
        option = ask.describe(answer)
        if asked_unit and not option.unit:
            option = msgspec.structs.replace(option, unit=asked_unit)
        verdict = _verdict(orders, ask.name, option)
        if verdict == "ask":
            return None
        if verdict == "react":
            reactions.append((option.chance or Fraction(0), answer))
    return Decision(_reaction(ask, reactions) if reactions else ask.decline)


def _reaction(ask: Offer[Any], reactions: list[tuple[Fraction, Any]]) -> Any:
    """The best reaction; of several that may go together, as many of the best as are allowed."""
    best = [answer for _, answer in sorted(reactions, key=lambda reaction: -reaction[0])]
    if not isinstance(ask, Several):
        return best[0]
    chosen = tuple(best[: ask.most])
    while chosen and ask.faults(chosen):
        chosen = chosen[:-1]
    return chosen if len(chosen) >= ask.least else ask.decline


def _verdict(orders: Sequence[StandingOrder], name: str, option: Option) -> str:
    for order in orders:
        if order.fits(name, option):
            return order.then
    return "ask"
