"""Creates or replaces files atomically: complete and on disk, or not at all."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from core.errors import DISK_FULL_ERRORS, Problem, Refused, StorageFull

_PREFIX, _SUFFIX = ".statveil-", ".part"
# Writing a staged file takes seconds; one so old belongs to no process.
_LEFT_OVER_SECONDS = 3600.0
_UNSUPPORTED = frozenset({errno.EINVAL, errno.ENOTSUP, errno.EBADF})


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
        raise writing_failure(error, path) from None
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
            raise writing_failure(error, path) from None
        raise


@contextmanager
def new_folder(path: Path) -> Iterator[None]:
    """Create a folder for files that the ``with`` block writes; afterwards it is on disk.

    If the block raises, the folder is removed. The errors are those of `new_file`.
    """
    try:
        path.mkdir()
    except OSError as error:
        raise writing_failure(error, path) from None
    try:
        yield
        flush_folder(path)
    except BaseException as error:
        shutil.rmtree(path, ignore_errors=True)
        if isinstance(error, OSError):
            raise writing_failure(error, path) from None
        raise


@contextmanager
def guard_foreign_file(path: Path) -> Iterator[None]:
    """Guard a ``with`` block in which another process creates the file; then flush it to disk.

    If the block raises, the file is removed. The errors are those of `new_file`; that the process
    ended counts as a file that cannot be written.
    """
    if path.exists():
        raise writing_failure(FileExistsError(errno.EEXIST, ""), path)
    try:
        yield
        with path.open("rb") as handle:
            os.fsync(handle.fileno())
    except BaseException as error:
        with suppress(OSError):
            path.unlink()
        if isinstance(error, OSError | EOFError):
            raise writing_failure(error, path) from None
        raise


def writing_failure(error: OSError | EOFError, path: Path) -> Refused | StorageFull:
    """Build the exception for a file that could not be written."""
    params = {"file": path.name}
    number = error.errno if isinstance(error, OSError) else None
    if number in DISK_FULL_ERRORS:
        return StorageFull(Problem("output-no-room", params=params))
    exists = number == errno.EEXIST
    return Refused(Problem("output-exists" if exists else "output-unwritable", params=params))


def replace_file(path: Path, content: bytes, *, private: bool = False) -> None:
    """Write `content` to the new or existing file at `path` atomically; see `replacing_file`."""
    with replacing_file(path, private=private) as file:
        file.write(content)


@contextmanager
def replacing_file(path: Path, *, private: bool = False) -> Iterator[BinaryIO]:
    """Open what replaces the new or existing file at `path` after the ``with`` block.

    The content is on disk before it gets its name. Links are followed; an existing file keeps its
    permissions, and a `private` one is for its owner alone, whatever the umask.

    Raises
    ------
    Refused
        If the folder or the file cannot be written.
    StorageFull
        If the disk is full; the file remains unchanged.
    """
    target = Path(os.path.realpath(path))
    staged = None
    _remove_left_over(target.parent)
    try:
        handle, name = tempfile.mkstemp(prefix=_PREFIX, suffix=_SUFFIX, dir=target.parent)
        staged = Path(name)
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        # The permissions of the replaced file, or the default ones of a new file.
        if not private:
            staged.chmod(target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~umask())
        staged.replace(target)
        # It is there now, whatever the system says of its folder.
        with suppress(OSError):
            flush_folder(target.parent)
    except OSError as error:
        raise writing_failure(error, path) from None
    finally:
        if staged is not None:
            with suppress(OSError):
                staged.unlink()


def _remove_left_over(folder: Path) -> None:
    """Remove staged files of processes that were killed while they wrote them."""
    for staged in folder.glob(f"{_PREFIX}*{_SUFFIX}"):
        with suppress(OSError):
            if time.time() - staged.stat().st_mtime > _LEFT_OVER_SECONDS:
                staged.unlink()


def flush_folder(folder: Path) -> None:
    """Flush the folder's entries to disk, if the system supports it."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in _UNSUPPORTED:
            raise
    finally:
        os.close(handle)


def umask() -> int:
    """Read the process's umask."""
    # Elsewhere than in Linux it can only be read by setting another one, briefly the strictest,
    # which a file that another thread makes at that moment would get.
    with suppress(OSError):
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("Umask:"):
                return int(line.split()[1], 8)
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
