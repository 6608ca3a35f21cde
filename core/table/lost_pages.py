"""Ends the process with a sentence where pages of the scratch folder can no longer be read.

Where a file is read, a drive that was taken away is an error; where its pages are mapped, the
system sends a signal, which without an answer ends the process without a word. Python answers
signals between two of its own instructions, of which none follows here, so the C library is given
a function.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress

from core.ending import end_now

_STOPPED = 4
_Answer = ctypes.CFUNCTYPE(None, ctypes.c_int)


class _Registered:
    """The function that the C library calls, which must live as long as the process."""

    answer: Callable[[int], None] | None = None


def answer_lost_pages(sentence: str) -> None:
    """Let the process end with `sentence` and status 4 where a mapped page cannot be read.

    On Windows it ends without a sentence.
    """
    if sys.platform == "win32":
        return
    words = f"{sentence}\n".encode(errors="backslashreplace")

    def end(_: int) -> None:
        with suppress(OSError):
            os.write(2, words)
        end_now(_STOPPED)

    _Registered.answer = _Answer(end)
    set_answer = ctypes.CDLL(None).signal
    set_answer.argtypes, set_answer.restype = [ctypes.c_int, _Answer], ctypes.c_void_p
    set_answer(signal.SIGBUS, _Registered.answer)
