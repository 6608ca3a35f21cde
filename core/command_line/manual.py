"""The manual on the command line, as Markdown."""

from __future__ import annotations

import argparse

from core.command_line.command_result import DONE, CommandResult
from core.jobs import Job
from resources import MANUAL, manual_page

INDEX = "index"
"""The page that lists the others."""


def page_names() -> tuple[str, ...]:
    """Return the names of all pages in alphabetical order."""
    return tuple(sorted(path.stem for path in MANUAL.glob("*.md")))


def page_text(name: str) -> str:
    """Return the Markdown of the page called `name`, one of `page_names`."""
    return manual_page(f"{name}.md")


def run_manual(given: argparse.Namespace, _: Job) -> CommandResult:
    """Print a page of the manual."""
    return CommandResult(DONE, (page_text(given.page).rstrip("\n"),))
