"""The least size of clusters, as a limit that merging keeps."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


class SizeLimit:
    """How many records each cluster lacks to have at least `k`."""

    def __init__(self, k: int) -> None:
        self.bound = 0.0
        self._k = k
        self._sizes = np.zeros(0, dtype=np.int64)

    def start(self, labels: Ints, groups: int) -> Floats:
        """Count what each cluster lacks, shape (groups,)."""
        self._sizes = np.bincount(labels, minlength=groups)
        return self._k - self._sizes.astype(np.float64)

    def merge(self, into: int, gone: int) -> float:
        """Merge two clusters; count what their union lacks."""
        self._sizes[into] += self._sizes[gone]
        return float(self._k - self._sizes[into])
