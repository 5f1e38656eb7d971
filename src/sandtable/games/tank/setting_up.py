"""Setting up: a scenario of the chart as a state before anybody has deployed [16.0] [17.2]."""

from collections.abc import Mapping

from sandtable.engine import Choice, Scenario
from sandtable.engine.position import BoardChanges
from sandtable.games.tank.battles import SCENARIOS, SITUATIONS, Battle
from sandtable.games.tank.country import COUNTRY, LAYOUTS
from sandtable.games.tank.state import ALPHA, BRAVO, SIDES, Field, State, blank_state

INTRODUCTORY = "introductory"
QUIET = ("15", "10", "20", "30")
"""What may be agreed on, the usual number first; the book suggests none [17.12]."""
QUIET_MEETINGS = 2
"""A meeting engagement is called off after so many times the Game-Turns agreed on."""

CHOICES = (
    Choice("maps", tuple(LAYOUTS), "Copies of the map laid side by side: so many across, so many down"),
    Choice(
        "quiet",
        QUIET,
        "Game-Turns without a loss that end an anti-tank action; twice as many a meeting engagement",
    ),
)


def scenarios() -> tuple[Scenario, ...]:
    """What the lobby shows of the introductory scenario and the thirteen of the chart."""
    return tuple(_told(battle) for battle in SCENARIOS.values())


def _told(battle: Battle) -> Scenario:
    situation = SITUATIONS[battle.situation]
    length = f"{situation.length} Game-Turns" if situation.length else "until it is decided"
    forces = " against ".join(
        " and ".join(f"{count} {id}" for id, count in force.units) for force in battle.forces
    )
    unsure = f" Reconstructed in part: {battle.unsure}." if battle.unsure else ""
    teaches = battle.teaches or f"{situation.name} in {battle.mode} country, {forces}."
    goals = {side: battle.goal(text) for side, text in zip(SIDES, situation.goals, strict=True)}
    return Scenario(
        battle.key, battle.title, SIDES, teaches + unsure, length, battle.date, battle.place, goals,
        battle.minutes,
    )  # fmt: skip


def opening(key: str, options: Mapping[str, str]) -> tuple[Field, State]:
    """The forces of a scenario, none of them deployed yet [17.1] [3.1]."""
    battle = SCENARIOS[key]
    state = blank_state(
        map=COUNTRY,
        join=options["maps"],
        changes=BoardChanges(),
        scenario=key,
        situation=battle.situation,
        mode=battle.mode,
        names=roster(battle),
        side=tuple(side for side in (ALPHA, BRAVO) for _ in battle.forces[side].kinds),
        kind=battle.alpha.kinds + battle.bravo.kinds,
        panic=(battle.alpha.panic, battle.bravo.panic),
        preservation=(battle.alpha.preservation, battle.bravo.preservation),
        length=SITUATIONS[battle.situation].length or 0,
        idle=quiet_turns(battle.situation, int(options["quiet"])),
    )
    return Field(state), state


def roster(battle: Battle) -> tuple[str, ...]:
    """The codes of all counters, A1 and B1 onward, in the order of the chart [3.2]."""
    return tuple(
        f"{SIDES[side][0]}{number}"
        for side in (ALPHA, BRAVO)
        for number in range(1, len(battle.forces[side].kinds) + 1)
    )


def quiet_turns(situation: str, agreed: int) -> int:
    """After how many Game-Turns without a loss a battle that could go on for ever is over [17.12]."""
    if SITUATIONS[situation].length:
        return 0
    return agreed * (QUIET_MEETINGS if SITUATIONS[situation].meeting else 1)
