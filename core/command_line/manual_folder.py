"""Writes the manual as a folder of linked web pages, which need neither a network nor Statveil.

Of Markdown it turns into HTML what the pages use, no more: headings, paragraphs, lists without
lists in them, tables, indented examples and pictures; within a line code, emphasis and links. A
test compares every page with a library for Markdown.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import unicodedata
from collections.abc import Callable
from html import escape
from itertools import groupby
from pathlib import Path

from core.command_line.command_result import DONE, CommandResult
from core.command_line.manual import page_text, page_title, reading_order
from core.errors import DISK_FULL_ERRORS, Problem, Refused, StorageFull
from core.jobs import Job
from core.messages import text
from resources import MANUAL, manual_page, manual_pictures

_STYLE = "manual.css"
_SCHEMAS = "*.schema.json"
_ITEM = re.compile(r"(- |\d+\. )(.*)")
_HEADING = re.compile(r"(#+) (.*)")
_INLINE = re.compile(
    r"`(?P<code>[^`]+)`|\\(?P<literal>[\\`*_|])"
    r"|!\[(?P<alt>[^]]*)\]\((?P<source>[^)\s]+)\)"
    r"|\[(?P<text>(?:`[^`]*`|[^]])*)\]\((?P<target>[^)\s]+)\)"
    r"|\*\*(?P<strong>.+?)\*\*(?!\*)|\*(?P<em>[^*]+)\*"
)


def run_manual(arguments: argparse.Namespace, job: Job) -> CommandResult:
    """Print a page of the manual, or write all of them as web pages."""
    if arguments.html is not None:
        pages = write_manual(arguments.html, job)
        first = str(arguments.html / "index.html")
        return CommandResult(DONE, (text("done-manual", {"pages": pages, "file": first}),))
    return CommandResult(DONE, (page_text(arguments.page).rstrip("\n"),), is_output_only=True)


def write_manual(folder: Path, job: Job) -> int:
    """Write all pages, their pictures and a style sheet into a new or an empty folder.

    Parameters
    ----------
    folder : Path
        Its parent must exist. It gets its name when everything is written.

    Returns
    -------
    int
        The number of pages.

    Raises
    ------
    Refused
        If the folder holds files, is a file, or cannot be written.
    StorageFull
        If the disk is full.
    """
    if folder.exists() and not folder.is_dir():
        raise Refused(Problem("folder-is-file", params={"folder": folder.name}))
    # Imported late: it brings the engine with it, which printing a page does not need.
    from core.pipeline.seal.destination import refuse_public_half

    refuse_public_half(folder)
    unfinished = folder.parent / f".{folder.name}.{os.getpid()}.unfinished"
    try:
        if folder.is_dir() and any(folder.iterdir()):
            raise Refused(Problem("manual-folder-not-empty", params={"folder": folder.name}))
        unfinished.mkdir()
        _fill(unfinished, job)
        if folder.is_dir():
            folder.rmdir()
        unfinished.rename(folder)
    except OSError as error:
        if error.errno in DISK_FULL_ERRORS:
            raise StorageFull(Problem("disk-full", params={"folder": folder.name})) from None
        raise Refused(Problem("folder-unwritable", params={"folder": folder.name})) from None
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    return len(reading_order())


def _fill(folder: Path, job: Job) -> None:
    # Imported late because it takes a tenth of a second.
    from markupsafe import Markup

    from core.report.page import environment

    jinja = environment("core.command_line")
    template = jinja.get_template("manual_page.html.j2")
    names = reading_order()
    pages = [{"file": f"{name}.html", "title": page_title(name)} for name in names]
    for name in names:
        job.check()
        body = Markup(markup(manual_page(f"{name}.md")).rstrip())
        html = template.render(title=page_title(name), file=f"{name}.html", pages=pages, body=body)
        (folder / f"{name}.html").write_text(html, encoding="utf-8", newline="\n")
    style = jinja.get_template(_STYLE).render()
    (folder / _STYLE).write_text(style, encoding="utf-8", newline="\n")
    for schema in MANUAL.glob(_SCHEMAS):
        shutil.copyfile(schema, folder / schema.name)
    (folder / "pictures").mkdir()
    for picture in manual_pictures():
        shutil.copyfile(MANUAL / picture, folder / picture)


def markup(page: str) -> str:
    """Write the HTML of a page that is written in Markdown, with links to ``.html``.

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
                made += [_KINDS[kind](list(lines_of_kind)) for kind, lines_of_kind in alike]
    return "\n".join(made) + "\n"


def anchor_of(heading: str) -> str:
    """Build the anchor of a heading, as in links between the pages."""
    letters = (c for c in heading.lower() if c in " -_" or unicodedata.category(c)[0] in "LNM")
    return "".join(letters).replace(" ", "-")


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
    items = (_ITEM.fullmatch(line) for line in lines)
    return "\n".join(f"<li>{_inline(item[2])}</li>" for item in items if item)


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
    """Write the HTML of a text with code, emphasis, links and pictures."""
    made, end_of_last = [], 0
    for mark in _INLINE.finditer(text):
        made.append(escape(text[end_of_last : mark.start()], quote=True))
        made.append(_mark(mark.groupdict()))
        end_of_last = mark.end()
    return "".join(made) + escape(text[end_of_last:], quote=True)


def _mark(groups: dict[str, str | None]) -> str:
    if groups["code"] is not None:
        return f"<code>{escape(groups['code'], quote=True)}</code>"
    if groups["literal"] is not None:
        return escape(groups["literal"], quote=True)
    if groups["source"] is not None:
        description = escape(groups["alt"] or "", quote=True)
        return f'<img src="{escape(groups["source"], quote=True)}" alt="{description}" />'
    if groups["target"] is not None:
        target = re.sub(r"\.md(?=#|$)", ".html", groups["target"])
        return f'<a href="{escape(target, quote=True)}">{_inline(groups["text"] or "")}</a>'
    if groups["strong"] is not None:
        return f"<strong>{_inline(groups['strong'])}</strong>"
    return f"<em>{_inline(groups['em'] or '')}</em>"
