"""Single columns of a file in the scratch folder, with all of their records in memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from core.io.scratch.disk_columns import StoredColumn
from core.jobs import Job
from core.model import Column, ColumnKind
from core.pipeline.out_of_core.searching.aside import Aside
from core.pipeline.out_of_core.workplace import Workplace

Ints = NDArray[np.int64]


class FilePlaces:
    """Where the released records and those that are left out are in the file.

    Parameters
    ----------
    released : int
        Number of released records.
    left : numpy.ndarray of int64
        The positions of the others, ascending.
    """

    def __init__(self, released: int, left: Ints) -> None:
        self.records, self._left = released + len(left), left
        # How many released records come before each of the others.
        self._before = left - np.arange(len(left))

    def of_released(self, start: int, stop: int) -> Ints:
        """Return the positions of some released records."""
        own = np.arange(start, stop)
        return own + np.searchsorted(self._before, own, side="right")

    def of_left(self, start: int, stop: int) -> Ints:
        """Return the positions of some records that are left out."""
        return self._left[start:stop]


def released_column(column: StoredColumn, work: Workplace, job: Job) -> Column:
    """Return a column of the released records."""
    nothing = FilePlaces(column.rows, np.empty(0, np.int64))
    return _placed(_pieces(column, None, nothing, work, job), column.head, nothing.records)


def column_of_file(
    column: StoredColumn, left: StoredColumn | None, aside: Aside, work: Workplace, job: Job
) -> Column:
    """Return a column of all records of the file.

    Parameters
    ----------
    column, left : StoredColumn and StoredColumn or None
        The cells of the released records, and of those that are left out if there are any.
    aside : Aside
        Where these are.
    work, job : Workplace and Job
        How many are read at a time; can be cancelled.
    """
    places, head = FilePlaces(column.rows, aside.places), column.head
    if left is not None and head.kind is ColumnKind.TEXT:
        if not head.categories:
            head = left.head
        texts = sorted({*column.head.categories, *left.head.categories})
        head = replace(head, categories=tuple(texts))
    return _placed(_pieces(column, left, places, work, job), head, places.records)


def _pieces(
    column: StoredColumn, left: StoredColumn | None, places: FilePlaces, work: Workplace, job: Job
) -> Iterator[tuple[Ints, Column]]:
    """Yield the positions and the cells of some records at a time."""
    sides = ((column, places.of_released), (left, places.of_left))
    for stored, where in sides:
        for start in range(0, 0 if stored is None else stored.rows, work.rows):
            job.check()
            assert stored is not None
            stop = min(start + work.rows, stored.rows)
            yield where(start, stop), stored.part(start, stop)


def _placed(pieces: Iterator[tuple[Ints, Column]], head: Column, records: int) -> Column:
    """Return the cells at their positions; those without a value of the head's kind are missing."""
    values = np.zeros(records, head.values.dtype)
    missing, index = np.ones(records, np.bool_), np.full(records, -1, np.int16)
    known = {text: code for code, text in enumerate(head.categories)}
    codes: dict[str, int] = {}
    for where, piece in pieces:
        if piece.missing_text is not None:
            spellings, own = piece.missing_text
            at = [codes.setdefault(spelling, len(codes)) for spelling in spellings]
            index[where] = np.array([*at, -1], np.int16)[own]
        if piece.kind is not head.kind:
            continue  # nothing but missing cells
        missing[where] = piece.missing
        if head.kind is ColumnKind.TEXT:
            place = [*(known[text] for text in piece.categories), -1]
            values[where] = np.array(place, values.dtype)[piece.values]
        else:
            values[where] = np.where(piece.missing, 0, piece.values)
    if head.kind is ColumnKind.TEXT:
        values[missing] = -1
    elif head.kind is ColumnKind.NUMBER:
        values[missing] = np.nan
    spelled = (tuple(codes), index) if codes else None
    return Column(head.name, head.kind, values, missing, head.categories, missing_text=spelled)
