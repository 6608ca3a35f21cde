"""Opens workbooks that are zips of parts, which must not be trusted."""

from __future__ import annotations

import posixpath
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from core.io.child_processes.unreadable import CannotRead
from core.io.child_processes.worker import library

BLOCK_BYTES = 1 << 18
# A sheet of a million rows has some gigabytes, 5 to 60 times what is packed; more is a bomb.
_LARGEST_PART = 16 << 30
_LARGEST_RATIO = 500
_RATIO_FROM = 256 << 20


@contextmanager
def parts(path: str) -> Iterator[zipfile.ZipFile]:
    """Open the zip; raise `CannotRead` where it is damaged, locked or a bomb."""
    with whole_zip(path) as archive:
        if any(is_bomb(info) for info in archive.infolist()):
            raise CannotRead("workbook-bomb")
        yield archive


@contextmanager
def whole_zip(path: str) -> Iterator[zipfile.ZipFile]:
    """Open the zip as `parts` does, whatever the size of its parts."""
    with library("workbook-damaged"):
        try:
            with zipfile.ZipFile(path) as archive:
                refuse_twins(archive)
                yield archive
        except RuntimeError as error:
            # zipfile's word for an encrypted part, among others.
            if "encrypted" not in str(error) and "password" not in str(error):
                raise
            raise CannotRead("file-is-locked") from None


def refuse_twins(archive: zipfile.ZipFile) -> None:
    """Raise `CannotRead` if two parts have one name: readers differ in which they take.

    Some of them compare names without regard to capitals.
    """
    names = [info.filename.casefold() for info in archive.infolist()]
    if len(set(names)) < len(names):
        raise CannotRead("workbook-part-twice")


def check_sums(archive: zipfile.ZipFile, more: Iterable[str | None] = ()) -> None:
    """Compare the checksums of all parts but those of sheets, pictures and the like.

    The readers do not: a changed letter of the shared texts would be a changed cell, a changed
    style a date that becomes a number. The part of the sheet is compared where it is looked
    through to its end.

    Parameters
    ----------
    archive : zipfile.ZipFile
        The workbook.
    more : iterable of str or None
        Parts that are compared wherever they lie; ``None`` is passed over.

    Raises
    ------
    CannotRead
        If a part is a bomb.
    zipfile.BadZipFile
        If a checksum is wrong.
    """
    chosen = dict.fromkeys(name for name in more if name in archive.NameToInfo)
    chosen |= dict.fromkeys(name for name in archive.namelist() if _is_central(name))
    for name in chosen:
        if is_bomb(archive.getinfo(str(name))):
            raise CannotRead("workbook-bomb")
        for _ in blocks(archive, str(name)):
            pass


_CENTRAL = frozenset({"", "_rels", "xl", "xl/_rels", "meta-inf"})


def _is_central(name: str) -> bool:
    """Tell whether a part is one of the workbook as a whole."""
    return posixpath.dirname(name.lstrip("/")).lower() in _CENTRAL and not name.endswith("/")


def is_bomb(info: zipfile.ZipInfo) -> bool:
    """Tell whether a part unpacks to more than a table would."""
    ratio = info.file_size / max(info.compress_size, 1)
    dense = info.file_size > _RATIO_FROM and ratio > _LARGEST_RATIO
    return dense or info.file_size > _LARGEST_PART


def blocks(archive: zipfile.ZipFile, part: str) -> Iterator[bytes]:
    """Yield a part piece by piece."""
    with archive.open(part) as stream:
        yield from iter(lambda: stream.read(BLOCK_BYTES), b"")
