"""Checkpoints: close enough to each other, and true."""

import msgspec

from sandtable.engine.driver import Driver
from sandtable.engine.events import Heard
from sandtable.engine.history import Checkpoint
from sandtable.engine.wire import event_wire
from sandtable.lab.conformance.trial import Play, Trial, checkpoint_here, standing, unlike


def resumes(trial: Trial) -> None:
    """Few answers lie between checkpoints; started afresh from each, the game asks the same, no more."""
    driver, bound, last = trial.begin(), trial.game.checkpoint_bound, 0
    for _ in trial.asks(driver):
        place = checkpoint_here(driver)
        if place is not None:
            last = place.inputs
            _afresh(trial, driver, place)
        elif driver.table.inputs - last > bound:
            trial.fail(
                f"{driver.table.inputs - last} answers since the last checkpoint; {bound} are allowed,"
                " so some loop needs a resumable ask"
            )


def _afresh(trial: Trial, driver: Play, place: Checkpoint) -> None:
    """Start again from the checkpoint that belongs to the open ask."""
    twin = Driver(trial.game, driver.table.scene, place.state.copy(), place.dice.copy())
    twin.start()
    names = " and ".join(ask.name for ask in driver.asks)
    if difference := unlike(_since(driver, place.heard, place.rolls), _since(twin, 1, 0)):
        trial.fail(f"starting afresh at {names} differs in {difference}")


def _since(driver: Play, heard: int, rolls: int) -> dict[str, object]:
    """Where the game stands, and what has happened since the checkpoint."""
    log, dice = driver.table.log or [], driver.table.rolls or []
    return {
        **standing(driver),
        "events before it": [_sent(driver, entry) for entry in log[heard:]],
        "dice before it": dice[rolls:],
    }


def _sent(driver: Play, entry: Heard) -> bytes:
    return msgspec.json.encode((entry.to, event_wire(entry.event, driver.table.scene)))
