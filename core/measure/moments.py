"""Changes of means, variances and correlations, which need no pairing of records."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.encode import Standard, standard
from core.jobs import Job
from core.kernels.sums import exact_mean
from core.measure.table import Pair
from core.model import Direction, Measure

Floats = NDArray[np.float64]


def moment_changes(
    masked: Sequence[Pair], numeric: Sequence[Pair], job: Job
) -> tuple[Measure, ...]:
    """Measure how means, variances and correlations changed.

    Parameters
    ----------
    masked : sequence of Pair
        The quasi-identifiers: each has its change of the mean, in per cent of the original
        standard deviation, and of the variance, ``100 |s'^2 - s^2| / s^2`` (methods, section
        7). A constant attribute has neither.
    numeric : sequence of Pair
        The attributes between which correlations are compared, the confidential ones too; the
        largest absolute difference is given. A column that has become constant correlates
        with nothing: 0.
    job : Job
        Raises `Cancelled` when it is cancelled.
    """
    found = []
    if len(numeric) > 1:
        change = _correlation_change(numeric, job)
        found.append(Measure("correlation-change", change, "1", Direction.LOWER))
    for pair in masked:
        job.check()
        before, after = standard(pair.before), standard(pair.after)
        if before.deviation > 0.0:
            found += _changes(pair.name, before, after)
    return tuple(found)


def _changes(name: str, before: Standard, after: Standard) -> list[Measure]:
    mean = abs(after.mean - before.mean) / before.deviation
    variance = abs((after.deviation / before.deviation) ** 2 - 1.0)
    return [
        Measure("mean-change", 100.0 * mean, "%", Direction.LOWER, name),
        Measure("variance-change", 100.0 * variance, "%", Direction.LOWER, name),
    ]


def _correlation_change(numeric: Sequence[Pair], job: Job) -> float:
    # One table after the other: both standardised at once would be the most memory of a run.
    before = _correlations([pair.before for pair in numeric], job)
    after = _correlations([pair.after for pair in numeric], job)
    return max(abs(one - other) for one, other in zip(after, before, strict=True))


def _correlations(columns: Sequence[Floats], job: Job) -> list[float]:
    """Return the correlation of each two columns."""
    found = []
    standardised = [_standardised(values) for values in columns]
    for i in range(len(columns)):
        for j in range(i):
            job.check()
            found.append(exact_mean(standardised[i] * standardised[j]))
    return found


def _standardised(values: Floats) -> Floats:
    """Standardise; a missing value is taken as the mean."""
    return np.nan_to_num(standard(values).apply(values), nan=0.0)
