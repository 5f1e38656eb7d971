"""The rules of the house: which part may import which, how big things get, what no file may say."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[1]
SRC = ROOT / "src"
MODULES = sorted(SRC.rglob("*.py"))
GAME_MODULES = [file for file in MODULES if file.is_relative_to(SRC / "sandtable" / "games")]

GROUND = ("hexes", "rays", "boards", "engine", "games")
MAY_IMPORT: dict[str, tuple[str, ...]] = {
    "hexes": (),
    "rays": GROUND[:1],
    "boards": GROUND[:2],
    "engine": GROUND[:3],
    "games": GROUND[:4],
    "bots": GROUND,
    "lab": (*GROUND, "bots"),
    "server": (*GROUND, "bots"),
    "cli": (*GROUND, "bots", "lab", "server"),
    "__main__": ("cli",),
    "": (),
}


# What depends on what


def dotted(file: Path) -> str:
    """The name a file is imported by."""
    parts = file.relative_to(SRC).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(source: str, module: str, *, package: bool) -> Iterator[tuple[int, str]]:
    """Every import in the source, with its line, as a dotted name; of `from a import b`, that is a.b."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = module.split(".")[: None if package else -1]
            above = above[: len(above) - node.level + 1] if node.level else []
            start = ".".join([*above, *([node.module] if node.module else [])])
            yield from ((node.lineno, f"{start}.{alias.name}") for alias in node.names)


def part(name: str) -> str:
    """The part of the house a dotted name belongs to; "" is the package itself."""
    return [*name.split("."), ""][1]


def game(name: str) -> str:
    """The game a dotted name belongs to, or ""."""
    return [*name.split("."), "", ""][2] if part(name) == "games" else ""


def strays(module: str, source: str, *, package: bool) -> list[str]:
    """The imports that go against the one direction of the house, or from one game into another."""
    home = part(module)
    found = []
    for line, name in imports(source, module, package=package):
        # Every part is named above, so anything else is a value of the package itself, such as its version.
        if not name.startswith("sandtable.") or part(name) not in MAY_IMPORT:
            continue
        wrong_way = part(name) != home and part(name) not in MAY_IMPORT.get(home, ())
        other_game = game(module) and game(name) not in ("", game(module))
        if wrong_way or other_game:
            found.append(f"{module}:{line} imports {name}")
    return found


def test_every_part_has_its_place() -> None:
    """A module outside the parts named here would escape the check of the direction."""
    assert {part(dotted(file)) for file in MODULES} <= set(MAY_IMPORT)


@pytest.mark.parametrize("file", MODULES, ids=dotted)
def test_imports_point_one_way(file: Path) -> None:
    """hexes, rays <- boards <- engine <- games <- bots, lab, server <- cli, and no game knows another."""
    assert strays(dotted(file), file.read_text("utf-8"), package=file.name == "__init__.py") == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("sandtable.engine.driver", "from sandtable.games import drill"),
        ("sandtable.boards.board", "import sandtable.engine"),
        ("sandtable.games.tank.fire", "from ..raid import fire"),
        ("sandtable.games.tank.fire", "def f():\n    from sandtable.games.rdf.fire import odds"),
        ("sandtable.bots.greedy", "from .. import server"),
        ("sandtable.hexes", "from . import rays"),
    ],
)
def test_a_stray_import_is_found(module: str, source: str) -> None:
    """Each of these goes against the direction in one of the ways it can be written."""
    assert len(strays(module, source, package=False)) == 1


def test_an_import_along_the_direction_is_none() -> None:
    """Down the house, or within one's own part and game, is allowed."""
    source = "from ...engine import dice\nfrom . import fire\nfrom sandtable import __version__, hexes"
    assert strays("sandtable.games.tank.movement", source, package=False) == []


