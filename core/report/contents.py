"""The contents of a report, independent of their layout as a page or on paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.log import InternalLog, PublicLog, is_withheld
from core.model import Column
from core.report.brief import BriefAnswer, brief
from core.report.cover import Cover, cover
from core.report.formatting import in_report_language
from core.report.how_to_check import Checking, YourCopy, checking, your_copy
from core.report.notices import Notice, list_questions, sign_off_rows, warnings
from core.report.outcomes import Outcomes, outcomes
from core.report.pictures import Pictures, pictures
from core.report.private_log import spends_budget
from core.report.promises import Claims, Promises, claims, promises
from core.report.protection import Protection, Run, protection, run
from core.report.risk import Risk, risks
from core.report.tables.checklist_table import Checklist, checklist
from core.report.tables.figure_tables import (
    FigureOverlap,
    FigureTable,
    UsualTable,
    figure_overlaps,
    figure_tables,
    usual_table,
)
from core.report.tables.measure_tables import Measures, measures
from core.report.tables.preparation_tables import (
    Preparation,
    describe_steps,
    preparation,
)
from core.report.utility import Utility, utility


@dataclass(frozen=True, slots=True)
class PublicPart:
    """The public part, for all recipients of the file, in the order of the page."""

    brief: tuple[BriefAnswer, ...]
    questions: tuple[Notice, ...]
    claims: Claims
    protection: Protection
    promises: Promises
    outcomes: Outcomes
    utility: Utility | None
    figures: tuple[FigureOverlap, ...]
    prepared: tuple[str, ...]
    your_copy: YourCopy
    signed: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class InternalPart:
    """The internal part, in the order of the page.

    Attributes
    ----------
    omits_pictures : bool
        Whether pictures of the original are omitted because the release is private.
    """

    usual: UsualTable | None
    warnings: tuple[Notice, ...]
    checklist: Checklist
    signed: tuple[tuple[str, str], ...]
    risks: tuple[Risk, ...]
    omits_pictures: bool
    pictures: Pictures | None
    measures: Measures | None
    figures: tuple[FigureTable, ...]
    preparation: Preparation | None
    run: Run
    checking: Checking


@dataclass(frozen=True, slots=True)
class Report:
    """A report; the public one has no internal part."""

    cover: Cover
    public: PublicPart
    internal: InternalPart | None = None


@in_report_language()
def report_of(public: PublicLog, released: Sequence[Column]) -> Report:
    """Return the public report of a release.

    It follows from the log and the released file alone, so anybody can recreate it.

    Parameters
    ----------
    public : PublicLog
        The public log; its files need not list the report yet.
    released : sequence of Column
        The released columns, preferably read back from the file, in any order of records.
    """
    return Report(
        cover(public),
        PublicPart(
            brief(public),
            list_questions(public),
            claims(public),
            protection(public),
            promises(public),
            outcomes(public),
            utility(public, released),
            figure_overlaps(public.figures),
            describe_steps(public),
            your_copy(public),
            sign_off_rows(public),
        ),
    )


@in_report_language()
def with_internal_part(report: Report, log: InternalLog) -> Report:
    """Build the internal report, with the public part of `report`.

    It shows measures of the original and counts of at least k records, but no values.

    Parameters
    ----------
    log : InternalLog
        Its files need not list this report.
    """
    withheld = is_withheld(log.project)
    internal_part = InternalPart(
        None if withheld else usual_table(log),
        warnings(log),
        checklist(log),
        sign_off_rows(log),
        risks(log),
        spends_budget(log),
        pictures(log),
        # A report with a privacy claim shows no figure that the claim does not cover.
        None if withheld else measures(log),
        () if withheld else figure_tables(log.figures),
        preparation(log),
        run(log),
        checking(log),
    )
    return replace(report, internal=internal_part)
