"""Changes of means, variances and correlations, which need no paired records."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.encode import Standard, standard
from core.jobs import Job
from core.kernels.numerics.products import mean_of_products
from core.measure.table import Pair
from core.model import Direction, Measure

Floats = NDArray[np.float64]


def moment_changes(
    masked: Sequence[Pair], numeric: Sequence[Pair], job: Job
) -> tuple[Measure, ...]:
    """Return the changes of means, variances, correlations and covariances.

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
    job : Job
        Raises `Cancelled` if it is cancelled.
    """
    found: list[Measure] = []
    if len(numeric) > 1:
        # One table after the other; standardising both together would need the most memory of a
        # run.
        before = _correlations([(p.before, p.scale_before) for p in numeric], job)
        after = _correlations([(p.after, p.scale_after) for p in numeric], job)
        found = _changes_of_relations(numeric, before, after)
    return (*found, *_spread_changes(masked, job))


def _spread_changes(masked: Sequence[Pair], job: Job) -> list[Measure]:
    found = []
    for pair in job.each(masked):
        before = pair.scale_before
        if before.deviation > 0.0:
            after = pair.scale_after
            mean = abs(after.mean - before.mean + (after.rest - before.rest)) / before.deviation
            variance = abs((after.deviation / before.deviation) ** 2 - 1.0)
            lower = Direction.LOWER
            found += [
                Measure("mean-change", 100.0 * mean, "%", lower, pair.name),
                Measure("variance-change", 100.0 * variance, "%", lower, pair.name),
            ]
    return found


def _changes_of_relations(
    numeric: Sequence[Pair], before: Sequence[Floats], after: Sequence[Floats]
) -> list[Measure]:
    ratios = np.zeros(len(numeric))  # released standard deviations in units of the original ones
    for i, pair in enumerate(numeric):
        original = pair.scale_before.deviation
        ratios[i] = pair.scale_after.deviation / original if original > 0.0 else 0.0
    found = []
    for name, scales in (
        ("correlation-change", np.ones(len(numeric))),
        ("covariance-change", ratios),
    ):
        # For each column the largest change of its relation to another one.
        each = np.zeros(len(numeric))
        for i, (was, now) in enumerate(zip(before, after, strict=True)):
            change = np.abs(now * (scales[i] * scales[:i]) - was)
            each[i] = max(each[i], change.max(initial=0.0))
            each[:i] = np.maximum(each[:i], change)
        found.append(Measure(name, float(each.max()), "1", Direction.LOWER))
        named = zip(numeric, each.tolist(), strict=True)
        found += [Measure(name, most, "1", Direction.LOWER, pair.name) for pair, most in named]
    return found


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
    """Return what is left of a column's mean in its standardised values."""
    return scale.rest / scale.deviation if scale.deviation > 0.0 else 0.0
