"""Creates a file that is complete and on disk, or none."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from core.errors import DISK_FULL_ERRORS, Problem, Refused, StorageFull
from core.io.files.replacing import flush_folder


@contextmanager
def new_file(path: Path) -> Iterator[BinaryIO]:
    """Open a new file for writing bytes; after the ``with`` block it is on disk.

    If the block raises, the file is removed.

    Raises
    ------
    Refused
        If the file exists or cannot be created.
    StorageFull
        If the disk is full.
    """
    try:
        handle = path.open("xb")
    except OSError as error:
        raise _failure(error, path) from None
    try:
        # Closing writes buffered data and may therefore fail on a full disk as well.
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
def new_folder(path: Path) -> Iterator[None]:
    """Create a folder for files that the ``with`` block writes; afterwards it is on disk.

    If the block raises, the folder is removed. The errors are those of `new_file`.
    """
    try:
        path.mkdir()
    except OSError as error:
        raise _failure(error, path) from None
    try:
        yield
        flush_folder(path)
    except BaseException as error:
        shutil.rmtree(path, ignore_errors=True)
        if isinstance(error, OSError):
            raise _failure(error, path) from None
        raise


@contextmanager
def made_by_another(path: Path) -> Iterator[None]:
    """Guard a ``with`` block in which another process creates the file; then flush it to disk.

    If the block raises, the file is removed. The errors are those of `new_file`; that the process
    ended counts as a file that cannot be written.
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
    """Return the exception for a file that could not be written."""
    params = {"file": path.name}
    number = error.errno if isinstance(error, OSError) else None
    if number in DISK_FULL_ERRORS:
        return StorageFull(Problem("output-no-room", params=params))
    exists = number == errno.EEXIST
    return Refused(Problem("output-exists" if exists else "output-unwritable", params=params))
