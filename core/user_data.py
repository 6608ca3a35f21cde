"""The folder in which the program keeps data of its user."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def user_data_folder() -> Path:
    """Return the folder, which need not exist; the window and the command line share it."""
    if sys.platform == "win32":
        home = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        home = Path.home() / "Library" / "Application Support"
    else:
        named = os.environ.get("XDG_DATA_HOME", "")
        home = Path(named) if Path(named).is_absolute() else Path.home() / ".local" / "share"
    return home / "Statveil" / "Statveil"
