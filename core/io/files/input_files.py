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

# One letter would be a Windows drive; `Path` makes one slash of two. An address in a recipe
# stands behind the recipe's own folder.
_ADDRESS = re.compile(r"(?:^|[/\\])[A-Za-z][A-Za-z0-9+.-]+:[/\\]")

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
    return Refused(Problem(code, params={"file": called(path), **params}))


def called(path: Path) -> str:
    """Return how sentences name a path: by its last part, or as it was given if it has none."""
    return readable(path.name or str(path))


def readable(name: str) -> str:
    """Return a file's name as text: bytes in it that are no text become escapes."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def check_path(path: Path) -> os.stat_result:
    """Return the file's state; raise `Refused` unless it is a file that holds something."""
    try:
        state = path.stat()
    except OSError as error:
        if _ADDRESS.search(str(path)):
            raise refuse("path-is-address", path) from None
        raise refuse(_CODES.get(error.errno or 0, "file-unreadable"), path) from None
    except ValueError:  # a NUL in the path
        raise refuse("file-not-found", path) from None
    if stat.S_ISDIR(state.st_mode):
        raise refuse("file-is-folder", path)
    if not stat.S_ISREG(state.st_mode):
        raise refuse("file-not-regular", path)
    if state.st_size == 0:
        raise refuse("file-not-regular" if _yields(path) else "file-empty", path)
    return state


def _yields(path: Path) -> bool:
    """Tell whether a file of no size gives something all the same, as those of /proc do."""
    try:
        with open(path, "rb", opener=_open_at_once) as handle:
            return bool(handle.read(1))
    except OSError:
        return False


def neighbour(path: Path, suffix: str) -> Path | None:
    """Return the file beside `path` with another suffix, ``None`` if there is no such file.

    A name that no file can have, because it is empty or becomes too long, is no file's.
    """
    try:
        beside = path.with_suffix(suffix)
        return beside if beside.is_file() else None
    except (OSError, ValueError):
        return None


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """Open the file for reading bytes; raise `Refused` if that, or reading, is impossible."""
    check_path(path)
    try:
        with open(path, "rb", opener=_open_at_once) as handle:
            if not stat.S_ISREG(os.fstat(handle.fileno()).st_mode):
                raise refuse("file-not-regular", path)
            yield handle
    except OSError as error:
        raise refuse(_CODES.get(error.errno or 0, "file-unreadable"), path) from None


def _open_at_once(name: str, flags: int) -> int:
    """Open a file without waiting, should a pipe have taken its place since it was checked."""
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))


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
