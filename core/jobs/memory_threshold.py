"""Returns the memory of freed large arrays to the operating system."""

from __future__ import annotations

import ctypes
import sys
from functools import cache

_MMAP_THRESHOLD = -3
_LARGE = 1 << 20


@cache
def set_mmap_threshold() -> bool:
    """Let the allocator return blocks of a megabyte or more to the system when they are freed.

    Otherwise the C library of Linux adapts to the first large blocks and keeps blocks of up to 32
    MB in fragments that cannot be reused, so that a run takes half as much memory again. Other
    systems do not need this.
    """
    if not sys.platform.startswith("linux"):
        return False
    set_option = getattr(ctypes.CDLL(None), "mallopt", None)
    return set_option is not None and set_option(_MMAP_THRESHOLD, _LARGE) == 1


def give_back_memory() -> None:
    """Give free memory of the allocator's heaps back to the system.

    Each thread has a heap, in which small arrays leave free parts; those of blocks that were
    clustered in threads would stay with the process until its end.
    """
    if sys.platform.startswith("linux"):
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
