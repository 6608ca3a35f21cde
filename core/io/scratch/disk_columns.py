"""Columns in flat files of a scratch folder, read and written in parts of consecutive records.

Parts are read into memory of their own instead of mapped, because the pages of a map count as
memory of the process for as long as the system has some.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import Problem, Refused, Where
from core.io.scratch.cell_notes import MOST_TEXTS, NOTE, Notes, NoteTaker, with_notes
from core.io.scratch.scratch_folder import writing_in
from core.model import Column, ColumnKind

ROWS_AT_ONCE = 500_000
"""Records of a part, unless a caller wants others."""

MISSING_WHOLE = np.iinfo(np.int64).min
_STORED: dict[ColumnKind, np.dtype[Any]] = {
    ColumnKind.INTEGER: np.dtype("<i8"),
    ColumnKind.DATE: np.dtype("<i8"),
    ColumnKind.NUMBER: np.dtype("<f8"),
    ColumnKind.TEXT: np.dtype("<i4"),
}
Cells = NDArray[Any]
"""Cells as they are in files."""


@dataclass(frozen=True, slots=True, eq=False)
class StoredColumn:
    """A column in a file.

    Attributes
    ----------
    head : Column
        The column without its records.
    path : pathlib.Path
        The file: numbers, days or codes, with one value for those missing.
    rows : int
        Number of records.
    ranks : numpy.ndarray of int32, shape (c + 1,)
        The index into the categories of each code of a text column, and that of missing texts.
    notes : pathlib.Path or None
        The file of how its cells are spelled (`cell_notes`), if that must be kept.
    """

    head: Column
    path: Path
    rows: int
    ranks: NDArray[np.int32]
    notes: Path | None = None

    @property
    def name(self) -> str:
        """The column's name."""
        return self.head.name

    @property
    def kind(self) -> ColumnKind:
        """The column's kind."""
        return self.head.kind

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of its cells in files."""
        return _STORED[self.kind]

    def __len__(self) -> int:
        return self.rows

    def raw(self, start: int, stop: int) -> Cells:
        """Return the cells of some records as they are in the file."""
        return _read(self.path, self.dtype, start, min(stop, self.rows))

    def raw_notes(self, start: int, stop: int) -> Notes | None:
        """Return the notes on the cells of some records, if the column has any."""
        if self.notes is None:
            return None
        return _read(self.notes, NOTE, start, min(stop, self.rows))

    def typed(self, raw: Cells, notes: Notes | None = None) -> Column:
        """Return the column of the cells of some records, with the notes on them."""
        return with_notes(self.head, self._plain(raw), notes)

    def _plain(self, raw: Cells) -> Column:
        if self.kind is ColumnKind.NUMBER:
            return replace(self.head, values=raw, missing=np.isnan(raw))
        if self.kind is ColumnKind.TEXT:
            codes = self.ranks[raw]
            return replace(self.head, values=codes, missing=codes < 0)
        missing = raw == MISSING_WHOLE
        return replace(self.head, values=np.where(missing, 0, raw), missing=missing)

    def placed(self, path: Path, rows: int, notes: Path | None) -> StoredColumn:
        """Return the column with its cells in other files."""
        return replace(self, path=path, rows=rows, notes=notes)

    def part(self, start: int, stop: int) -> Column:
        """Return the column of the records from `start` to, not including, `stop`."""
        return self.typed(self.raw(start, stop), self.raw_notes(start, stop))

    def parts(self, rows: int = ROWS_AT_ONCE) -> Iterator[Column]:
        """Yield the column in parts of `rows` records."""
        for start in range(0, self.rows, rows):
            yield self.part(start, start + rows)


def _read(path: Path, dtype: np.dtype[Any], start: int, stop: int) -> Cells:
    with path.open("rb", buffering=0) as file:
        return np.fromfile(file, dtype, stop - start, offset=start * dtype.itemsize)


@dataclass(frozen=True, slots=True, eq=False)
class StoredTable:
    """Columns of equal length in files, in the order of the table."""

    columns: tuple[StoredColumn, ...]

    @property
    def rows(self) -> int:
        """Number of records."""
        return self.columns[0].rows if self.columns else 0

    def named(self, name: str) -> StoredColumn:
        """Return the column called `name`; raise ``KeyError`` if there is none."""
        for column in self.columns:
            if column.name == name:
                return column
        raise KeyError(name)

    def part(self, start: int, stop: int) -> tuple[Column, ...]:
        """Return the columns of the records from `start` to, not including, `stop`."""
        return tuple(column.part(start, stop) for column in self.columns)

    def parts(self, rows: int = ROWS_AT_ONCE) -> Iterator[tuple[int, tuple[Column, ...]]]:
        """Yield the first position and the columns of each part of `rows` records."""
        for start in range(0, self.rows, rows):
            yield start, self.part(start, start + rows)


def raw_cells(column: Column) -> Cells:
    """Return the cells of a column of numbers or dates as they are in files."""
    if column.kind is ColumnKind.NUMBER:
        return np.where(column.missing, np.nan, column.values)
    return np.where(column.missing, MISSING_WHOLE, column.values)


@dataclass(slots=True)
class _Growing:
    """A column that is being written; its kind is unknown before its first value."""

    path: Path
    is_bare: bool
    head: Column | None = None
    rows: int = 0
    texts: dict[str, int] = field(default_factory=dict)
    taker: NoteTaker = field(default_factory=NoteTaker)

    def add(self, column: Column) -> None:
        """Write the cells of the next records."""
        # Nothing says of which kind a column without any text is.
        if column.kind is ColumnKind.TEXT and not column.categories:
            self._write(self._absent(len(column)) if self.head is not None else None)
        elif self.head is None:
            # Without records and without how they were spelled.
            self.head = replace(
                column,
                values=column.values[:0].copy(),
                missing=column.missing[:0].copy(),
                categories=(),
                decimals=None,
                missing_text=None,
                cell_decimals=None,
                spellings=None,
            )
            self._write(self._absent(self.rows))
            self._write(self._cells(column))
        elif self.head.kind is not column.kind:
            raise Refused(Problem("large-kind-varies", Where(column.name)))
        else:
            self._write(self._cells(column))
        if self.is_bare:
            self.taker.learn_codes(column)
        else:
            self._note(self.taker.of(column))
        self.rows += len(column)

    @property
    def _notes(self) -> Path:
        return self.path.with_name(self.path.name + "-notes")

    def _note(self, notes: Notes) -> None:
        """Write the notes on the next cells, from the first one that is not 0."""
        if notes.any() or self._notes.exists():
            with self._notes.open("ab") as file:
                # Where nothing is written there are zeros.
                file.truncate(self.rows * NOTE.itemsize)
                file.write(notes.view(np.uint8).data)

    def finished(self, name: str) -> StoredColumn:
        """Return the column, whose texts are numbered by code point from now on."""
        if self.head is None:
            values = np.empty(0, _STORED[ColumnKind.TEXT])
            self.head = Column(name, ColumnKind.TEXT, values, np.empty(0, np.bool_))
            self._write(self._absent(self.rows))
        order = sorted(self.texts)
        ranks = np.full(len(order) + 1, -1, np.int32)
        ranks[[self.texts[text] for text in order]] = np.arange(len(order), dtype=np.int32)
        head = self.taker.noted(replace(self.head, categories=tuple(order)))
        notes = self._notes if self._notes.exists() else None
        return StoredColumn(head, self.path, self.rows, ranks, notes)

    def _absent(self, count: int) -> Cells:
        """Return the cells of records without a value."""
        assert self.head is not None
        missing = np.ones(count, np.bool_)
        if self.head.kind is ColumnKind.TEXT:
            return np.full(count, -1, _STORED[ColumnKind.TEXT])
        return raw_cells(replace(self.head, values=np.zeros(count), missing=missing))

    def _cells(self, column: Column) -> Cells:
        if column.kind is not ColumnKind.TEXT:
            self._refuse_least(column)
            return raw_cells(column)
        for text in column.categories:
            self.texts.setdefault(text, len(self.texts))
        if len(self.texts) > MOST_TEXTS:
            raise Refused(Problem("large-texts", Where(column.name), {"most": MOST_TEXTS}))
        codes = [*(self.texts[text] for text in column.categories), -1]
        return np.asarray(np.array(codes, _STORED[ColumnKind.TEXT])[column.values])

    def _refuse_least(self, column: Column) -> None:
        """Raise `Refused` for the whole number that means a missing cell in files."""
        if column.kind is ColumnKind.NUMBER:
            return
        if bool((~column.missing & (column.values == MISSING_WHOLE)).any()):
            raise Refused(Problem("large-least-whole", Where(column.name)))

    def _write(self, cells: Cells | None) -> None:
        if cells is not None and len(cells):
            assert self.head is not None
            with self.path.open("ab") as file:
                whole = cells.astype(_STORED[self.head.kind], copy=False)
                file.write(whole.view(np.uint8).data)


class TableWriter:
    """Writes columns to files, part by part.

    Parameters
    ----------
    folder : pathlib.Path
        The scratch folder.
    stem : str
        First part of the files' names.
    bare : frozenset of str
        Columns of which only the values are kept, and not how the cells are spelled.
    """

    def __init__(self, folder: Path, stem: str, bare: frozenset[str] = frozenset()) -> None:
        self._folder, self._stem, self._bare = folder, stem, bare
        self._columns: dict[str, _Growing] = {}

    def add(self, columns: Sequence[Column]) -> None:
        """Write the next records.

        Raises
        ------
        Refused
            If the cells of a column have another kind than those before, or more different texts
            than memory should hold.
        """
        for i, column in enumerate(columns):
            place = self._folder / f"{self._stem}-{i}"
            is_bare = column.name in self._bare
            growing = self._columns.setdefault(column.name, _Growing(place, is_bare))
            # Otherwise the reader of the input would take it for an error of its own.
            with writing_in(self._folder.parent):
                growing.add(column)

    def finish(self) -> StoredTable:
        """Return the table."""
        return StoredTable(tuple(growing.finished(name) for name, growing in self._columns.items()))
