"""The page's modules are what their JSDoc says, as the TypeScript compiler sees it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

LIBRARIES = "es2022,dom,dom.iterable"
ROOT = Path(__file__).resolve().parents[2]


def test_the_types_of_the_page_hold() -> None:
    """Strictly, and nothing is written: the browser reads the very files that are checked."""
    compiler = shutil.which("tsc")
    assert compiler, "the page's types are checked by TypeScript: apt-get install node-typescript"
    modules = sorted(str(file) for file in (ROOT / "src" / "sandtable" / "web").rglob("*.js"))
    strictly = ("--allowJs", "--checkJs", "--noEmit", "--strict", "--noUnusedLocals", "--noImplicitReturns")
    to = (
        "--target",
        "es2022",
        "--module",
        "es2022",
        "--moduleResolution",
        "node",
        "--lib",
        "es2022,dom,dom.iterable",
    )
    told = subprocess.run(
        [compiler, *strictly, *to, *modules], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stdout
