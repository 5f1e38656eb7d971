"""The sequence of play: set-up, then Game-Turns of plotting and execution [4.0] [4.1]."""

from sandtable.engine import Ladder, Rung
from sandtable.games.tank.deployment import appear, awaited, deploy
from sandtable.games.tank.direct_fire import fire_directly
from sandtable.games.tank.final_facing import face_finally
from sandtable.games.tank.impulses import anybody_moves, begin_movement, move_at_impulse
from sandtable.games.tank.panic import face_initially, panic, suspended
from sandtable.games.tank.plotting import plot_tasks
from sandtable.games.tank.settling import settle
from sandtable.games.tank.spotting import spot_from_place
from sandtable.games.tank.state import State
from sandtable.games.tank.victory import keep_books

LADDER: Ladder[State] = Ladder(
    Rung("deployment", "Deployment", "17.3E", deploy, when=lambda state: not state.ready),
    Rung("plotting", "Plotting Phase", "4.1", plot_tasks),
    Rung("panic", "Panic Segment", "12.0", panic, when=lambda state: not suspended(state)),
    Rung("initial-facing", "Initial Facing Segment", "9.2", face_initially),
    Rung("spotting", "Spotting", "13.23", spot_from_place),
    Rung("direct-fire", "Direct Fire Segment", "8.0", fire_directly),
    Rung("movement", "Movement Segment", "9.0", begin_movement),
    Rung("impulse", "Impulse", "9.14", move_at_impulse, when=anybody_moves, again=anybody_moves),
    Rung("settling", "End of movement", "9.34", settle),
    Rung("appearance", "The rearguard appears", "17.13", appear, when=awaited),
    Rung("final-facing", "Final Facing Segment", "7.11", face_finally),
    Rung("bookkeeping", "End of the Game-Turn", "15.0", keep_books),
)
