"""Makes the contents of a report again, from the logs and the protected file of its release."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from core.encode.not_applicable import all_set_apart
from core.errors import Problem, Refused
from core.jobs import Job
from core.log import InternalLog, PublicLog, open_log
from core.pipeline.seal.block_hashes import file_hashes
from core.report import Report, report_of, with_internal_part
from core.verify.half_check import public_log_of
from core.verify.logged import check_columns, check_project
from core.verify.released_file import read_released

AnyLog = TypeVar("AnyLog", PublicLog, InternalLog)


def report_at(page: Path, job: Job) -> Report:
    """Return the contents of the report at `page`.

    They are computed from its log and the protected file, in the words of this version.

    Raises
    ------
    Refused
        If the page is not the one that its log lists.
    """
    stem = page.name.removesuffix(".report.html")
    logs = (page.with_name(f"{stem}.{kind}.json") for kind in ("internal", "audit"))
    place = next((log for log in logs if log.exists()), None)
    if place is None:
        raise _undrawn(page)
    log = _unchanged(place, page)
    if not any(
        log.path_of(file, place) == page.absolute()
        and file_hashes(page, file.size)[1] == file.sha256
        for file in log.files
    ):
        raise _undrawn(page)
    project = log.with_taxonomies
    check_project(project)
    check_columns(log)
    columns = all_set_apart(read_released(log, place, job).columns, project.schema)
    if isinstance(log, PublicLog):
        return report_of(_before_reporting(log), columns)
    public = _unchanged(public_log_of(log, place), page)
    if not isinstance(public, PublicLog):
        raise _undrawn(page)
    report = report_of(_before_reporting(public), columns)
    return with_internal_part(report, _before_reporting(log))


def _unchanged(place: Path, page: Path) -> PublicLog | InternalLog:
    file = open_log(place)
    if file.faults:
        raise _undrawn(page)
    return file.read()


def _undrawn(page: Path) -> Refused:
    return Refused(Problem("report-undrawn", params={"file": page.name}))


def _before_reporting(log: AnyLog) -> AnyLog:
    """Return a log as it was when its report was written, without the report's file entry."""
    half = "public" if isinstance(log, PublicLog) else "internal"
    is_own = [file.half == half and file.name.endswith(".report.html") for file in log.files]
    files = (file for file, own in zip(log.files, is_own, strict=True) if not own)
    return replace(log, files=tuple(files))
