"""Sample frequencies: how many records share a record's values of the key columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.array_types import Ints
from core.encode import group_records
from core.jobs import Job
from core.kernels.numerics.grouping import refine
from core.model import Column
from core.table import keep

THRESHOLDS = (2, 3, 5)
"""The k for which violations are counted."""


@dataclass(frozen=True, slots=True)
class Violations:
    """Records whose values of the key columns occur fewer than k times.

    Attributes
    ----------
    units : int or None
        Number of units with at least one such record; ``None`` without units.
    """

    k: int
    records: int
    units: int | None


@dataclass(frozen=True, slots=True, eq=False)
class Frequencies:
    """The groups of records with equal values of the key columns.

    A missing value is a category of its own: it equals only another missing value.

    Attributes
    ----------
    codes : tuple of numpy.ndarray of int64, shape (n,)
        For each key column the category of each record, numbered from 0 by first appearance.
    labels : numpy.ndarray of int64, shape (n,)
        Group of each record, numbered from 0 by first appearance.
    sizes : numpy.ndarray of int64, shape (g,)
        Number of records of each group.
    """

    codes: tuple[Ints, ...]
    labels: Ints
    sizes: Ints

    @property
    def uniques(self) -> Ints:
        """Positions of the records that are alone in their group, ascending; shape (u,)."""
        return np.flatnonzero(self.sizes[self.labels] == 1)

    def violations(self, units: Ints | None) -> tuple[Violations, ...]:
        """Compute the violations of each threshold.

        Parameters
        ----------
        units : numpy.ndarray of int64, shape (n,), or None
            Unit of each record, numbered from 0.
        """
        return tuple(self.violating(k, units) for k in THRESHOLDS)

    def violating(self, k: int, units: Ints | None) -> Violations:
        """Compute the violations of one threshold `k`; `units` as in `violations`."""
        is_rare = (self.sizes < k)[self.labels]
        if units is None:
            return Violations(k, int(is_rare.sum()), None)
        has_one = np.zeros(int(units.max()) + 1, dtype=np.bool_)
        has_one[units[is_rare]] = True
        return Violations(k, int(is_rare.sum()), int(has_one.sum()))


def count_frequencies(columns: Sequence[Column], job: Job) -> Frequencies:
    """Count the groups of the records of `columns`, at least one; raise if cancelled."""
    codes = tuple(keep(group_records([column], job)) for column in columns)
    labels = codes[0]
    for column_codes in job.each(codes[1:]):
        labels = np.asarray(refine(labels, column_codes))
    return Frequencies(codes, keep(labels), keep(np.bincount(labels).astype(np.int64)))
