"""Replaces a file by another in one step, so that a reader finds the old one or the new one."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from core.errors import DISK_FULL_ERRORS, Problem, Refused, StorageFull


def replace_file(path: Path, content: bytes) -> None:
    """Let the file at `path` hold `content`, whether it exists or not.

    The content is on the disk before it gets its name. A link is followed; an existing file
    keeps its rights.

    Raises
    ------
    Refused
        If the folder or the file cannot be written.
    StorageFull
        If the disk has no room left; the file is as it was.
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
        staged.chmod(_rights(place))
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
    """Wait until the disk has the folder's entries, where the system can say so."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _rights(place: Path) -> int:
    """Return the rights of the file that is replaced, or those that a new file gets."""
    if place.exists():
        return place.stat().st_mode & 0o777
    return 0o666 & ~umask()


def umask() -> int:
    """Return the rights that the user takes away from new files."""
    # The system tells it only by taking another one: for that moment the strictest.
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
