"""The odds of rallying, and of the whole force breaking [13.0]."""

from functools import cache

from sandtable.engine import D6, TWO_D6, Modifier, Odds, at_most
from sandtable.games.rdf.charts import CHARTS


@cache
def rally(rating: int, battalion_hq: bool = False, company_hq: bool = False, destroyed: int = 0) -> Odds:
    """The odds of one routed unit; the battalion headquarters counts instead of a company's [13.21] [13.5].

    `destroyed` counts the units that its company has lost.
    """
    chart, rows = CHARTS.rally_modifiers, CHARTS.rally.rows
    number = sum(row.cells[rating - 1] for row in rows)
    helps = [chart.battalion_hq] if battalion_hq else [chart.company_hq] if company_hq else []
    losses = [Modifier(chart.destroyed.why, destroyed * chart.destroyed.amount, chart.destroyed.case)]
    changed = (*helps, *(losses if destroyed else []))
    return at_most("Rally", "13.21", D6, number, "rallied", "routed", changed)


@cache
def catastrophe(rating: int, routed: int, unrouted: int, game_turn: int) -> Odds:
    """The odds of the force breaking: the Game-Turn or less [13.3]."""
    reasons = {
        "battalion headquarters rating": -rating,
        "companies routed": -routed,
        "companies not routed": unrouted,
    }
    changed = tuple([Modifier(why, amount, "13.3") for why, amount in reasons.items() if amount])
    return at_most("Catastrophic morale", "13.3", TWO_D6, game_turn, "broken", "holds", changed)


def check_due(rating: int, hq_eliminated: bool, companies_lost: int) -> bool:
    """Must the owner check in a Command Phase? Routed and eliminated companies are lost [13.31] [13.34]."""
    limit = CHARTS.catastrophe.companies[rating - 1]
    return hq_eliminated or (limit > 0 and companies_lost >= limit)
