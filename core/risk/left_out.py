"""Which key columns make records rare: what leaving out each one of them would change."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from core.encode.unit_groups import first_records
from core.jobs import Job, run_parallel
from core.kernels.numerics.grouping import refine
from core.risk.frequencies import Frequencies
from core.table import keep

Flags = NDArray[np.bool_]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class LeftOut:
    """The records that violate k-anonymity because of one key column.

    Attributes
    ----------
    groups : tuple of numpy.ndarray of bool, shape (g,)
        For each key column the groups of fewer than k records that would have at least k if that
        column were not known.
    records : tuple of int
        For each key column the number of records in these groups.
    """

    k: int
    groups: tuple[Flags, ...]
    records: tuple[int, ...]

    def positions(self, key: int, frequencies: Frequencies) -> Ints:
        """Return the positions of the records that one key column makes rare, ascending."""
        return np.flatnonzero(self.groups[key][frequencies.labels])


def leave_each_out(frequencies: Frequencies, k: int, job: Job) -> LeftOut:
    """Return for each key column the records that violate k-anonymity because of it alone.

    A record may violate it because of several columns, each of which is enough, or because of
    none: if more than one column would have to be left out.

    Raises
    ------
    Cancelled
        If the job is cancelled.
    """
    sizes = frequencies.sizes
    first = first_records(frequencies.labels)
    # Records of a group are equal in all keys, so one of each is enough.
    codes = [column[first] for column in frequencies.codes]
    is_rare = sizes < k

    def found(labels: Ints) -> Flags:
        together = np.bincount(labels, weights=sizes)
        return keep(np.asarray(is_rare & (together >= k)[labels]))

    groups = _by_left_out(codes, job, found)
    records = tuple(int(sizes[flags].sum()) for flags in groups)
    return LeftOut(k, tuple(groups), records)


def _by_left_out(codes: Sequence[Ints], job: Job, found: Callable[[Ints], Flags]) -> list[Flags]:
    """Return what is `found` in the groups by all columns but one, for each column.

    The columns are halved: both halves share the groups by what is outside them, which takes
    m log m refinements for m columns instead of m².
    """
    everyone = np.zeros(len(codes[0]), dtype=np.int64)
    last = len(codes)
    if last == 1:
        return [found(everyone)]
    middle = last // 2

    def half(begin: int, end: int, share: Job) -> list[Flags]:
        outside = (*range(begin), *range(end, last))
        return _halved(codes, (begin, end), _refined(everyone, codes, outside, share), share, found)

    parts = [partial(half, 0, middle), partial(half, middle, last)]
    both = run_parallel(parts, [1, 1], [1, 1], job, os.cpu_count() or 1)
    return [flags for part in both for flags in part]


def _halved(
    codes: Sequence[Ints],
    between: tuple[int, int],
    labels: Ints,
    job: Job,
    found: Callable[[Ints], Flags],
) -> list[Flags]:
    """Return what is found for each column `between` two, given the groups by all others."""
    begin, end = between
    if end - begin == 1:
        return [found(labels)]
    middle = (begin + end) // 2
    left = _refined(labels, codes, range(middle, end), job)
    first = _halved(codes, (begin, middle), left, job, found)
    right = _refined(labels, codes, range(begin, middle), job)
    return first + _halved(codes, (middle, end), right, job, found)


def _refined(labels: Ints, codes: Sequence[Ints], columns: Sequence[int], job: Job) -> Ints:
    for column in job.each(columns):
        labels = np.asarray(refine(labels, codes[column]))
    return labels
