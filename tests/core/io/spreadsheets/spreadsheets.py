"""Makes ODS workbooks byte by byte, honest and other."""

from __future__ import annotations

import zipfile
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
