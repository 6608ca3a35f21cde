"""Walks over all combinations of key columns and finds the records unique in each."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, groupby

import numpy as np

from core.array_types import Bytes, Ints
from core.jobs import Job, run_parallel
from core.kernels.numerics.grouping import refine
from core.kernels.risk.lone_records import lone_records
from core.risk.frequencies import Frequencies

Key = tuple[int, ...]

MOST_COMBINATIONS = 20_000
"""Of so many combinations of columns the records are counted; more are refused."""
SHOWN_LENGTH = 3
"""The uniques of combinations of up to so many columns are counted, whatever SUDA needs."""

# So many combinations are found before they are added up.
_AT_ONCE = 64
# Above this number of groups for each record, they are numbered again without gaps.
_GAPS = 4


@dataclass(frozen=True, slots=True)
class Combination:
    """A combination of key columns.

    Attributes
    ----------
    columns : tuple of str
        Its columns, in the order of the keys.
    uniques : int
        Number of records that share their values of these columns with no other record.
    minimal : int
        Those of them that are not unique in any part of the combination: minimal sample uniques.
    """

    columns: tuple[str, ...]
    uniques: int
    minimal: int


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """The unique records of one combination.

    Attributes
    ----------
    key : tuple of int
        Positions of its columns among the keys, ascending.
    alone, minimal : numpy.ndarray of uint8
        Packed bits, one for each record that is unique in all keys.
    """

    key: Key
    alone: Bytes
    minimal: Bytes


def combination_count(columns: int, length: int) -> int:
    """Count the combinations of up to `length` (at least three) of `columns`."""
    deepest = min(columns, max(length, SHOWN_LENGTH))
    return sum(math.comb(columns, size) for size in range(1, deepest + 1))


def walk(frequencies: Frequencies, length: int, job: Job) -> Iterator[Found]:
    """Yield every combination with its unique records, shorter ones first.

    A record that is unique in a combination is unique in all keys. It is a minimal sample unique
    (Elliot et al. 2002) if it is not unique in the combination without any one of its
    columns, because being unique is inherited by larger combinations.

    Parameters
    ----------
    frequencies : Frequencies
        Of all keys.
    length : int
        Number of columns of the longest combination that SUDA needs.
    job : Job
        Its phase counts combinations.
    """
    keys = len(frequencies.codes)
    deepest = min(keys, max(length, SHOWN_LENGTH))
    uniques = frequencies.uniques
    alone_before: dict[Key, Bytes] = {}
    done = 0
    for size in range(1, deepest + 1):
        alone_records: dict[Key, Bytes] = {}
        for batch in _batches(keys, size):
            shared = _Level(frequencies, uniques, alone_before)
            parts = [partial(_of_prefix, shared, group) for group in batch]
            sizes, phases = [len(group) for group in batch], [1] * len(batch)
            share = _Offset(job, done)
            groups = run_parallel(parts, sizes, phases, share, os.cpu_count() or 1)
            level = [combination for group in groups for combination in group]
            done += len(level)
            yield from level
            if size < deepest:
                alone_records.update((combination.key, combination.alone) for combination in level)
        alone_before = alone_records


@dataclass(frozen=True, slots=True, eq=False)
class _Level:
    """What combinations of one size are found with.

    Attributes
    ----------
    frequencies : Frequencies
        Of all keys.
    uniques : numpy.ndarray of int64, shape (u,)
        The records that are unique in all keys.
    alone_before : dict
        For each combination with one column less, the records that are unique in it.
    """

    frequencies: Frequencies
    uniques: Ints
    alone_before: dict[Key, Bytes]


def _batches(keys: int, size: int) -> Iterator[list[list[Key]]]:
    """Yield the combinations of `size` columns in lexicographic order.

    Those that differ in their last column only are together; a batch has few enough of them to be
    in memory at once.
    """
    batch: list[list[Key]] = []
    for _, keys_of_prefix in groupby(combinations(range(keys), size), key=lambda key: key[:-1]):
        batch.append(list(keys_of_prefix))
        if sum(map(len, batch)) >= _AT_ONCE:
            yield batch
            batch = []
    if batch:
        yield batch


class _Offset(Job):
    """The job of one size, whose progress is added to that of the sizes before."""

    def __init__(self, whole_job: Job, done: int) -> None:
        super().__init__()
        self._whole, self._before = whole_job, done

    def check(self) -> None:
        self._whole.check()

    def update(self, done: int) -> None:
        self._whole.update(self._before + done)


def _of_prefix(level: _Level, group: Sequence[Key], job: Job) -> list[Found]:
    """Return the combinations that differ in their last column only."""
    if not len(level.uniques):
        no_records = np.zeros(0, dtype=np.uint8)
        return [Found(key, no_records, no_records) for key in group]
    labels, groups = _labels(level.frequencies, group[0][:-1], job)
    combinations = []
    for key in job.each(group):
        codes = level.frequencies.codes[key[-1]]
        alone = lone_records(labels, groups, codes, int(codes.max()) + 1)
        bits = np.packbits(alone[level.uniques])
        minimal = bits.copy()
        if len(key) > 1:
            for left_out in range(len(key)):
                minimal &= ~level.alone_before[key[:left_out] + key[left_out + 1 :]]
        combinations.append(Found(key, bits, minimal))
    return combinations


def _labels(frequencies: Frequencies, prefix: Key, job: Job) -> tuple[Ints, int]:
    """Find the groups of records that are equal in the columns of `prefix`, and their number."""
    n = len(frequencies.labels)
    labels, groups = np.zeros(n, dtype=np.int64), 1
    for column in job.each(prefix):
        codes = frequencies.codes[column]
        categories = int(codes.max()) + 1
        if groups * categories <= _GAPS * n:
            labels, groups = labels * categories + codes, groups * categories
        else:
            # Of a type that holds the products of the next columns.
            labels = refine(labels, codes).astype(np.int64)
            groups = int(labels.max()) + 1
    return labels, groups
