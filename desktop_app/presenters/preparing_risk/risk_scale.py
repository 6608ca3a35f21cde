"""The axis of individual risks, and the thresholds that can be set on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from core.risk import RiskLevels

DECADES = tuple(range(-5, 1))
_STEPS = 20


# Powers of ten, rounded to two digits, as their figures are written.
_GRID = tuple(float(f"{10.0 ** (DECADES[0] + i / _STEPS):.1e}") for i in range(5 * _STEPS + 1))

EDGES = _GRID[::2]
"""Ends of the bars, ten in a decade. Risks such as 1/2 and 1/5 are ends, so that a threshold there
is at the end of their bar."""


def thresholds_for(k: int) -> tuple[float, ...]:
    """Return the thresholds that can be set, ascending: twenty in a decade, and 1/k."""
    return tuple(sorted({*_GRID, 1 / k}))


def bars_of(levels: RiskLevels) -> NDArray[np.int64]:
    """Count the records of each bar; the first one holds all smaller risks, too."""
    counts = levels.counts(EDGES)
    return np.asarray(np.concatenate(([counts[0] + counts[1]], counts[2:])), dtype=np.int64)
