"""Opens workbooks that are zips of parts, which must not be trusted."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager

from core.io.table_head import CannotRead

BLOCK_BYTES = 1 << 18
# A sheet of a million rows has some gigabytes, 5 to 60 times what is packed; more is a bomb.
_LARGEST_PART = 16 << 30
_LARGEST_RATIO = 500
_RATIO_FROM = 256 << 20


@contextmanager
def parts(path: str) -> Iterator[zipfile.ZipFile]:
    """Open the zip; raise `CannotRead` where it is damaged, locked or a bomb."""
    try:
        with zipfile.ZipFile(path) as archive:
            if any(is_bomb(info) for info in archive.infolist()):
                raise CannotRead("workbook-bomb")
            yield archive
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, KeyError):
        raise CannotRead("workbook-damaged") from None
    except RuntimeError:  # zipfile's word for an encrypted part
        raise CannotRead("file-is-locked") from None


def is_bomb(info: zipfile.ZipInfo) -> bool:
    """Tell whether a part unpacks to more than a table would."""
    ratio = info.file_size / max(info.compress_size, 1)
    dense = info.file_size > _RATIO_FROM and ratio > _LARGEST_RATIO
    return dense or info.file_size > _LARGEST_PART


def blocks(archive: zipfile.ZipFile, part: str) -> Iterator[bytes]:
    """Yield a part piece by piece."""
    with archive.open(part) as stream:
        yield from iter(lambda: stream.read(BLOCK_BYTES), b"")
