"""Standard output and error that never end a run: closed, full, or in a limited encoding."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from typing import TextIO


def prepare() -> None:
    """Make both streams accept any text.

    Services, ``pythonw`` and shells (``>&-``) may start the program without these streams. Their
    file descriptors must not stay free: a file opened later would get one of them and receive
    whatever a library prints.

    On Windows both are UTF-8, also in a file and in a pipe, unless the user chose otherwise with
    ``PYTHONIOENCODING``: in the code page of the system, other programs would not read ’ and –.
    """
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            with suppress(OSError):
                os.open(os.devnull, os.O_RDWR)  # takes the lowest free file descriptor
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123
        elif isinstance(stream, io.TextIOWrapper):
            chosen = sys.platform != "win32" or os.environ.get("PYTHONIOENCODING")
            encoding = stream.encoding if chosen else "utf-8"
            stream.reconfigure(encoding=encoding, errors="backslashreplace")


def put(stream: TextIO, text: str) -> bool:
    """Write `text` to a stream; return whether that succeeded.

    A closed pipe or a full disk does not affect the work that was done before. A reader that has
    closed its end of a pipe wants no more.
    """
    try:
        stream.write(text)
        stream.flush()
    except BrokenPipeError:
        _drop(stream)
    except (OSError, ValueError):
        _drop(stream)
        return False
    return True


def finish() -> None:
    """Flush both streams, so that the interpreter does not fail to flush them when it exits."""
    for stream in (sys.stdout, sys.stderr):
        put(stream, "")


def spells(stream: TextIO, text: str) -> bool:
    """Return whether a stream's encoding can represent every character of `text`."""
    try:
        text.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _drop(stream: TextIO) -> None:
    """Discard the stream's buffer and all later output."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        try:
            os.dup2(nowhere, stream.fileno())
        finally:
            os.close(nowhere)
