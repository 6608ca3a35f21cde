"""Whether a column's numbers are of a size that can be computed with."""

from __future__ import annotations

import numpy as np

from core.errors import Problem, Where
from core.model import Column, ColumnKind, Dataset
from core.pipeline.resolve.scales import cells_problem

# The measures take fourth powers, and a double holds 1e308: sums of as many as there can be
# records stay within it, and what differs at all is told apart.
LARGEST, SMALLEST_SPREAD = 1e70, 1e-70


def magnitude_problems(column: Column, dataset: Dataset) -> list[Problem]:
    """Refuse numbers whose powers a double cannot hold, or whose differences vanish in it."""
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
