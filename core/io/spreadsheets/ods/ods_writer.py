"""Writes an ODS spreadsheet with one sheet, reproducibly.

The libraries that write ODS keep the whole document in memory as a tree, a gigabyte for some
million cells. A table needs only a small part of the format, which is written here row by row.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import numpy as np
from numpy.typing import NDArray

from core.array_types import Ints
from core.errors import Problem, Where
from core.io.columns.spelling import spell
from core.io.files.atomic_writing import new_file
from core.io.format import Output, Unwritten
from core.io.spreadsheets.sheet_limits import sheet_problems, warn_of_text
from core.io.spreadsheets.written_cells import ColumnCells
from core.model import Column, ColumnKind, FileKind

_ROWS_AT_ONCE = 1000
# A zip archive contains timestamps, which are fixed so that a table always gives the same bytes.
_MADE = (2000, 1, 1, 0, 0, 0)
_EMPTY = "<table:table-cell/>"
# Characters that XML does not preserve.
_UNKEPT = re.compile("[\x00-\x08\x0b-\x1f\ufffe\uffff]")
_SPACES = re.compile("^ | $|  +")
MIMETYPE = "application/vnd.oasis.opendocument.spreadsheet"
_SPACE = "urn:oasis:names:tc:opendocument:xmlns:"
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
_NAMES = " ".join(
    f'xmlns:{short}="{_SPACE}{full}:1.0"'
    for short, full in (
        ("office", "office"),
        ("table", "table"),
        ("text", "text"),
        ("style", "style"),
        ("number", "datastyle"),
    )
)
MANIFEST = (
    f'{_HEAD}<manifest:manifest xmlns:manifest="{_SPACE}manifest:1.0" manifest:version="1.3">'
    f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{MIMETYPE}"/>'
    '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>'
    '<manifest:file-entry manifest:full-path="styles.xml" manifest:media-type="text/xml"/>'
    "</manifest:manifest>"
)
STYLES = f'{_HEAD}<office:document-styles {_NAMES} office:version="1.3"/>'
CONTENT_END = "</table:table></office:spreadsheet></office:body></office:document-content>"

_PARTS = {
    "%Y": '<number:year number:style="long"/>',
    "%m": '<number:month number:style="long"/>',
    "%d": '<number:day number:style="long"/>',
}


def write_ods(columns: Sequence[Column], order: NDArray[Any], to: Output) -> None:
    """Write a spreadsheet; see `WritableFormat.write`."""
    with new_file(to.path) as handle, zipfile.ZipFile(handle, "w", zipfile.ZIP_DEFLATED) as archive:
        _add(archive, "mimetype", MIMETYPE, zipfile.ZIP_STORED)
        with archive.open(_part("content.xml"), "w", force_zip64=True) as stream:
            formats = [column.date_format for column in columns if column.kind is ColumnKind.DATE]
            styles = "".join(
                _date_style(i, layout) for i, layout in enumerate(dict.fromkeys(formats))
            )
            begin = (
                f'{_HEAD}<office:document-content {_NAMES} office:version="1.3">'
                f"<office:automatic-styles>{styles}</office:automatic-styles>"
                '<office:body><office:spreadsheet><table:table table:name="Sheet1">'
            )
            stream.write(begin.encode())
            if to.options.header:
                stream.write(_row(_text(column.name) for column in columns).encode())
            cells = [_cells_of(column, column.name in to.masked) for column in columns]
            for start in range(0, len(order), _ROWS_AT_ONCE):
                rows = order[start : start + _ROWS_AT_ONCE]
                records = zip(*(of(rows) for of in cells), strict=True)
                stream.write("".join(map(_row, records)).encode())
                to.job.update(start + len(rows))
            stream.write(CONTENT_END.encode())
        _add(archive, "styles.xml", STYLES, zipfile.ZIP_DEFLATED)
        _add(archive, "META-INF/manifest.xml", MANIFEST, zipfile.ZIP_DEFLATED)


def ods_problems(table: Unwritten) -> tuple[Problem, ...]:
    """List why the columns cannot be written (errors), and what would change (warnings)."""
    problems = []
    for column in table.columns:
        count = sum(bool(_UNKEPT.search(text)) for text in (column.name, *column.categories))
        if count:
            params = {"kind": FileKind.ODS.value, "count": count}
            problems.append(Problem("text-controls-for", Where(column.name), params))
    return (*problems, *sheet_problems(table))


def _part(name: str, packing: int = zipfile.ZIP_DEFLATED) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _MADE)
    info.compress_type = packing
    return info


def _add(archive: zipfile.ZipFile, name: str, content: str, packing: int) -> None:
    archive.writestr(_part(name, packing), content)


def _row(cells: Iterator[str] | Sequence[str]) -> str:
    return f"<table:table-row>{''.join(cells)}</table:table-row>"


def _cells_of(column: Column, masked: bool) -> Callable[[Ints], list[str]]:
    """Build a function that writes the XML of a column's cells."""
    if column.kind is ColumnKind.DATE and warn_of_text(column) is None:
        return lambda rows: _dates(column, rows, masked)
    values = ColumnCells(column, masked)

    def cells(rows: Ints) -> list[str]:
        written = []
        for value in values.of(rows):
            if value is None:
                written.append(_EMPTY)
            elif isinstance(value, str):
                written.append(_text(value))
            else:
                written.append(
                    f'<table:table-cell office:value-type="float" office:value="{value}">'
                    f"<text:p>{value}</text:p></table:table-cell>"
                )
        return written

    return cells


def _dates(column: Column, rows: Ints, masked: bool) -> list[str]:
    shown = spell(column, rows, masked, ".").to_pylist()
    days = np.datetime_as_string(column.values[rows].astype("M8[D]")).tolist()
    return [
        (_text(text) if text else _EMPTY)
        if absent
        else f"<table:table-cell table:style-name={quoteattr(column.date_format)} "
        f'office:value-type="date" office:date-value="{day}">'
        f"<text:p>{text}</text:p></table:table-cell>"
        for text, day, absent in zip(shown, days, column.missing[rows].tolist(), strict=True)
    ]


def _text(text: str) -> str:
    if not text:
        return _EMPTY
    lines = []
    for line in text.split("\n"):
        # Elements preserve blanks and tabs.
        plain = escape(line)
        if " " in plain:
            plain = _SPACES.sub(lambda match: f'<text:s text:c="{len(match[0])}"/>', plain)
        plain = plain.replace("\t", "<text:tab/>")
        lines.append(f"<text:p>{plain}</text:p>")
    return f'<table:table-cell office:value-type="string">{"".join(lines)}</table:table-cell>'


def _date_style(number: int, layout: str) -> str:
    """Build the style of a date layout."""
    shown = layout
    for sign in _PARTS:
        shown = shown.replace(sign, f"\0{sign}\0")
    parts = "".join(
        _PARTS.get(piece, f"<number:text>{escape(piece)}</number:text>")
        for piece in shown.split("\0")
        if piece
    )
    name = f"N{number}"
    return (
        f'<number:date-style style:name="{name}">{parts}</number:date-style>'
        f'<style:style style:name={quoteattr(layout)} style:family="table-cell" '
        f'style:data-style-name="{name}"/>'
    )
