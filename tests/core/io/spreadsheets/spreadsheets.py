"""Makes ODS and XLSB workbooks byte by byte, honest and other."""

from __future__ import annotations

import struct
import zipfile
from collections.abc import Sequence
from pathlib import Path

_SPACE = "urn:oasis:names:tc:opendocument:xmlns"
_HEAD = (
    f'<office:document-content xmlns:office="{_SPACE}:office:1.0" '
    f'xmlns:table="{_SPACE}:table:1.0" xmlns:text="{_SPACE}:text:1.0" '
    'xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0">'
    "<office:body><office:spreadsheet>"
)
_END = "</office:spreadsheet></office:body></office:document-content>"


def word(text: str, more: str = "") -> str:
    return (
        f'<table:table-cell office:value-type="string" {more}>'
        f"<text:p>{text}</text:p></table:table-cell>"
    )


def number(value: float, more: str = "") -> str:
    return (
        f'<table:table-cell office:value-type="float" office:value="{value}" {more}>'
        f"<text:p>{value}</text:p></table:table-cell>"
    )


def row(*cells: str, more: str = "") -> str:
    return f"<table:table-row {more}>{''.join(cells)}</table:table-row>"


def ods(path: Path, rows: str, before: str = "", manifest: str = "<m/>") -> Path:
    """Make a spreadsheet whose only sheet has exactly these rows."""
    content = f'{before}{_HEAD}<table:table table:name="Data">{rows}</table:table>{_END}'
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", content)
        archive.writestr("META-INF/manifest.xml", manifest)
    return path


def _record(number: int, content: bytes = b"") -> bytes:
    """Return a record of MS-XLSB: its number, its length and its content."""
    head = bytes([number]) if number < 128 else bytes([number & 0x7F | 0x80, number >> 7])
    size, length = len(content), b""
    while size > 127:
        length += bytes([size & 0x7F | 0x80])
        size >>= 7
    return head + length + bytes([size]) + content


def _wide(text: str) -> bytes:
    return struct.pack("<I", len(text)) + text.encode("utf-16-le")


def _cell(column: int, value: object) -> bytes:
    head = struct.pack("<II", column, 0)
    if isinstance(value, str) and value.startswith("#"):
        return _record(3, head + b"\x07")  # an error: #DIV/0!
    if isinstance(value, str):
        return _record(6, head + _wide(value))
    return _record(5, head + struct.pack("<d", value))


def xlsb(path: Path, rows: Sequence[Sequence[object]]) -> Path:
    """Make a binary workbook of one sheet."""
    extent = struct.pack("<4I", 0, len(rows) - 1, 0, max(map(len, rows)) - 1)
    sheet = bytearray(_record(129) + _record(148, extent) + _record(145))
    for at, cells in enumerate(rows):
        sheet += _record(0, struct.pack("<IIHBB", at, 0, 300, 0, 0) + b"\0" * 13)
        for column, value in enumerate(cells):
            if value is not None:
                sheet += _cell(column, value)
    sheet += _record(146) + _record(130)
    bundle = struct.pack("<II", 0, 1) + _wide("rId1") + _wide("Data")
    book = _record(131) + _record(143) + _record(156, bundle) + _record(144) + _record(132)
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    relations = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        f'<Relationship Id="rId1" Type="{kind}/worksheet" Target="worksheets/sheet1.bin"/>'
        "</Relationships>"
    )
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("xl/workbook.bin", book)
        archive.writestr("xl/_rels/workbook.bin.rels", relations)
        archive.writestr("xl/worksheets/sheet1.bin", bytes(sheet))
    return path
