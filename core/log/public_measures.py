"""The measures in the public log and report, rounded to whole per cents.

Where few groups account for most of a column's loss, even a whole per cent nearly discloses its
largest or smallest value (`core.measure.dominance`), so the measures of such a column are left out.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from core.log.private_entries import is_withheld
from core.messages import text
from core.model import Measure, Project, Result

# The measures of the public report.
_MEASURES = ("information-loss", "mean-change", "variance-change")


def not_stated_entries(result: Result) -> list[dict[str, str]]:
    """Return the columns whose measures the public log leaves out, with the reason."""
    reason = text("report-useful-not-stated")
    return [{"column": name, "reason": reason} for name in result.dominated]


def not_stated(document: Mapping[str, object]) -> tuple[str, ...]:
    """Return the columns that a log lists as having no measures in the public log."""
    entries = document.get("not_stated") or []
    assert isinstance(entries, list)
    return tuple(entry["column"] for entry in entries)


def rounded(
    project: Project, measures: Sequence[Measure], dominated: Collection[str]
) -> tuple[Measure, ...]:
    """Return the measures of the public report, rounded to whole per cents.

    Measures of `dominated` columns are left out, and then also the loss over all columns, from
    which a missing one could be computed.
    """
    if is_withheld(project):
        return ()
    left_out = {*dominated, None} if dominated else set()
    return tuple(
        # Rounds halves like the report, which shows 100 minus the loss.
        replace(measure, value=100.0 - round(100.0 - measure.value))
        for measure in measures
        if measure.name in _MEASURES
        and measure.attribute not in left_out
        and abs(measure.value) < 1e15
    )
