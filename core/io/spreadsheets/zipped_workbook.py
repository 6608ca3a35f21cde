"""Opens workbooks that are zip archives of untrusted parts."""

from __future__ import annotations

import posixpath
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from core.io.child_processes.unreadable import CannotRead
from core.io.child_processes.worker import library

BLOCK_BYTES = 1 << 18
# A sheet of a million rows has some gigabytes, 5 to 60 times its packed size; more is a zip bomb.
_LARGEST_PART = 16 << 30
_LARGEST_RATIO = 500
_RATIO_FROM = 256 << 20


@contextmanager
def parts(path: str) -> Iterator[zipfile.ZipFile]:
    """Open the archive; raise `CannotRead` if it is damaged, encrypted or a zip bomb."""
    with whole_zip(path) as archive:
        if any(is_bomb(info) for info in archive.infolist()):
            raise CannotRead("workbook-bomb")
        yield archive


@contextmanager
def whole_zip(path: str) -> Iterator[zipfile.ZipFile]:
    """Open the archive like `parts`, regardless of the size of its parts."""
    with library("workbook-damaged"):
        try:
            with zipfile.ZipFile(path) as archive:
                refuse_twins(archive)
                yield archive
        except RuntimeError as error:
            # Raised by zipfile for an encrypted part, among others.
            if "encrypted" not in str(error) and "password" not in str(error):
                raise
            raise CannotRead("file-is-locked") from None


def refuse_twins(archive: zipfile.ZipFile) -> None:
    """Raise `CannotRead` if two parts have the same name: readers may use either.

    Some readers compare names without regard to case.
    """
    names = [info.filename.casefold() for info in archive.infolist()]
    if len(set(names)) < len(names):
        raise CannotRead("workbook-part-twice")


def check_sums(archive: zipfile.ZipFile, further_parts: Iterable[str | None] = ()) -> None:
    """Verify the checksums of the central parts, not those of sheets and pictures.

    The readers do not: a changed character in the shared strings would change a cell, and a changed
    style would turn a date into a number. The part of a sheet is verified during its scan.

    Parameters
    ----------
    further_parts : iterable of str or None
        Further parts to verify; ``None`` is ignored.

    Raises
    ------
    CannotRead
        If a part is a zip bomb.
    zipfile.BadZipFile
        If a checksum is wrong.
    """
    chosen = dict.fromkeys(name for name in further_parts if name in archive.NameToInfo)
    chosen |= dict.fromkeys(
        name
        for name in archive.namelist()
        if posixpath.dirname(name.lstrip("/")).lower() in _CENTRAL and not name.endswith("/")
    )
    for name in chosen:
        if is_bomb(archive.getinfo(str(name))):
            raise CannotRead("workbook-bomb")
        for _ in blocks(archive, str(name)):
            pass


_CENTRAL = frozenset({"", "_rels", "xl", "xl/_rels", "meta-inf"})


def is_bomb(info: zipfile.ZipInfo) -> bool:
    """Check whether a part unpacks to more than any table."""
    ratio = info.file_size / max(info.compress_size, 1)
    dense = info.file_size > _RATIO_FROM and ratio > _LARGEST_RATIO
    return dense or info.file_size > _LARGEST_PART


def blocks(archive: zipfile.ZipFile, part_name: str) -> Iterator[bytes]:
    """Yield a part piece by piece."""
    with archive.open(part_name) as stream:
        yield from iter(lambda: stream.read(BLOCK_BYTES), b"")
