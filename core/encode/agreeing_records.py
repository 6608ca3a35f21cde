"""Counts the records that agree wherever neither of two is blank.

A blank agrees with every value, so agreeing is not transitive: records of one pattern of blanks are
joined to those of each other pattern by the columns that neither leaves blank. Records with equal
cells are counted together. No pair of records is looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from core.array_types import Bools, Ints
from core.encode.record_groups import by_first_appearance, first_of_groups
from core.jobs import Job
from core.kernels.numerics.grouping import Labels, refine

MOST_BLANKED = 12
"""Columns with blanks that are counted: each may double the patterns of blanks."""

# Bits of a key that are used: a sign would be of no harm, but would puzzle.
_BITS_OF_WORD = 62


class _Packed(NamedTuple):
    """The cells of distinct records as bits, so that columns are left out by a mask.

    Attributes
    ----------
    words : numpy.ndarray of int64, shape (w, p)
        The bits of each record.
    masks : numpy.ndarray of int64, shape (w, m)
        The bits of each column that may be blank.
    fixed_bits : numpy.ndarray of int64, shape (w,)
        The bits of what is never blank.
    """

    words: Ints
    masks: Ints
    fixed_bits: Ints

    def without(self, blanks: int) -> Ints:
        """Choose the bits of all columns but those of a pattern of blanks, shape (w,)."""
        bits = self.fixed_bits.copy()
        for column in range(self.masks.shape[1]):
            if not blanks >> column & 1:
                bits |= self.masks[:, column]
        return bits


def count_agreeing(
    codes: Sequence[Labels],
    fixed: Labels,
    job: Job | None = None,
    seekers: tuple[Sequence[Labels], Labels] | None = None,
) -> Ints:
    """Count the records that agree with each one wherever neither is blank, itself included.

    Parameters
    ----------
    codes : sequence of numpy.ndarray of int, shape (n,)
        For each column that may be blank, at most `MOST_BLANKED`, a number from 1 for each value; 0
        is a blank.
    fixed : numpy.ndarray of int, shape (n,)
        The group of each record by all other columns, from 0.
    seekers : pair, optional
        The same of `s` that look for records; default: the records themselves.

    Returns
    -------
    numpy.ndarray of int64, shape (n,), or (s,)
    """
    n_seekers = 0
    if seekers is not None:
        n_seekers = len(seekers[1])
        codes = [np.append(*pair) for pair in zip(seekers[0], codes, strict=True)]
        fixed = np.append(seekers[1], fixed)
    labels = by_first_appearance(fixed)
    for column in codes:
        labels = refine(labels, column)
    first = first_of_groups(labels)
    sizes = np.bincount(labels[n_seekers:], minlength=len(first))
    is_sought = np.ones(len(first), dtype=np.bool_)
    if seekers is not None:
        is_sought = np.bincount(labels[:n_seekers], minlength=len(first)) > 0
    distinct = np.column_stack([column[first] for column in codes]).astype(np.int64)
    counts = _count_for_distinct(distinct, fixed[first], sizes, is_sought, job)
    return np.asarray(counts[labels if seekers is None else labels[:n_seekers]])


def _count_for_distinct(
    codes: Ints, fixed: Labels, sizes: Ints, is_sought: Bools, job: Job | None
) -> Ints:
    """Count the records that agree with each distinct one that is sought for.

    `sizes`, shape (p,), are how many records have these cells; 0 of cells that are only sought.
    """
    packed = _pack(codes, fixed)
    blanks = (codes == 0) @ (1 << np.arange(codes.shape[1], dtype=np.int64))
    seekers_by_blanks = _by_value(blanks, np.flatnonzero(is_sought))
    records_by_blanks = _by_value(blanks, np.flatnonzero(sizes > 0))
    counts = np.zeros(len(fixed), dtype=np.int64)
    for blanks_of_seekers, seekers in seekers_by_blanks.items():
        # Patterns that leave the same columns to compare are joined at once.
        by_left_out: dict[int, list[Ints]] = {}
        for blanks_of_records, records in records_by_blanks.items():
            by_left_out.setdefault(blanks_of_seekers | blanks_of_records, []).append(records)
        for left_out, parts in by_left_out.items():
            if job is not None:
                job.check()
            records = np.concatenate(parts)
            bits = packed.without(left_out)
            together = np.append(seekers, records)
            groups: Labels = packed.words[0, together] & bits[0]
            groups = by_first_appearance(groups)
            for word in range(1, len(bits)):
                keys = packed.words[word, together] & bits[word]
                groups = refine(groups.astype(np.int64), keys)
            of_groups = np.zeros(int(groups.max()) + 1, dtype=np.int64)
            np.add.at(of_groups, groups[len(seekers) :], sizes[records])
            counts[seekers] += of_groups[groups[: len(seekers)]]
    return counts


def _by_value(values: Ints, positions: Ints) -> dict[int, Ints]:
    """List the positions of each value, by ascending values."""
    order = positions[np.argsort(values[positions], kind="stable")]
    distinct, begin = np.unique(values[order], return_index=True)
    return dict(zip(distinct.tolist(), np.split(order, begin[1:]), strict=True))


def _pack(codes: Ints, fixed: Labels) -> _Packed:
    """Write the cells of each record into the bits of as few words as they need."""
    columns = [fixed.astype(np.int64), *np.ascontiguousarray(codes.T)]
    widths = [max(1, int(column.max(initial=0)).bit_length()) for column in columns]
    words, masks = [np.zeros(len(fixed), dtype=np.int64)], list[tuple[int, int]]()
    used = 0
    for column, width in zip(columns, widths, strict=True):
        if used + width > _BITS_OF_WORD:
            words.append(np.zeros(len(fixed), dtype=np.int64))
            used = 0
        words[-1] |= column << used
        masks.append((len(words) - 1, ((1 << width) - 1) << used))
        used += width
    bits = np.zeros((len(words), len(columns)), dtype=np.int64)
    for column_place, (word, mask) in enumerate(masks):
        bits[word, column_place] = mask
    return _Packed(np.vstack(words), bits[:, 1:], bits[:, 0])
