"""Hashes of a file's blocks, with which a later change can be located."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

_MOST_BLOCKS = 256
_LEAST_SIZE = 1024


def block_size(size: int) -> int:
    """Return the block length for a file of `size` bytes."""
    return max(_LEAST_SIZE, -(-size // _MOST_BLOCKS))


def file_hashes(
    path: Path, size: int | None = None, check: Callable[[], None] | None = None
) -> tuple[int, str, list[str]]:
    """Return size, SHA-256 and the block hashes (16 hexadecimal digits each) of a file.

    Parameters
    ----------
    path : pathlib.Path
        The file.
    size : int, optional
        Use blocks as for a file of this size; default: its own.
    check : callable, optional
        Called before each block; may raise to stop.
    """
    found = path.stat().st_size
    # A log can state any size; no block is larger than the actual file.
    length = min(block_size(found if size is None else size), max(found, 1))
    whole, blocks = hashlib.sha256(), []
    with path.open("rb") as file:
        while block := file.read(length):
            if check is not None:
                check()
            whole.update(block)
            blocks.append(hashlib.sha256(block).hexdigest()[:16])
    return found, whole.hexdigest(), blocks
