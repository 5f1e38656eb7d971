"""Games end, nothing is wrong on the way, and whatever is asked can be answered and shown."""

from collections.abc import Iterator
from typing import Any

import msgspec

from sandtable.bots.random import picks
from sandtable.engine.asks import Ask, Choose, Form, Offer, Several, random_answer
from sandtable.engine.wire import ask_wire, event_wire
from sandtable.lab.conformance.trial import Play, Trial, view_bytes

_TRIED = 30
"""How many options of one ask are read back."""
_STEPS = 2_000
"""How many additions a form may need."""
_CLOSELY = 300
"""For so many answers views and questions are looked at one by one, and from then on ever more rarely."""
_RARELY = 40


def ends(trial: Trial) -> None:
    """Random play comes to an end within the bound, and everything is sound after every answer."""
    driver = trial.begin()
    shown = due = 0
    for number, _ in enumerate(trial.asks(driver)):
        shown = _sound(trial, driver, shown)
        if number < due:
            continue
        due = number + 1 + max(0, number - _CLOSELY) // _RARELY
        _viewable(driver)
        for ask in driver.asks:
            _answerable(trial, ask)
            _askable(trial, driver, ask)
    _sound(trial, driver, shown)
    _viewable(driver)


def _viewable(driver: Play) -> None:
    """Every view can be sent."""
    for side in (*range(len(driver.table.scene.sides)), None):
        view_bytes(driver, side)


def _sound(trial: Trial, driver: Play, shown: int) -> int:
    """The invariants hold; every new event can be sent. Tells how many events there are."""
    for fault in driver.game.faults(driver.table):
        trial.fail(f"an invariant is broken: {fault}")
    log = driver.table.log or []
    for heard in log[shown:]:
        for event in (heard.event, heard.others):
            if event is not None and not event_wire(event, driver.table.scene)["text"].strip():
                trial.fail(f"{type(event).__name__} has no words")
    return len(log)


def _askable(trial: Trial, driver: Play, ask: Ask[Any]) -> None:
    """The ask can be sent, with the keys by which it is answered."""
    wire = msgspec.json.decode(msgspec.json.encode(ask_wire(ask, driver.table.scene)))
    if isinstance(ask, Offer):
        sent, read = [option["key"] for option in wire["options"]], [ask.key(one) for one in ask.options]
        if sent != read:
            trial.fail(f"{ask.name} shows the keys {sent} but reads {read}")


def _answerable(trial: Trial, ask: Ask[Any]) -> None:
    """There is an answer, and every answer can be written and read back."""
    if isinstance(ask, Offer):
        _options(trial, ask)
    answer = _grown(trial, ask) if isinstance(ask, Form) else random_answer(ask, picks(trial.chance()))
    ask.check(answer)
    _read_back(trial, ask, answer)


def _options(trial: Trial, ask: Offer[Any]) -> None:
    options = list(ask.options)
    least = ask.least if isinstance(ask, Several) else 1
    if len(options) < least:
        trial.fail(f"{ask.name} cannot be answered: it offers {len(options)} options, and needs {least}")
    for key in twice([ask.key(option) for option in options]):
        trial.fail(f"two options of {ask.name} have the key {key!r}")
    if isinstance(ask, Choose):
        if ask.window and ask.decline not in options:
            trial.fail(f"the window {ask.name} cannot be declined: {ask.decline!r} is not on offer")
        for option in trial.chance().sample(options, min(_TRIED, len(options))):
            _read_back(trial, ask, option)


def _grown(trial: Trial, form: Form[Any]) -> Any:
    """An answer built up step by step; the additions on offer at one time have different keys."""
    draft, chance, steps = form.blank(), trial.chance(), 0
    while (further := form.grow(draft)) and not (form.complete(draft) and chance.random() < 0.2):
        for key in twice([option.key for option, _ in further]):
            trial.fail(f"two additions to {form.name} have the key {key!r}")
        _, draft = chance.choice(further)
        steps += 1
        if steps > _STEPS:
            trial.fail(f"{form.name} is not complete after {_STEPS} additions")
    if not form.complete(draft):
        trial.fail(f"{form.name} can be built up to where nothing can be added, and is not complete")
    return draft


def _read_back(trial: Trial, ask: Ask[Any], answer: Any) -> None:
    wire = msgspec.json.decode(msgspec.json.encode(ask.write(answer)))
    read = ask.read(wire)
    if read != answer:
        trial.fail(f"the answer {answer!r} to {ask.name} is written {wire!r} but read as {read!r}")


def twice(keys: list[str]) -> Iterator[str]:
    """The keys that stand more than once, each time after the first."""
    seen = set()
    for key in keys:
        if key in seen:
            yield key
        seen.add(key)
