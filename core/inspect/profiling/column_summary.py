"""Summaries of a column: quartiles, a histogram, the most frequent categories."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.jobs import Job
from core.model import Column, ColumnKind

_MOST_BARS = 24
_MOST_CATEGORIES = 6


@dataclass(frozen=True, slots=True)
class Description:
    """A summary of the present values of a column.

    Attributes
    ----------
    present : int
        Number of present values.
    quartiles : tuple of float or None
        Lower and upper quartile, linearly interpolated, in the column's units, days since
        1970-01-01 for dates; ``None`` for text and for a column without values.
    bars : tuple of int
        For numbers and dates: counts in intervals of equal width from minimum to maximum.
    top : tuple of pairs of str and int
        For texts: the most frequent categories with their numbers of records.
    """

    present: int
    quartiles: tuple[float, float] | None = None
    bars: tuple[int, ...] = ()
    top: tuple[tuple[str, int], ...] = ()


def describe(column: Column, job: Job) -> Description:
    """Return the summary of a column.

    Raises
    ------
    Cancelled
        If the job is cancelled.
    """
    present = column.values[~column.missing]
    job.check()
    if column.kind is ColumnKind.TEXT:
        codes = present.astype(np.int64)
        counts = np.bincount(codes, minlength=len(column.categories))
        # In descending order of frequency, then alphabetically.
        order = np.argsort(-counts, kind="stable")[:_MOST_CATEGORIES]
        top = tuple((column.categories[place], int(counts[place])) for place in order.tolist())
        return Description(len(present), top=top)
    if not len(present):
        return Description(0)
    values = present.astype(np.float64)
    # The difference of two huge numbers can be infinite.
    with np.errstate(over="ignore", invalid="ignore"):
        low, high = np.quantile(values, (0.25, 0.75)).tolist()
    job.check()
    quartiles = (low, high) if np.isfinite((low, high)).all() else None
    least, most = float(values.min()), float(values.max())
    # The width of an interval between two huge numbers would be infinite.
    if least == most or not np.isfinite(most - least):
        return Description(len(present), quartiles, (len(values),))
    whole = bool((values == np.rint(values)).all())
    bars = min(_MOST_BARS, int(most - least) + 1) if whole else _MOST_BARS
    # Between two neighbouring numbers there is not enough space for all bars.
    edges = np.unique(np.linspace(least, most, bars + 1))
    return Description(len(present), quartiles, tuple(np.histogram(values, edges)[0].tolist()))
