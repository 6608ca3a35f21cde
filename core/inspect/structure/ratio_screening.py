"""Sorts out, by a few records, which ratios and products may have the order of a column.

A file of 300 columns has more than 100,000 pairs of columns. Their ranks in some hundred records
show for nearly all of them that they determine none of the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from core.array_types import Bools, Floats, Ints
from core.jobs import Job

Pair = tuple[str, str, str]
"""``ratio`` or ``product``, and the two columns."""

# So many records are looked at, and from so many present ones a pair is judged. The R² of ranks may
# be lower in them by so much: five times its standard deviation in the fewest, at an R² of 0.94.
_RECORDS, _FEWEST, _ERROR = 256, 48, 0.1
# Pairs that are computed together.
_TOGETHER = 512


def combine(kind: str, first: Floats, second: Floats) -> Floats:
    """Compute the ratio or product of two columns; not finite where it is undefined."""
    with np.errstate(all="ignore"):
        combined: Floats = first / second if kind == "ratio" else first * second
    return combined


def screen_pairs(
    pairs: Sequence[Pair],
    values: Mapping[str, Floats],
    targets: Sequence[str],
    threshold: float,
    job: Job,
) -> Iterator[tuple[Pair, list[str]]]:
    """Yield the pairs that may determine a target, and those targets.

    Parameters
    ----------
    pairs : sequence of tuple
        The ratios and products.
    values : mapping of str to numpy.ndarray of float64, shape (m,)
        The numbers of each column in records from all over the file; NaN where missing.
    threshold : float
        The R² of ranks in those records below which a pair determines nothing.
    """
    records = len(next(iter(values.values())))
    # Chosen at random, as the order of the file may repeat something; the same ones each time.
    chosen = np.random.default_rng(0).permutation(records)[:_RECORDS]
    few = {name: column[chosen] for name, column in values.items()}
    orders = [_order_of(few[name]) for name in targets]
    for begin in range(0, len(pairs), _TOGETHER):
        job.check()
        batch = pairs[begin : begin + _TOGETHER]
        combined = np.array([combine(kind, few[x], few[y]) for kind, x, y in batch])
        present = np.isfinite(combined)
        ranks = _ranks(np.where(present, combined, np.inf))
        may = np.column_stack([_may_agree(ranks, present, order, threshold) for order in orders])
        for i in np.flatnonzero(may.any(axis=1)).tolist():
            yield batch[i], [targets[j] for j in np.flatnonzero(may[i]).tolist()]


class _Order(NamedTuple):
    """The records in the order of a column.

    Attributes
    ----------
    records : numpy.ndarray of int64, shape (r,)
        Those in which it is present, by its values.
    first, last : numpy.ndarray of int64, shape (r,)
        The first and last place in that order with the value of each.
    """

    records: Ints
    first: Ints
    last: Ints


def _order_of(values: Floats) -> _Order:
    present = np.flatnonzero(np.isfinite(values))
    records = present[np.argsort(values[present], kind="stable")]
    ordered = values[records]
    first = np.searchsorted(ordered, ordered, "left")
    return _Order(records, first, np.searchsorted(ordered, ordered, "right") - 1)


def _ranks(rows: Floats) -> Floats:
    """Compute the rank of each value in its row; equal ones have the mean of theirs."""
    order = np.argsort(rows, axis=1)
    ordered = np.take_along_axis(rows, order, axis=1)
    differs = ordered[:, 1:] != ordered[:, :-1]
    places, edge = np.arange(rows.shape[1]), np.ones((len(rows), 1), dtype=np.bool_)
    first = np.maximum.accumulate(np.where(np.hstack((edge, differs)), places, 0), axis=1)
    last = np.where(np.hstack((differs, edge)), places, places[-1])
    last = np.minimum.accumulate(last[:, ::-1], axis=1)[:, ::-1]
    ranks = np.empty_like(rows)
    np.put_along_axis(ranks, order, (first + last) / 2.0, axis=1)
    return ranks


def _may_agree(ranks: Floats, present: Bools, order: _Order, threshold: float) -> Bools:
    """Find which rows of ranks agree with the order of a column, or are present too seldom."""
    counted = present[:, order.records]
    # The rank of a value among the records of a row is the number of those before it.
    reached = np.cumsum(counted, axis=1, dtype=np.int16)
    n_smaller = reached[:, order.first] - counted[:, order.first]
    order_ranks = (n_smaller + reached[:, order.last]) * (0.5 * counted)
    row_ranks = ranks[:, order.records] * counted
    count = counted.sum(axis=1)
    sums = order_ranks.sum(axis=1), row_ranks.sum(axis=1)
    between, *within = (
        np.einsum("ij,ij->i", *factors) - total * np.divide(factor_sum, np.maximum(count, 1))
        for factors, total, factor_sum in (
            ((order_ranks, row_ranks), *sums),
            ((order_ranks, order_ranks), sums[0], sums[0]),
            ((row_ranks, row_ranks), sums[1], sums[1]),
        )
    )
    agrees = between * between >= (threshold - _ERROR) * within[0] * within[1]
    varies = (within[0] > 0.0) & (within[1] > 0.0)
    return np.asarray(agrees & varies | (count < _FEWEST))