def test_importing_the_engine_is_light() -> None:
    """A program that only plays must not pay for arrays, drawing, plots or the web."""
    heavy = {
        *("numpy", "shapely", "resvg_py", "scipy", "matplotlib", "plotly", "pandas", "numba"),
        *("litestar", "starlette", "uvicorn", "sqlalchemy", "alembic", "typer", "joblib"),
    }
    code = "import sys, sandtable, sandtable.engine; print(*{name.split('.')[0] for name in sys.modules})"
    told = subprocess.run([sys.executable, "-c", code], cwd=SRC, capture_output=True, text=True, check=True)
    assert set(told.stdout.split()) & heavy == set()


# How big things get


@cache
def functions() -> dict[str, int]:
    """The lines of every function in src, by its place."""
    return {
        f"{dotted(file)}:{node.lineno} {node.name}": (node.end_lineno or 0) - node.lineno + 1
        for file in MODULES
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }


def test_no_module_is_over_500_lines() -> None:
    """A longer one hides a concept without a name."""
    sizes = {dotted(file): len(file.read_text("utf-8").splitlines()) for file in MODULES}
    assert {name: lines for name, lines in sizes.items() if lines > 500} == {}


def test_no_function_is_over_60_lines() -> None:
    """Nor is any function longer than can be taken in at a look."""
    assert {name: lines for name, lines in functions().items() if lines > 60} == {}


def test_nine_in_ten_functions_are_under_25_lines() -> None:
    """The usual function is short, not only the longest bearable."""
    longer = [name for name, lines in functions().items() if lines >= 25]
    assert len(longer) * 10 <= len(functions()), longer


# Games repeat exactly: no clock, no global chance, no order that hangs on hashes

SETS = ("set", "frozenset")
IN_ORDER = ("list", "tuple", "enumerate", "iter", "zip", "map", "filter", "reversed", "join", "extend")


def set_names(tree: ast.AST) -> set[str]:
    """The names that are given a set, or are annotated as one."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and is_set(node.value, set()):
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names |= {node.target.id} if says_set(node.annotation) else set()
        elif isinstance(node, ast.arg) and node.annotation and says_set(node.annotation):
            names.add(node.arg)
    return names


def says_set(annotation: ast.expr) -> bool:
    """Whether an annotation is set[...] or frozenset[...] or the bare name."""
    return ast.unparse(annotation).split("[")[0] in SETS


def is_set(node: ast.expr, names: set[str]) -> bool:
    """Whether an expression can be seen to be a set."""
    match node:
        case ast.Set() | ast.SetComp() | ast.Call(func=ast.Name("set" | "frozenset")):
            return True
        case ast.BinOp(left=left, op=ast.BitOr() | ast.BitAnd() | ast.Sub() | ast.BitXor(), right=right):
            return is_set(left, names) or is_set(right, names)
        case ast.Name(name):
            return name in names
    return False


def walked(node: ast.AST) -> list[ast.expr]:
    """The expressions whose order a node follows."""
    match node:
        case ast.For(iter=over) | ast.comprehension(iter=over):
            return [over]
        case ast.Call(func=ast.Name(name) | ast.Attribute(attr=name), args=args) if name in IN_ORDER:
            return args
        case ast.Starred(value=value):
            return [value]
    return []


def scopes(tree: ast.Module) -> Iterator[ast.AST]:
    """Each outermost function or statement: a name's kind is judged within one of them."""
    for node in tree.body:
        yield from node.body if isinstance(node, ast.ClassDef) else [node]


def hash_ordered(source: str) -> list[int]:
    """The lines that follow the order of a set."""
    return [
        over.lineno
        for scope in scopes(ast.parse(source))
        for node in ast.walk(scope)
        for over in walked(node)
        if is_set(over, set_names(scope))
    ]


