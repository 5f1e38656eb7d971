"""An ask as people answer it: numbered options and typed words, step by step where it is a form."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from sandtable.cli.showing import option_rows
from sandtable.engine import BadRequest, Choose, Form, Option, Refusal, Refused, Several
from sandtable.engine.asks import Ask

PAGE = 20


class Given(NamedTuple):
    """An answer, as the rules take it."""

    answer: Any


class Menu:
    """Options as numbered lines, a page at a time, or only those whose key begins in some way."""

    def __init__(self, options: Sequence[Option]) -> None:
        self.options = options
        self.places = {option.key: place for place, option in enumerate(options)}
        # Where a key could be taken for the number of another option, people answer by key alone.
        self.numbered = not any(self._number(key) for key in self.places)
        self.beginning = ""
        self.start = 0

    def _number(self, word: str) -> int:
        """The number that a word is in this menu, or 0; 0505 is a hex and no number."""
        plain = word.isdecimal() and not word.startswith("0")
        return int(word) if plain and int(word) <= len(self.options) else 0

    def place(self, word: str) -> int | None:
        """The option that a key or a number means."""
        if word in self.places:
            return self.places[word]
        number = self._number(word) if self.numbered else 0
        return number - 1 if number else None

    def has(self, beginning: str) -> bool:
        """Does any key begin so?"""
        return any(key.startswith(beginning) for key in self.places)

    def narrow(self, beginning: str) -> None:
        """From now on show only the options that begin so."""
        self.beginning, self.start = beginning, 0

    def turn_page(self) -> None:
        """Show the next page; after the last comes the first."""
        self.start = self.start + PAGE if self.start + PAGE < len(self._chosen()) else 0

    def _chosen(self) -> list[int]:
        return [place for key, place in self.places.items() if key.startswith(self.beginning)]

    def lines(self) -> Iterator[str]:
        chosen = self._chosen()
        page = chosen[self.start : self.start + PAGE]
        rows = option_rows([self.options[place] for place in page])
        for place, row in zip(page, rows, strict=True):
            yield f"{place + 1:>4}  {row}" if self.numbered else f"  {row}"
        more = len(chosen) - self.start - len(page)
        if more > 0:
            yield f"      {more} more: type more, or the beginning of one"


class Dialogue(ABC):
    """One ask, put to a person until there is an answer."""

    ask: Any
    menu: Menu

    def lines(self) -> Iterator[str]:
        """What can be answered now."""
        return self.menu.lines()

    def take(self, line: str) -> Given | None:
        """The answer that a line gives, or None where it was only a step; a refusal if neither."""
        place = self.menu.place(line)
        if place is not None:
            return self.choose(place)
        if (given := self.read(line)) is not None:
            return given
        if line and not self.menu.has(line):
            return self.refuse(line)
        self.menu.narrow(line)
        return None

    @abstractmethod
    def choose(self, place: int) -> Given | None:
        """The person means this option."""

    def read(self, line: str) -> Given | None:
        """An answer in words other than one option."""
        return None

    def refuse(self, line: str) -> Given | None:
        """Say with case and reason why this cannot be answered."""
        return Given(self.ask.pick(line))


class ChooseDialogue(Dialogue):
    """One option, by number or key."""

    def __init__(self, ask: Choose[Any]) -> None:
        self.ask = ask
        self.menu = Menu([ask.describe(option) for option in ask.options])

    def choose(self, place: int) -> Given:
        return Given(self.ask.options[place])


class SeveralDialogue(Dialogue):
    """Several numbers or keys in one line: with commas, or with spaces where no key has any."""

    none = ("none", "pass")

    def __init__(self, ask: Several[Any]) -> None:
        self.ask = ask
        self.menu = Menu([ask.describe(option) for option in ask.options])

    def lines(self) -> Iterator[str]:
        yield from super().lines()
        most = len(self.menu.options) if self.ask.most is None else self.ask.most
        yield f"      {self.ask.least} to {most} of them, such as 1 3; {self.none[0]} for none"

    def choose(self, place: int) -> Given:
        return Given((self.ask.options[place],))

    def read(self, line: str) -> Given | None:
        if line in self.none:
            return Given(())
        words = [word.strip() for word in line.split(",")] if "," in line else line.split()
        if len(words) < 2 or self.menu.has(line):
            return None
        return Given(tuple(self._meant(word) for word in words))

    def _meant(self, word: str) -> Any:
        place = self.menu.place(word)
        return self.ask.pick(word) if place is None else self.ask.options[place]


class FormDialogue(Dialogue):
    """A form filled in option by option, by lines as on paper, or at once by a line of JSON or TOML."""

    done, back = "done", "back"

    def __init__(self, ask: Form[Any]) -> None:
        self.ask = ask
        self.drafts = [ask.blank()]
        self._look()

    def _look(self) -> None:
        self.further = self.ask.grow(self.drafts[-1])
        self.menu = Menu([option for option, _ in self.further])

    def lines(self) -> Iterator[str]:
        draft = self.drafts[-1]
        yield f"      so far: {self.ask.told(draft)}"
        yield from super().lines()
        yield from (f"      {remark}" for remark in self.ask.remarks(draft))
        words = [self.done] * self.ask.complete(draft) + [self.back] * (len(self.drafts) > 1)
        lines = [f"lines such as {self.ask.example}"] * bool(self.ask.example)
        yield f"      {', '.join([*words, *lines, 'or the whole form as a line of JSON or TOML'])}"

    def choose(self, place: int) -> None:
        self.drafts.append(self.further[place][1])
        self._look()

    def read(self, line: str) -> Given | None:
        if line == self.done:
            self.ask.check(self.drafts[-1])
            return Given(self.drafts[-1])
        if line.startswith("{"):
            return Given(self.ask.read(_decoded(msgspec.json.decode, line)))
        return Given(self.ask.read(_decoded(msgspec.toml.decode, line))) if "=" in line else None

    def refuse(self, line: str) -> None:
        written = self.ask.typed(self.drafts[-1], line) if line != self.back else None
        if written is not None:
            self._write_down(written)
            return
        if line != self.back:
            way_out = f"; {self.done} hands it in" * self.ask.complete(self.drafts[-1])
            raise Refused(Refusal(self.ask.case, f"{line!r} cannot be added to the form now{way_out}"))
        if len(self.drafts) > 1:
            self.drafts.pop()
        self._look()

    def _write_down(self, draft: Any) -> None:
        """Go on from a draft with a typed line in it, if nothing is wrong with it."""
        if faults := self.ask.faults(draft):
            raise Refused(*faults)
        self.drafts.append(draft)
        self._look()


def _decoded(decode: Any, line: str) -> Any:
    try:
        return decode(line)
    except msgspec.DecodeError as error:
        raise BadRequest(f"this line cannot be read: {error}") from None


def dialogue_for(ask: Ask[Any]) -> Dialogue:
    """The way to answer an ask of this kind."""
    if isinstance(ask, Choose):
        return ChooseDialogue(ask)
    if isinstance(ask, Several):
        return SeveralDialogue(ask)
    assert isinstance(ask, Form)
    return FormDialogue(ask)
