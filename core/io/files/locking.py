"""Lets one process at a time change a file."""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from core.errors import DISK_FULL_ERRORS, Problem, Refused, StorageFull
from core.jobs import Job

# What the system says where another process has the lock; all else: there are no locks here.
_HELD = frozenset({errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK})
_WAIT_SECONDS = 30.0
_LOOK_SECONDS = 0.05


@contextmanager
def locked(path: Path, job: Job, *, needed: bool = True) -> Iterator[None]:
    """Keep other processes that lock the same file out of the block.

    The lock is held on a file of its own beside `path`, because `path` itself is replaced. The
    system frees it when a process ends, however it ends.

    Parameters
    ----------
    path : pathlib.Path
        The file to be changed; need not exist. Links are followed.
    job : Job
        Can be cancelled while another process holds the lock.
    needed : bool, optional
        Whether to refuse a drive on which files cannot be locked, or do without.

    Raises
    ------
    Refused
        If another process keeps the lock for half a minute, or the folder cannot be written.
    StorageFull
        If the disk has no room left.
    """
    place = Path(os.path.realpath(path))
    beside = place.with_name(f".{place.name}.lock")
    handle = _taken(beside, path, job, needed)
    try:
        yield
    finally:
        # On Windows it cannot be removed while it is open, and somebody else may have it open.
        if sys.platform != "win32":
            with suppress(OSError):
                beside.unlink()
        os.close(handle)
        if sys.platform == "win32":
            with suppress(OSError):
                beside.unlink()


def _taken(beside: Path, path: Path, job: Job, needed: bool) -> int:
    """Wait for the lock and return the open file that holds it."""
    end = time.monotonic() + _WAIT_SECONDS
    while True:
        job.check()
        handle = _opened(beside, path)
        if _has_lock(handle, needed) and _is_still(handle, beside):
            return handle
        os.close(handle)
        if time.monotonic() > end:
            raise Refused(Problem("file-in-use", params={"file": path.name}))
        time.sleep(_LOOK_SECONDS)


def _has_lock(handle: int, needed: bool) -> bool:
    try:
        _lock(handle)
    except OSError as error:
        return not needed and error.errno not in _HELD
    return True


def _opened(beside: Path, path: Path) -> int:
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        return os.open(beside, flags, 0o600)
    except OSError as error:
        params = {"file": path.name}
        if error.errno in DISK_FULL_ERRORS:
            raise StorageFull(Problem("output-no-room", params=params)) from None
        raise Refused(Problem("output-unwritable", params=params)) from None


def _is_still(handle: int, beside: Path) -> bool:
    """Tell whether the file that was locked still has its name; who had the lock removed it."""
    try:
        return os.path.samestat(os.fstat(handle), beside.stat())
    except OSError:
        return False


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
