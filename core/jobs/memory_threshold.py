"""Keeps the memory of large arrays from staying with the program once they are gone."""

from __future__ import annotations

import ctypes
import sys
from functools import cache

_MMAP_THRESHOLD = -3
_LARGE = 1 << 20


@cache
def set_mmap_threshold() -> bool:
    """Have blocks of a megabyte and more go back to the system as soon as they are freed.

    The C library of Linux otherwise learns from the first large blocks to keep those of up to
    32 MB for later, in pieces that fit nothing else: the memory of a run then is half as much
    again as what it holds. Other systems do not need it.

    Returns
    -------
    bool
        Whether there was something to set.
    """
    if not sys.platform.startswith("linux"):
        return False
    set_option = getattr(ctypes.CDLL(None), "mallopt", None)
    return set_option is not None and set_option(_MMAP_THRESHOLD, _LARGE) == 1
