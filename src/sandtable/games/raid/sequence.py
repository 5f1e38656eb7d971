"""The sequence of play: set-up, then Game-Turns of command, fire, movement and indirect fire [4.0] [4.1]."""

from sandtable.engine import Ladder, Rung
from sandtable.games.raid.deployment import begin, set_up
from sandtable.games.raid.direct_fire import fire_in_turn
from sandtable.games.raid.initiative import roll_for_first
from sandtable.games.raid.movement import begin_movement, move_by_turns
from sandtable.games.raid.phases import command_control, end_fire, end_turn, lift_suppression
from sandtable.games.raid.plots import plot_fire
from sandtable.games.raid.recombining import recombine
from sandtable.games.raid.shells import land_fire, strike
from sandtable.games.raid.state import ALPHA, BRAVO, State
from sandtable.games.raid.turning import make_ready


def before_play(state: State) -> bool:
    return not state.ready


def in_play(state: State) -> bool:
    return state.ready


LADDER: Ladder[State] = Ladder(
    Rung("bravo-set-up", "Bravo sets up", "15.0", set_up, (BRAVO,), before_play),
    Rung("alpha-set-up", "Alpha sets up", "15.0", set_up, (ALPHA,), before_play),
    Rung("beginning", "Play begins", "15.0", begin, when=before_play),
    Rung("command", "Command Control Phase", "5.0", command_control, when=in_play),
    Rung("recombining", "Units recombine", "7.54", recombine, when=in_play),
    Rung("fire-readiness", "Altitude and facing", "7.92", make_ready, (1,), in_play),
    Rung("fire-first", "Who fires first", "4.2", roll_for_first, ("fire",), in_play),
    Rung("fire", "Direct Fire Phase", "7.0", fire_in_turn, when=in_play),
    Rung("fire-ends", "End of the Direct Fire Phase", "7.33", end_fire, when=in_play),
    Rung("movement-begins", "The Movement Phase begins", "8.0", begin_movement, when=in_play),
    Rung("movement-readiness", "Altitude", "13.21", make_ready, (0,), in_play),
    Rung("movement-first", "Who moves first", "4.2", roll_for_first, ("movement",), in_play),
    Rung("movement", "Movement Phase", "8.0", move_by_turns, when=in_play),
    Rung("suppression", "Suppression Removal Phase", "7.81", lift_suppression, when=in_play),
    Rung("indirect-fire", "Indirect Fire Phase", "9.0", land_fire, when=in_play),
    Rung("strikes", "Shells and charges strike", "9.2", strike, when=in_play),
    Rung("plotting", "Plots are written", "9.1", plot_fire, when=in_play),
    Rung("end", "End of the Game-Turn", "4.1", end_turn, when=in_play),
)
