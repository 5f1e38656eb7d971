"""The sequence of play: set-up, then turns of twenty minutes [1.1] [1.3]."""

from sandtable.engine import Ladder, Rung
from sandtable.games.tcs.action import action_phase, settle_order
from sandtable.games.tcs.artillery import artillery_segment, immediate_fire
from sandtable.games.tcs.calls import call_for_fire
from sandtable.games.tcs.clean_up import clean_up, end_turn
from sandtable.games.tcs.deployment import before_play, set_up, take_modes
from sandtable.games.tcs.direct_asks import direct_fire_segment
from sandtable.games.tcs.fire_plan import write_fire_plans
from sandtable.games.tcs.modes import determine_modes
from sandtable.games.tcs.planning import command_planning, follow_up
from sandtable.games.tcs.state import State, commanded


def has_batteries(state: State) -> bool:
    """Is there any artillery in this battle [10.0]?"""
    return bool(state.batteries) and "artillery" not in state.without


LADDER: Ladder[State] = Ladder(
    Rung("fire-plans", "Fire plans", "10.2a", write_fire_plans, when=before_play),
    Rung("set-up", "Set-up of the first side", "6.1", set_up, (0,), when=before_play),
    Rung("second-set-up", "Set-up of the second side", "6.1", set_up, (1,), when=before_play),
    Rung("first-modes", "First modes", "4.0", take_modes, when=before_play),
    Rung("command-planning", "Command Planning Phase", "1.3b", command_planning),
    Rung(
        "new-sheets",
        "Command Planning Phase: defenses and fires of new sheets",
        "1.3b",
        follow_up,
        when=commanded,
    ),
    Rung("mode-determination", "Mode Determination Phase", "1.3c", determine_modes),
    Rung("immediate-fire", "Immediate suppression", "10.10", immediate_fire, when=has_batteries),
    Rung(
        "artillery",
        "Suppressive Fire Phase, Artillery Segment",
        "1.3d",
        artillery_segment,
        when=has_batteries,
    ),
    Rung("direct-fire", "Suppressive Fire Phase, Direct Fire Segment", "1.3d", direct_fire_segment),
    Rung("call-for-fire", "Call for Fire Phase", "1.3e", call_for_fire, when=has_batteries),
    Rung("order", "Action Phase: who acts first", "1.3f", settle_order),
    Rung("first-action", "Action Phase of the first player", "1.3f", action_phase, (0,)),
    Rung("second-action", "Action Phase of the second player", "1.3f", action_phase, (1,)),
    Rung("clean-up", "Clean Up Phase", "1.3g", clean_up),
    Rung("turn-end", "Turn End Phase", "1.3h", end_turn),
)
