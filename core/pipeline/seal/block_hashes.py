"""Hashes of a file's blocks, with which a later change can be located."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from core.io.files.part_files import is_folder, listing_sha256, part_files

_MOST_BLOCKS = 256
_LEAST_SIZE = 1024


def block_size(size: int) -> int:
    """Return the block length for a file of `size` bytes."""
    return max(_LEAST_SIZE, -(-size // _MOST_BLOCKS))


@dataclass(frozen=True, slots=True)
class HashedFile:
    """A file of a release, or a part of it.

    Attributes
    ----------
    name, size, sha256 : str, int and str
        Its name, its bytes and their hash; of a file in parts, the hash of the list of its parts
        (`listing_sha256`).
    blocks : tuple of str
        The hashes of its blocks; empty if it is in parts.
    parts : tuple of HashedFile
        The parts, in order; empty for a single file.
    """

    name: str
    size: int
    sha256: str
    blocks: tuple[str, ...]
    parts: tuple[HashedFile, ...] = ()


def hash_file(path: Path, check: Callable[[], None]) -> HashedFile:
    """Hash a file, or the parts in a folder; `check` may raise to stop."""
    if not is_folder(path):
        return HashedFile(path.name, *file_hashes(path, check=check))
    parts = tuple(hash_file(x, check) for x in part_files(path))
    sha256 = listing_sha256([(x.name, x.sha256) for x in parts])
    return HashedFile(path.name, sum(x.size for x in parts), sha256, (), parts)


def file_hashes(
    path: Path, size: int | None = None, check: Callable[[], None] | None = None
) -> tuple[int, str, tuple[str, ...]]:
    """Compute size, SHA-256 and the block hashes (16 hexadecimal digits each) of a file.

    Parameters
    ----------
    size : int, optional
        Use blocks as for a file of this size; default: its own.
    check : callable, optional
        Called before each block; may raise to stop.
    """
    file_size = path.stat().st_size
    # A log can state any size; no block is larger than the actual file.
    length = min(block_size(file_size if size is None else size), max(file_size, 1))
    file_hash, blocks = hashlib.sha256(), list[str]()
    with path.open("rb") as file:
        while block := file.read(length):
            if check is not None:
                check()
            file_hash.update(block)
            blocks.append(hashlib.sha256(block).hexdigest()[:16])
    return file_size, file_hash.hexdigest(), tuple(blocks)
