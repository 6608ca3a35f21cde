"""Tells the kind of a file by its first bytes, whatever its name says."""

from __future__ import annotations

import struct
import zipfile
from pathlib import Path
from typing import BinaryIO

from core.io.file_signs import OLE, ZIP
from core.io.files.input_files import refuse
from core.model import FileKind

HEAD_BYTES = 64

_SAS = bytes.fromhex("000000000000000000000000c2ea8160b31411cfbd92080009c7318c181f1011")
# Before version 117 a Stata file begins with its version, the order of its bytes, and 1.
_OLD_STATA = range(104, 116)


def kind_of(handle: BinaryIO, path: Path) -> FileKind | None:
    """Return the kind of an open file; ``None`` if its first bytes tell none (text, perhaps).

    The file is left at its beginning.
    """
    head = handle.read(HEAD_BYTES)
    handle.seek(0)
    if head.startswith(ZIP):
        found = _of_zip(handle, path)
        handle.seek(0)
        return found
    if head.startswith(OLE):
        return FileKind.XLS
    if head[:4] in (b"$FL2", b"$FL3"):
        return FileKind.SPSS
    if head.startswith(b"<stata_dta>") or _is_old_stata(head):
        return FileKind.STATA
    if head.startswith(_SAS):
        return FileKind.SAS
    if head.startswith((b"HEADER RECORD*******LIBRARY", b"HEADER RECORD*******LIBV8")):
        return FileKind.SAS_TRANSPORT
    if head.startswith(b"PAR1"):
        return FileKind.PARQUET
    return FileKind.FEATHER if head.startswith((b"ARROW1", b"FEA1")) else None


def _is_old_stata(head: bytes) -> bool:
    return len(head) > 3 and head[0] in _OLD_STATA and head[1] in (1, 2) and head[2:4] == b"\x01\0"


def _of_zip(handle: BinaryIO, path: Path) -> FileKind:
    """Tell workbooks apart by their parts."""
    try:
        with zipfile.ZipFile(handle) as archive:
            names = set(archive.namelist())
    except (zipfile.BadZipFile, EOFError, NotImplementedError, ValueError, struct.error):
        raise refuse("workbook-damaged", path) from None
    if "content.xml" in names and "[Content_Types].xml" not in names:
        return FileKind.ODS
    return FileKind.XLSB if "xl/workbook.bin" in names else FileKind.XLSX


def refuse_unless(kind: FileKind, handle: BinaryIO, path: Path) -> None:
    """Raise `Refused` if the file is not of this kind."""
    if kind_of(handle, path) is not kind:
        raise refuse("file-of-other-kind", path, kind=kind.value)
