"""The internal report's table of all counts of the checklist."""

from __future__ import annotations

from dataclasses import dataclass

from core.checklist.row_registry import ROWS
from core.log import InternalLog
from core.log.declared.entries import LoggedRow
from core.messages import text
from core.model.checklist import list_changed_limits
from core.report.formatting import format_number, report_text


@dataclass(frozen=True, slots=True)
class CheckedRow:
    """A count, as texts."""

    number: str
    counted: str
    columns: str
    figure: str
    limit: str
    outcome: str


@dataclass(frozen=True, slots=True)
class Checklist:
    """All counts, and the limits by which they were judged."""

    purpose: str
    limits: str | None
    rows: tuple[CheckedRow, ...]


def checklist(log: InternalLog) -> Checklist:
    """List all counts of a log."""
    recipe = log.project.recipe
    name, meaning = text(f"profile-{recipe.profile}"), text(f"profile-{recipe.profile}-meaning")
    changed = list_changed_limits(recipe.profile, recipe.limits)
    limits = "; ".join(text("limit-changed", params) for params in changed)
    return Checklist(
        report_text("checklist-purpose", name=name, meaning=meaning),
        text("limits-changed", {"said": limits}) if limits else None,
        tuple(_check_row(row) for row in log.checklist),
    )


def _check_row(row: LoggedRow) -> CheckedRow:
    asked_as = () if row.asked_as is None else f"counted-{row.asked_as}"
    return CheckedRow(
        ROWS[row.row].number,
        text(f"counted-{row.row}"),
        row.column or ", ".join(row.columns) or "–",
        format_number(row.figure),
        format_number(row.limit),
        text(f"outcome-{row.outcome}", {"said": row.why, "what": asked_as}),
    )
