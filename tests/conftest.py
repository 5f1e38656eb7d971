"""What every test begins with: an empty data folder, whatever the one who runs the tests keeps in his."""

from __future__ import annotations

import tempfile

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Before anything is imported that might read the folder."""
    folder = tempfile.TemporaryDirectory(prefix="sandtable-tests-")
    config.add_cleanup(folder.cleanup)
    patch = pytest.MonkeyPatch()
    config.add_cleanup(patch.undo)
    patch.setenv("XDG_DATA_HOME", folder.name)
