"""What the internal report shows of the original: its risk and counts of masked columns.

The figures come from a run and are stored in the internal log, so that a report follows from its
logs and the released file alone.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.array_types import Ints
from core.checklist.cast_columns import cast_columns
from core.encode import numbers, take
from core.log.declared.original_comparison import ComparedColumn, ComparedRisk, OriginalComparison
from core.model import (
    Attribute,
    Column,
    ColumnKind,
    Dataset,
    Exposure,
    Project,
    Result,
    Role,
    Scale,
)
from core.report.charts.bars import safe_bars
from core.report.charts.category_bars import category_bars
from core.report.charts.intervals import Intervals, date_intervals, number_intervals
from core.table import pieces

# Even if a method promises no k, a count of one or two would identify people.
_LEAST = 3
# Quantiles of as many values are near enough for the borders of a picture of 24 bars.
_SAMPLED = 100_000


def compare(
    result: Result, dataset: Dataset, exposure: Exposure, released: Sequence[Column]
) -> OriginalComparison:
    """Compare a release with its original.

    Parameters
    ----------
    result, dataset : Result and Dataset
        The run, which is not private, and its input.
    exposure : Exposure
        Of the file read back.
    released : sequence of Column
        The records of the file, in any order.
    """
    project, rows = result.plan.project, result.plan.kept
    assert result.exposure is not None
    typed = cast_columns(dataset, project)
    original = [take(column, rows) for column in typed.columns]
    risk = ComparedRisk(result.exposure, exposure)
    return OriginalComparison(risk, compare_columns(project, original, released))


def compare_columns(
    project: Project, original: Sequence[Column], released: Sequence[Column]
) -> tuple[ComparedColumn, ...]:
    """Compare the masked columns before and after protection.

    Parameters
    ----------
    original, released : sequence of Column
        The columns of the released records, as typed for the run and as released.
    """
    originals = {column.name: column for column in original}
    smallest = smallest_count(project)
    attributes = {a.name: a for a in project.schema.with_role(Role.QUASI_IDENTIFIER)}
    released_columns = {column.name: column for column in released}
    return tuple(
        _compare_column(attribute, originals[name], released_columns[name], smallest)
        for name, attribute in attributes.items()
        if name in released_columns
    )


def smallest_count(project: Project) -> int:
    """Compute the smallest number of people in an interval that is shown separately."""
    k = project.recipe.method.parameters.get("k")
    return max(k, _LEAST) if isinstance(k, int) else _LEAST


def _compare_column(
    attribute: Attribute, original: Column, released: Column, smallest: int
) -> ComparedColumn:
    attribute = with_order(attribute, original)
    missing = int(original.missing.sum())
    shown_missing = None if 0 < missing < smallest else missing
    if len(original) - missing < smallest:
        return ComparedColumn(attribute.name, shown_missing)
    if attribute.scale is Scale.NOMINAL:
        categories = category_bars(original, released, smallest)
        return ComparedColumn(
            attribute.name, shown_missing, categories.bars, categories.names, categories.n_combined
        )
    intervals = intervals_of(attribute, original)
    original_counts = count_by_interval(intervals, original, attribute)
    released_counts = count_by_interval(intervals, released, attribute)
    bars = safe_bars(original_counts, released_counts, smallest)
    if attribute.scale is Scale.ORDINAL:
        return ComparedColumn(attribute.name, shown_missing, bars, tuple(attribute.order))
    return ComparedColumn(attribute.name, shown_missing, bars, ticks=intervals.ticks)


def count_by_interval(intervals: Intervals, column: Column, attribute: Attribute) -> Ints:
    """Count a column's values in each interval."""
    counts = np.zeros(len(intervals.borders) + 1, dtype=np.int64)
    values = numbers(column, attribute, shared=True)
    for piece in pieces(len(values)):
        counts += intervals.count(values[piece])
    return counts


def with_order(attribute: Attribute, column: Column) -> Attribute:
    """Give the attribute an order for texts, so that both columns get the same ranks."""
    scale = attribute.scale or Scale.CONTINUOUS
    order = attribute.order or tuple(column.categories)
    if scale is Scale.ORDINAL and not order:
        scale = Scale.CONTINUOUS
    return Attribute(attribute.name, Role.QUASI_IDENTIFIER, scale, order)


def intervals_of(attribute: Attribute, column: Column) -> Intervals:
    """Choose the intervals in which the values of an attribute are counted.

    They follow from every s-th record of a long column.
    """
    if attribute.scale is Scale.ORDINAL:
        return Intervals(np.arange(1, len(attribute.order), dtype=np.float64), ())
    values = numbers(column, attribute, shared=True)
    sample = values[:: max(1, -(-len(values) // _SAMPLED))]
    present = sample[~np.isnan(sample)]
    if not len(present):
        # A column with so few values has them elsewhere.
        present = values[~np.isnan(values)][:1]
    if column.kind is ColumnKind.DATE:
        return date_intervals(present)
    return number_intervals(present, attribute.scale is Scale.INTEGER)
