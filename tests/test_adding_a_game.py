"""The page that builds Drill shows code that really stands in Drill, and counts its cases rightly."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
DRILL = ROOT / "src" / "sandtable" / "games" / "drill"
SNIPPETS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def code_lines(text: str) -> list[str]:
    """The lines of a source that are not blank."""
    return [line for line in text.splitlines() if line.strip()]


def test_the_page_shows_code() -> None:
    """Without this, a page whose fences were misspelt would prove nothing."""
    assert len(SNIPPETS) >= 8


@pytest.mark.parametrize("snippet", SNIPPETS, ids=lambda snippet: snippet.splitlines()[-1][:40])
def test_each_piece_of_code_stands_in_drill_to_the_letter(snippet: str) -> None:
    sources = ["\n".join(code_lines(file.read_text("utf-8"))) for file in sorted(DRILL.glob("*.py"))]
    assert any("\n".join(code_lines(snippet)) in source for source in sources)


def test_it_counts_the_cases_rightly() -> None:
    cases = tomllib.loads((DRILL / "cases.toml").read_text("utf-8"))["cases"]
    assert len(cases) == 15
    assert "fifteen cases long" in PAGE


def test_drill_stays_small() -> None:
    """Under 400 lines that do something: without blanks, comments, docstrings and imports."""
    assert sum(working_lines(file) for file in DRILL.glob("*.py")) < 400


def working_lines(file: Path) -> int:
    """How many lines of a module are neither blank, comment, docstring nor import."""
    source = file.read_text("utf-8")
    idle: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        text = (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        )
        if text or isinstance(node, ast.Import | ast.ImportFrom):
            idle.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    lines = enumerate(source.splitlines(), 1)
    return sum(number not in idle and bool(line.split("#")[0].strip()) for number, line in lines)
