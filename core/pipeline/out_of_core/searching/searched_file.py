"""The columns of a whole file in the scratch folder, records that are left out included."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from core.io.scratch.apart_columns import apart_columns, table_as_in_file
from core.io.scratch.disk_columns import StoredColumn, StoredTable
from core.io.structure.table_blocks import RecordsOfColumn
from core.jobs import Job
from core.model import Column, ColumnKind, Schema
from core.pipeline.out_of_core.searching.aside import Aside

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class InParts:
    """A column that is gone through in parts of so many records (`core.encode.long_columns`)."""

    column: RecordsOfColumn
    rows: int
    job: Job

    @property
    def name(self) -> str:
        """The column's name."""
        return self.column.name

    @property
    def kind(self) -> ColumnKind:
        """The column's kind."""
        return self.column.kind

    @property
    def head(self) -> Column:
        """The column without its records."""
        return self.column.head

    def __len__(self) -> int:
        return len(self.column)

    def parts(self) -> Iterator[Column]:
        """Yield the parts in order."""
        for start in self.job.each(range(0, len(self), self.rows)):
            yield self.column.part(start, min(start + self.rows, len(self)))


class _Whole:
    """The cells of the records that are kept and of those that are left out, in their order."""

    def __init__(self, kept: StoredColumn, left: StoredColumn, places: Ints) -> None:
        self._kept, self._left, self._places = kept, left, places
        texts = sorted({*kept.head.categories, *left.head.categories})
        is_unknown = kept.kind is ColumnKind.TEXT and not kept.head.categories
        self.head = replace((left if is_unknown else kept).head, categories=tuple(texts))
        at = {text: code for code, text in enumerate(texts)}
        # The index of a missing cell, -1, selects the last entry.
        self._codes = [
            np.array([*(at[text] for text in one.head.categories), -1], np.int32)
            for one in (kept, left)
        ]

    @property
    def name(self) -> str:
        """The column's name."""
        return self.head.name

    @property
    def kind(self) -> ColumnKind:
        """The column's kind."""
        return self.head.kind

    def __len__(self) -> int:
        return len(self._kept) + len(self._left)

    def part(self, start: int, stop: int) -> Column:
        """Return the column of the records from `start` to, not including, `stop`."""
        stop = min(stop, len(self))
        low, high = np.searchsorted(self._places, [start, stop]).tolist()
        of_left = np.zeros(stop - start, np.bool_)
        of_left[self._places[low:high] - start] = True
        values = np.zeros(stop - start, self.head.values.dtype)
        missing = np.ones(stop - start, np.bool_)
        pieces = self._kept.part(start - low, stop - high), self._left.part(low, high)
        for piece, codes, at in zip(pieces, self._codes, (~of_left, of_left), strict=True):
            if piece.kind is not self.kind:
                continue  # nothing but missing cells
            is_text = self.kind is ColumnKind.TEXT
            values[at] = codes[piece.values] if is_text else piece.values
            missing[at] = piece.missing
        return Column(self.name, self.kind, values, missing, self.head.categories)


def columns_of_file(table: StoredTable, aside: Aside, schema: Schema) -> dict[str, RecordsOfColumn]:
    """Return the released columns and those of strata, with the cells of all records.

    Codes of questions that were not asked are missing, as a run in memory searches them.
    """
    own = searched_table(table, schema)
    found: dict[str, RecordsOfColumn] = {column.name: column for column in own.columns}
    if aside.left.columns:
        left = searched_table(aside.left, schema)
        for column in own.columns:
            found[column.name] = _Whole(column, left.named(column.name), aside.places)
    others = searched_table(aside.others, schema)
    return found | {column.name: column for column in others.columns}


def searched_table(table: StoredTable, schema: Schema) -> StoredTable:
    """Return a table in which codes of questions that were not asked are missing."""
    return apart_columns(table_as_in_file(table).columns, schema)
