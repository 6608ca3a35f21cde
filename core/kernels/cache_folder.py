"""Where compiled kernels are kept from one start to the next."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

VARIABLE = "NUMBA_CACHE_DIR"


def choose() -> Path:
    """Tell numba, through the environment, which folder to keep compiled kernels in.

    Returns
    -------
    Path
        The folder the user set in ``NUMBA_CACHE_DIR``; else the user's own cache folder; else,
        where that cannot be written, a temporary one.
    """
    if os.environ.get(VARIABLE):
        return Path(os.environ[VARIABLE])
    folder = user_folder(os.environ, sys.platform, _home()) / "statveil" / "kernels"
    if not _writable(folder):
        folder = Path(tempfile.mkdtemp(prefix="statveil-kernels-"))
    os.environ[VARIABLE] = str(folder)
    return folder


def user_folder(environment: Mapping[str, str], platform: str, home: Path) -> Path:
    """Return the folder in which `platform` keeps a user's caches."""
    if platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local")
    if platform == "darwin":
        return home / "Library" / "Caches"
    return Path(environment.get("XDG_CACHE_HOME") or home / ".cache")


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError:
        # An account without a home: an unwritable place sends us to the temporary folder.
        return Path(os.devnull)


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False