def outside(source: str) -> list[str]:
    """What the source takes from the clock, from global chance or from the surroundings."""
    taken = [name for _, name in imports(source, "", package=True)]
    barred = ("random", "time", "datetime", "secrets", "uuid", "os.environ", "os.getenv", "numpy.random")
    found = [name for name in taken if any(f"{name}.".startswith(f"{module}.") for module in barred)]
    return found + re.findall(r"\bos\.(?:environ|getenv|urandom)\b|\b(?:np|numpy)\.random\b", source)


@pytest.mark.parametrize("file", GAME_MODULES, ids=dotted)
def test_a_game_repeats_exactly(file: Path) -> None:
    """Same answers and dice, same state: so no clock, no global chance, no set order in games/."""
    source = file.read_text("utf-8")
    assert (outside(source), hash_ordered(source)) == ([], [])


@pytest.mark.parametrize(
    "source",
    [
        "for unit in {1, 2}: pass",
        "hexes = [h for h in set(found)]",
        "hexes = list({h for h in found})",
        "def f(near: set[int]):\n    for h in near: pass",
        "def f():\n    near = set(a)\n    return tuple(near | far)",
        "class A:\n    def f(self):\n        seen: frozenset[int] = g()\n        return [*seen]",
    ],
)
def test_an_order_that_hangs_on_hashes_is_found(source: str) -> None:
    """Each of these may differ from one run to the next."""
    assert len(hash_ordered(source)) == 1


def test_sets_in_a_fixed_order_are_fine() -> None:
    """Sorting, counting, asking for membership, or a set in another function, says nothing of order."""
    source = (
        "def f(near: set[int]):\n    return sorted(near), len(near), 3 in near\n"
        "def g(near: list[int]):\n    return [h for h in near]\n"
    )
    assert hash_ordered(source) == []


@pytest.mark.parametrize("source", ["import random", "from time import time", "import os\nos.environ['A']"])
def test_a_look_outside_is_found(source: str) -> None:
    """Each of these brings in something that no record holds."""
    assert len(outside(source)) == 1


# What no file may say

# Written so that the patterns do not find themselves here.
BARRED = {
    "a package index's host": r"py[p]i\.(?:org|python)|python[h]osted\.|registry\.npm[j]s|deb\.deb[i]an\.org",
    "a home folder": r"(?<![\w.])/(?:ho[m]e|User[s])/\w+|(?<![\w.])/roo[t]/|[A-Z]:\\User[s]\\",
    "a promise instead of work": r"\bTO[D]O\b|\bFIX[M]E\b|\bXX[X]\b",
}


def committed() -> list[Path]:
    """The files of the repository, with those that wait to be added."""
    trusted = f"safe.directory={ROOT}"
    asked = ["git", "-c", trusted, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    told = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / name for name in told.stdout.split("\0") if name and (ROOT / name).is_file()]


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="only a git checkout knows which files are its own")
def test_no_file_says_what_belongs_to_one_machine_or_to_later() -> None:
    """No index host, no home folder, no work put off."""
    files = committed()
    assert ROOT / "run.py" in files
    found = [
        f"{file.relative_to(ROOT)}: {what}: {hit.group()}"
        for file in files
        for what, pattern in BARRED.items()
        for hit in re.finditer(pattern, file.read_bytes().decode("utf-8", "replace"))
    ]
    assert found == []


@pytest.mark.parametrize(
    "text",
    ["see py" + "pi.org/simple", "in /ho" + "me/ann/games", r"C:\Us" + r"ers\ann", "TO" + "DO: the rest"],
)
def test_what_no_file_may_say_is_found(text: str) -> None:
    """The patterns see what they are for."""
    assert any(re.search(pattern, text) for pattern in BARRED.values())


def test_the_readme_gives_the_commands() -> None:
    """A stranger finds how to play and how to test."""
    words = (ROOT / "README.md").read_text("utf-8")
    assert "python3 run.py " in words
    assert "python3 run.py test" in words


