"""Rule coverage: which numbered cases of a rule book have code that cites them and tests that exercise them.

Code and tests are only read, never run. Code cites a case in a docstring, in square brackets, as the rule
book numbers it; a test declares what it exercises with `covers`.
"""

import ast
import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from sandtable.engine.game import Game
from sandtable.engine.tables import BadData, read_toml

T = TypeVar("T")

_NUMBER = r"\d+(?:\.\d+)+[A-Za-z]*"
_CITATION = re.compile(rf"\[({_NUMBER})\]")
_PACKAGES = ("site-packages", "dist-packages")
"""Folders of installed packages, above which nobody's tests are looked for."""


def covers(game: str, *cases: str) -> Callable[[T], T]:
    """Declare the cases of a game's rule book that a test function or class exercises."""
    if not cases:
        raise TypeError(f"covers({game!r}) names no case")

    def declared(test: T) -> T:
        return test

    return declared


class Cases(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A cases.toml: the title of every case, and the reason for each that needs no code."""

    cases: dict[str, str]
    no_code: dict[str, str] = {}

    def __post_init__(self) -> None:
        for number in (*self.cases, *self.no_code):
            if not re.fullmatch(_NUMBER, number):
                raise ValueError(f"{number!r} cannot be cited; a case is numbered like 7.14 or 17.3W")

    def title(self, number: str) -> str:
        return self.cases.get(number, "")

    def wanting(self, found: Iterable[str]) -> list[str]:
        """The cases that need code and a test and are not among those found."""
        settled = {*found, *self.no_code}
        return [number for number in self.cases if number not in settled]

    def strange(self, number: str) -> bool:
        """Is there no such case? A number such as 7.0 may also stand for the whole chapter 7."""
        chapter, _, rest = number.partition(".")
        known = {*self.cases, *self.no_code}
        return number not in known and not (
            rest == "0" and any(case.startswith(f"{chapter}.") for case in known)
        )


class Mention(NamedTuple):
    """A case that is cited or covered somewhere."""

    case: str
    place: str


class CoverageReport(msgspec.Struct, frozen=True):
    """What is missing between a rule book, its code and its tests; `tests` is None where there are none."""

    game: str
    cases: Cases
    code: tuple[Mention, ...]
    tests: tuple[Mention, ...] | None
    faults: tuple[str, ...] = ()

    @property
    def without_code(self) -> list[str]:
        return self.cases.wanting(mention.case for mention in self.code)

    @property
    def without_test(self) -> list[str]:
        return self.cases.wanting(mention.case for mention in self.tests or ())

    @property
    def misspelt(self) -> list[Mention]:
        """What code cites or tests cover although the rule book has no such case."""
        return [mention for mention in (*self.code, *(self.tests or ())) if self.cases.strange(mention.case)]

    @property
    def ok(self) -> bool:
        """Is every case accounted for, in code and in tests?"""
        return self.tests is not None and not (
            self.without_code or self.without_test or self.misspelt or self.faults
        )

    def text(self) -> str:
        """The report in lines, one for each case that is missing."""
        lines = [self._summary()]
        lines += self._listed("has no code that cites it", self.without_code)
        if self.tests is None:
            lines.append(
                "  The tests are not installed with the package, so only the code was looked at;"
                " run this in a checkout to see the tests too."
            )
        else:
            lines += self._listed("has no test that covers it", self.without_test)
        lines += [f"  {place} names {case}, which cases.toml does not list" for case, place in self.misspelt]
        return "\n".join([*lines, *(f"  {fault}" for fault in self.faults)])

    def _summary(self) -> str:
        counted = [number for number in self.cases.cases if number not in self.cases.no_code]
        coded = len(counted) - len(self.without_code)
        tested = "" if self.tests is None else f", {len(counted) - len(self.without_test)} with tests"
        idle = len(self.cases.no_code)
        return f"{self.game}: {len(counted)} cases, {coded} with code{tested}; {idle} need no code"

    def _listed(self, lack: str, numbers: Iterable[str]) -> list[str]:
        return [f"  {number} {lack}: {self.cases.title(number)}" for number in numbers]


def coverage(folder: Path, tests: Path | None, game: str = "") -> CoverageReport:
    """The rule coverage of the game in a folder, by the tests in another; BadData if cases.toml is no good.

    The game goes by the name of its folder unless another is given.
    """
    name = game or folder.name
    code = tuple(_cited(folder))
    if tests is None:
        return CoverageReport(name, _cases(folder), code, None)
    found = list(_covered(tests, name))
    faults = tuple(fault for fault in found if isinstance(fault, str))
    covered = tuple(mention for mention in found if isinstance(mention, Mention))
    return CoverageReport(name, _cases(folder), code, covered, faults)


def coverage_of(game: Game[Any, Any]) -> CoverageReport:
    """The rule coverage of a game, by the tests of the checkout that it lies in, if it lies in one."""
    folder = Path(inspect.getfile(type(game))).parent
    return coverage(folder, folder_of_tests(folder), game.name)


def folder_of_tests(folder: Path) -> Path | None:
    """The tests folder beside the pyproject.toml of the project that a folder belongs to."""
    for above in folder.resolve().parents:
        if above.name in _PACKAGES:
            return None
        if (above / "pyproject.toml").is_file() and (above / "tests").is_dir():
            return above / "tests"
    return None


def _cases(folder: Path) -> Cases:
    return read_toml(folder / "cases.toml", Cases)


def _trees(folder: Path, word: str = "") -> Iterator[tuple[str, ast.Module]]:
    """The source files of a folder that contain a word, by their names."""
    for file in sorted(folder.rglob("*.py")):
        source = file.read_text("utf-8")
        if word in source:
            place = file.relative_to(folder.parent).as_posix()
            try:
                yield place, ast.parse(source)
            except SyntaxError as error:
                raise BadData(f"{place}:{error.lineno}: {error.msg}") from None


def _cited(folder: Path) -> Iterator[Mention]:
    """Every case that a docstring cites."""
    for place, tree in _trees(folder):
        for node in ast.walk(tree):
            match node:
                case ast.Expr(value=ast.Constant(value=str(words))):
                    for number in _CITATION.findall(words):
                        yield Mention(number, f"{place}:{node.lineno}")


def _covered(tests: Path, game: str) -> Iterator[Mention | str]:
    """Every case of the game that a test covers; a sentence for what cannot be read."""
    for place, tree in _trees(tests, "covers("):
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                yield from _declared(node, place, game)


def _declared(
    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, place: str, game: str
) -> Iterator[Mention | str]:
    """What the decorators of one function or class declare."""
    idle = any(_is_idle(decorator) for decorator in node.decorator_list)
    for call in node.decorator_list:
        if not (isinstance(call, ast.Call) and _is_named(call.func, "covers")):
            continue
        here = f"{place}:{call.lineno}"
        words = [word.value for word in call.args if isinstance(word, ast.Constant)]
        if len(words) < max(2, len(call.args)) or not all(isinstance(word, str) for word in words):
            yield f"{here}: covers takes the game and its cases as plain strings"
        elif words[0] == game and idle:
            yield f"{here}: {node.name} is skipped or expected to fail, so it covers nothing"
        elif words[0] == game and not node.name.lower().startswith("test"):
            yield f"{here}: {node.name} is no test, so it covers nothing"
        elif words[0] == game:
            yield from (Mention(str(case), here) for case in words[1:])


def _is_named(function: ast.expr, name: str) -> bool:
    """Is this a name, or an attribute, of that name?"""
    return (isinstance(function, ast.Name) and function.id == name) or (
        isinstance(function, ast.Attribute) and function.attr == name
    )


def _is_idle(decorator: ast.expr) -> bool:
    """Does this mark keep a test from proving anything on every machine?"""
    bare = decorator.func if isinstance(decorator, ast.Call) else decorator
    return any(_is_named(bare, mark) for mark in ("skip", "xfail"))
