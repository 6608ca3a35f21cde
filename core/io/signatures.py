"""Distinguishes file formats by their first bytes, regardless of the name."""

from __future__ import annotations

import struct
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from core.io.files.input_files import refuse

ZIP = b"PK\x03\x04"
SIGN_BYTES = 16
HEAD_BYTES = 64
BINARY_WORKBOOK = "xl/workbook.bin"
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

# First bytes, and the code for such a file.
_SIGNS = (
    (b"%PDF-", "file-is-pdf"),
    (ZIP, "file-is-zip"),
    (b"PK\x05\x06", "file-is-zip"),
    (OLE, "file-is-ole"),
    (b"\x1f\x8b", "file-is-compressed"),
    (b"BZh", "file-is-compressed"),
    (b"\xfd7zXZ\x00", "file-is-compressed"),
    (b"7z\xbc\xaf\x27\x1c", "file-is-compressed"),
    (b"\x28\xb5\x2f\xfd", "file-is-compressed"),
    (b"PAR1", "file-is-parquet"),
    (b"$FL2", "file-is-spss"),
    (b"$FL3", "file-is-spss"),
    (b"ASCII SPSS PORT", "file-is-spss-portable"),
    (b"\x89PNG", "file-is-picture"),
    (b"\xff\xd8\xff", "file-is-picture"),
)


def sign_of(head: bytes) -> str | None:
    """Find the code for a file that starts with `head`, or ``None`` if it may be text."""
    return next((code for sign, code in _SIGNS if head.startswith(sign)), None)


def refuse_other_kinds(handle: BinaryIO, path: Path) -> None:
    """Raise `Refused` if the file at `handle` is not text; leave it at its start."""
    head = handle.read(SIGN_BYTES)
    handle.seek(0)
    code = sign_of(head)
    if code:
        raise refuse(code, path)


@dataclass(frozen=True, slots=True)
class FileStart:
    """The first bytes of a file and, for a zip archive, the names of its parts."""

    head: bytes
    parts: frozenset[str]


def file_start(handle: BinaryIO, path: Path) -> FileStart:
    """Read the start of an open file and rewind it.

    Raises
    ------
    Refused
        If it is a zip archive that cannot be opened, or a binary workbook.
    """
    head = handle.read(HEAD_BYTES)
    handle.seek(0)
    if not head.startswith(ZIP):
        return FileStart(head, frozenset())
    try:
        with zipfile.ZipFile(handle) as archive:
            parts = frozenset(archive.namelist())
    except (zipfile.BadZipFile, EOFError, NotImplementedError, ValueError, struct.error):
        raise refuse("workbook-damaged", path) from None
    if BINARY_WORKBOOK in parts:
        raise refuse("file-is-xlsb", path)
    handle.seek(0)
    return FileStart(head, parts)
