"""Makes a small workbook of the old kind (XLS) byte by byte: a compound file with BIFF8 records."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from pathlib import Path

_SECTOR = 512
_FREE, _END, _FAT = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
# Streams of fewer bytes would lie in sectors of another size.
_LEAST_STREAM = 4096


def xls(path: Path, rows: Sequence[Sequence[object]], formats: Sequence[str] = ()) -> Path:
    """Make a workbook of one sheet; a number with a format is ``(value, place of the format)``."""
    sheet = _sheet(rows)
    begin = len(_globals(0, formats))
    path.write_bytes(_compound(_globals(begin, formats) + sheet))
    return path


def record(number: int, content: bytes = b"") -> bytes:
    return struct.pack("<HH", number, len(content)) + content


def _begin(kind: int) -> bytes:
    return record(0x0809, struct.pack("<HHHHII", 0x0600, kind, 0x0DBB, 1996, 0, 6))


def _text(text: str) -> bytes:
    return struct.pack("<HB", len(text), 1) + text.encode("utf-16-le")


def _globals(sheet_at: int, formats: Sequence[str]) -> bytes:
    font = record(0x0031, struct.pack("<HHHHHBBBB", 200, 0, 8, 400, 0, 0, 0, 0, 0) + b"\x01\x00A")
    styles = record(0x00E0, _style(0))
    known = b""
    for at, form in enumerate(formats):
        known += record(0x041E, struct.pack("<H", 164 + at) + _text(form))
        styles += record(0x00E0, _style(164 + at))
    name = b"\x04\x00Data"
    bound = record(0x0085, struct.pack("<IH", sheet_at, 0) + name)
    page = record(0x0042, struct.pack("<H", 1200))
    return _begin(5) + page + font + known + styles + bound + record(0x000A)


def _style(form: int) -> bytes:
    return struct.pack("<HHH", 0, form, 0) + b"\0" * 14


def _sheet(rows: Sequence[Sequence[object]]) -> bytes:
    extent = struct.pack("<IIHHH", 0, len(rows), 0, max(map(len, rows)), 0)
    content = _begin(16) + record(0x0200, extent)
    for row, cells in enumerate(rows):
        for column, value in enumerate(cells):
            if value is not None:
                content += cell(row, column, value)
    return content + record(0x000A)


def cell(row: int, column: int, value: object) -> bytes:
    """Return the record of a text or number."""
    if isinstance(value, str):
        return record(0x0204, struct.pack("<HHH", row, column, 0) + _text(value))
    number, style = value if isinstance(value, tuple) else (value, -1)
    return record(0x0203, struct.pack("<HHHd", row, column, style + 1, number))


def _compound(stream: bytes) -> bytes:
    """Put a stream into a compound file: a header, a table of sectors, a directory, the stream."""
    stream = stream.ljust(max(_LEAST_STREAM, -(-len(stream) // _SECTOR) * _SECTOR), b"\0")
    sectors = len(stream) // _SECTOR
    table = [_FAT, _END, *range(3, sectors + 2), _END]
    table += [_FREE] * (_SECTOR // 4 - len(table))
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 16
    header += struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6) + b"\0" * 6
    header += struct.pack("<IIIIIIIII", 0, 1, 1, 0, _LEAST_STREAM, _END, 0, _END, 0)
    header += struct.pack("<109I", 0, *[_FREE] * 108)
    directory = _entry("Root Entry", 5, 1, _END, 0) + _entry("Workbook", 2, _FREE, 2, len(stream))
    directory += _entry("", 0, _FREE, 0, 0) * 2
    return header + struct.pack(f"<{len(table)}I", *table) + directory + stream


def _entry(name: str, kind: int, child: int, start: int, size: int) -> bytes:
    letters = name.encode("utf-16-le").ljust(64, b"\0")
    length = 2 * (len(name) + 1) if name else 0
    links = struct.pack("<HBBIII", length, kind, 1, _FREE, _FREE, child)
    return letters + links + b"\0" * 36 + struct.pack("<IQ", start, size)
