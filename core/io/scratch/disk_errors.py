"""Says what went wrong on writing to a scratch folder, wherever the caller writes or reads."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.errors import DISK_FULL_ERRORS, Problem, Refused, StorageFull


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
