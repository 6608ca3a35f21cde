"""Groups at fixed ranks, from the number of records alone, and the positions released for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from core.array_types import Floats, Int32s, Ints

_Cells = TypeVar("_Cells", Floats, Ints | Floats | Int32s)


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
        """Compute the start of each group and the end of the last one; shape (count + 1,)."""
        starts = np.arange(self.count + 1, dtype=np.int64) * self.k
        starts[-1] = self.records
        return starts

    def sizes(self) -> Ints:
        """Return the number of records of each group; shape (count,)."""
        return np.diff(self.begins())

    def sums(self, places: Ints) -> Ints:
        """Return the sum of each group of the sorted `places`; shape (count,)."""
        return np.add.reduceat(places, self.begins()[:-1])

    def of_records(self) -> Int32s:
        """Return the group of every record, in sorted order; shape (records,)."""
        return np.repeat(np.arange(self.count, dtype=np.int32), self.sizes())


@dataclass(frozen=True, slots=True, eq=False)
class ReleasedGroups:
    """The released values of a column as positions in its domain.

    Attributes
    ----------
    of_groups : numpy.ndarray of float64, shape (g,)
        Position of each group in the declared domain, possibly fractional or beyond the bounds.
    groups : numpy.ndarray of int32, shape (n,), or None
        Group of each record; ``None`` if every record is its own group, in order.
    """

    of_groups: Floats
    groups: Int32s | None = None

    def places(self) -> Floats:
        """Return the position of each record; shape (n,)."""
        return self.for_records(self.of_groups)

    def for_records(self, of_groups: _Cells) -> _Cells:
        """Return the entry of `of_groups` for each record's group; shape (n,)."""
        return of_groups if self.groups is None else of_groups[self.groups]
