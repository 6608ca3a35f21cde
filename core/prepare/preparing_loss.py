"""The loss of columns by preparing them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.kernels.numerics.sums import exact_sum
from core.model import Column, ColumnKind
from core.model.preparing import PreparedColumn, PreparingLoss

Floats = NDArray[np.float64]

_AMOUNTS = (ColumnKind.INTEGER, ColumnKind.NUMBER, ColumnKind.DATE)


def prepared_column(original: Column, prepared: Column) -> PreparedColumn:
    """Return the loss of a column, over the cells that have a value before and after.

    Of numbers that stay numbers, and of dates, it is ``100 SSE / SST``, of all others the share of
    entropy ``100 H(original | prepared) / H(original)`` (manual: prepare#loss).
    """
    seen = ~original.missing & ~prepared.missing
    if are_amounts(original, prepared):
        loss = variance_lost(_amounts(original)[seen], _amounts(prepared)[seen])
        return PreparedColumn(original.name, loss, PreparingLoss.VARIANCE)
    _, one = np.unique(original.values[seen], return_inverse=True)
    distinct, other = np.unique(prepared.values[seen], return_inverse=True)
    _, pairs = np.unique(one * max(1, len(distinct)) + other, return_counts=True)
    whole, loss = _entropy(np.bincount(one)) if len(one) else 0.0, 0.0
    if whole > 0.0:
        unknown = _entropy(pairs) - _entropy(np.bincount(other))
        loss = 100.0 * max(0.0, unknown) / whole
    return PreparedColumn(original.name, loss, PreparingLoss.ENTROPY)


def are_amounts(original: Column, prepared: Column) -> bool:
    """Return whether both columns hold numbers, or both hold dates."""
    kinds = {original.kind, prepared.kind}
    if ColumnKind.DATE in kinds:
        return kinds == {ColumnKind.DATE}
    return kinds <= set(_AMOUNTS)


def variance_lost(before: Floats, after: Floats) -> float:
    """Return ``100 SSE / SST``: squared changes over squared deviations from the mean."""
    if not len(before):
        return 0.0
    mean = float(exact_sum(before)) / len(before)
    spread, errors = (float(exact_sum(each**2)) for each in (before - mean, before - after))
    return 100.0 * errors / spread if spread > 0.0 else 0.0


def _amounts(column: Column) -> Floats:
    return np.asarray(column.values.astype(np.float64))


def _entropy(counts: NDArray[np.int64]) -> float:
    share = counts[counts > 0] / counts.sum()
    return -float(exact_sum(share * np.log2(share)))
