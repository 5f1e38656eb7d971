"""Rule coverage: which cases of a rule book are cited by code and covered by tests, read without running."""

from pathlib import Path

import pytest

from sandtable.engine.cases import CoverageReport, Mention, coverage, coverage_of, covers, folder_of_tests
from sandtable.engine.game import games
from sandtable.engine.tables import BadData

CASES = """
[cases]
"7.1" = "Entering a hex"
"7.14" = "Entering a hex under fire"
"17.3W" = "Wire"
[no_code]
"7.2" = "a note to the players"
"""

CODE = '''
"""Movement [7.0]."""

class Enter:
    """Enter a hex [7.1] [7.14]."""

async def wire():
    """Wire stops vehicles [17.3W]."""
'''

TESTS = """
from sandtable.engine.cases import covers

@covers("ogre", "7.1", "7.14")
def test_entering():
    pass

@covers("ogre", "17.3W")
class TestWire:
    pass

@covers("other", "9.9")
def test_another_game():
    pass
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with a game whose every case is accounted for."""
    (tmp_path / "pyproject.toml").touch()
    for folder in ("ogre", "tests"):
        (tmp_path / folder).mkdir()
    (tmp_path / "ogre" / "cases.toml").write_text(CASES)
    (tmp_path / "ogre" / "movement.py").write_text(CODE)
    (tmp_path / "tests" / "test_ogre.py").write_text(TESTS)
    return tmp_path


def report(project: Path) -> CoverageReport:
    return coverage(project / "ogre", project / "tests")


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def test_every_case_accounted_for_is_fine(project: Path) -> None:
    """Chapter 7 as a whole may be cited; no_code needs no test; another game has cases of its own."""
    found = report(project)
    assert found.ok
    assert found.text() == "ogre: 3 cases, 3 with code, 3 with tests; 1 need no code"


def test_a_case_that_no_docstring_cites_has_no_code(project: Path) -> None:
    """A comment, a string or the name of a list in brackets is no citation."""
    change(project / "ogre" / "movement.py", "[7.1] [7.14]", "[7.1]")
    (project / "ogre" / "more.py").write_text("# [7.14]\ncase = '[7.14]'\nprint('[7.14]')\n")
    found = report(project)
    assert found.without_code == ["7.14"]
    assert not found.ok
    assert "  7.14 has no code that cites it: Entering a hex under fire" in found.text().splitlines()


def test_a_longer_number_is_another_case(project: Path) -> None:
    """7.14 does not stand for 7.1, nor 17.3 for 17.3W."""
    change(project / "ogre" / "movement.py", "[7.1] [7.14]", "[7.14]")
    change(project / "ogre" / "movement.py", "[17.3W]", "[17.3]")
    found = report(project)
    assert found.without_code == ["7.1", "17.3W"]
    assert found.misspelt == [Mention("17.3", "ogre/movement.py:8")]


def test_a_case_that_no_test_covers_is_told(project: Path) -> None:
    change(project / "tests" / "test_ogre.py", ', "7.14"', "")
    found = report(project)
    assert (found.without_code, found.without_test) == ([], ["7.14"])
    assert not found.ok


def test_a_citation_of_a_case_there_is_not_is_told_with_its_place(project: Path) -> None:
    """A misspelt number would otherwise leave a case uncovered and look like work done."""
    change(project / "ogre" / "movement.py", "[7.14]", "[7.14] [7.41]")
    found = report(project)
    assert not found.ok
    assert "  ogre/movement.py:5 names 7.41, which cases.toml does not list" in found.text().splitlines()


def test_a_test_of_a_case_there_is_not_is_told_with_its_place(project: Path) -> None:
    change(project / "tests" / "test_ogre.py", '"17.3W"', '"17.3W", "17.4"')
    found = report(project)
    assert found.misspelt == [Mention("17.4", "tests/test_ogre.py:8")]
    assert not found.ok


