"""Changes of means, variances and correlations, which need no paired records."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.array_types import Floats
from core.encode import Standard, standard
from core.jobs import Job
from core.kernels.numerics.products import mean_of_products
from core.measure.table import Pair
from core.model import Direction, Measure


def moment_changes(
    masked: Sequence[Pair], numeric: Sequence[Pair], job: Job
) -> tuple[Measure, ...]:
    """Compute the changes of means, variances, correlations and covariances.

    Parameters
    ----------
    masked : sequence of Pair
        The quasi-identifiers: for each the change of the mean, in per cent of the original standard
        deviation, and of the variance, ``100 |s'^2 - s^2| / s^2`` (manual: measures#distributions).
        A constant attribute has neither.
    numeric : sequence of Pair
        The attributes between which correlations and covariances are compared, the
        confidential ones too: the largest absolute difference between any two, and between
        each and the others. Covariances are in units of the two original standard deviations.
        A column that has become constant correlates with nothing: 0; a constant original
        has no such unit and no covariance change.
    """
    measures: list[Measure] = []
    if len(numeric) > 1:
        # One table after the other; standardising both together would need the most memory of a
        # run.
        original_correlations = _correlations([(p.before, p.scale_before) for p in numeric], job)
        released_correlations = _correlations([(p.after, p.scale_after) for p in numeric], job)
        measures = _changes_of_relations(numeric, original_correlations, released_correlations)
    return (*measures, *_spread_changes(masked, job))


def _spread_changes(masked: Sequence[Pair], job: Job) -> list[Measure]:
    measures = []
    for pair in job.each(masked):
        original = pair.scale_before
        if original.deviation > 0.0:
            released = pair.scale_after
            mean = (
                abs(released.mean - original.mean + (released.rest - original.rest))
                / original.deviation
            )
            variance = abs((released.deviation / original.deviation) ** 2 - 1.0)
            lower = Direction.LOWER
            measures += [
                Measure("mean-change", 100.0 * mean, "%", lower, pair.name),
                Measure("variance-change", 100.0 * variance, "%", lower, pair.name),
            ]
    return measures


def _changes_of_relations(
    numeric: Sequence[Pair],
    original: Sequence[Floats],
    released: Sequence[Floats],
) -> list[Measure]:
    ratios = np.zeros(len(numeric))  # released standard deviations in units of the original ones
    for i, pair in enumerate(numeric):
        deviation = pair.scale_before.deviation
        ratios[i] = pair.scale_after.deviation / deviation if deviation > 0.0 else 0.0
    measures = []
    for name, scales in (
        ("correlation-change", np.ones(len(numeric))),
        ("covariance-change", ratios),
    ):
        # For each column the largest change of its relation to another one.
        largest = np.zeros(len(numeric))
        for i, (original_row, released_row) in enumerate(zip(original, released, strict=True)):
            change = np.abs(released_row * (scales[i] * scales[:i]) - original_row)
            largest[i] = max(largest[i], change.max(initial=0.0))
            largest[:i] = np.maximum(largest[:i], change)
        measures.append(Measure(name, float(largest.max()), "1", Direction.LOWER))
        changes_by_pair = zip(numeric, largest.tolist(), strict=True)
        measures += [
            Measure(name, value, "1", Direction.LOWER, pair.name) for pair, value in changes_by_pair
        ]
    return measures


def _correlations(columns: Sequence[tuple[Floats, Standard]], job: Job) -> list[Floats]:
    """Compute for each column its correlations with those before it.

    Half of a square: a table of 16,384 columns has 1 GB of correlations. Where values are missing,
    mean, deviation and correlation are those of the records that have both values.
    """
    lacks_values = [bool(np.isnan(values).any()) for values, _ in columns]
    correlations = []
    for i, column in enumerate(columns):
        row = np.zeros(i)
        for j in job.each(range(i)):
            if lacks_values[i] or lacks_values[j]:
                row[j] = _correlation(*_complete_pairs(column[0], columns[j][0]))
            else:
                row[j] = _correlation(column, columns[j])
        correlations.append(row)
    return correlations


def _complete_pairs(first: Floats, second: Floats) -> list[tuple[Floats, Standard]]:
    """Take the values of the records that have both, each column with its own scale."""
    has_both = ~(np.isnan(first) | np.isnan(second))
    return [(values[has_both], standard(values[has_both])) for values in (first, second)]


def _correlation(first: tuple[Floats, Standard], second: tuple[Floats, Standard]) -> float:
    """Compute the correlation of two columns; 0 without records, or if one is constant."""
    if not len(first[0]):
        return 0.0
    first_scale, second_scale = (
        (scale.mean, scale.deviation, _rest_of(scale)) for _, scale in (first, second)
    )
    mean = mean_of_products(first[0], second[0], first_scale, second_scale)
    return mean - first_scale[2] * second_scale[2]


def _rest_of(scale: Standard) -> float:
    """Compute the part of a column's mean that remains in its standardised values."""
    return scale.rest / scale.deviation if scale.deviation > 0.0 else 0.0
