"""Finds columns that are the sum of two to five others, by exact fingerprints of columns.

A column's fingerprint is the sum of its values, each times a number drawn for its row. It is
linear: if T = A + B in every record, the fingerprint of T is that of A plus that of B. For integers
and decimal numbers fingerprints are exact modulo 2**64, and equal ones mean a sum but for a chance
of 2**-64; for other numbers they are rounded. Sums of fingerprints are found by meeting in the
middle: all sums of two and of three are sorted, and T minus each sum of two is looked up. What is
found is checked in every record by the caller.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import combinations
from typing import TypeAlias

import numpy as np

from core.array_types import Bools, Floats, Ints, Words
from core.jobs import Job
from core.rules.searched_columns import SearchedColumn

Fingerprints: TypeAlias = Words | Floats

MOST_PARTS = 5
FEWEST_RECORDS = 30
"""Records in which all columns of a sum must have a value."""

MOST_PATTERNS = 16
_WIDE, _VERY_WIDE = 100, 250
_MOST_COLUMNS = 1_000
_MOST_CANDIDATES = 10_000
# Relative to a total; a thousand times what rounding does.
_SLACK = 1e-11


def sum_candidates(
    columns: Sequence[SearchedColumn], job: Job
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield positions of a total and of its parts, some of them repeatedly.

    Sums are looked for among the first 1,000 columns; with more than 100 columns they have up to
    four parts, with more than 250 up to three. `job` is asked whether to go on.
    """
    columns = columns[:_MOST_COLUMNS]
    for rows, members in _patterns(columns):
        exact = [i for i in members if columns[i].decimals is not None]
        job.check()
        for prints, used, slack in _fingerprints(columns, rows, members, exact):
            for total, parts in _search_sums(prints, slack, job):
                yield used[total], tuple(used[part] for part in parts)


def _patterns(columns: Sequence[SearchedColumn]) -> Iterator[tuple[Bools, list[int]]]:
    """Yield sets of records with the columns that are observed in all of them.

    First the records in which as many columns as possible are observed; then, for each pattern of
    empty cells, the records in which the columns of that pattern are observed.
    """
    if not columns:
        return
    yielded = set()
    keys = [_key(column.observed) for column in columns]
    masks = {key: column.observed for key, column in zip(keys, columns, strict=True)}
    masks_by_count = sorted(masks.values(), key=lambda observed: -int(observed.sum()))
    rows = masks_by_count[0].copy()
    for observed in masks_by_count[1:]:
        joint = rows & observed
        # A column that would cost most records is looked at with its own pattern.
        if 2 * int(joint.sum()) >= int(rows.sum()):
            rows = joint
    for pattern in (rows, *masks_by_count[:MOST_PATTERNS]):
        if int(pattern.sum()) < FEWEST_RECORDS or _key(pattern) in yielded:
            continue
        yielded.add(_key(pattern))
        complete = {key for key, observed in masks.items() if not (pattern & ~observed).any()}
        yield pattern, [i for i, key in enumerate(keys) if key in complete]


def _key(rows: Bools) -> bytes:
    return blake2b(np.packbits(rows).tobytes()).digest()


def _fingerprints(
    columns: Sequence[SearchedColumn], rows: Bools, members: list[int], exact: list[int]
) -> Iterator[tuple[Fingerprints, list[int], Floats | None]]:
    """Yield fingerprints, the positions of their columns, and by how much each may be off."""
    # A number for each row that looks drawn at random and is always the same: what the generator
    # splitmix64 returns in its n-th step.
    drawn = np.arange(1, len(rows) + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    drawn = (drawn ^ (drawn >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    drawn = (drawn ^ (drawn >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    drawn ^= drawn >> np.uint64(31)
    drawn[~rows] = 0
    decimals = max((columns[i].decimals or 0 for i in exact), default=0)
    yield np.array([columns[i].scale(decimals) @ drawn for i in exact], np.uint64), exact, None
    if len(exact) < len(members):
        # Small enough that the sum of the largest floats is finite.
        weights = (drawn >> np.uint64(11)).astype(np.float64) * (2.0**-53 / len(rows))
        sums, sizes = [], []
        for i in members:
            values = np.where(rows, columns[i].column.values, 0.0).astype(np.float64)
            sums.append(float(np.sum(values * weights)) / MOST_PARTS)
            sizes.append(float(np.sum(np.abs(values) * weights)) / MOST_PARTS)
        yield np.array(sums), members, _SLACK * np.array(sizes)


def _search_sums(
    prints: Fingerprints, slack: Floats | None, job: Job
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield each total with its parts, by number of parts."""
    count = len(prints)
    most_parts = MOST_PARTS if count <= _WIDE else 4 if count <= _VERY_WIDE else 3
    single, pairs = _choose(count, 1), _choose(count, 2)
    triples = _choose(count, 3) if most_parts == MOST_PARTS else single[:0]
    for parts in range(2, most_parts + 1):
        first_choices = (None, single, pairs, pairs)[parts - 2]
        second_choices = triples if parts == MOST_PARTS else pairs
        job.check()
        yield from _match_sums(prints, slack, first_choices, second_choices)


def _choose(count: int, size: int) -> Ints:
    """List all ways to choose `size` of `count` positions, shape (m, size)."""
    if size == 1:
        return np.arange(count)[:, None]
    if size == 2:
        return np.stack(np.triu_indices(count, 1), axis=1)
    return np.array(list(combinations(range(count), size)), np.int64).reshape(-1, size)


def _match_sums(
    prints: Fingerprints,
    slack: Floats | None,
    first_choices: Ints | None,
    second_choices: Ints,
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield each total that is a sum of a first choice and a second one."""
    sums = prints[second_choices].sum(axis=1, dtype=prints.dtype)
    order = np.argsort(sums, kind="stable")
    ascending = sums[order]
    first_sums = (
        prints[:0].sum(keepdims=True)
        if first_choices is None
        else prints[first_choices].sum(axis=1)
    )
    for total in range(len(prints)):
        remainder = prints[total] - first_sums.astype(prints.dtype)
        tolerance = prints.dtype.type(0) if slack is None else slack[total]
        begin = np.searchsorted(ascending, remainder - tolerance, side="left")
        end = np.searchsorted(ascending, remainder + tolerance, side="right")
        part_sets = set()
        for i in np.flatnonzero(end > begin)[:_MOST_CANDIDATES].tolist():
            ahead = () if first_choices is None else tuple(first_choices[i].tolist())
            for choice in order[begin[i] : end[i]][:_MOST_CANDIDATES].tolist():
                parts = (*ahead, *second_choices[choice].tolist())
                if total not in parts and len(set(parts)) == len(parts):
                    part_sets.add(tuple(sorted(parts)))
        for parts_of_total in sorted(part_sets):
            yield total, parts_of_total
