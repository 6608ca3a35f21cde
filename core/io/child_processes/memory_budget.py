"""The memory budget of a table."""

from __future__ import annotations

from core.table.memory import physical_bytes

# While a column is built, its cells exist twice; the rest is for the program.
_SHARE = 0.6
_ELSEWHERE = 16 << 30


class TooLarge(Exception):  # noqa: N818 - says what it is
    """A file exceeds the memory budget."""


def most_bytes() -> int:
    """Compute the maximum number of bytes of cells that may be sent for a file."""
    memory = physical_bytes()
    return _ELSEWHERE if memory is None else int(_SHARE * memory)
