"""Makes a file that is whole and on the disk, or none."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from core.errors import NO_ROOM, Problem, Refused, StorageFull


@contextmanager
def new_file(path: Path) -> Iterator[BinaryIO]:
    """Open a new file for writing bytes; when the block ends well it is on the disk.

    Whatever is raised in the block, the file is removed.

    Raises
    ------
    Refused
        If the file exists or cannot be made.
    StorageFull
        If the disk has no room left.
    """
    try:
        handle = path.open("xb")
    except OSError as error:
        raise _failure(error, path) from None
    try:
        # Closing writes what is buffered, so that it may fail for want of room as well.
        with handle:
            yield handle
            handle.flush()
            os.fsync(handle.fileno())
    except BaseException as error:
        with suppress(OSError):
            path.unlink()
        if isinstance(error, OSError):
            raise _failure(error, path) from None
        raise


def _failure(error: OSError, path: Path) -> Refused | StorageFull:
    """Say why the file could not be written."""
    params = {"file": path.name}
    if error.errno in NO_ROOM:
        return StorageFull(Problem("output-no-room", params=params))
    exists = error.errno == errno.EEXIST
    return Refused(Problem("output-exists" if exists else "output-unwritable", params=params))
