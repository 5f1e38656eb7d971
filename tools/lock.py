"""Write the constraints files anew from pyproject.toml: python3 tools/lock.py [--upgrade].

uv resolves once for every Python and platform and lists the hashes of all published files. Pins that still
fit stay; --upgrade, or any other word for `uv pip compile`, is handed on. The package index is the one that
pip is set up to use.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COMPILE = (
    *("pip", "compile", "--quiet", "--universal", "--python-version=3.11", "--generate-hashes"),
    # Only versions published ready-made: building one would fetch tools that nobody pinned.
    *("--only-binary=:all:", "--custom-compile-command=python3 tools/lock.py"),
)
PLAY, TEST, BENCH = "constraints.txt", "constraints-test.txt", "constraints-bench.txt"


def main(words: list[str]) -> None:
    """Playing first; the other sets keep to its versions and list only what they add to it."""
    uv = shutil.which("uv")
    if uv is None:
        sys.exit("tools/lock.py resolves with uv, which is not installed here: pip install uv")
    compile_ = [uv, *COMPILE, *words]
    _run([*compile_, "--output-file", PLAY, "pyproject.toml", "--group=build"])
    pinned = re.findall(r"^([\w.-]+)==", (ROOT / PLAY).read_text("utf-8"), re.MULTILINE)
    known = ["--constraint", PLAY, *(f"--no-emit-package={name}" for name in pinned)]
    _run([*compile_, *known, "--output-file", TEST, "--group=test"])
    _run([*compile_, *known, "--output-file", BENCH, "--group=bench"])


def _run(command: list[str]) -> None:
    settings = dict(os.environ)
    index = _pips_index()
    if index:
        settings.setdefault("UV_DEFAULT_INDEX", index)
    if subprocess.run(command, cwd=ROOT, env=settings, check=False).returncode:
        sys.exit("tools/lock.py stopped: uv could not resolve the dependencies (see above)")


def _pips_index() -> str:
    """The index of pip's own settings, or nothing where pip is left at its default, which is uv's too."""
    asked = [sys.executable, "-m", "pip", "config", "get"]
    for key in (":env:.index-url", "install.index-url", "global.index-url"):
        told = subprocess.run([*asked, key], capture_output=True, text=True, check=False)
        if told.returncode == 0:
            return told.stdout.strip()
    return ""


if __name__ == "__main__":
    main(sys.argv[1:])
