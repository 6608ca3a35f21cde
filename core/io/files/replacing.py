"""Replaces files atomically, so that readers find the old or the new content."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from core.errors import DISK_FULL_ERRORS, Problem, Refused, StorageFull


def replace_file(path: Path, content: bytes) -> None:
    """Write `content` to the new or existing file at `path` atomically.

    The content is on disk before it gets its name. Links are followed; an existing file keeps its
    permissions.

    Raises
    ------
    Refused
        If the folder or the file cannot be written.
    StorageFull
        If the disk is full; the file remains unchanged.
    """
    place = Path(os.path.realpath(path))
    staged = None
    try:
        handle, name = tempfile.mkstemp(prefix=".statveil-", suffix=".part", dir=place.parent)
        staged = Path(name)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        # The permissions of the replaced file, or the default ones of a new file.
        staged.chmod(place.stat().st_mode & 0o777 if place.exists() else 0o666 & ~umask())
        staged.replace(place)
        flush_folder(place.parent)
    except OSError as error:
        params = {"file": path.name}
        if error.errno in DISK_FULL_ERRORS:
            raise StorageFull(Problem("output-no-room", params=params)) from None
        raise Refused(Problem("output-unwritable", params=params)) from None
    finally:
        if staged is not None:
            with suppress(OSError):
                staged.unlink()


def flush_folder(folder: Path) -> None:
    """Flush the folder's entries to disk, if the system supports it."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def umask() -> int:
    """Return the process's umask."""
    # Elsewhere than in Linux it can only be read by setting another one, briefly the strictest,
    # which a file that another thread makes at that moment would get.
    with suppress(OSError):
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("Umask:"):
                return int(line.split()[1], 8)
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
