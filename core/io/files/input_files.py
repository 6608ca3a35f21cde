"""Opens input files after checking them, and detects changes while they are read."""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from core.errors import Problem, Refused

# A single letter would be a Windows drive; `Path` merges double slashes. A URL in a recipe follows
# the recipe's folder.
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
MEGABYTE = 1 << 20


def refuse(code: str, path: Path, **params: object) -> Refused:
    """Build the exception for the problem `code` of the file at `path`."""
    if code == "file-not-found":
        params["folder"] = readable(str(path.absolute().parent))
    return Refused(Problem(code, params={"file": name_in_sentences(path), **params}))


def name_in_sentences(path: Path) -> str:
    """Name a path in sentences: its last part, or the path if it has none."""
    return readable(path.name or str(path))


def readable(name: str) -> str:
    """Decode a file's name as text, with undecodable bytes as escapes."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def check_path(path: Path) -> os.stat_result:
    """Read the file's status; raise `Refused` unless it is a file with content."""
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
        # A file of size 0 may have content nevertheless, like those of /proc.
        yields = False
        with suppress(OSError), open(path, "rb", opener=_open_at_once) as handle:
            yields = bool(handle.read(1))
        raise refuse("file-not-regular" if yields else "file-empty", path)
    return state


def neighbour(path: Path, suffix: str) -> Path | None:
    """Find the file next to `path` with another suffix, or ``None`` if it does not exist.

    Invalid names, which are empty or too long, count as nonexistent.
    """
    try:
        beside = path.with_suffix(suffix)
        return beside if beside.is_file() else None
    except (OSError, ValueError):
        return None


@contextmanager
def open_input(path: Path) -> Iterator[BinaryIO]:
    """Open the file for reading bytes; raise `Refused` if it cannot be opened or read."""
    check_path(path)
    try:
        with open(path, "rb", opener=_open_at_once) as handle:
            if not stat.S_ISREG(os.fstat(handle.fileno()).st_mode):
                raise refuse("file-not-regular", path)
            yield handle
    except OSError as error:
        raise refuse(_CODES.get(error.errno or 0, "file-unreadable"), path) from None


def _open_at_once(name: str, flags: int) -> int:
    """Return a file descriptor without blocking on a pipe that replaced the checked file."""
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))


@contextmanager
def open_watched(path: Path) -> Iterator[BinaryIO]:
    """Open the file like `open_input`; raise `Refused` if it changed within the block."""
    with open_input(path) as handle:
        state_before = os.fstat(handle.fileno())
        yield handle
        try:
            states = os.fstat(handle.fileno()), path.stat()
        except OSError:
            raise refuse("file-changed", path) from None
        if any(identity(state) != identity(state_before) for state in states):
            raise refuse("file-changed", path)


def identity(state: os.stat_result) -> tuple[int, int, int, int]:
    """Read the properties that change when a file is replaced or written."""
    return state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns


def read_bounded(path: Path, megabytes: int) -> bytes:
    """Read the content of the file at `path`.

    Parameters
    ----------
    path : pathlib.Path
        A regular file, or a link to one. Pipes and devices are refused before opening, so that the
        program cannot block.

    Raises
    ------
    Refused
        If the file does not exist, is not regular, cannot be read, or is larger.
    """
    with open_input(path) as handle:
        # Checking the size beforehand is not enough: the file may grow while it is read.
        if os.fstat(handle.fileno()).st_size > megabytes * MEGABYTE:
            raise refuse("document-too-large", path, most=megabytes)
        raw = handle.read(megabytes * MEGABYTE + 1)
    if len(raw) > megabytes * MEGABYTE:
        raise refuse("document-too-large", path, most=megabytes)
    return raw
