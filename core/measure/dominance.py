"""Finds the columns whose loss would give their largest or smallest value away.

The loss of a column is a sum over groups of records. Whoever puts all of it on the outermost
group gets an upper bound of the largest value, which is near where that group makes up most of
the loss. This is the p% rule of statistical disclosure control, with p = 10, against somebody who
knows what up to two other groups make up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from core.jobs import CancellableSequence, Job
from core.measure.table import Floats, Pair, pairs
from core.model import Column, Role, Schema

# Nearer than this share of the value's distance from the mean is too near.
_NEAR = 0.1
# Groups whose part of the loss is known or can be guessed; of an outlier above and one as far
# below, for example, each makes up half.
_KNOWN_GROUPS = 2
# Of a loss that is shown as 0 % nobody can tell more than that it is below half a per cent.
_LEAST_LOSS = 0.005


def dominated_columns(
    schema: Schema,
    original: Sequence[Column],
    released: Sequence[Column],
    labels: Mapping[str, NDArray[np.int64]],
    job: Job,
) -> tuple[str, ...]:
    """Return the quasi-identifiers whose loss gives their largest or smallest value to 10 %.

    An estimate is the released value of the outermost group, or of the one that holds the
    value, and beyond it the root of the loss, whole or without what the other groups with the
    largest losses make up. It counts where it is nearer to the original value than 10 % of the
    distance from the mean to that value, and nearer than the released values themselves.

    Parameters
    ----------
    schema : Schema
        What the columns mean.
    original, released : sequence of Column
        The same records before and after; nominal columns have no extremes and are passed over.
    labels : Mapping of str to numpy.ndarray of int64, shape (n,)
        For each column the group of each record.
    job : Job
        Raises `Cancelled` when it is cancelled.

    Returns
    -------
    tuple of str
        In column order.
    """
    masked = CancellableSequence(pairs(schema, original, released, Role.QUASI_IDENTIFIER), job)
    return tuple(pair.name for pair in masked if _is_dominated(pair, labels[pair.name]))


def _is_dominated(pair: Pair, labels: NDArray[np.int64]) -> bool:
    seen = ~np.isnan(pair.before)
    if not seen.any():
        return False
    before, after, labels = pair.before[seen], pair.after[seen], labels[seen]
    mean = after.mean()
    width = np.abs(before - mean).max()
    if width == 0.0:
        return False
    # In units of the largest distance from the mean no square can overflow.
    before, after = (before - mean) / width, (after - mean) / width
    losses = np.bincount(labels, weights=(before - after) ** 2).astype(np.float64, copy=False)
    least = _LEAST_LOSS * float(((before - before.mean()) ** 2).sum())
    return any(_is_near(s * before, s * after, labels, losses, least) for s in (1.0, -1.0))


def _is_near(
    before: Floats, after: Floats, labels: NDArray[np.int64], losses: Floats, least: float
) -> bool:
    """Return whether an estimate comes near to the largest value of `before`."""
    holder, top = int(before.argmax()), int(after.argmax())
    largest = before[holder]
    near = min(_NEAR * abs(largest), *np.abs(after[[holder, top]] - largest))
    for record in (holder, top):
        group = labels[record]
        size = np.count_nonzero(labels == group)
        # Means put a part of an outlier's loss on the others of its group, medians need not.
        for share in (1.0, (size - 1) / size):
            beyond = np.sqrt(share * _attributable(losses, group, least))
            if np.any(np.abs(after[record] + beyond - largest) < near):
                return True
    return False


def _attributable(losses: Floats, group: np.int64, least: float) -> Floats:
    """Return what `group` can be thought to have lost, by how many others are known."""
    others = np.delete(losses, group)
    known = np.cumsum(np.sort(others)[::-1][:_KNOWN_GROUPS])
    whole = max(float(losses.sum()), least)
    return np.maximum(whole - np.concatenate(([0.0], known)), 0.0)
