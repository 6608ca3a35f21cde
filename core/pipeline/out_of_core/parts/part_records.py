"""The records of a part of a file, which are gone through several times in the file's order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.lib.recfunctions import require_fields
from numpy.typing import NDArray

from core.io.scratch.disk_columns import StoredColumn, StoredTable
from core.io.scratch.raw_rows import AT, columns_of, row_type
from core.io.scratch.row_files import RoutedRows, Rows
from core.model import Column
from core.pipeline.out_of_core.parts.large_patterns import PartsOfFile
from core.pipeline.out_of_core.scratch_rows import parts_of_rows

Ints = NDArray[np.int64]

LABEL = "label"
"""The field with the cluster of a record, or with its part as long as it has none."""


class PartRecords(Protocol):
    """Some records with the columns that clusters depend on."""

    def __len__(self) -> int:
        """Return their number."""
        ...

    def columns(self) -> Iterator[tuple[int, Sequence[Column], Ints]]:
        """Yield the first position, counted within the part, the columns and `OWN` of some."""
        ...

    def rows(self) -> Iterator[tuple[int, Rows]]:
        """Yield the same records as rows of the type `kinds_of`."""
        ...


OWN = "own"
"""The field with the number of a joined pattern, or 0."""


def kinds_of(columns: Sequence[StoredColumn]) -> np.dtype[Any]:
    """Return the type of rows with the cells of these columns and the fields `LABEL` and `OWN`."""
    return np.dtype([*row_type(columns).descr, (LABEL, "<i8"), (OWN, "<i4")])


class WholeFile:
    """All records of a file.

    Parameters
    ----------
    columns : sequence of StoredColumn
        What the clusters depend on.
    rows : int
        How many records are read at a time.
    """

    def __init__(self, columns: Sequence[StoredColumn], parts: PartsOfFile, rows: int) -> None:
        self._columns, self._parts, self._rows = tuple(columns), parts, rows

    def __len__(self) -> int:
        return self._columns[0].rows

    def columns(self) -> Iterator[tuple[int, Sequence[Column], Ints]]:
        """Yield the columns; see `PartRecords`."""
        for start, columns in StoredTable(self._columns).parts(self._rows):
            yield start, columns, self._parts.own_of(start, start + len(columns[0]))

    def rows(self) -> Iterator[tuple[int, Rows]]:
        """Yield the rows; see `PartRecords`."""
        kinds = kinds_of(self._columns)
        for plain in parts_of_rows(self._columns, self._rows):
            start, rows = int(plain[AT][0]), require_fields(plain, kinds)
            rows[LABEL] = self._parts.parts_of(start, start + len(rows))
            rows[OWN] = self._parts.own_of(start, start + len(rows))
            yield start, rows


class BucketOfFile:
    """The records of a bucket.

    Parameters
    ----------
    routed : RoutedRows
        Rows of the type `kinds_of`.
    at, size : int
        The bucket, and the number of its records.
    columns : sequence of StoredColumn
        Whose cells the rows have.
    """

    def __init__(
        self, routed: RoutedRows, at: int, size: int, columns: Sequence[StoredColumn]
    ) -> None:
        self._routed, self._at, self._size, self._columns = routed, at, size, tuple(columns)

    def __len__(self) -> int:
        return self._size

    def columns(self) -> Iterator[tuple[int, Sequence[Column], Ints]]:
        """Yield the columns; see `PartRecords`."""
        for start, rows in self.rows():
            yield start, columns_of(rows, self._columns), rows[OWN].astype(np.int64)

    def rows(self) -> Iterator[tuple[int, Rows]]:
        """Yield the rows; see `PartRecords`."""
        start = 0
        for rows in self._routed.pieces(self._at):
            yield start, rows
            start += len(rows)
