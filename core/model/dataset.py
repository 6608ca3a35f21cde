"""The facts: typed columns as read from a file, with the file's fingerprint."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from core.errors import Problem
from core.model.labels import NO_LABELS, Labels


class ColumnKind(StrEnum):
    """What a column's cells are, seen over the whole file."""

    INTEGER = "integer"
    NUMBER = "number"
    DATE = "date"
    TEXT = "text"


@dataclass(frozen=True, slots=True, eq=False)
class Spellings:
    """How the cells of a column were spelled that its values and places do not give back.

    Among them are numbers of which a float64 holds only the nearest, exponents and points
    written in unusual ways, thousands marks and dates without leading zeros.

    Attributes
    ----------
    texts : tuple of str
        Distinct spellings as in the file, sorted by code point.
    index : numpy.ndarray of int32, shape (n,)
        Which of `texts` a record's cell is; -1 where value and places spell it.
    rounded : numpy.ndarray of bool, shape (m,)
        Of each text whether it is a number that its float64 does not give back.
    decimal, thousands : str
        The signs in `texts`; `thousands` is empty where there is none.
    """

    texts: tuple[str, ...]
    index: NDArray[np.int32]
    rounded: NDArray[np.bool_]
    decimal: str = "."
    thousands: str = ""

    def where_rounded(self) -> NDArray[np.bool_]:
        """Tell of each record whether its cell is such a number, shape (n,)."""
        found: NDArray[np.bool_] = np.append(self.rounded, False)[self.index]
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """One typed column of `n` records. Its arrays are read-only.

    Attributes
    ----------
    name : str
        The column's name.
    kind : ColumnKind
        Fixes what `values` holds.
    values : numpy.ndarray of shape (n,)
        ``INTEGER``: int64. ``NUMBER``: float64. ``DATE``: int64, days since 1970-01-01.
        ``TEXT``: int32, index into `categories`. Where `missing` is set the value is 0 (NaN
        for ``NUMBER``, -1 for ``TEXT``).
    missing : numpy.ndarray of bool, shape (n,)
        Where the cell holds no value or a code declared as missing.
    categories : tuple of str
        Distinct texts of a ``TEXT`` column, sorted by code point; else empty.
    decimals : int or None
        Digits behind the decimal sign, when all cells of a ``NUMBER`` column have the same
        number of them; cells that are released unchanged are written with as many.
    date_format : str
        ``strftime`` pattern of a ``DATE`` column.
    missing_text : tuple of str and numpy.ndarray, or None
        How missing cells were spelled: distinct spellings, and for every record the index of
        its own (int16, -1 where a value is present), so that a column released unchanged keeps
        them. ``None``: all are empty cells.
    cell_decimals : numpy.ndarray of int8, shape (n,), or None
        Digits behind the decimal sign of each cell of a ``NUMBER`` column where they differ,
        -1 where a cell has an exponent; ``None`` where `decimals` says it for all.
    labels : Labels
        What the file says of the column besides its cells.
    stored : ColumnKind or None
        What the cells were in the input where this column holds them as text: kinds of files
        with typed columns get them as they were. ``None``: `kind`.
    spellings : Spellings or None
        The cells of numbers and dates whose spelling is kept, so that a column released
        unchanged has every cell to the letter; ``None`` where values and places spell all.
    shared_cells : bool
        Whether some cells of a sheet are merged over several records, which all have the value
        of the first.
    """

    name: str
    kind: ColumnKind
    values: NDArray[np.int64] | NDArray[np.float64] | NDArray[np.int32]
    missing: NDArray[np.bool_]
    categories: tuple[str, ...] = ()
    decimals: int | None = None
    date_format: str = "%Y-%m-%d"
    missing_text: tuple[tuple[str, ...], NDArray[np.int16]] | None = None
    cell_decimals: NDArray[np.int8] | None = None
    labels: Labels = NO_LABELS
    stored: ColumnKind | None = None
    spellings: Spellings | None = None
    shared_cells: bool = False

    def __post_init__(self) -> None:
        self.values.setflags(write=False)
        self.missing.setflags(write=False)

    def __len__(self) -> int:
        return len(self.values)


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """What identifies an input file without telling what is in it."""

    file_name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True, eq=False)
class Dataset:
    """A file's records, column by column.

    Attributes
    ----------
    columns : tuple of Column
        All of the same length, in the file's order.
    fingerprint : Fingerprint
        Of the file as it was read.
    row_numbers : numpy.ndarray of int64, shape (n,), or None
        Line or sheet row of each record, counted from 1; ``None`` where record `i` stands on
        row ``first_row + i``.
    first_row : int
        Line or sheet row of the first record.
    notes : tuple of Problem
        What is worth knowing of how the file was read, such as rows that its program hides.
    """

    columns: tuple[Column, ...]
    fingerprint: Fingerprint
    row_numbers: NDArray[np.int64] | None = None
    first_row: int = 2
    notes: tuple[Problem, ...] = ()

    @property
    def rows(self) -> int:
        """Number of records."""
        return len(self.columns[0]) if self.columns else 0

    @property
    def names(self) -> tuple[str, ...]:
        """Column names in the file's order."""
        return tuple(column.name for column in self.columns)

    def column(self, name: str) -> Column:
        """Return the column called `name`; raise ``KeyError`` if there is none."""
        for column in self.columns:
            if column.name == name:
                return column
        raise KeyError(name)

    def row_number(self, position: int) -> int:
        """Return the line or sheet row on which the record at `position` stands."""
        if self.row_numbers is not None:
            return int(self.row_numbers[position])
        return self.first_row + position
