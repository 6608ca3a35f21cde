"""Original and released columns record by record, and what changed between them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.jobs import Job
from core.model import Column, ColumnKind

Flags = NDArray[np.bool_]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class BeforeAfter:
    """The kept records before and after protection. Internal: never leaves the window.

    Attributes
    ----------
    before, after : tuple of Column
        The same columns, in the order of the file.
    masked : frozenset of str
        Columns that the method masks.
    rows : numpy.ndarray of int64, shape (r,)
        Row of each record in the user's file, its header included.
    numbers : numpy.ndarray of int64, shape (r,)
        Number of each record in the user's file, from 1.
    changed : numpy.ndarray of bool, shape (r, c)
        Cells whose value is another one; all false where the records are not paired.
    touched : numpy.ndarray of int64
        Positions of the records with such a cell, ascending.
    altered : tuple of int
        Positions of the columns with such a cell.
    paired : bool
        Whether record `i` of both tables is the same.
    left_out : int
        Records of the file that are not released.
    """

    before: tuple[Column, ...]
    after: tuple[Column, ...]
    masked: frozenset[str]
    rows: Ints
    numbers: Ints
    changed: Flags
    touched: Ints
    altered: tuple[int, ...]
    paired: bool
    left_out: int

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the columns."""
        return tuple(column.name for column in self.after)

    @property
    def records(self) -> int:
        """Number of released records."""
        return len(self.rows)


@dataclass(frozen=True, slots=True, eq=False)
class PairedRecords:
    """What is needed besides the columns to compare them: see `BeforeAfter`."""

    masked: frozenset[str]
    rows: Ints
    numbers: Ints
    paired: bool
    left_out: int


def compare_columns(
    original: Mapping[str, Column], released: Mapping[str, Column], records: PairedRecords, job: Job
) -> BeforeAfter:
    """Compare the columns cell by cell.

    Parameters
    ----------
    before, after : Mapping of str to Column
        The original and the released columns of the kept records.
    records : PairedRecords
        What else is known of the records.
    job : Job
        Raises `Cancelled` when it is cancelled.
    """
    names = tuple(released)
    changed = np.zeros((len(records.rows), len(names)), dtype=bool)
    for i, name in enumerate(names):
        job.check()
        if records.paired:
            changed[:, i] = find_differences(original[name], released[name])
    return BeforeAfter(
        tuple(original[name] for name in names),
        tuple(released.values()),
        records.masked,
        records.rows,
        records.numbers,
        changed,
        np.flatnonzero(changed.any(axis=1)).astype(np.int64),
        tuple(np.flatnonzero(changed.any(axis=0)).tolist()),
        records.paired,
        records.left_out,
    )


def find_differences(original: Column, released: Column) -> Flags:
    """Find the records whose cell has another value, shape (r,)."""
    differs_in_missing: Flags = original.missing != released.missing
    has_both = ~original.missing & ~released.missing
    if original.kind is ColumnKind.TEXT and released.kind is ColumnKind.TEXT:
        code_of = {text: i for i, text in enumerate(released.categories)}
        same = np.array([code_of.get(text, -2) for text in original.categories], dtype=np.int64)
        is_unequal = same[original.values] != released.values if len(same) else differs_in_missing
        return differs_in_missing | (has_both & is_unequal)
    if (original.kind is ColumnKind.TEXT) is not (released.kind is ColumnKind.TEXT):
        return differs_in_missing | has_both
    is_unequal = np.asarray(original.values != released.values, dtype=bool)
    return differs_in_missing | (has_both & is_unequal)
