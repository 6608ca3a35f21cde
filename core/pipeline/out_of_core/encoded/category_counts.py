"""Counts the categories of columns in the scratch folder."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.io.scratch.disk_columns import StoredColumn
from core.jobs import Job


def category_counts(column: StoredColumn, rows: int, job: Job) -> NDArray[np.int64]:
    """Return how many records have each category of a text column, in the order of its head."""
    found = np.zeros(len(column.head.categories), np.int64)
    for part in job.each(column.parts(rows)):
        found += np.bincount(part.values[~part.missing], minlength=len(found))
    return found
