"""Checks that a column's numbers have a magnitude that computations can handle."""

from __future__ import annotations

import numpy as np

from core.errors import Problem, Where
from core.model import Column, ColumnKind, Dataset
from core.pipeline.resolve.scales import cells_problem

# The measures use fourth powers, and a double holds up to 1e308: sums over the largest number of
# records do not overflow, and different values remain distinguishable.
LARGEST, SMALLEST_SPREAD = 1e70, 1e-70


def magnitude_problems(column: Column, dataset: Dataset) -> list[Problem]:
    """Return problems with numbers whose powers overflow or whose differences underflow."""
    if column.kind is not ColumnKind.NUMBER:
        return []
    size = np.where(column.missing, 0.0, np.abs(column.values))
    beyond = np.flatnonzero(size > LARGEST)
    if len(beyond):
        return [cells_problem("numbers-too-large", column, beyond, len(beyond), dataset)]
    seen = column.values[~column.missing]
    if 0.0 < float(np.ptp(seen)) < SMALLEST_SPREAD:
        return [Problem("numbers-too-close", Where(column.name))]
    return []
