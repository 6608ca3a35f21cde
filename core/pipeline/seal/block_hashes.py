"""Hashes of a file's blocks, so that a later change is not only found but located."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

_MOST_BLOCKS = 256
_LEAST_SIZE = 1024


def block_size(size: int) -> int:
    """Return how long the blocks of a file of `size` bytes are."""
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
        Cut blocks as for a file of this size; default its own.
    check : callable, optional
        Called before each block; may raise to stop.
    """
    found = path.stat().st_size
    # A log can name any size; no block is larger than the file that is there.
    length = min(block_size(found if size is None else size), max(found, 1))
    whole, blocks = hashlib.sha256(), []
    with path.open("rb") as file:
        while block := file.read(length):
            if check is not None:
                check()
            whole.update(block)
            blocks.append(hashlib.sha256(block).hexdigest()[:16])
    return found, whole.hexdigest(), blocks
