"""Folders of a process that was killed before it could remove them."""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
from pathlib import Path


def own_prefix(kind: str) -> str:
    """Return the prefix of this process's folder names: the kind, the machine and the process."""
    return f"{kind}-{_machine()}-{os.getpid()}-"


def remove_abandoned(place: Path, kind: str) -> None:
    """Remove the folders in `place` whose process, on this machine, has ended.

    Their content was never verified. Folders of other machines, on a shared drive, are kept.
    """
    if os.name != "posix":
        return  # on other systems, probing a process with a signal would end it
    lead = f"{kind}-{_machine()}-"
    for folder in place.glob(f"{lead}*"):
        process = folder.name[len(lead) :].partition("-")[0]
        if folder.is_dir() and process.isdigit() and not _runs(int(process)):
            shutil.rmtree(folder, ignore_errors=True)


def _machine() -> str:
    return hashlib.sha256(platform.node().encode()).hexdigest()[:8]


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True  # another user's process
    return True
