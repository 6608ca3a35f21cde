"""The amount of work in a file, from which methods estimate their time.

The figures are those of a common machine with two cores and only need to be right within a small
factor, to distinguish seconds from minutes and minutes from hours.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log2, sqrt

# From the first number of columns on a search passes over all records instead of a tree; up to the
# last one it can leave out some of them, in the fewest columns most.
_MANY_COLUMNS, _ALL_RECORDS = 8, 13
# Seconds of a move, the addition for each column with t, more for a file that does not fit into the
# processor's cache, and for merging before the search.
_MOVE, _LIMITED_MOVE, _LARGER = 1.2e-7, 6e-8, 0.35
_MERGING = 1e-8


@dataclass(frozen=True, slots=True)
class Workload:
    """The size of a file for an estimate.

    Attributes
    ----------
    records, columns, k : int
        Numbers of records and of masked columns, and the least size of a cluster; at least 1.
    confidential : int
        Number of confidential columns, at least 1.
    """

    records: int
    columns: int
    k: int
    mixed: bool
    confidential: int = 1

    def move(self, limited: bool) -> float:
        """Return the seconds of a move in a search; `limited`: it keeps t."""
        if not limited:
            return _MOVE
        larger = float(max(1.0, self.records / 1000) ** _LARGER)
        return _MOVE + _LIMITED_MOVE * self.confidential * larger

    @property
    def merging(self) -> float:
        """Seconds of merging for columns that were not used to build the clusters."""
        return _MERGING * float(self.records) ** 2 * (self.confidential - 1)

    @property
    def sorting(self) -> float:
        """Seconds of work with a few passes over all records."""
        return 3e-7 * self.records * self.columns * log2(self.records + 2) / 16

    @property
    def clustering(self) -> float:
        """Seconds of MDAV."""
        pairs = float(self.records) ** 2 * self.columns / self.k
        if self.mixed:
            return min(6e-10 * pairs, self._indexed)
        share = (self.columns - _MANY_COLUMNS + 1) / (_ALL_RECORDS - _MANY_COLUMNS + 1)
        return 3.5 * self.sorting + 1.5e-10 * min(max(share, 0.0), 1.0) * pairs

    @property
    def clustering_with_t(self) -> float:
        """Seconds of clusters that keep t, with merging where it remains to be done."""
        return 2 * self.clustering + self.merging

    @property
    def growing(self) -> float:
        """Seconds of V-MDAV."""
        pairs = float(self.records) ** 2 * self.columns
        if self.mixed:
            return min(5e-10 * pairs, self._indexed)
        tree = 5 * self.sorting
        return tree + 1.4e-10 * pairs if self.columns >= _MANY_COLUMNS else tree

    @property
    def exchanging(self) -> float:
        """Seconds of k-anonymity-first, whose candidates grow with the difficulty of t."""
        return 1.2e-6 * self.records * sqrt(self.records) * (2 if self.mixed else 1)

    def measuring(self, apart: bool) -> float:
        """Return the seconds of measuring; `apart`: each record may be a separate group."""
        groups = self.records / (1 if apart else self.k)
        linking = min(2e-9 * groups * self.records, self._indexed) if self.mixed else 0.0
        return 3.5 * self.sorting + linking

    @property
    def _indexed(self) -> float:
        """Seconds of neighbours among categories with an index, which passes over most records."""
        return 4e-9 * self.records * sqrt(self.records) * self.columns**2
