"""How much memory a table may take."""

from __future__ import annotations

import os

# While a column is made, its cells are there twice; the rest is for the program.
_SHARE = 0.6
_ELSEWHERE = 16 << 30


class TooLarge(Exception):  # noqa: N818 - says what it is
    """A file holds more than there is memory."""


def most_bytes() -> int:
    """Return how many bytes of cells a file may send."""
    try:
        return int(_SHARE * os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    except (AttributeError, ValueError, OSError):  # Windows
        return _ELSEWHERE
