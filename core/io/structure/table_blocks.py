"""The columns of a table in blocks of so many records, whether or not they fit into memory.

Sums over the blocks depend on the records alone: the blocks are the same wherever the columns are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from core.io.structure.column_values import Floats, numbers_of
from core.jobs import Job
from core.model import Column, ColumnKind

BLOCK = 65_536


class RecordsOfColumn(Protocol):
    """A column of which any records can be read."""

    @property
    def name(self) -> str:
        """The column's name."""

    @property
    def kind(self) -> ColumnKind:
        """The column's kind."""

    @property
    def head(self) -> Column:
        """The column, of which only what holds for all records counts."""

    def __len__(self) -> int: ...

    def part(self, start: int, stop: int) -> Column:
        """Return the column of the records from `start` to, not including, `stop`."""


@dataclass(frozen=True, slots=True, eq=False)
class InMemory:
    """A column in memory."""

    head: Column

    @property
    def name(self) -> str:
        """The column's name."""
        return self.head.name

    @property
    def kind(self) -> ColumnKind:
        """The column's kind."""
        return self.head.kind

    def __len__(self) -> int:
        return len(self.head)

    def part(self, start: int, stop: int) -> Column:
        """Return the column of the records from `start` to, not including, `stop`."""
        head = self.head
        cells = head.values[start:stop], head.missing[start:stop]
        return Column(head.name, head.kind, *cells, head.categories)


class TableBlocks:
    """Columns of equal length, in the order of the table.

    Parameters
    ----------
    columns : sequence of RecordsOfColumn
        The columns.
    job : Job
        Raises `Cancelled` before a block if it is cancelled.
    """

    def __init__(self, columns: Sequence[RecordsOfColumn], job: Job) -> None:
        self._columns, self.job = {column.name: column for column in columns}, job
        self.names = tuple(self._columns)
        self.rows = len(columns[0]) if columns else 0

    def __getitem__(self, name: str) -> RecordsOfColumn:
        """Return a column."""
        return self._columns[name]

    def blocks(self, names: Sequence[str]) -> Iterator[tuple[int, list[Column]]]:
        """Yield the first position and the columns of each block."""
        for start in range(0, self.rows, BLOCK):
            self.job.check()
            stop = min(start + BLOCK, self.rows)
            yield start, [self._columns[name].part(start, stop) for name in names]

    def numbers(self, names: Sequence[str]) -> Iterator[list[Floats]]:
        """Yield the numbers of each block, NaN where they are missing."""
        for _, columns in self.blocks(names):
            yield [numbers_of(column) for column in columns]


def picked(start: int, count: int, step: int) -> slice:
    """Return those of `count` records from position `start` whose position `step` divides."""
    return slice(-start % step, count, step)


def joined(columns: Sequence[Column]) -> Column:
    """Return the records of several columns of the same head, one after the other."""
    first = columns[0]
    values = np.concatenate([column.values for column in columns])
    missing = np.concatenate([column.missing for column in columns])
    return Column(first.name, first.kind, values, missing, first.categories)
