"""How soon the program is there."""

import subprocess
import sys
import time
from collections.abc import Iterator

from benchmarks.measure import Measure

HEAVY = ("numpy", "scipy", "shapely", "matplotlib", "litestar", "starlette", "uvicorn", "rich", "typer")


def measures() -> Iterator[Measure]:
    """All that concerns starting."""
    words = [sys.executable, "-m", "sandtable", "--help"]
    yield Measure("sandtable --help", "s", _seconds(words), "the goal", 0.3, 1.0, "at most")
    loaded = [
        name
        for name in HEAVY
        if name in _modules("sandtable.engine, sandtable.boards, sandtable.games.drill")
    ]
    note = f"loaded: {', '.join(loaded)}" if loaded else "engine, boards and a game, imported"
    yield Measure(
        "Web, plot and array libraries imported", "", len(loaded) + 1, "none", 1, 1.0, "at most", note
    )


def _seconds(words: list[str], tries: int = 7) -> float:
    best = float("inf")
    for _ in range(tries):
        begun = time.perf_counter()
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
        best = min(best, time.perf_counter() - begun)
    return best


def _modules(names: str) -> set[str]:
    code = f"import sys, {names}; print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return set(told.stdout.split())
