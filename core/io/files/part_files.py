"""A file in parts: a folder of files, whose records follow each other in the order of the names."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from core.io.files.fingerprints import hash_file
from core.io.files.input_files import identity, open_input, readable, refuse
from core.model import Fingerprint

_OWN = re.compile(r"part-[0-9]{6}\.[a-z]+")
MOST_PARTS = 999_999
"""The most parts that are written: their names then sort like their numbers."""
# Other programs leave such files next to the parts: checksums, a common schema, a sign of success.
_NOT_PARTS = (".", "_")


def is_folder(path: Path) -> bool:
    """Check whether there is a folder; a path too long for any file is no folder."""
    try:
        return path.is_dir()
    except OSError:
        return False


def part_files(folder: Path) -> tuple[Path, ...]:
    """List the files of a folder by name; those whose name starts with ``.`` or ``_`` are none.

    Raises
    ------
    Refused
        If there is no file, or a folder in the folder.
    """
    try:
        entries = sorted(folder.iterdir(), key=lambda path: path.name)
    except OSError:
        raise refuse("file-not-permitted", folder) from None
    parts = tuple(path for path in entries if not path.name.startswith(_NOT_PARTS))
    inner = next((path.name for path in parts if path.is_dir()), None)
    if inner is not None:
        code = "parts-by-value" if "=" in inner else "parts-hold-folder"
        raise refuse(code, folder, part=readable(inner))
    if not parts:
        raise refuse("parts-none", folder)
    return parts


def is_own_folder(folder: Path) -> bool:
    """Check whether a folder holds nothing but parts with the names that this program writes."""
    if folder.is_symlink() or not is_folder(folder):
        return False
    entries = list(folder.iterdir())
    return bool(entries) and all(_OWN.fullmatch(p.name) and p.is_file() for p in entries)


def listing_sha256(parts: Sequence[tuple[str, str]]) -> str:
    """Compute the SHA-256 of a list of names and SHA-256 of files, as ``sha256sum`` prints it.

    It covers the name, the content and so the size of each part.
    """
    lines = (f"{sha256}  {name}\n" for name, sha256 in parts)
    return hashlib.sha256("".join(lines).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class WatchedParts:
    """The parts of a file while it is read.

    Attributes
    ----------
    size : int
        Bytes of all parts.
    """

    folder: Path
    paths: tuple[Path, ...]
    size: int

    def fingerprint(self, reached: Callable[[int], None]) -> Fingerprint:
        """Compute name, size and hash of the whole; `reached` gets the bytes read of a part."""
        part_prints = []
        for path in self.paths:
            with open_input(path) as handle:
                part_prints.append(hash_file(handle, path, reached))
        sha256 = listing_sha256([(mark.file_name, mark.sha256) for mark in part_prints])
        return Fingerprint(
            readable(self.folder.name), sum(mark.size for mark in part_prints), sha256
        )


@contextmanager
def watch_parts(folder: Path, check: Callable[[BinaryIO, Path], None]) -> Iterator[WatchedParts]:
    """List the parts of a file; raise `Refused` if one changed before the end of the block.

    Parameters
    ----------
    check : callable
        Raises `Refused` if an open part is no file of the expected format.
    """
    paths = part_files(folder)
    states_before = []
    for path in paths:
        with open_input(path) as handle:
            check(handle, path)
            states_before.append(os.fstat(handle.fileno()))
    yield WatchedParts(folder, paths, sum(state.st_size for state in states_before))
    if part_files(folder) != paths:
        raise refuse("file-changed", folder)
    for path, state in zip(paths, states_before, strict=True):
        try:
            same = identity(path.stat()) == identity(state)
        except OSError:
            same = False
        if not same:
            raise refuse("file-changed", path)
