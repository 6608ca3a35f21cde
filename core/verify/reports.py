"""Rewrites the reports of a release and compares them with those in its folder."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.encode import MeasuredTable
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
from core.log.program import program
from core.model import Column
from core.pipeline.seal.release_names import Names, marked, names_of
from core.report import Report, html_page, report_of, with_internal_part
from core.verify.logged import check_columns, logged_project
from core.verify.origin import is_of_this_version, listing_faults, section_faults
from core.verify.public_log_check import public_log
from core.verify.recounting import Recount
from core.verify.released_file import parse_released, read_released

_DRAWING = re.compile(r"<svg.*?</svg>", re.DOTALL)


@dataclass(frozen=True, slots=True, eq=False)
class ReleaseDocuments:
    """A release that is checked: its log and the recount of its protected file.

    Attributes
    ----------
    document, log : Mapping of str to object and pathlib.Path
        The checked log and its path.
    """

    document: Mapping[str, Any]
    log: Path
    recount: Recount

    @property
    def names(self) -> Names:
        """The file names of the release."""
        recipe = self.recount.project.recipe
        return names_of(marked(recipe.target, recipe.insecure_test_seed))

    def place(self, name: str) -> Path:
        """Return the path of the file called `name` in the release."""
        half, _, plain = name.partition("/")
        return path_of({"half": half, "name": plain}, self.document, self.log)

    @property
    def released(self) -> tuple[Column, ...]:
        """The columns of the protected file."""
        return self.recount.table.columns


def report_at(page: Path, job: Job) -> Report:
    """Return the contents of the report at `page`.

    They are computed from its log and the protected file, and agree with the page.

    Raises
    ------
    Refused
        If the page differs from the one computed, or another version wrote it.
    """
    documents = _documents_of(page, job)
    document = documents.document
    if not is_of_this_version(document):
        version = str(document["program"].get("version"))
        params = {"file": page.name, "version": version}
        raise Refused(Problem("report-of-another-version", params=params))
    if kind_of(document) is LogKind.INTERNAL:
        public = load_audit(documents.place(documents.names.public_log))[0]
        check_form(public)
        report = with_internal_part(_public_report(documents, public), _as_reported(document))
    else:
        report = _public_report(documents, document)
    if _page_faults(documents, page, report):
        raise _undrawn(page)
    return report


def _documents_of(page: Path, job: Job) -> ReleaseDocuments:
    """Return a report's log and protected file, without recounting anything."""
    stem = page.name.removesuffix(".report.html")
    logs = (page.with_name(f"{stem}.{kind}.json") for kind in ("internal", "audit"))
    log = next((log for log in logs if log.exists()), None)
    if log is None:
        raise _undrawn(page)
    document, raw = load_audit(log)
    if chain_faults(document) or layout_faults(raw, document):
        raise _undrawn(page)
    check_form(document)
    project, released = logged_project(document, log.parent), parse_released(document, log)
    check_columns(project, released)
    found = read_released(released, job)
    table = MeasuredTable(found.columns, project.schema, job)
    return ReleaseDocuments(document, log, Recount(project, table, []))


def _undrawn(page: Path) -> Refused:
    return Refused(Problem("report-undrawn", params={"file": page.name}))


def document_faults(documents: ReleaseDocuments) -> list[Problem]:
    """Return where reports and public log deviate from the log and the protected file.

    Only a repeated run (`verify`) shows what an internal log states about the original.

    Raises
    ------
    Refused
        If the public log that belongs to an internal one is not a log.
    """
    document, names = documents.document, documents.names
    faults = [*section_faults(document), *listing_faults(document, names)]
    if faults:
        return faults
    if kind_of(document) is LogKind.PUBLIC:
        report = _public_report(documents, document)
        return _page_faults(documents, documents.place(names.public_report), report)
    place = documents.place(names.public_log)
    public, faults = public_log(document, place, documents.recount.project, documents.released)
    if faults:
        return faults
    public_report = _public_report(documents, public)
    faults = _page_faults(documents, documents.place(names.public_report), public_report)
    report = with_internal_part(public_report, _as_reported(document))
    return faults + _page_faults(documents, documents.place(names.report), report)


def _public_report(documents: ReleaseDocuments, public: Mapping[str, Any]) -> Report:
    return report_of(_as_reported(public), documents.released)


def _as_reported(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return a log as it was when its report was written, without the report's file entry."""
    half = INTERNAL if kind_of(document) is LogKind.INTERNAL else PUBLIC
    files = [
        file
        for file in document["files"]
        if file.get("half", PUBLIC) != half or not str(file["name"]).endswith(".report.html")
    ]
    return {**{key: part for key, part in document.items() if key != "seal"}, "files": files}


def _page_faults(documents: ReleaseDocuments, place: Path, report: Report) -> list[Problem]:
    """Compare the page of a report with the one computed from the logs and the file."""
    page = place.read_bytes().decode(errors="replace")
    found = html_page(report)
    if documents.document["program"] != program():
        # Other libraries may sum in another order, which can shift a line in a drawing slightly.
        page, found = _DRAWING.sub("", page), _DRAWING.sub("", found)
    if page == found:
        return []
    half = INTERNAL if report.internal is not None else PUBLIC
    return [Problem("verify-report", params={"file": f"{half}/{place.name}"})]
