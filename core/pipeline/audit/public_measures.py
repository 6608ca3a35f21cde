"""The measures that the public log and report state: those of the report, in whole per cents.

Even a whole per cent gives the largest or smallest value of a column nearly where few groups make
up most of its loss (`core.measure.dominance`), so the measures of such a column are left out.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from core.messages import text
from core.model import Measure, Project, Result
from core.pipeline.audit.private_entries import is_withheld

# The measures of the public report.
_MEASURES = ("information-loss", "mean-change", "variance-change")


def not_stated_entries(result: Result) -> list[dict[str, str]]:
    """Return the columns whose measures the public log leaves out, and why."""
    reason = text("report-useful-not-stated")
    return [{"column": name, "reason": reason} for name in result.dominated]


def not_stated(document: Mapping[str, object]) -> tuple[str, ...]:
    """Return the columns on which a log says that the public one has no measures."""
    entries = document.get("not_stated") or []
    assert isinstance(entries, list)
    return tuple(entry["column"] for entry in entries)


def rounded(
    project: Project, measures: Sequence[Measure], dominated: Collection[str]
) -> tuple[Measure, ...]:
    """Return the measures of the public report, in whole per cents as it shows them.

    Those of `dominated` columns are left out, and so is then the loss over all columns, from which
    a missing one would follow.
    """
    if is_withheld(project):
        return ()
    left_out = {*dominated, None} if dominated else set()
    return tuple(
        # Halves as the report rounds what was kept, which is 100 without what was lost.
        replace(measure, value=100.0 - round(100.0 - measure.value))
        for measure in measures
        if measure.name in _MEASURES
        and measure.attribute not in left_out
        and abs(measure.value) < 1e15
    )
