"""The columns of a sample, gathered while a file is read, with what is known of the whole file."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import Problem, Refused, Where
from core.io.sampling.chosen_records import Positions
from core.io.scratch.cell_notes import MOST_TEXTS
from core.model import Column, ColumnKind

MOST_PINNED = 1_000
"""The most different texts or whole numbers of a column of which each is seen in a sample."""

MOST_DISTINCT = 100_000
"""The most different numbers or dates of a column that are counted."""


@dataclass(slots=True)
class SampledColumn:
    """A column of which the sample's cells are kept; its kind is unknown before its first value.

    Attributes
    ----------
    name : str
        The column's name.
    most : int
        The most different texts that are all kept.
    missing : int
        Number of missing cells of the file so far.
    least, largest : float or None
        The range of the values of a column of numbers or dates; ``None`` without a value.
    too_many : bool
        Whether there were more different texts than are kept.
    pinned : numpy.ndarray of int64, shape (p,)
        The first record of each text or whole number, if there are at most `MOST_PINNED`: pages
        that ask how categories are related must see each of them, and numbers may be codes.
    """

    name: str
    most: int = MOST_TEXTS
    missing: int = 0
    least: float | None = None
    largest: float | None = None
    too_many: bool = False
    pinned: Positions = field(default_factory=lambda: np.empty(0, np.int64))
    _head: Column | None = None
    # Texts themselves, since a part numbers its own; `None` where a cell is missing.
    _cells: NDArray[Any] = field(default_factory=lambda: np.empty(0, object))
    _absent: NDArray[np.bool_] = field(default_factory=lambda: np.empty(0, np.bool_))
    _texts: set[str] = field(default_factory=set)
    # The different numbers so far, ascending; `None` once there were more than are counted.
    _numbers: NDArray[Any] | None = field(default_factory=lambda: np.empty(0))

    def look(self, column: Column, first: int) -> None:
        """Look at the cells of the next records, the first of which has this position.

        Raises
        ------
        Refused
            If the cells have another kind than those before.
        """
        self.missing += int(np.count_nonzero(column.missing))
        # Nothing says of which kind the column is.
        if column.kind is ColumnKind.TEXT and not column.categories:
            return
        self._take_kind(column)
        if column.kind is ColumnKind.TEXT:
            self._look_at_texts(column, first)
        else:
            self._look_at_numbers(column, first)

    def keep(self, column: Column, kept: Positions, new: Positions) -> None:
        """Keep the cells of the chosen records.

        Parameters
        ----------
        column : Column
            Of the next records.
        kept, new : numpy.ndarray of int64
            As `ChosenRecords.add` returns them.
        """
        cells: NDArray[Any] = column.values[new].copy()
        if column.kind is ColumnKind.TEXT:
            cells = np.asarray(np.array([*column.categories, None], object)[cells])
        if len(self._cells) and cells.dtype != self._cells.dtype:
            cells, self._cells = cells.astype(object), self._cells.astype(object)
        self._cells = np.concatenate([self._cells[kept], cells]) if len(kept) else cells
        self._absent = np.concatenate([self._absent[kept], column.missing[new]])

    def _take_kind(self, column: Column) -> None:
        if self._head is None:
            self._head = replace(
                column,
                values=column.values[:0].copy(),
                missing=column.missing[:0].copy(),
                categories=(),
                missing_text=None,
                cell_decimals=None,
                spellings=None,
            )
        elif self._head.kind is not column.kind:
            raise Refused(Problem("large-kind-varies", Where(self.name)))
        elif self._head.decimals != column.decimals:
            self._head = replace(self._head, decimals=None)

    def _look_at_texts(self, column: Column, first: int) -> None:
        if self.too_many:
            return
        new = [code for code, text in enumerate(column.categories) if text not in self._texts]
        self._texts.update(column.categories)
        if len(self._texts) > self.most:
            self.too_many, self._texts = True, set()
        if self.too_many or len(self._texts) > MOST_PINNED:
            self.pinned = np.empty(0, np.int64)
        elif new:
            codes, at = np.unique(column.values, return_index=True)
            self.pinned = np.union1d(self.pinned, first + at[np.isin(codes, new)])

    def _look_at_numbers(self, column: Column, first: int) -> None:
        present = column.values[~column.missing]
        if len(present):
            self._count(column, first)
            least, largest = float(present.min()), float(present.max())
            self.least = least if self.least is None else min(self.least, least)
            self.largest = largest if self.largest is None else max(self.largest, largest)

    def _count(self, column: Column, first: int) -> None:
        """Count the different numbers, and pin the first record of each of few whole ones."""
        if self._numbers is None:
            return
        at = np.flatnonzero(~column.missing)
        numbers, places = np.unique(column.values[at], return_index=True)
        new = ~np.isin(numbers, self._numbers)
        known = numbers if not len(self._numbers) else np.union1d(self._numbers, numbers)
        self._numbers = known if len(known) <= MOST_DISTINCT else None
        if column.kind is not ColumnKind.INTEGER or len(known) > MOST_PINNED:
            self.pinned = np.empty(0, np.int64)
        else:
            self.pinned = np.union1d(self.pinned, first + at[places[new]])

    @property
    def distinct(self) -> int | None:
        """Number of different numbers or dates of the file; ``None`` if they were not counted."""
        counted = self._head is not None and self._head.kind is not ColumnKind.TEXT
        return len(self._numbers) if counted and self._numbers is not None else None

    def finished(self) -> Column:
        """Return the column of the sample; texts have the categories of the whole file."""
        absent = self._absent
        head = self._head
        if head is None or head.kind is ColumnKind.TEXT:
            known = {text for text in self._cells.tolist() if text is not None}
            categories = tuple(sorted(self._texts | known))
            codes = {text: code for code, text in enumerate(categories)}
            values = np.array([codes.get(text, -1) for text in self._cells.tolist()], np.int32)
            if head is None:
                return Column(self.name, ColumnKind.TEXT, values, absent)
            return replace(head, values=values, missing=absent, categories=categories)
        if head.kind is ColumnKind.NUMBER:
            numbers = np.where(absent, np.nan, self._cells).astype(np.float64)
            return replace(head, values=numbers, missing=absent)
        whole = np.where(absent, 0, self._cells).astype(np.int64)
        return replace(head, values=whole, missing=absent)
