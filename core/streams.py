"""Standard output and error that never end a run: closed, full, or without a sign that is said."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from typing import TextIO


def prepare() -> None:
    """Make both streams take whatever is written to them.

    Programs without a console (services, ``pythonw``) and shells (``>&-``) give none. Their
    numbers must not be left free: a file that is opened later would get one of them, and with it
    whatever a library prints.
    """
    for number in (0, 1, 2):
        _fill(number)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def put(stream: TextIO, text: str) -> bool:
    """Write `text` to a stream; return whether it got there.

    A reader that has gone or a disk that is full changes nothing about what was done before.
    """
    try:
        stream.write(text)
        stream.flush()
    except (OSError, ValueError):
        _drop(stream)
        return False
    return True


def finish() -> None:
    """Empty both streams, so that the interpreter does not fail in doing so when it ends."""
    for stream in (sys.stdout, sys.stderr):
        put(stream, "")


def spells(stream: TextIO, text: str) -> bool:
    """Return whether a stream's encoding has every sign of `text`."""
    try:
        text.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _fill(number: int) -> None:
    try:
        os.fstat(number)
    except OSError:
        with suppress(OSError):
            os.open(os.devnull, os.O_RDWR)  # gets the lowest number that is free


def _drop(stream: TextIO) -> None:
    """Send what the stream still holds, and all that follows, nowhere."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        try:
            os.dup2(nowhere, stream.fileno())
        finally:
            os.close(nowhere)
