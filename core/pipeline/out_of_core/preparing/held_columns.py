"""The columns of a file in the scratch folder between two preparing steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from core.io.columns.cell_grammar import NO_DECIMALS
from core.io.scratch.disk_columns import StoredColumn, TableWriter
from core.model import Column, ColumnKind, Dataset, Fingerprint
from core.pipeline.out_of_core.workplace import Workplace

_UNKNOWN = Fingerprint("", 0, "")
_LINES = "line"


@dataclass(frozen=True, slots=True, eq=False)
class HeldColumn:
    """A column in a file, and how its numbers are spelled as a whole.

    A part of a column cannot know whether all of its numbers have the same number of decimals, but
    what a step does may depend on it.

    Attributes
    ----------
    decimals : int or None
        As in `Column`, of all cells.
    varies : bool
        Whether each cell has a number of decimals of its own.
    """

    stored: StoredColumn
    decimals: int | None = None
    varies: bool = False

    @property
    def kind(self) -> ColumnKind:
        """The column's kind."""
        return self.stored.kind

    def part(self, start: int, stop: int) -> Column:
        """Return the records from `start` to, not including, `stop`, as they are in memory."""
        column = self.stored.part(start, stop)
        if column.kind is not ColumnKind.NUMBER:
            return column
        if not self.varies:
            return replace(column, decimals=self.decimals, cell_decimals=None)
        places = column.cell_decimals
        if places is None:
            own = NO_DECIMALS if column.decimals is None else column.decimals
            places = np.full(len(column), own, np.int8)
        return replace(column, decimals=None, cell_decimals=places)

    def parts(self, rows: int) -> Iterator[Column]:
        """Yield the column in parts of `rows` records."""
        for start in range(0, len(self.stored), rows):
            yield self.part(start, start + rows)

    def remove(self) -> None:
        """Give back the space on the disk."""
        self.stored.path.unlink(missing_ok=True)
        if self.stored.notes is not None:
            self.stored.notes.unlink(missing_ok=True)


@dataclass(slots=True)
class _Places:
    """The least and the largest number of decimals of a column's cells so far."""

    least: int | None = None
    most: int = NO_DECIMALS

    def add(self, column: Column) -> None:
        """Look at the cells of a part."""
        if column.kind is not ColumnKind.NUMBER or bool(column.missing.all()):
            return
        own = NO_DECIMALS if column.decimals is None else column.decimals
        least = most = own
        if column.cell_decimals is not None:
            places = column.cell_decimals[~column.missing]
            least, most = int(places.min()), int(places.max())
        self.least = least if self.least is None else min(self.least, least)
        self.most = max(self.most, most)

    def held(self, stored: StoredColumn) -> HeldColumn:
        """Return the column with what was seen of it."""
        if self.least is None or self.most == NO_DECIMALS:
            return HeldColumn(stored)
        if self.least < self.most:
            return HeldColumn(stored, varies=True)
        return HeldColumn(stored, self.most)


@dataclass(frozen=True, slots=True, eq=False)
class HeldTable:
    """The columns of a file as they were read.

    Attributes
    ----------
    columns : Mapping of str to HeldColumn or None
        In the file's order; ``None`` for those that neither a step nor the release needs.
    first_row : int
        Row of the first record.
    lines : StoredColumn or None
        The row of each record, where they do not follow one another.
    """

    columns: Mapping[str, HeldColumn | None]
    rows: int
    first_row: int
    lines: StoredColumn | None

    def described(self, columns: tuple[Column, ...], start: int, stop: int) -> Dataset:
        """Return a part of the file with these columns, which knows the rows of its records."""
        lines = None if self.lines is None else self.lines.raw(start, stop)
        return Dataset(columns, _UNKNOWN, lines, self.first_row + start)


@dataclass(slots=True)
class HeldIntake:
    """Takes the parts of a file."""

    work: Workplace
    needed: frozenset[str]
    rows: int = 0
    _first_row: int = 1
    _names: tuple[str, ...] = ()
    _places: dict[str, _Places] = field(default_factory=dict)
    _writer: TableWriter | None = None
    _lines: TableWriter | None = None

    def take(self, part: Dataset) -> None:
        """Store the columns of a part that are needed."""
        if self._writer is None:
            self._names, self._first_row = part.names, part.row_number(0)
            self._writer = TableWriter(self.work.folder, "read")
            if part.row_numbers is not None:
                self._lines = TableWriter(self.work.folder, "lines")
        columns = [column for column in part.columns if column.name in self.needed]
        for column in columns:
            self._places.setdefault(column.name, _Places()).add(column)
        self._writer.add(columns)
        if self._lines is not None and part.row_numbers is not None:
            none = np.zeros(part.rows, np.bool_)
            self._lines.add([Column(_LINES, ColumnKind.INTEGER, part.row_numbers, none)])
        self.rows += part.rows

    def finished(self) -> HeldTable:
        """Return the columns."""
        stored = () if self._writer is None else self._writer.finish().columns
        known = {column.name: self._places[column.name].held(column) for column in stored}
        columns = {name: known.get(name) for name in self._names}
        lines = None if self._lines is None else self._lines.finish().named(_LINES)
        return HeldTable(columns, self.rows, self._first_row, lines)
