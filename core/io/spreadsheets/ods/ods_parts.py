"""The fixed parts of an ODS file."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

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


def content_begin(date_formats: Iterable[str]) -> str:
    """Return the start of the content, with a style for each date layout."""
    styles = "".join(_date_style(i, layout) for i, layout in enumerate(date_formats))
    return (
        f'{_HEAD}<office:document-content {_NAMES} office:version="1.3">'
        f"<office:automatic-styles>{styles}</office:automatic-styles>"
        '<office:body><office:spreadsheet><table:table table:name="Sheet1">'
    )


def _date_style(number: int, layout: str) -> str:
    """Return the style of a date layout."""
    shown = layout
    for sign in _PARTS:
        shown = shown.replace(sign, f"\0{sign}\0")
    parts = "".join(
        _PARTS.get(part, f"<number:text>{escape(part)}</number:text>")
        for part in shown.split("\0")
        if part
    )
    name = f"N{number}"
    return (
        f'<number:date-style style:name="{name}">{parts}</number:date-style>'
        f'<style:style style:name={quoteattr(layout)} style:family="table-cell" '
        f'style:data-style-name="{name}"/>'
    )
