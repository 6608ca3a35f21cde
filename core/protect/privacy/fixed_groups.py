"""Groups at fixed ranks, determined by the number of records alone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class FixedGroups:
    """Runs of `k` records of a sorted list; the last one takes the remainder.

    Sizes that depend on the data would disclose something about them, regardless of the noise.
    """

    records: int
    k: int

    @property
    def count(self) -> int:
        """Number of groups."""
        return max(self.records // self.k, 1)

    @property
    def largest(self) -> int:
        """Number of records in the largest group, which is the last one."""
        return self.records - (self.count - 1) * self.k

    def begins(self) -> Ints:
        """Return the start of each group and the end of the last one; shape (count + 1,)."""
        found = np.arange(self.count + 1, dtype=np.int64) * self.k
        found[-1] = self.records
        return found

    def sizes(self) -> Ints:
        """Return the number of records of each group; shape (count,)."""
        return np.diff(self.begins())

    def sums(self, places: Ints) -> Ints:
        """Return the sum of each group of the sorted `places`; shape (count,)."""
        return np.add.reduceat(places, self.begins()[:-1])

    def of_records(self) -> NDArray[np.int32]:
        """Return the group of every record, in sorted order; shape (records,)."""
        return np.repeat(np.arange(self.count, dtype=np.int32), self.sizes())
