"""How odds, sights, asks and events are told in lines of text."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

from sandtable.engine import Driver, Event, Form, Option, Scene
from sandtable.engine.asks import Ask, Offer
from sandtable.engine.events import Rolled, SegmentBegan
from sandtable.engine.session import Wire
from sandtable.engine.wire import event_text


def percent(chance: Fraction) -> str:
    """A chance in round figures, which never calls a possible thing impossible or sure."""
    rounded = round(chance * 100)
    if rounded == 0 and chance > 0:
        return "<1%"
    if rounded == 100 and chance < 1:
        return ">99%"
    return f"{rounded}%"


def cited(text: str, case: str) -> str:
    """A sentence with the case that it rests on."""
    return f"{text} [{case}]" if case else text


def dice_words(dice: Sequence[int]) -> str:
    """Dice as players write them: 2d6, d6+d10."""
    counts = [(sides, len(list(same))) for sides, same in groupby(dice)]
    return "+".join(f"{count if count > 1 else ''}d{sides}" for sides, count in counts)


def odds_lines(odds: Wire) -> Iterator[str]:
    """What is needed, every modifier with its case, and the exact chance of every result."""
    dice = dice_words(odds["dice"])
    yield cited(odds["purpose"], odds["case"]) + f": {odds['needed']} on {dice}" * bool(odds["needed"])
    for modifier in odds["modifiers"]:
        yield f"  {modifier['amount']:+d}  {cited(modifier['why'], modifier['case'])}"
    if not odds["needed"]:
        yield f"  {dice}: {_readings(odds['results'])}"
    for result, chance in odds["chances"].items():
        yield f"  {result}: {percent(Fraction(chance))} ({chance})"
    for result, further in odds.get("follow", {}).items():
        yield f"  {result} calls for"
        yield from (f"    {line}" for line in odds_lines(further))


def _readings(results: Mapping[str, str]) -> str:
    """What the natural totals mean: 2-7 no effect, 8-12 hit."""
    readings = []
    for result, same in groupby(results.items(), key=lambda reading: reading[1]):
        totals = [total for total, _ in same]
        span = f"{totals[0]}-{totals[-1]}" if len(totals) > 1 else totals[0]
        readings.append(f"{span} {result}")
    return ", ".join(readings)


def sight_lines(start: str, end: str, sight: Wire) -> Iterator[str]:
    """Clear or blocked, where and by which case, and the hexes on the way."""
    if sight["clear"]:
        told = "clear"
    else:
        told = "blocked" + f" at {sight.get('at')}" * ("at" in sight)
        told += f": {sight.get('reason')}" * ("reason" in sight)
    yield cited(f"{start} to {end}: {told}", sight.get("case", ""))
    yield f"  the line crosses {' '.join(sight['ray']) or 'no hex between them'}"


def where_lines(driver: Driver[Any, Any]) -> Iterator[str]:
    """The turn and segment, or how the game ended."""
    outcome, scene = driver.state.outcome, driver.table.scene
    if driver.segment is not None:
        yield cited(f"Turn {driver.state.turn}, {driver.segment.title}", driver.segment.case)
    elif outcome is not None:
        won = " and ".join(map(scene.side_name, outcome.winners))
        winner = f"{won or 'nobody'} win{'s' * (len(outcome.winners) < 2)}"
        points = ", ".join(
            f"{side} {score:g}" for side, score in zip(scene.sides, outcome.points, strict=False)
        )
        yield f"The game is over: {winner}, {outcome.reason}{f' ({points})' * bool(points)}"


def ask_line(ask: Ask[Any], scene: Scene) -> str:
    """Who is asked what, under which case."""
    return f"{scene.side_name(ask.side)}: {cited(ask.question(), ask.case)}"


def options_of(ask: Ask[Any]) -> list[Option]:
    """The options of an ask; of a form, those of its first step."""
    if isinstance(ask, Offer):
        return [ask.describe(option) for option in ask.options]
    assert isinstance(ask, Form)
    return [option for option, _ in ask.grow(ask.blank())]


def option_rows(options: Sequence[Option]) -> list[str]:
    """Options as the columns of a table: key, chance, and words where they say more than the key."""
    keys = [option.key for option in options]
    chances = ["" if option.chance is None else percent(option.chance) for option in options]
    words = ["" if option.text == option.key else option.text for option in options]
    rows = zip(_column(keys, "<"), _column(chances, ">"), words, strict=True)
    return ["  ".join(cell for cell in row if cell).rstrip() for row in rows]


def _column(cells: list[str], side: str) -> list[str]:
    width = max(map(len, cells), default=0)
    return [f"{cell:{side}{width}}" for cell in cells]


def event_lines(events: Iterable[Event], scene: Scene) -> Iterator[str]:
    """A story: a heading for each segment, then what happened, with the case of each event."""
    for event in events:
        case = getattr(event, "rule", "") or event.case
        line = cited(event_text(event, scene), case)
        yield line if isinstance(event, SegmentBegan) else f"  {line}"


def roll_lines(rolled: Rolled) -> Iterator[str]:
    """How a roll came out: the dice, what was needed, every modifier with its case."""
    faces = "+".join(map(str, rolled.dice))
    total = f" = {rolled.total}" if len(rolled.dice) > 1 else ""
    needed = f", needed {rolled.needed}" if rolled.needed else ""
    yield cited(f"{rolled.purpose}: {faces}{total}{needed}: {rolled.result}", rolled.rule)
    for modifier in rolled.modifiers:
        yield f"  {modifier.amount:+d}  {cited(modifier.why, modifier.case)}"
