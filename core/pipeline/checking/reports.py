"""Writes the reports of a release again, and compares them with those that are in its folder."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import Problem
from core.model import Column, Dataset, Result
from core.pipeline.audit import INTERNAL, PUBLIC, LogKind, kind_of, path_of
from core.pipeline.checking.figures import tree_faults
from core.pipeline.checking.halves import public_log
from core.pipeline.checking.origin import (
    is_of_this_machine,
    listing_faults,
    section_faults,
)
from core.pipeline.checking.recounting import Recount
from core.pipeline.report import Report, compare, comparison_entry, html_page, report_of
from core.pipeline.seal.names import Names, marked, names_of

_DRAWING = re.compile(r"<svg.*?</svg>", re.DOTALL)


@dataclass(frozen=True, slots=True, eq=False)
class Papers:
    """The logs of a release and what its protected file was found to hold.

    Attributes
    ----------
    document, log : Mapping of str to object and pathlib.Path
        The log that is checked, and where it is.
    recount : Recount
        Of the protected file.
    """

    document: Mapping[str, Any]
    log: Path
    recount: Recount

    @property
    def names(self) -> Names:
        """The files that the release has."""
        recipe = self.recount.project.recipe
        return names_of(marked(recipe.target, recipe.insecure_test_seed))

    def place(self, name: str) -> Path:
        """Return where the file is that has the path `name` in the release."""
        half, _, plain = name.partition("/")
        return path_of({"half": half, "name": plain}, self.document, self.log)

    @property
    def released(self) -> tuple[Column, ...]:
        """The columns of the protected file."""
        return self.recount.found.columns


def paper_faults(papers: Papers) -> list[Problem]:
    """Return what reports and logs say otherwise than the log and the protected file give.

    What an internal log says of the original is for `comparison_faults` to check.

    Raises
    ------
    Refused
        If the public log, beside an internal one, is none.
    """
    document, names = papers.document, papers.names
    faults = [*section_faults(document), *listing_faults(document, names)]
    if faults:
        return faults
    if kind_of(document) is LogKind.PUBLIC:
        return _public_faults(papers, document)
    place = papers.place(names.public_log)
    public, faults = public_log(document, place, papers.recount.project, papers.released)
    if faults:
        return faults
    report = report_of(_as_reported(public), papers.released, _as_reported(document))
    return _public_faults(papers, public) + _page_faults(papers, names.report, report)


def comparison_faults(papers: Papers, result: Result, dataset: Dataset) -> list[Problem]:
    """Hold what an internal log says of the original against what a repeated run gives.

    Parameters
    ----------
    papers : Papers
        With the internal log.
    result, dataset : Result and Dataset
        The repeated run and its input.
    """
    found = compare(papers.document, result, dataset, papers.released)
    entry = None if found is None else comparison_entry(found)
    return tree_faults("compared", papers.document.get("compared"), entry)


def _public_faults(papers: Papers, public: Mapping[str, Any]) -> list[Problem]:
    report = report_of(_as_reported(public), papers.released)
    return _page_faults(papers, papers.names.public_report, report)


def _as_reported(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return a log as it was when its report was written: that one is not among its files."""
    half = INTERNAL if kind_of(document) is LogKind.INTERNAL else PUBLIC
    files = [file for file in document["files"] if not _is_report(file, half)]
    return {**{key: part for key, part in document.items() if key != "seal"}, "files": files}


def _is_report(file: Mapping[str, Any], half: str) -> bool:
    return file.get("half", PUBLIC) == half and str(file["name"]).endswith(".report.html")


def _page_faults(papers: Papers, name: str, report: Report) -> list[Problem]:
    """Compare a report in the folder with the one that the logs and the file give."""
    page = papers.place(name).read_bytes().decode(errors="replace")
    found = html_page(report)
    if not is_of_this_machine(papers.document):
        # Where other libraries sum otherwise, a line of a drawing can be a hair off.
        page, found = _DRAWING.sub("", page), _DRAWING.sub("", found)
    return [] if page == found else [Problem("verify-report", params={"file": name})]
