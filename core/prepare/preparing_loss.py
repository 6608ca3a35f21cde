"""The loss of columns by preparing them."""

from __future__ import annotations

import numpy as np

from core.array_types import Floats, Ints
from core.kernels.numerics.sums import exact_sum
from core.model import Column, ColumnKind
from core.model.preparing import PreparedColumn, PreparingLoss

_AMOUNTS = (ColumnKind.INTEGER, ColumnKind.NUMBER, ColumnKind.DATE)


def measure_prepared_column(original: Column, prepared: Column) -> PreparedColumn:
    """Compute the loss of a column, over the cells that have a value before and after.

    Of numbers that stay numbers, and of dates, it is ``100 SSE / SST``, of all others the share of
    entropy ``100 H(original | prepared) / H(original)`` (manual: prepare#loss).
    """
    is_present = ~original.missing & ~prepared.missing
    if are_amounts(original, prepared):
        loss = variance_lost(_amounts(original)[is_present], _amounts(prepared)[is_present])
        return PreparedColumn(original.name, loss, PreparingLoss.VARIANCE)
    _, original_codes = np.unique(original.values[is_present], return_inverse=True)
    distinct, prepared_codes = np.unique(prepared.values[is_present], return_inverse=True)
    _, pairs = np.unique(
        original_codes * max(1, len(distinct)) + prepared_codes, return_counts=True
    )
    entropy, loss = _entropy(np.bincount(original_codes)) if len(original_codes) else 0.0, 0.0
    if entropy > 0.0:
        unknown = _entropy(pairs) - _entropy(np.bincount(prepared_codes))
        loss = 100.0 * max(0.0, unknown) / entropy
    return PreparedColumn(original.name, loss, PreparingLoss.ENTROPY)


def are_amounts(original: Column, prepared: Column) -> bool:
    """Check whether both columns hold numbers, or both hold dates."""
    kinds = {original.kind, prepared.kind}
    if ColumnKind.DATE in kinds:
        return kinds == {ColumnKind.DATE}
    return kinds <= set(_AMOUNTS)


def variance_lost(original: Floats, prepared: Floats) -> float:
    """Compute ``100 SSE / SST``: squared changes over squared deviations from the mean."""
    if not len(original):
        return 0.0
    mean = float(exact_sum(original)) / len(original)
    spread, errors = (
        float(exact_sum(deviations**2)) for deviations in (original - mean, original - prepared)
    )
    return 100.0 * errors / spread if spread > 0.0 else 0.0


def _amounts(column: Column) -> Floats:
    return np.asarray(column.values.astype(np.float64))


def _entropy(counts: Ints) -> float:
    share = counts[counts > 0] / counts.sum()
    return -float(exact_sum(share * np.log2(share)))
