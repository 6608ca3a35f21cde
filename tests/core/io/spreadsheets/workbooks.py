"""Makes workbooks, honest and other, part by part."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from openpyxl import Workbook

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
SHEET = "xl/worksheets/sheet1.xml"


def workbook(path: Path, rows: Sequence[Sequence[object]], title: str = "Data") -> Path:
    """Save rows with openpyxl."""
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = title
    for row in rows:
        sheet.append(list(row))
    book.save(path)
    return path


def with_parts(source: Path, target: Path, parts: Mapping[str, bytes | None]) -> Path:
    """Copy a workbook with some parts replaced, added or (``None``) left out."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for name in [*old.namelist(), *(set(parts) - set(old.namelist()))]:
            content = parts[name] if name in parts else old.read(name)
            if content is not None:
                new.writestr(name, content)
    return target


def sheet_xml(rows: str) -> bytes:
    """Return a sheet's XML around the given rows."""
    head = f'<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="{MAIN}"><sheetData>'
    return f"{head}{rows}</sheetData></worksheet>".encode()


def raw_workbook(path: Path, rows: str) -> Path:
    """Make a workbook whose sheet has exactly the given XML."""
    base = workbook(path.with_suffix(".base.xlsx"), [["a"]])
    made = with_parts(base, path, {SHEET: sheet_xml(rows)})
    base.unlink()
    return made


def stored(source: Path) -> Path:
    """Pack a workbook anew without compression, so that a changed byte is a changed letter."""
    target = source.with_name(f"stored.{source.name}")
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name))
    return target


def changed(path: Path, part: str, old: bytes, new: bytes) -> Path:
    """Change bytes of a part in the file itself; its checksum stays."""
    content = bytearray(path.read_bytes())
    with zipfile.ZipFile(path) as archive:
        info = archive.getinfo(part)
    begin = info.header_offset + 30 + len(part)
    at = content.index(old, begin, begin + info.file_size)
    content[at : at + len(old)] = new
    path.write_bytes(content)
    return path
