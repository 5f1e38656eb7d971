"""What players settle before a game of the series [8.7f] [15.0e] [18.0] [19.0] [20.0]."""

from collections.abc import Mapping

from sandtable.engine import Choice
from sandtable.games.tcs.battles import Rule
from sandtable.games.tcs.state import READINGS

NO, YES = "no", "yes"
READING = "orders"
"""How op sheets are read."""
CHOICES = (
    Choice("ambushes", (NO, YES), "Units of a defense may hide in ambush [20.0]"),
    Choice("smoke", (NO, YES), "Smoke drifts with the wind and may set woods on fire [19.0]"),
    Choice("mulligan", (NO, YES), "A chit lets its holder roll once more, and goes to the other side [18.0]"),
    Choice("mines", (NO, YES), "Minefields are not on the map before they are met [15.0e]"),
    Choice(READING, READINGS, "Doubtful actions by op sheets are noted; refused too; or all is noted [6.7b]"),
    Choice("steps", (NO, YES), "Area fire attacks once for every five steps in the hex [8.7f]"),
)
"""The optional rules, of which none is used unless it is chosen, and the reading of op sheets."""
RULES: Mapping[str, Rule] = {
    "ambushes": "ambushes",
    "smoke": "smoke drift",
    "mulligan": "mulligan",
    "mines": "hidden mines",
    "steps": "attacks by steps",
}


def chosen(options: Mapping[str, str]) -> tuple[Rule, ...]:
    """The optional rules that are used."""
    return tuple([rule for key, rule in RULES.items() if options.get(key, NO) == YES])


def as_options(rules: tuple[Rule, ...]) -> dict[str, str]:
    """The same as a position file has them."""
    return {key: YES for key, rule in RULES.items() if rule in rules}
