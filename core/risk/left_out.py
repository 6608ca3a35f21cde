"""Which key columns make records rare: what leaving out each one of them would change."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from core.array_types import Bools, Ints
from core.encode.unit_groups import first_records
from core.jobs import Job, run_parallel
from core.kernels.numerics.grouping import refine
from core.risk.frequencies import Frequencies
from core.table import keep


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
    groups: tuple[Bools, ...]
    records: tuple[int, ...]

    def positions(self, key: int, frequencies: Frequencies) -> Ints:
        """Find the positions of the records that one key column makes rare, ascending."""
        return np.flatnonzero(self.groups[key][frequencies.labels])


def leave_each_out(frequencies: Frequencies, k: int, job: Job) -> LeftOut:
    """Find for each key column the records that violate k-anonymity because of it alone.

    A record may violate it because of several columns, each sufficient by itself, or because of
    none: if more than one column would have to be left out.
    """
    group_sizes = frequencies.sizes
    first_record = first_records(frequencies.labels)
    # Records of a group are equal in all keys, so one of each is enough.
    codes = [column[first_record] for column in frequencies.codes]
    is_rare = group_sizes < k

    def is_rare_only_with_column(labels_without_column: Ints) -> Bools:
        joined_sizes = np.bincount(labels_without_column, weights=group_sizes)
        return keep(np.asarray(is_rare & (joined_sizes >= k)[labels_without_column]))

    rare_groups = _for_each_column_left_out(codes, is_rare_only_with_column, job)
    records = tuple(int(group_sizes[flags].sum()) for flags in rare_groups)
    return LeftOut(k, tuple(rare_groups), records)


def _for_each_column_left_out(
    codes: Sequence[Ints], flag_groups: Callable[[Ints], Bools], job: Job
) -> list[Bools]:
    """Flag the groups by all columns but one, for each column.

    The columns are halved: both halves share the groups by what is outside them, which takes
    m log m refinements for m columns instead of m².
    """
    n_columns = len(codes)
    one_group = np.zeros(len(codes[0]), dtype=np.int64)
    if n_columns == 1:
        return [flag_groups(one_group)]
    middle = n_columns // 2

    def flag_half(begin: int, end: int, share: Job) -> list[Bools]:
        outside = (*range(begin), *range(end, n_columns))
        labels = _refine_by(one_group, codes, outside, share)
        return _flag_between(codes, (begin, end), labels, share, flag_groups)

    halves = [partial(flag_half, 0, middle), partial(flag_half, middle, n_columns)]
    flags_of_halves = run_parallel(halves, [1, 1], [1, 1], job, os.cpu_count() or 1)
    return [flags for half in flags_of_halves for flags in half]


def _flag_between(
    codes: Sequence[Ints],
    between: tuple[int, int],
    labels: Ints,
    job: Job,
    flag_groups: Callable[[Ints], Bools],
) -> list[Bools]:
    """Flag the groups without each column `between` two, given those by all columns outside."""
    begin, end = between
    if end - begin == 1:
        return [flag_groups(labels)]
    middle = (begin + end) // 2
    without_left = _refine_by(labels, codes, range(middle, end), job)
    flags = _flag_between(codes, (begin, middle), without_left, job, flag_groups)
    without_right = _refine_by(labels, codes, range(begin, middle), job)
    return flags + _flag_between(codes, (middle, end), without_right, job, flag_groups)


def _refine_by(labels: Ints, codes: Sequence[Ints], columns: Sequence[int], job: Job) -> Ints:
    """Split groups by further columns."""
    for column in job.each(columns):
        labels = np.asarray(refine(labels, codes[column]))
    return labels
