"""The report's questions, warnings and sign-off."""

from __future__ import annotations

from dataclasses import dataclass

from core.log import Log, PublicLog, row_problem
from core.log.declared.entries import LoggedRow
from core.messages import sentence, text
from core.report.formatting import format_day, report_text

_SIGNED = ("title", "office", "contact", "name", "purpose", "remark")


@dataclass(frozen=True, slots=True)
class Notice:
    """A question or warning, with the reason for accepting it."""

    sentence: str
    why: str | None = None


_CODES = {"answered": "question-accepted", "open": "question-open", "never": "question-refused"}


def list_questions(log: Log) -> tuple[Notice, ...]:
    """List the questions of a log, answered or not."""
    notices = []
    for row, question in zip(list_asked_rows(log), _question_sentences(log), strict=True):
        reason = text("question-why", {"said": row.why}) if row.why else None
        notices.append(Notice(text(_CODES[row.outcome], {"said": question}), reason))
    return tuple(notices)


def list_asked_rows(log: Log) -> list[LoggedRow]:
    """List the rows of a log that are questions, answered or not."""
    return [row for row in log.checklist if row.outcome in _CODES]


def _question_sentences(log: Log) -> list[str]:
    is_public = isinstance(log, PublicLog)
    return [sentence(row_problem(row, is_public=is_public)) for row in list_asked_rows(log)]


def warnings(log: Log) -> tuple[Notice, ...]:
    """List the questions of a log, and the warnings that do not repeat them."""
    of_questions = _question_sentences(log)
    of_warnings = (sentence(warning.problem) for warning in log.warnings)
    further = (
        Notice(warning_sentence)
        for warning_sentence in of_warnings
        if warning_sentence not in of_questions
    )
    return (*list_questions(log), *further)


def sign_off_rows(log: Log) -> tuple[tuple[str, str], ...]:
    """List the rows of the sign-off; empty without one."""
    if log.sign_off is None:
        return ()
    texts = {key: str(getattr(log.sign_off, key)) for key in _SIGNED}
    rows = [(report_text(f"sign-{key}"), entry) for key, entry in texts.items() if entry]
    if not rows:
        return ()
    return (*rows, (report_text("sign-date"), format_day(log.finished)))
