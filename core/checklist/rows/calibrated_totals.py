"""Row F1: columns that calibration to totals by domain distorts."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from core.checklist.evidence import Evidence
from core.checklist.row import Family, Publicity, Row, judge
from core.measure.figures import compare_figures, sample_of
from core.model import Figure, FigureKind
from core.model.checklist import RowCount

MOST_FAR = 0.05
"""Share of the records whose values may change by more than the usual factor without a question."""

_TOTALS = Row("F1", "totals-distort", Publicity.ANSWERED)


def _count(evidence: Evidence) -> Iterator[RowCount]:
    """Count the columns with totals of which many values change much, or the median leaves."""
    totals = evidence.recipe.totals
    columns = tuple(dict.fromkeys(name for entry in totals for name in entry.columns))
    if not columns:
        return
    (step,) = (step for step in evidence.steps if step.name == "totals")
    has_far = [float(step.counts[f"far:{name}"]) > MOST_FAR for name in columns]
    distorted = np.array(has_far) | ~_medians_stay(evidence, columns)
    names = tuple(np.array(columns)[distorted].tolist())
    params = {"columns": list(names), "count": len(names)}
    verdict = judge(evidence.profile, _TOTALS, len(names), 0)
    yield RowCount(_TOTALS.code, None, len(names), 0, verdict, params, names, "totals")


def _medians_stay(evidence: Evidence, columns: tuple[str, ...]) -> NDArray[np.bool_]:
    """Find the columns whose released median lies in the 95 % interval of the original's."""
    recipe, units = evidence.recipe, evidence.unit_of_record
    medians = [Figure(FigureKind.QUANTILE, (name,), q=0.5) for name in columns]
    original, released = (
        sample_of(table.columns, recipe.weight, units)
        for table in (evidence.original, evidence.released)
    )
    compared = compare_figures(medians, evidence.schema, original, released, evidence.job)
    return np.array([figure.values[0].inside is not False for figure in compared])


FAMILY = Family((_TOTALS,), _count)
