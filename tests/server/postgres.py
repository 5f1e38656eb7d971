"""A PostgreSQL server for the tests: started when the first of them wants it, gone when they are done."""

from __future__ import annotations

import atexit
import os
import pwd
import shutil
import socket
import subprocess
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import mkdtemp

import psycopg
import pytest

_NUMBERS = count(1)


def postgres_url() -> str:
    """The address of an empty database.

    Where PostgreSQL is not installed the test is skipped, unless SANDTABLE_TEST_ALL says that none may be.
    """
    server = _server()
    if server is None:
        (pytest.fail if os.environ.get("SANDTABLE_TEST_ALL") else pytest.skip)(
            "PostgreSQL is not installed here (Debian's package is called postgresql)"
        )
    name = f"sandtable_{next(_NUMBERS)}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return f"{server}/{name}"


@cache
def _server() -> str | None:
    """Start a server of this test run's own on a free port; None if there is no PostgreSQL."""
    programs = _programs()
    if programs is None:
        return None
    home, port = Path(mkdtemp(prefix="sandtable-pg-")), _free_port()
    if os.geteuid() == 0:
        # PostgreSQL will not run as root; Debian's package has brought a user for it.
        shutil.chown(home, "postgres", "postgres")
    data = home / "data"
    _run(programs / "initdb", "-D", data, "-U", "tester", "--auth=trust", "--no-sync", "-E", "UTF8")
    options = f"-p {port} -k {home} -c listen_addresses=127.0.0.1 -c fsync=off"
    _run(programs / "pg_ctl", "-D", data, "-l", home / "log", "-w", "-o", options, "start")
    atexit.register(_stop, programs, home)
    return f"postgresql://tester@127.0.0.1:{port}"


def _stop(programs: Path, home: Path) -> None:
    _run(programs / "pg_ctl", "-D", home / "data", "-m", "immediate", "stop")
    shutil.rmtree(home, ignore_errors=True)


def _programs() -> Path | None:
    """Where the server's programs are: Debian keeps them off the path."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    return Path(on_path).parent if on_path else None


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _run(*words: str | Path) -> None:
    user = pwd.getpwnam("postgres") if os.geteuid() == 0 else None
    who = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if user else {}
    told = subprocess.run(words, capture_output=True, text=True, cwd="/", check=False, **who)
    if told.returncode:
        raise RuntimeError(f"{Path(words[0]).name} failed: {told.stderr}")
