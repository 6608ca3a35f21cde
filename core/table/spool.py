"""The scratch folder of large arrays: files without a name, which end with the process.

A file without a name needs no lock and no sweeping: the system frees its blocks when the last
array that maps it is gone, and when the process ends in any way. Nobody else can open it. Where a
system cannot make such a file, it is made with a name, for its owner alone, and the name is removed
at once; on Windows the system removes it when it is closed.
"""

from __future__ import annotations

import errno
import mmap
import os
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.errors import DISK_FULL_ERRORS, Problem, Refused, StorageFull
from core.fatal_signals import end_on
from core.messages import text

_PREFIX = ".statveil-scratch-"

LEAST_BYTES = 1 << 20
"""Below this size an array stays in memory: an open file costs more than it saves."""


class Spool:
    """A scratch folder.

    Parameters
    ----------
    folder : Path
        Chosen by the user.

    Raises
    ------
    Refused
        If `folder` is not a folder that can be written.
    StorageFull
        If its disk is full.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        if not folder.is_dir():
            raise Refused(Problem("scratch-not-folder", params=self._params))
        _allow_many_open_files()
        self.map(mmap.PAGESIZE)
        if hasattr(signal, "SIGBUS"):
            end_on(signal.SIGBUS, text("scratch-lost", self._params))

    @property
    def _params(self) -> dict[str, object]:
        return {"folder": self._folder.name or str(self._folder)}

    def map(self, size: int) -> mmap.mmap:
        """Map a new file of `size` bytes, for which the disk has space.

        Raises
        ------
        Refused
            If the folder cannot be written.
        StorageFull
            If the disk is full.
        MemoryError
            If the process may not hold so many pages, wherever they lie (``ulimit -v``).
        """
        try:
            with tempfile.TemporaryFile(prefix=_PREFIX, dir=self._folder) as file:
                _reserve(file.fileno(), size)
                return mmap.mmap(file.fileno(), size)
        except OSError as error:
            if error.errno in DISK_FULL_ERRORS:
                raise StorageFull(Problem("scratch-full", params=self._params)) from None
            if error.errno == errno.ENOMEM:
                raise MemoryError from None
            raise Refused(Problem("scratch-unwritable", params=self._params)) from None


def _reserve(descriptor: int, size: int) -> None:
    """Give a file its size; writing to a mapped page without a block would end the process."""
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(descriptor, 0, size)
    else:
        os.ftruncate(descriptor, size)


def _allow_many_open_files() -> None:
    """Raise the process's limit of open files as far as it may: each mapped file is one."""
    try:
        import resource
    except ImportError:
        return  # Windows has no such limit
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


class _Active:
    """The scratch folder in use; large arrays are in memory while it is ``None``."""

    spool: Spool | None = None


def spool_of(size: int) -> Spool | None:
    """Choose the scratch folder for an array of `size` bytes; ``None``: memory."""
    return _Active.spool if size >= LEAST_BYTES else None


def is_spooling() -> bool:
    """Check whether large arrays lie in a scratch folder."""
    return _Active.spool is not None


def use_scratch(folder: Path | None) -> None:
    """Put large arrays into files of a folder from now on; ``None``: into memory.

    Arrays that exist already stay where they are.

    Raises
    ------
    Refused
        If it is not a folder that can be written.
    StorageFull
        If its disk is full.
    """
    _Active.spool = None if folder is None else Spool(folder)


@contextmanager
def spooling(folder: Path | None) -> Iterator[None]:
    """Use a scratch folder during the ``with`` block; see `use_scratch`."""
    outer_spool = _Active.spool
    use_scratch(folder)
    try:
        yield
    finally:
        _Active.spool = outer_spool
