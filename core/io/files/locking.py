"""Locks files against concurrent changes by other processes."""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from core.errors import Problem, Refused
from core.io.files.atomic_writing import writing_failure
from core.jobs import Job

# Error numbers if another process holds the lock; others mean that locks are not supported.
LOCK_HELD_ERRORS = frozenset({errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK})
_WAIT_SECONDS = 30.0
_LOOK_SECONDS = 0.05


@contextmanager
def hold_lock(path: Path, job: Job, *, needed: bool = True) -> Iterator[None]:
    """Hold a lock during the ``with`` block.

    The lock is on a separate file next to `path`, because `path` itself is replaced. The system
    releases it when the process ends in any way.

    Parameters
    ----------
    path : pathlib.Path
        The file to change, which need not exist. Links are followed.
    needed : bool, optional
        Whether to refuse a drive without file locks instead of continuing without a lock.

    Raises
    ------
    Refused
        If another process holds the lock for half a minute, or the folder cannot be written.
    StorageFull
        If the disk is full.
    """
    target = Path(os.path.realpath(path))
    beside = target.with_name(f".{target.name}.lock")
    end = time.monotonic() + _WAIT_SECONDS
    while True:
        job.check()
        handle = _open(beside, path)
        if _has_lock(handle, beside, needed):
            break
        os.close(handle)
        if time.monotonic() > end:
            raise Refused(Problem("file-in-use", params={"file": path.name}))
        time.sleep(_LOOK_SECONDS)
    try:
        yield
    finally:
        # On Windows it cannot be removed while it is open, and another process may have it open.
        if sys.platform != "win32":
            with suppress(OSError):
                beside.unlink()
        os.close(handle)
        if sys.platform == "win32":
            with suppress(OSError):
                beside.unlink()


def _has_lock(handle: int, beside: Path, needed: bool) -> bool:
    """Check whether the file is locked and has its name, which its last holder may remove."""
    try:
        lock_at_once(handle)
    except OSError as error:
        if needed or error.errno in LOCK_HELD_ERRORS:
            return False
    try:
        return os.path.samestat(os.fstat(handle), beside.stat())
    except OSError:
        return False


def _open(beside: Path, path: Path) -> int:
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        return os.open(beside, flags, 0o600)
    except OSError as error:
        raise writing_failure(error, path) from None


if sys.platform == "win32":
    import msvcrt

    def lock_at_once(handle: int) -> None:
        """Lock an open file; raise ``OSError`` if another process holds it."""
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def lock_at_once(handle: int) -> None:
        """Lock an open file; raise ``OSError`` if another process holds it."""
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
