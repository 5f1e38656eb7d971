"""Where a program keeps what people made."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path


def data_folder(platform: str = sys.platform, environ: Mapping[str, str] = os.environ) -> Path:
    """The folder for a user's own data, by the custom of each system."""
    home = Path.home()
    if platform == "win32":
        base = Path(environ.get("APPDATA") or home / "AppData" / "Roaming")
    elif platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        named = Path(environ.get("XDG_DATA_HOME", ""))
        base = named if named.is_absolute() else home / ".local" / "share"
    return base / "sandtable"
