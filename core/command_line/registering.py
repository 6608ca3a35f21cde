"""The register of releases on the command line: ``statveil releases``."""

from __future__ import annotations

import argparse

from core.command_line.command_result import DONE, CommandResult
from core.errors import Problem, Refused
from core.jobs import Job
from core.messages import text
from core.model.release import RegisteredRelease, short_number
from core.pipeline.release_register import (
    forget_release,
    list_releases,
    register_folder,
    release_numbers,
    size_of_release,
)


def run_releases(arguments: argparse.Namespace, job: Job) -> CommandResult:
    """List the releases in the register, or forget one."""
    folder = register_folder()
    if arguments.forget is not None:
        return _forget(arguments.forget, job)
    releases = list_releases(folder)
    lines = [*map(_line, releases), text("releases-listed", _totals(releases))]
    summary = {"folder": str(folder), "releases": [_entry(about) for about in releases]}
    return CommandResult(DONE, tuple(lines), summary)


def _forget(number: str, job: Job) -> CommandResult:
    """Forget the release whose number begins so, also one that can no longer be read."""
    folder = register_folder()
    numbers = [n for n in release_numbers(folder) if number and n.startswith(number)]
    if len(numbers) != 1:
        raise Refused(Problem("release-unknown", params={"name": number, "count": len(numbers)}))
    forget_release(folder, numbers[0], job)
    return CommandResult(
        DONE,
        (text("release-forgotten", {"name": short_number(numbers[0])}),),
        {"folder": str(folder), "forgotten": numbers[0]},
    )


def _line(about: RegisteredRelease) -> str:
    return text("release-listed", _facts(about))


def _facts(about: RegisteredRelease) -> dict[str, object]:
    return {
        "name": about.number,
        "date": about.when.partition("T")[0],
        "file": about.file,
        "folder": about.folder,
        "count": about.released,
        "method": about.method,
        "k": "–" if about.k is None else about.k,
    }


def _totals(releases: list[RegisteredRelease]) -> dict[str, object]:
    folder = register_folder()
    size = sum(size_of_release(folder, about) for about in releases)
    return {"count": len(releases), "folder": str(folder), "size": round(size / 1000)}


def _entry(about: RegisteredRelease) -> dict[str, object]:
    return {
        "records_sha256": about.records_sha256,
        "when": about.when,
        "folder": about.folder,
        "file": about.file,
        "method": about.method,
        "k": about.k,
        "input_sha256": about.input_sha256,
        "released": about.released,
        "recipe": dict(about.recipe),
    }
