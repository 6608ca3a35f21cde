"""Where compiled kernels are kept from one start to the next.

numba compiles a kernel again when its own file has changed, but not when that of a kernel it
calls has. Each state of this room therefore has a folder of its own: after an update nothing
old is run.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from core import __version__

VARIABLE = "NUMBA_CACHE_DIR"


def choose() -> Path:
    """Tell numba, through the environment, which folder to keep compiled kernels in.

    Returns
    -------
    Path
        A folder named by `state`: in the one that the user set in ``NUMBA_CACHE_DIR``; else in
        the user's own cache folder; else, where that cannot be written, a temporary one.
    """
    given = os.environ.get(VARIABLE)
    if given and Path(given).name == state():
        # Inherited from the process that started this one.
        return Path(given)
    cache = user_folder(os.environ, sys.platform, _home()) / "statveil" / "kernels"
    folder = Path(given or cache) / state()
    if not _writable(folder):
        folder = Path(tempfile.mkdtemp(prefix="statveil-kernels-"))
    os.environ[VARIABLE] = str(folder)
    return folder


def state(room: Path = Path(__file__).parent) -> str:
    """Return a hash of the room's sources; of none, where the program comes without them."""
    digest = hashlib.sha256(__version__.encode())
    for source in sorted(room.glob("*.py")):
        digest.update(source.name.encode() + b"\0" + source.read_bytes())
    return digest.hexdigest()[:16]


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
