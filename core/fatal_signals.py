"""Ends the process with a sentence on signals that would end it without a word of ours.

The system sends one where a mapped page cannot be read, because the drive of the scratch folder was
taken away; the C library sends one where a library gives up, because there is no more memory.
Python answers signals between two of its own instructions, of which none follows here, so the C
library is given a function.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable
from contextlib import suppress

from core.ending import end_now

_STOPPED = 4
_Answer = ctypes.CFUNCTYPE(None, ctypes.c_int)
# What the C library calls must live as long as the process.
_answers: dict[int, Callable[[int], None]] = {}


def end_on(number: int, sentence: str) -> None:
    """Let the process end with `sentence` and status 4 when it gets the signal of this number.

    On Windows it ends without a sentence.
    """
    if sys.platform == "win32":
        return
    words = f"{sentence}\n".encode(errors="backslashreplace")

    def end(_: int) -> None:
        with suppress(OSError):
            os.write(2, words)
        end_now(_STOPPED)

    _answers[number] = _Answer(end)
    set_answer = ctypes.CDLL(None).signal
    set_answer.argtypes, set_answer.restype = [ctypes.c_int, _Answer], ctypes.c_void_p
    set_answer(number, _answers[number])
