"""The measures in the public log and report, rounded to whole per cents.

Where few groups account for most of a column's loss, even a whole per cent nearly discloses its
largest or smallest value (`core.measure.dominance`), so the measures of such a column are left out.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from core.log.declared.entries import LoggedMeasure

# The measures of the public report.
_MEASURES = ("information-loss", "mean-change", "variance-change")


def round_measures(
    measures: Sequence[LoggedMeasure], dominated: Collection[str]
) -> tuple[LoggedMeasure, ...]:
    """Round the measures of the public report to whole per cents.

    Measures of `dominated` columns are left out, and then also the loss over all columns, from
    which a missing one could be computed.
    """
    left_out = {*dominated, None} if dominated else set()
    return tuple(
        # Rounds halves like the report, which shows 100 minus the loss.
        replace(measure, value=100.0 - round(100.0 - measure.value))
        for measure in measures
        if measure.name in _MEASURES
        and measure.attribute not in left_out
        and measure.value is not None
        and abs(measure.value) < 1e15
    )
