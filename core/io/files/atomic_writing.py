"""Makes a file that is whole and on the disk, or none."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from core.errors import DISK_FULL_ERRORS, Problem, Refused, StorageFull


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


@contextmanager
def made_by_another(path: Path) -> Iterator[None]:
    """Let the block have another process make the file; when it ends well it is on the disk.

    Whatever is raised in the block, the file is removed. The errors are those of `new_file`;
    that the process ended counts as a file that cannot be written.
    """
    if path.exists():
        raise _failure(FileExistsError(errno.EEXIST, ""), path)
    try:
        yield
        with path.open("rb") as handle:
            os.fsync(handle.fileno())
    except BaseException as error:
        with suppress(OSError):
            path.unlink()
        if isinstance(error, OSError | EOFError):
            raise _failure(error, path) from None
        raise


def _failure(error: OSError | EOFError, path: Path) -> Refused | StorageFull:
    """Say why the file could not be written."""
    params = {"file": path.name}
    number = error.errno if isinstance(error, OSError) else None
    if number in DISK_FULL_ERRORS:
        return StorageFull(Problem("output-no-room", params=params))
    exists = number == errno.EEXIST
    return Refused(Problem("output-exists" if exists else "output-unwritable", params=params))
