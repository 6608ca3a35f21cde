"""Writes the manual as a folder of linked web pages, which need neither a network nor Statveil."""

from __future__ import annotations

import argparse
import os
import shutil
from pathlib import Path

from core.command_line.command_result import DONE, CommandResult
from core.command_line.manual import page_text, page_title, reading_order
from core.command_line.manual_markup import markup
from core.errors import DISK_FULL_ERRORS, Problem, Refused, StorageFull
from core.jobs import Job
from core.messages import text
from resources import MANUAL, manual_page, manual_pictures

_STYLE = "manual.css"


def run_manual(given: argparse.Namespace, job: Job) -> CommandResult:
    """Print a page of the manual, or write all of them as web pages."""
    if given.html is not None:
        pages = write_manual(given.html, job)
        first = str(given.html / "index.html")
        return CommandResult(DONE, (text("done-manual", {"pages": pages, "file": first}),))
    return CommandResult(DONE, (page_text(given.page).rstrip("\n"),))


def write_manual(folder: Path, job: Job) -> int:
    """Write all pages, their pictures and a style sheet into a new or an empty folder.

    Parameters
    ----------
    folder : Path
        Its parent must exist. It gets its name when everything is written.
    job : Job
        Can be cancelled between two pages.

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
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    loader = PackageLoader("core.command_line")
    made = Environment(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    template = made.get_template("manual_page.html.j2")
    names = reading_order()
    pages = [{"file": f"{name}.html", "title": page_title(name)} for name in names]
    for name in names:
        job.check()
        body = Markup(markup(manual_page(f"{name}.md")).rstrip())
        html = template.render(title=page_title(name), file=f"{name}.html", pages=pages, body=body)
        (folder / f"{name}.html").write_text(html, encoding="utf-8", newline="\n")
    style = loader.get_source(made, _STYLE)[0]
    (folder / _STYLE).write_text(style, encoding="utf-8", newline="\n")
    (folder / "pictures").mkdir()
    for picture in manual_pictures():
        shutil.copyfile(MANUAL / picture, folder / picture)
