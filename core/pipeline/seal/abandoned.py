"""Drafts that a killed process left in the folder of a release."""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
from pathlib import Path

_PREFIX = ".statveil"


def own_prefix() -> str:
    """Return how the names of this process's drafts begin: they tell machine and process."""
    return f"{_PREFIX}-{_machine()}-{os.getpid()}-"


def remove_abandoned(folder: Path) -> None:
    """Remove the drafts in `folder` whose process, on this machine, no longer runs.

    Nobody has checked what is in them. Another machine's, in a folder that is shared, are left.
    """
    if os.name != "posix":
        return  # asking for a process by a signal would end it elsewhere
    for draft in folder.glob(f"{_PREFIX}-{_machine()}-*"):
        process = draft.name.split("-")[2]
        if draft.is_dir() and process.isdigit() and not _runs(int(process)):
            shutil.rmtree(draft, ignore_errors=True)


def _machine() -> str:
    return hashlib.sha256(platform.node().encode()).hexdigest()[:8]


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True  # somebody else's
    return True
