"""The columns of a table in blocks small enough to copy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from core.array_types import Floats
from core.jobs import Job
from core.model import Column

BLOCK = 65_536


class TableBlocks:
    """Columns of equal length, in the order of the table."""

    def __init__(self, columns: Sequence[Column], job: Job) -> None:
        self._columns, self.job = {column.name: column for column in columns}, job
        self.names = tuple(self._columns)
        self.rows = len(columns[0]) if columns else 0

    def __getitem__(self, name: str) -> Column:
        """Read a column."""
        return self._columns[name]

    def blocks(self, names: Sequence[str]) -> Iterator[tuple[int, list[Column]]]:
        """Yield the first position and the columns of each block."""
        for start in range(0, self.rows, BLOCK):
            self.job.check()
            yield start, [_part(self._columns[name], start) for name in names]

    def numbers(self, names: Sequence[str]) -> Iterator[list[Floats]]:
        """Yield the numbers of each block, NaN where they are missing."""
        for _, columns in self.blocks(names):
            yield [column.floats() for column in columns]


def _part(column: Column, start: int) -> Column:
    """Read the column of the block of records that begins at `start`."""
    cells = column.values[start : start + BLOCK], column.missing[start : start + BLOCK]
    return Column(column.name, column.kind, *cells, column.categories)


def slice_by_step(start: int, count: int, step: int) -> slice:
    """Slice every `step`-th record of the file out of `count` records from position `start`."""
    return slice(-start % step, count, step)


def join_columns(columns: Sequence[Column]) -> Column:
    """Join the records of several columns of the same head, one after the other."""
    first = columns[0]
    values = np.concatenate([column.values for column in columns])
    missing = np.concatenate([column.missing for column in columns])
    return Column(first.name, first.kind, values, missing, first.categories)
