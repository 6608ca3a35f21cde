"""How many records have an individual risk above any threshold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.array_types import Floats, Ints
from core.table import keep


@dataclass(frozen=True, slots=True, eq=False)
class RiskLevels:
    """The distinct individual risks of a file.

    Attributes
    ----------
    risks : numpy.ndarray of float64, shape (r,)
        Ascending and distinct.
    above : numpy.ndarray of int64, shape (r + 1,)
        ``above[i]`` records have `risks[i]` or more; the last entry is 0.
    """

    risks: Floats
    above: Ints

    def count_above(self, threshold: float) -> int:
        """Count the records whose risk exceeds a threshold."""
        return int(self.above[np.searchsorted(self.risks, threshold, side="right")])

    def counts(self, edges: Sequence[float]) -> Ints:
        """Count the records up to each edge and above the one before.

        Parameters
        ----------
        edges : sequence of float, length e
            Ascending. The first interval begins below all risks.

        Returns
        -------
        numpy.ndarray of int64, shape (e,)
        """
        beyond = self.above[np.searchsorted(self.risks, edges, side="right")]
        return np.asarray(-np.diff(beyond, prepend=self.above[0]), dtype=np.int64)


def levels_of(risks: Floats) -> RiskLevels:
    """Compute the levels of the individual risks of `n` records, at least one."""
    distinct, counts = np.unique(risks, return_counts=True)
    above = np.append(np.cumsum(counts[::-1])[::-1], 0)
    return RiskLevels(keep(distinct), keep(above.astype(np.int64)))
