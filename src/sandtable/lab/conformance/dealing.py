"""What a side cannot know is dealt again, and the side can tell no deal from another.

The other checks see only what `deal_again` redraws. This one holds it against `secrets`: what a game names
there and leaves as it is in every fork is known to an opponent who thinks ahead.
"""

from sandtable.engine.refusals import NoSuchDeal
from sandtable.lab.conformance.hiding import met
from sandtable.lab.conformance.trial import Play, Trial, checkpoint_here, unlike

_MOST = 60
"""A secret that stays the same in so many deals is not dealt at all."""


def deals(trial: Trial) -> None:
    """Every secret comes out in more than one way, and the side sees and is asked the same all the while.

    It is looked at where nothing has been answered since the last checkpoint: answers that others have given
    since then are given again in a fork, and may fit one deal only.
    """
    driver, due = trial.begin(), 0
    for number, _ in enumerate(trial.asks(driver)):
        if number >= due and checkpoint_here(driver) is not None:
            for side in range(len(driver.table.scene.sides)):
                _deal_all(trial, driver, side)
            due = number + 1 + number // 4


def _deal_all(trial: Trial, driver: Play, side: int) -> None:
    """Deal until each secret of the others has come out in another way than the true one."""
    secrets, name = driver.game.secrets(driver.table, side), driver.table.scene.side_name(side)
    if not secrets:
        return
    before, left = met(driver, side), [*secrets]
    for number in range(_MOST):
        if not left:
            return
        try:
            fork = driver.fork_for(side, trial.deal() + bytes([number]))
        except NoSuchDeal as error:
            trial.fail(f"{error}, not even as it is")
        if difference := unlike(before, met(fork, side)):
            trial.fail(f"{name} can tell by {difference} what is dealt again for it")
        dealt = fork.game.secrets(fork.table, side)
        left = [secret for secret in left if dealt.get(secret, secrets[secret]) == secrets[secret]]
    if left:
        trial.fail(f"{left[0]}: the same in {_MOST} deals for {name}, which cannot know it")
