"""The rows of the checklist in the logs, and whether a release is ready."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import date

from core.checklist.answers import answers_of, applying_counts, reason_for
from core.checklist.row import Publicity
from core.checklist.row_registry import ROWS, in_order
from core.checklist.rows import usefulness, weights
from core.checklist.rows.file_scope import RECENT
from core.checklist.rows.other_releases import NESTED_FILE, OTHER_RELEASE
from core.checklist.rows.private_budget import BUDGET, UNRECORDED
from core.checklist.rows.public_sources import NO_SOURCE, SOURCE
from core.errors import Problem, Where
from core.log.declared.entries import LoggedRow, Outcome, Privacy, Readiness
from core.log.declared.facts import facts_of
from core.log.declared.logs import InternalLog, Log
from core.model import Recipe, Result
from core.model.checklist import Answer, RowCount, RowVerdict
from core.same_fields import copy_fields

# By how many whole per cents weights are off, if the public half may say so: where that leaves each
# weight open.
_STATED = ("stated",)
# Registers, ledgers and files of others are not everywhere.
_ELSEWHERE = tuple(
    row.code for row in (OTHER_RELEASE, NESTED_FILE, SOURCE, NO_SOURCE, BUDGET, UNRECORDED)
)


def list_logged_rows(result: Result) -> tuple[LoggedRow, ...]:
    """List the rows of the internal log, those within their limits too."""
    return log_counts(applying_counts(result), result.plan.project.recipe)


def log_counts(counts: Iterable[RowCount], recipe: Recipe) -> tuple[LoggedRow, ...]:
    """List counts as the internal log does, with the answers of a recipe."""
    answers = answers_of(recipe)
    return tuple(_log_row(count, reason_for(count, answers)) for count in counts)


def _log_row(count: RowCount, why: str | None) -> LoggedRow:
    further = _STATED if count.row == weights.OFF else ()
    lasting = ROWS[count.row].facts
    outcome: Outcome = "held"
    if count.verdict is RowVerdict.NEVER:
        outcome = "never"
    elif count.asked_as is not None:
        outcome = "included"
    elif count.verdict is RowVerdict.ASKED:
        outcome = "open" if why is None else "answered"
    params = facts_of(count.row, count.params, *further, *lasting)
    if outcome == "held":
        params = {name: params[name] for name in lasting}
    return copy_fields(LoggedRow, count, params=params, outcome=outcome, why=why)


def rows_counted_elsewhere(log: InternalLog) -> list[LoggedRow]:
    """List the rows of a log that were counted with what only the computer of the run has."""
    return [row for row in log.checklist if row.row in _ELSEWHERE]


def with_rows_of_log(result: Result, log: InternalLog) -> Result:
    """Give a repeated run the counts of its log that cannot be repeated, in their places."""
    return replace(result, checklist=with_counts_of_log(result.checklist, log))


def with_counts_of_log(counts: Iterable[RowCount], log: InternalLog) -> tuple[RowCount, ...]:
    """Add to repeated counts those of a log that cannot be repeated, in their places."""
    verdicts = {"held": RowVerdict.HELD, "never": RowVerdict.NEVER}
    elsewhere = (
        RowCount(
            row.row,
            row.column,
            row.figure or 0,
            row.limit or 0,
            verdicts.get(row.outcome, RowVerdict.ASKED),
            row.params,
            row.columns,
            asked_as=row.asked_as,
        )
        for row in rows_counted_elsewhere(log)
    )
    repeated = (count for count in counts if count.row not in _ELSEWHERE)
    return in_order((*repeated, *elsewhere))


def day_of_run(log: Log) -> date | None:
    """Look up the month up to which a run counted the age of its data; ``None``: it did not."""
    rows = (row for row in log.checklist or () if row.row == RECENT.code)
    stated = next((str(row.params.get("until")) for row in rows), "")
    if re.fullmatch(r"[1-9]\d{3}-(?:0[1-9]|1[0-2])", stated) is None:
        return None
    return date.fromisoformat(f"{stated}-01")


def readiness_of(rows: Sequence[LoggedRow], privacy: Privacy | None) -> Readiness:
    """Decide whether a release with these rows, and perhaps a claim, may be called ready."""
    unanswered = sum(row.outcome in ("open", "never") for row in rows)
    return Readiness(not unanswered and (privacy is None or privacy.ready), unanswered)


def public_rows(
    rows: Sequence[LoggedRow],
    *,
    leaves_out_few: bool,
    not_stated: Collection[str],
    is_private: bool,
) -> tuple[LoggedRow, ...]:
    """Choose the rows of the public log, with facts that disclose nothing of the original.

    How many records were left out is nothing for everybody if they are few.

    Parameters
    ----------
    not_stated : collection of str
        Columns without a public measure; that they lost much would be one.
    is_private : bool
        Whether no reason goes out either: it may say something of the original.
    """
    public = []
    answered_rows = {row.row for row in rows if row.outcome == "answered"}
    for row in rows:
        if row.outcome == "held":
            continue
        publicity = ROWS[row.row].publicity
        if leaves_out_few and row.row == usefulness.RECORDS:
            publicity = Publicity.ANSWERED
        if publicity is Publicity.FIGURES:
            public.append(row)
        elif publicity is Publicity.ANSWERED and (
            row.outcome == "answered" or row.asked_as in answered_rows
        ):
            facts = {}
            if row.row == weights.OFF:
                facts = {key: row.params[key] for key in _STATED}
            unnamed = not_stated if row.row == usefulness.CATEGORIES else ()
            published_names = row.columns if ROWS[row.row].names_columns else ()
            columns = tuple(name for name in published_names if name not in unnamed)
            stripped = replace(row, params=facts, figure=None, limit=None, columns=columns)
            public.append(replace(stripped, outcome="answered", asked_as=None))
    return tuple(replace(row, why=None) for row in public) if is_private else tuple(public)


def row_problem(row: LoggedRow, *, is_public: bool) -> Problem:
    """Build the problem from which the sentence on a row is made.

    In the public half it is another sentence, without figures of the original.
    """
    params, location = row.params, Where(row.column)
    is_of_few = row.row == usefulness.RECORDS and row.figure is None
    if not is_public or not (is_of_few or ROWS[row.row].publicity is Publicity.ANSWERED):
        return Problem(row.row, location, params)
    if row.columns:
        params = {"columns": row.columns, "count": len(row.columns)}
        return Problem(f"{row.row}-public", location, params)
    if row.row == usefulness.CATEGORIES:
        return Problem(f"{row.row}-public-some", location)
    if row.row != weights.OFF:
        return Problem(f"{row.row}-public", location)
    stated = params.get("stated")
    if not isinstance(stated, int):
        return Problem("weight-total-off", location)
    if stated == 0:
        return Problem("weight-total-near", location)
    code = "weight-total-less" if stated < 0 else "weight-total-more"
    return Problem(code, location, {"share": abs(stated)})


def public_answers(answers: Sequence[Answer]) -> tuple[Answer, ...]:
    """Choose the answers that may be published, without the figures that they accept."""
    public = []
    for answer in answers:
        row = ROWS.get(answer.key.partition(":")[0])
        if row is not None and row.publicity is not Publicity.NOTHING:
            public.append(Answer(answer.key, answer.why))
    return tuple(public)
