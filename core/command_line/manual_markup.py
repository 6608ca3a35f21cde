"""Turns a page of the manual into HTML: the part of Markdown that the pages use, no more.

Headings, paragraphs, lists without lists in them, tables, indented examples and pictures; within
a line code, emphasis and links. A test compares every page with a library for Markdown.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from html import escape
from itertools import groupby

_ITEM = re.compile(r"(- |\d+\. )(.*)")
_HEADING = re.compile(r"(#+) (.*)")
_INLINE = re.compile(
    r"`(?P<code>[^`]+)`|\\(?P<literal>[\\`*_|])"
    r"|!\[(?P<alt>[^]]*)\]\((?P<source>[^)\s]+)\)"
    r"|\[(?P<text>(?:`[^`]*`|[^]])*)\]\((?P<target>[^)\s]+)\)"
    r"|\*\*(?P<strong>.+?)\*\*(?!\*)|\*(?P<em>[^*]+)\*"
)


def markup(page: str) -> str:
    """Return the HTML of a page that is written in Markdown, with links to ``.html``.

    Parameters
    ----------
    page : str
        The text of the page.

    Returns
    -------
    str
        What belongs into the body of a document.
    """
    blocks = re.split(r"\n{2,}", page.strip("\n"))
    made: list[str] = []
    # Examples that only an empty line parts are one.
    for is_example, following in groupby(blocks, lambda block: block.startswith("    ")):
        if is_example:
            lines = "\n\n".join(following).split("\n")
            code = "\n".join(line.removeprefix("    ") for line in lines)
            made.append(f"<pre><code>{escape(code, quote=True)}\n</code></pre>")
        else:
            for block in following:
                alike = groupby(block.split("\n"), _kind_of)
                made += [_KINDS[kind](list(some)) for kind, some in alike]
    return "\n".join(made) + "\n"


def anchor_of(heading: str) -> str:
    """Return what leads to a heading behind ``#``, as in links between the pages."""
    kept = (c for c in heading.lower() if c in " -_" or unicodedata.category(c)[0] in "LNM")
    return "".join(kept).replace(" ", "-")


def _kind_of(line: str) -> str:
    if _HEADING.fullmatch(line):
        return "heading"
    if _ITEM.fullmatch(line):
        return "numbers" if line[0].isdigit() else "items"
    return "table" if line.startswith("|") else "text"


def _headings(lines: list[str]) -> str:
    made = []
    for line in lines:
        marks, title = _HEADING.fullmatch(line).groups()  # type: ignore[union-attr]
        level, anchor = len(marks), anchor_of(re.sub(r"[*`]", "", title))
        made.append(f'<h{level} id="{escape(anchor, quote=True)}">{_inline(title)}</h{level}>')
    return "\n".join(made)


def _numbers(lines: list[str]) -> str:
    first = int(lines[0].split(".")[0])
    begin = "" if first == 1 else f' start="{first}"'
    return f"<ol{begin}>\n{_list_items(lines)}\n</ol>"


def _list_items(lines: list[str]) -> str:
    found = (_ITEM.fullmatch(line) for line in lines)
    return "\n".join(f"<li>{_inline(each[2])}</li>" for each in found if each)


def _table(lines: list[str]) -> str:
    inner = (line.strip().removeprefix("|").removesuffix("|") for line in lines)
    head, _, *body = (
        [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", cells)]
        for cells in inner
    )
    rows = "\n".join(_row(cells, "td") for cells in body)
    above = f"<thead>\n{_row(head, 'th')}\n</thead>"
    return f"<table>\n{above}\n<tbody>\n{rows}\n</tbody>\n</table>"


def _row(cells: list[str], tag: str) -> str:
    inside = "\n".join(f"<{tag}>{_inline(cell)}</{tag}>" for cell in cells)
    return f"<tr>\n{inside}\n</tr>"


_KINDS: dict[str, Callable[[list[str]], str]] = {
    "heading": _headings,
    "numbers": _numbers,
    "items": lambda lines: f"<ul>\n{_list_items(lines)}\n</ul>",
    "table": _table,
    "text": lambda lines: f"<p>{_inline(chr(10).join(lines))}</p>",
}


def _inline(text: str) -> str:
    """Return the HTML of a text with code, emphasis, links and pictures."""
    made, at = [], 0
    for found in _INLINE.finditer(text):
        made.append(escape(text[at : found.start()], quote=True))
        made.append(_mark(found.groupdict()))
        at = found.end()
    return "".join(made) + escape(text[at:], quote=True)


def _mark(found: dict[str, str | None]) -> str:
    if found["code"] is not None:
        return f"<code>{escape(found['code'], quote=True)}</code>"
    if found["literal"] is not None:
        return escape(found["literal"], quote=True)
    if found["source"] is not None:
        said = escape(found["alt"] or "", quote=True)
        return f'<img src="{escape(found["source"], quote=True)}" alt="{said}" />'
    if found["target"] is not None:
        target = re.sub(r"\.md(?=#|$)", ".html", found["target"])
        return f'<a href="{escape(target, quote=True)}">{_inline(found["text"] or "")}</a>'
    if found["strong"] is not None:
        return f"<strong>{_inline(found['strong'])}</strong>"
    return f"<em>{_inline(found['em'] or '')}</em>"
