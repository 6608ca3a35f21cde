"""Writes the reports of a release again, and compares them with those that are in its folder."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import Problem
from core.model import Column, Dataset, Result
from core.pipeline.audit import INTERNAL, PUBLIC, LogKind, is_withheld, kind_of, path_of
from core.pipeline.checking.halves import public_log
from core.pipeline.checking.origin import (
    is_of_this_machine,
    listing_faults,
    section_faults,
)
from core.pipeline.checking.recounting import Recount
from core.pipeline.report import (
    inside_of,
    public_report,
    shown_inside,
    whole_report,
    whole_report_pieces,
)
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

    Of the report with both parts the risk and the pictures are left out, for which the original
    is needed; see `whole_report_faults`.

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
    public, faults = _public(papers)
    if faults:
        return faults
    shown = shown_inside(_as_reported(document), is_withheld(papers.recount.project))
    pieces = whole_report_pieces(_as_reported(public), papers.released, shown)
    faults = _public_faults(papers, public)
    return faults + _page_faults(papers, names.report, pieces)


def whole_report_faults(papers: Papers, result: Result, dataset: Dataset) -> list[Problem]:
    """Compare the whole internal report with what a repeated run gives.

    Parameters
    ----------
    papers : Papers
        With the internal log.
    result, dataset : Result and Dataset
        The repeated run and its input.
    """
    shown = shown_inside(_as_reported(papers.document), is_withheld(papers.recount.project))
    inside = inside_of(shown, result, dataset, papers.released)
    page = whole_report(_as_reported(_public(papers)[0]), papers.released, inside)
    return _page_faults(papers, papers.names.report, (page,))


def _public(papers: Papers) -> tuple[dict[str, Any], list[Problem]]:
    place = papers.place(papers.names.public_log)
    return public_log(papers.document, place, papers.recount.project, papers.released)


def _public_faults(papers: Papers, public: Mapping[str, Any]) -> list[Problem]:
    page = public_report(_as_reported(public), papers.released)
    return _page_faults(papers, papers.names.public_report, (page,))


def _as_reported(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return a log as it was when its report was written: that one is not among its files."""
    half = INTERNAL if kind_of(document) is LogKind.INTERNAL else PUBLIC
    files = [file for file in document["files"] if not _is_report(file, half)]
    return {**{key: part for key, part in document.items() if key != "seal"}, "files": files}


def _is_report(file: Mapping[str, Any], half: str) -> bool:
    return file.get("half", PUBLIC) == half and str(file["name"]).endswith(".report.html")


def _page_faults(papers: Papers, name: str, pieces: tuple[str, ...]) -> list[Problem]:
    """Compare a report with its pieces; between two of them anything may be."""
    page = papers.place(name).read_bytes().decode(errors="replace")
    if not is_of_this_machine(papers.document):
        # Where other libraries sum otherwise, a line of a drawing can be a hair off.
        page, pieces = _DRAWING.sub("", page), tuple(_DRAWING.sub("", piece) for piece in pieces)
    if _consists_of(page, pieces):
        return []
    return [Problem("verify-report", params={"file": name})]


def _consists_of(page: str, pieces: tuple[str, ...]) -> bool:
    if len(pieces) == 1:
        return page == pieces[0]
    begin, end = pieces
    fits = page.startswith(begin) and page.endswith(end)
    return fits and len(page) >= len(begin) + len(end)
