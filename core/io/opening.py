"""Opens an input file after making sure that it is one, and notices when it changes."""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from core.errors import Problem, Refused

# One letter would be a Windows drive; `Path` makes one slash of two.
_ADDRESS = re.compile(r"^[A-Za-z][A-Za-z0-9+.-]+:/")

_CODES = {
    errno.ENOENT: "file-not-found",
    errno.ENOTDIR: "file-not-found",
    errno.EACCES: "file-not-permitted",
    errno.EPERM: "file-not-permitted",
    errno.EISDIR: "file-is-folder",
    errno.ENAMETOOLONG: "file-name-too-long",
    errno.ELOOP: "file-link-loop",
}


def refuse(code: str, path: Path, **params: object) -> Refused:
    """Return the exception that says what is wrong with the file at `path`."""
    return Refused(Problem(code, params={"file": path.name or str(path), **params}))


def check_path(path: Path) -> os.stat_result:
    """Return the file's state; raise `Refused` unless it is a file that holds something."""
    try:
        state = path.stat()
    except OSError as error:
        if _ADDRESS.match(str(path)):
            raise refuse("path-is-address", path) from None
        raise refuse(_CODES.get(error.errno or 0, "file-unreadable"), path) from None
    except ValueError:  # a NUL in the path
        raise refuse("file-not-found", path) from None
    if stat.S_ISDIR(state.st_mode):
        raise refuse("file-is-folder", path)
    if not stat.S_ISREG(state.st_mode):
        raise refuse("file-not-regular", path)
    if state.st_size == 0:
        raise refuse("file-empty", path)
    return state


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """Open the file for reading bytes; raise `Refused` if that, or reading, is impossible."""
    check_path(path)
    try:
        with path.open("rb") as handle:
            yield handle
    except OSError as error:
        raise refuse(_CODES.get(error.errno or 0, "file-unreadable"), path) from None


@contextmanager
def watched(path: Path) -> Iterator[BinaryIO]:
    """Open the file as `opened` does; raise `Refused` if it changed until the end."""
    with opened(path) as handle:
        before = os.fstat(handle.fileno())
        yield handle
        try:
            states = os.fstat(handle.fileno()), path.stat()
        except OSError:
            raise refuse("file-changed", path) from None
        if any(_identity(state) != _identity(before) for state in states):
            raise refuse("file-changed", path)


def _identity(state: os.stat_result) -> tuple[int, int, int, int]:
    return state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns
