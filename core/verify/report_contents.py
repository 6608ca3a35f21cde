"""Makes the contents of a report again, from the logs and the protected file of its release."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.encode.not_applicable import all_set_apart
from core.errors import Problem, Refused
from core.jobs import Job
from core.log import (
    INTERNAL,
    PUBLIC,
    LogKind,
    chain_faults,
    check_form,
    kind_of,
    layout_faults,
    load_audit,
    path_of,
)
from core.pipeline.seal.block_hashes import file_hashes
from core.pipeline.seal.release_names import marked, names_of
from core.report import Report, report_of, with_internal_part
from core.verify.logged import check_columns, logged_project
from core.verify.released_file import parse_released, read_released


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
    log = next((log for log in logs if log.exists()), None)
    if log is None:
        raise _undrawn(page)
    document, raw = load_audit(log)
    if chain_faults(document) or layout_faults(raw, document):
        raise _undrawn(page)
    check_form(document)
    if not _is_listed(page, document, log):
        raise _undrawn(page)
    project, protected = logged_project(document, log.parent), parse_released(document, log)
    check_columns(project, protected)
    columns = all_set_apart(read_released(protected, job).columns, project.schema)
    if kind_of(document) is LogKind.PUBLIC:
        return report_of(_before_reporting(document), columns)
    target = marked(project.recipe.target, project.recipe.insecure_test_seed)
    half, _, name = names_of(target).public_log.partition("/")
    public = load_audit(path_of({"half": half, "name": name}, document, log))[0]
    check_form(public)
    report = report_of(_before_reporting(public), columns)
    return with_internal_part(report, _before_reporting(document))


def _is_listed(page: Path, document: Mapping[str, Any], log: Path) -> bool:
    """Return whether the log lists the page with the hash that it has."""
    entries = [e for e in document["files"] if path_of(e, document, log) == page.absolute()]
    return any(file_hashes(page, entry["size"])[1] == entry["sha256"] for entry in entries)


def _undrawn(page: Path) -> Refused:
    return Refused(Problem("report-undrawn", params={"file": page.name}))


def _before_reporting(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return a log as it was when its report was written, without the report's file entry."""
    half = INTERNAL if kind_of(document) is LogKind.INTERNAL else PUBLIC
    files = [
        file
        for file in document["files"]
        if file.get("half", PUBLIC) != half or not str(file["name"]).endswith(".report.html")
    ]
    return {**document, "files": files}
