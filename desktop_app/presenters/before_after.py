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


def beside(
    before: Mapping[str, Column], after: Mapping[str, Column], known: PairedRecords, job: Job
) -> BeforeAfter:
    """Compare the columns cell by cell.

    Parameters
    ----------
    before, after : Mapping of str to Column
        The original and the released columns of the kept records.
    known : PairedRecords
        What else is known of the records.
    job : Job
        Raises `Cancelled` when it is cancelled.
    """
    names = tuple(after)
    changed = np.zeros((len(known.rows), len(names)), dtype=bool)
    for at, name in enumerate(names):
        job.check()
        if known.paired:
            changed[:, at] = differing(before[name], after[name])
    return BeforeAfter(
        tuple(before[name] for name in names),
        tuple(after.values()),
        known.masked,
        known.rows,
        known.numbers,
        changed,
        np.flatnonzero(changed.any(axis=1)).astype(np.int64),
        tuple(np.flatnonzero(changed.any(axis=0)).tolist()),
        known.paired,
        known.left_out,
    )


def differing(before: Column, after: Column) -> Flags:
    """Return of each record whether its cell has another value, shape (r,)."""
    gone: Flags = before.missing != after.missing
    both = ~before.missing & ~after.missing
    if before.kind is ColumnKind.TEXT and after.kind is ColumnKind.TEXT:
        place = {text: i for i, text in enumerate(after.categories)}
        same = np.array([place.get(text, -2) for text in before.categories], dtype=np.int64)
        other = same[before.values] != after.values if len(same) else gone
        return gone | (both & other)
    if (before.kind is ColumnKind.TEXT) is not (after.kind is ColumnKind.TEXT):
        return gone | both
    other = np.asarray(before.values != after.values, dtype=bool)
    return gone | (both & other)
