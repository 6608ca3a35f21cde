"""A limit of which a number of each cluster is in memory while clusters on disk are merged."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from core.io.scratch.row_files import Rows


class MergedLimit(Protocol):
    """A limit that is known of each cluster, and changed when two are merged."""

    bound: float

    def excess(self) -> NDArray[np.float64]:
        """Return the excess of each cluster."""
        ...

    def merge(self, into: int, gone: int, rows: Rows) -> float:
        """Merge two clusters; return the excess of their union, whose records `rows` are."""
        ...
