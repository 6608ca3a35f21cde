"""The scratch folder of a run: new, for its owner's eyes only, and removed in any case.

A folder that outlives its process, because that was killed, is removed by the next run that uses
the same place. A lock, which the system releases when its process ends in any way, says which.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from core.errors import DISK_FULL_ERRORS, Problem, Refused, StorageFull
from core.io.files.locking import taken_at_once

_PREFIX = ".statveil-scratch-"
_LOCK = ".lock"


@contextmanager
def writing_in(place: Path) -> Iterator[None]:
    """Convert errors on writing in the folder `place` that the user chose.

    Raises
    ------
    StorageFull
        If the disk is full.
    Refused
        If the folder cannot be written or read.
    """
    params = {"folder": place.name or str(place)}
    try:
        yield
    except OSError as error:
        if error.errno in DISK_FULL_ERRORS:
            raise StorageFull(Problem("scratch-full", params=params)) from None
        raise Refused(Problem("scratch-unwritable", params=params)) from None


@contextmanager
def scratch_folder(place: Path) -> Iterator[Path]:
    """Make a folder in `place` that is removed at the end of the ``with`` block.

    Raises
    ------
    Refused
        If `place` is not a folder that can be written.
    StorageFull
        If the disk is full.
    """
    name = place.name or str(place)
    if not place.is_dir():
        raise Refused(Problem("scratch-not-folder", params={"folder": name}))
    with writing_in(place):
        remove_left_over(place)
        # The lock comes first and goes last: a folder without one was left over.
        handle, beside = tempfile.mkstemp(suffix=_LOCK, prefix=_PREFIX, dir=place)
        folder = Path(beside.removesuffix(_LOCK))
        try:
            taken_at_once(handle)
            folder.mkdir(mode=0o700)
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)
            # On Windows an open file cannot be removed.
            os.close(handle)
            with suppress(OSError):
                Path(beside).unlink()


def remove_left_over(place: Path) -> None:
    """Remove the scratch folders in `place` whose process has ended; links are not followed."""
    locks = {path.name for path in place.glob(f"{_PREFIX}*{_LOCK}")}
    folders = {path.name + _LOCK for path in place.glob(f"{_PREFIX}*") if path.name not in locks}
    for name in sorted(locks | folders):
        folder, lock = place / name.removesuffix(_LOCK), place / name
        if folder.is_symlink() or lock.is_symlink():
            continue
        if name not in locks:
            shutil.rmtree(folder, ignore_errors=True)
            continue
        with suppress(OSError):
            handle = os.open(lock, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
            try:
                if taken_at_once(handle):
                    shutil.rmtree(folder, ignore_errors=True)
                    if not folder.exists():
                        lock.unlink()
            finally:
                os.close(handle)
