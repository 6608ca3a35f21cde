"""What a run will ask about survey weights, and which relations it cannot keep.

Manual: t-closeness#what-can-survive.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

import numpy as np

from core.array_types import Floats
from core.checklist.cast_columns import cast_columns
from core.checklist.evidence import Evidence
from core.checklist.rows import published_values, weights
from core.encode import MeasuredTable, numbers
from core.errors import Problem, Severity
from core.jobs import Job
from core.model import Dataset, Plan, Role
from core.model.checklist import RowCount, RowVerdict
from core.protect import METHODS, adds_noise


def weights_beforehand(plan: Plan, dataset: Dataset, job: Job) -> tuple[RowCount, ...]:
    """Count what a run will ask about survey weights that are published as they are.

    Parameters
    ----------
    plan : Plan
        Without errors.
    """
    if adds_noise(plan.project.recipe) or not len(plan.kept):
        return ()
    typed = cast_columns(dataset, plan.project)
    records_to_release = MeasuredTable(typed.columns, plan.project.schema, job).take(plan.kept)
    released = MeasuredTable(
        [
            column
            for column in records_to_release.columns
            if plan.project.schema.named(column.name).role.is_released
        ],
        plan.project.schema,
        job,
        source=records_to_release,
    )
    evidence = Evidence(plan, dataset, typed, records_to_release, released, (), (), (), True, job)
    if not evidence.weights:
        return ()
    counts = (
        *weights.FAMILY.count(evidence),
        *published_values.count_values(evidence, evidence.weights),
    )
    return tuple(count for count in counts if count.verdict is not RowVerdict.HELD)


def list_lost_relations(plan: Plan, dataset: Dataset, job: Job) -> tuple[Problem, ...]:
    """List the confidential columns with which correlations are stronger than t allows.

    In groups whose mean ranks lie within t of that of the file, on a scale from 0 to 1, no column
    of equal values correlates with the ranks by more than t over their standard deviation.

    Parameters
    ----------
    plan : Plan
        Without errors.
    """
    recipe, t = plan.project.recipe, plan.parameters.get("t")
    keeps_t = METHODS[recipe.method.name].keeps_t(plan.parameters) and len(plan.kept) > 0
    # Within strata and over units, t compares with other groups than those of the whole file.
    if not isinstance(t, int | float) or not keeps_t or recipe.strata or recipe.unit is not None:
        return ()
    typed = cast_columns(dataset, plan.project)
    table = MeasuredTable(typed.columns, plan.project.schema, job).take(plan.kept)
    return tuple(_find_lost_relations(table, float(t), recipe.weight, job))


def _find_lost_relations(
    table: MeasuredTable, t: float, weight: str | None, job: Job
) -> Iterator[Problem]:
    masked = {
        a.name: numbers(table.column(a.name), a)
        for a in table.schema.with_role(Role.QUASI_IDENTIFIER)
        if a.scale is not None and a.scale.has_amounts and a.name != weight
    }
    for name in job.each(table.confidential):
        ranked = table.ranks_of(name)
        if not ranked.ordered or ranked.count < 2:
            continue
        ranks = np.where(ranked.ranks < 0, np.nan, ranked.ranks / (ranked.count - 1))
        spread = float(np.nanstd(ranks))
        strengths = {column: abs(_correlate(values, ranks)) for column, values in masked.items()}
        largest = ceil(100 * t / spread) / 100
        # To the two decimals in which both are stated.
        lost = {c: r for c, r in strengths.items() if round(r, 2) > largest}
        if lost:
            params = {
                "t": t,
                "column": name,
                "largest": largest,
                "count": len(lost),
                "masked": [*lost],
                "strengths": [round(r, 2) for r in lost.values()],
                "least": ceil(100 * max(lost.values()) * spread) / 100,
            }
            yield Problem("t-weakens", params=params, severity=Severity.NOTE)


def _correlate(values: Floats, ranks: Floats) -> float:
    """Compute the correlation over the records that have both; 0 if either is constant there."""
    has_both = ~(np.isnan(values) | np.isnan(ranks))
    x, y = values[has_both], ranks[has_both]
    if len(x) < 2 or x.min() == x.max() or y.min() == y.max():
        return 0.0
    return float(np.corrcoef(x, y)[0, 1])
