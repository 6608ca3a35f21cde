"""Summaries of a column: quartiles, a histogram, the most frequent categories."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.jobs import Job
from core.model import Column, ColumnKind

_MOST_BARS = 24
_MOST_CATEGORIES = 6
_WIDEST_CODES = 10_000


@dataclass(frozen=True, slots=True)
class Description:
    """A summary of the present values of a column.

    Attributes
    ----------
    quartiles : tuple of float or None
        Lower and upper quartile, linearly interpolated, in the column's units, days since
        1970-01-01 for dates; ``None`` for text and for a column without values.
    bars : tuple of int
        For numbers and dates: counts in intervals of equal width from minimum to maximum.
    top : tuple of pairs of str and int
        The most frequent categories with their numbers of records: of texts, and of whole numbers
        of a range so small that they may be codes.
    """

    present: int
    quartiles: tuple[float, float] | None = None
    bars: tuple[int, ...] = ()
    top: tuple[tuple[str, int], ...] = ()


def describe_column(column: Column, job: Job) -> Description:
    """Describe a column by quartiles, bars and frequent values."""
    present = column.values[~column.missing]
    job.check()
    if column.kind is ColumnKind.TEXT:
        frequent = _most_frequent(present, len(column.categories))
        top = tuple((column.categories[code], count) for code, count in frequent)
        return Description(len(present), top=top)
    if not len(present):
        return Description(0)
    values = present.astype(np.float64)
    # The difference of two huge numbers can be infinite.
    with np.errstate(over="ignore", invalid="ignore"):
        low, high = np.quantile(values, (0.25, 0.75)).tolist()
    job.check()
    quartiles = (low, high) if np.isfinite((low, high)).all() else None
    minimum, maximum = float(values.min()), float(values.max())
    # The width of an interval between two huge numbers would be infinite.
    if minimum == maximum or not np.isfinite(maximum - minimum):
        return Description(len(present), quartiles, (len(values),))
    are_integers = bool((values == np.rint(values)).all())
    bars = min(_MOST_BARS, int(maximum - minimum) + 1) if are_integers else _MOST_BARS
    # Between two neighbouring numbers there is not enough space for all bars.
    edges = np.unique(np.linspace(minimum, maximum, bars + 1))
    counts = tuple(np.histogram(values, edges)[0].tolist())
    codes: tuple[tuple[str, int], ...] = ()
    if column.kind is ColumnKind.INTEGER and maximum - minimum < _WIDEST_CODES:
        first = int(minimum)
        frequent = _most_frequent(present - first, int(maximum) - first + 1)
        codes = tuple((str(first + code), count) for code, count in frequent)
    return Description(len(present), quartiles, counts, codes)


def _most_frequent(codes: NDArray[Any], n_codes: int) -> list[tuple[int, int]]:
    """Count codes; list the most frequent with their counts, of equal counts the smallest code."""
    counts = np.bincount(codes.astype(np.int64), minlength=n_codes)
    order = np.argsort(-counts, kind="stable")[:_MOST_CATEGORIES].tolist()
    return [(code, int(counts[code])) for code in order if counts[code]]