def test_a_chapter_there_is_not_is_no_chapter(project: Path) -> None:
    change(project / "ogre" / "movement.py", "[7.0]", "[8.0]")
    assert [mention.case for mention in report(project).misspelt] == ["8.0"]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("@covers", "@pytest.mark.skip\n@covers", "test_entering is skipped or expected to fail"),
        (
            "@covers",
            "@pytest.mark.xfail(reason='hard')\n@covers",
            "test_entering is skipped or expected to fail",
        ),
        ("def test_entering", "def entering", "entering is no test"),
        ('"7.1", "7.14"', "*CASES", "covers takes the game and its cases as plain strings"),
        ('"7.1", "7.14"', "7.1", "covers takes the game and its cases as plain strings"),
    ],
)
def test_a_declaration_that_proves_nothing_is_told(project: Path, old: str, new: str, fault: str) -> None:
    """A skipped test, a function that pytest never calls, and cases that cannot be read cover nothing."""
    file = project / "tests" / "test_ogre.py"
    file.write_text(file.read_text().replace(old, new, 1))
    found = report(project)
    assert found.without_test == ["7.1", "7.14"]
    assert [line for line in found.text().splitlines() if fault in line and "tests/test_ogre.py:" in line]
    assert not found.ok


def test_tests_in_folders_below_and_the_decorator_by_its_full_name_count(project: Path) -> None:
    below = project / "tests" / "ogre"
    below.mkdir()
    (below / "test_more.py").write_text('@cases.covers("ogre", "7.14")\nasync def test_it(): pass\n')
    change(project / "tests" / "test_ogre.py", ', "7.14"', "")
    assert report(project).ok


def test_tests_are_read_and_not_run(project: Path) -> None:
    """A test module that cannot even be imported is still read."""
    change(project / "tests" / "test_ogre.py", "\nfrom", "\nimport there_is_no_such_module\nfrom")
    assert report(project).ok


def test_without_tests_it_says_so_and_proves_nothing(project: Path) -> None:
    """An installed package has no tests: its code is looked at, and the report is not fine for all that."""
    found = coverage(project / "ogre", None)
    assert not found.ok
    assert "The tests are not installed with the package" in found.text()
    assert "has no test" not in found.text()


def test_the_tests_of_a_game_are_those_of_its_own_project(project: Path) -> None:
    """Packages installed below a checkout do not belong to it."""
    installed = project / ".venv" / "lib" / "site-packages" / "ogre"
    installed.mkdir(parents=True)
    assert folder_of_tests(project / "ogre") == project / "tests"
    assert folder_of_tests(installed) is None


def test_a_number_that_cannot_be_cited_is_refused(project: Path) -> None:
    """Brackets hold a number with a point and perhaps letters; anything else would never be found."""
    change(project / "ogre" / "cases.toml", '"7.14"', '"7.14-7.16"')
    with pytest.raises(BadData, match="cases.toml: '7.14-7.16' cannot be cited"):
        report(project)


def test_a_game_without_its_list_of_cases_is_refused(project: Path) -> None:
    (project / "ogre" / "cases.toml").unlink()
    with pytest.raises(BadData, match="cases.toml: cannot be read"):
        report(project)


def test_code_that_is_no_python_is_named(project: Path) -> None:
    (project / "ogre" / "broken.py").write_text("def :\n")
    with pytest.raises(BadData, match="ogre/broken.py:1: "):
        report(project)


def test_an_installed_game_is_found_with_its_tests() -> None:
    """Drill lies in this checkout: its cases are read from beside its code, its tests from this folder."""
    found = coverage_of(games()["drill"])
    assert "1.1" in found.cases.cases
    assert found.tests is not None
    assert found.without_code == []


def test_covers_leaves_the_test_as_it_is() -> None:
    """It only declares; and a declaration of nothing is a mistake."""

    def test() -> None:
        """Nothing."""

    assert covers("ogre", "7.1")(test) is test
    with pytest.raises(TypeError, match="names no case"):
        covers("ogre")