def test_the_picture_of_the_readme_is_drawn_by_the_command_beside_it(tmp_path: Path) -> None:
    """A picture of the same size comes out, of the situation that docs/positions.md explains."""
    words = (ROOT / "README.md").read_text("utf-8")
    (shown,) = re.findall(r"!\[[^]]+\]\((docs/pictures/[a-z]+\.png)\)", words)
    (command,) = re.findall(r"`python3 run\.py (draw .*?)`", words)
    drawn = tmp_path / "drawn.png"
    again = [sys.executable, "-m", "sandtable", *command.split()[:-1], str(drawn)]
    subprocess.run(again, cwd=ROOT, capture_output=True, check=True, timeout=60)
    head = slice(0, 24)  # the signature, and the chunk with width and height
    assert drawn.read_bytes()[head] == (ROOT / shown).read_bytes()[head]
    assert (ROOT / shown).stat().st_size < 400_000
    situation = (ROOT / shown).with_suffix(".toml").read_text("utf-8")
    assert situation in (ROOT / "docs" / "positions.md").read_text("utf-8")


# The package and its pins


def test_the_wheel_holds_every_file_of_the_package(tmp_path: Path) -> None:
    """A table or map left out of the wheel would be missed only after `pip install`."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, capture_output=True, check=True, timeout=60)
    (wheel,) = tmp_path.glob("*.whl")
    held = set(zipfile.ZipFile(wheel).namelist())
    files = [file for file in (SRC / "sandtable").rglob("*") if file.is_file() and file.suffix != ".pyc"]
    assert {file.relative_to(SRC).as_posix() for file in files} - held == set()
    assert any(name.endswith(".dist-info/entry_points.txt") for name in held)


PINS = {name: ROOT / f"constraints{name}.txt" for name in ("", "-test", "-bench")}
MACHINES = [
    {"python_full_version": f"3.{minor}.1", "python_version": f"3.{minor}", "sys_platform": system}
    for minor in (11, 12, 13, 14)
    for system in ("linux", "darwin", "win32")
]


def pinned(name: str) -> list[Requirement]:
    """The requirements in a constraints file."""
    lines = re.sub(r"\\\n\s+--hash=\S+", "", PINS[name].read_text("utf-8")).splitlines()
    return [Requirement(line) for line in lines if line.strip() and not line.lstrip().startswith("#")]


@pytest.mark.parametrize("name", PINS)
def test_pins_are_exact_hashed_and_name_no_place(name: str) -> None:
    """What is installed is fixed to the byte, and comes from wherever the person's pip looks."""
    text = PINS[name].read_text("utf-8")
    entries = re.sub(r"^ *#.*\n|^\n| *\\\n", "", text, flags=re.MULTILINE).splitlines()
    exact = re.compile(r"[\w.-]+==[\w.]+( ; [^-]+?)?( +--hash=sha256:[0-9a-f]{64})+")
    assert entries
    assert [entry for entry in entries if not exact.fullmatch(entry)] == []
    assert "://" not in text


@pytest.mark.parametrize("machine", MACHINES, ids=lambda one: " ".join(one.values()))
def test_the_pins_serve_what_the_project_asks_for(machine: dict[str, str]) -> None:
    """Each dependency is pinned once for every Python and system, at a version that pyproject.toml allows."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    groups = project["dependency-groups"]
    wanted = {
        "": project["project"]["dependencies"] + groups["build"] + project["build-system"]["requires"],
        "-test": groups["test"],
        "-bench": groups["bench"],
    }
    for name, requirements in wanted.items():
        pins = [pin for file in {"", name} for pin in pinned(file)]
        fitting = [pin for pin in pins if not pin.marker or pin.marker.evaluate(machine)]
        for asked in map(Requirement, requirements):
            (pin,) = [one for one in fitting if canonical(one.name) == canonical(asked.name)]
            assert asked.specifier.contains(str(pin.specifier).removeprefix("=="))


def canonical(name: str) -> str:
    """A package's name as pip compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()
