"""Datasets: typed columns as read from a file, with its labels and its fingerprint."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.array_types import Bools, Floats, Int32s, Ints
from core.errors import Problem
from core.model.preparing import Prepared
from core.table import keep, keep_codes, keep_mask


@dataclass(frozen=True, slots=True)
class Labels:
    """Labels, declared missing codes and display format of a column; all may be absent.

    Attributes
    ----------
    values : tuple of pairs of str
        Value labels: pairs of code, spelled as in the cells, and label, in the file's order.
    missing : tuple of pairs of str
        Ranges of codes declared as missing, both ends included; mostly single codes.
    format : str
        Display format in the program that wrote the file, such as ``F8.2``.
    dialect : str
        The program whose format it is: ``spss``, ``stata`` or ``sas``.
    measure : str
        Measurement level ``nominal``, ``ordinal`` or ``scale``, if the file declares one.
    """

    variable: str = ""
    values: tuple[tuple[str, str], ...] = ()
    missing: tuple[tuple[str, str], ...] = ()
    format: str = ""
    dialect: str = ""
    measure: str = ""

    def meaning(self) -> dict[str, str]:
        """Return the label of each code."""
        return dict(self.values)


NO_LABELS = Labels()


class ColumnKind(StrEnum):
    """The type of a column, determined from all of its cells."""

    INTEGER = "integer"
    NUMBER = "number"
    DATE = "date"
    TEXT = "text"

    @property
    def is_numeric(self) -> bool:
        """Whether its values are numbers."""
        return self in (ColumnKind.INTEGER, ColumnKind.NUMBER)


@dataclass(frozen=True, slots=True, eq=False)
class Spellings:
    """Original spellings of cells that cannot be restored from value and number of decimals.

    Examples are numbers with more digits than a float64 holds, unusual exponents and decimal marks,
    thousands marks, and dates without leading zeros.

    Attributes
    ----------
    texts : tuple of str
        Distinct spellings in the file, sorted by code point.
    index : numpy.ndarray of int32, shape (n,)
        Index into `texts` of each record's cell; -1 where value and decimals restore it.
    rounded : numpy.ndarray of bool, shape (m,)
        Whether each text is a number that its float64 does not represent exactly.
    decimal, thousands : str
        Decimal and thousands marks used in `texts`; `thousands` is empty without one.
    """

    texts: tuple[str, ...]
    index: Int32s
    rounded: Bools
    decimal: str = "."
    thousands: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "index", keep(self.index))

    def where_rounded(self) -> Bools:
        """Decide for each record whether its cell is such a rounded number, shape (n,)."""
        is_rounded: Bools = np.append(self.rounded, False)[self.index]
        return is_rounded


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """A typed column of `n` records. Its arrays are read-only.

    Attributes
    ----------
    kind : ColumnKind
        Determines the contents of `values`.
    values : numpy.ndarray of shape (n,)
        ``INTEGER``: int64. ``NUMBER``: float64. ``DATE``: int64, days since 1970-01-01.
        ``TEXT``: index into `categories`, in 8, 16 or 32 bits as their number needs, so that it is
        widened before it is calculated with. Where `missing` is set the value is 0 (NaN for
        ``NUMBER``, -1 for ``TEXT``).
    missing : numpy.ndarray of bool, shape (n,)
        True where the cell is empty or holds a declared missing code.
    categories : tuple of str
        Distinct texts of a ``TEXT`` column, sorted by code point; empty for other kinds.
    decimals : int or None
        Number of decimals, if it is the same for all cells of a ``NUMBER`` column; cells that are
        released unchanged are written with as many.
    date_format : str
        ``strftime`` pattern of a ``DATE`` column.
    missing_text : tuple of str and numpy.ndarray, or None
        How missing cells were spelled: the distinct spellings, and each record's index into them
        (int16, -1 where a value is present), so that a column released unchanged keeps them.
        ``None``: all missing cells are empty.
    cell_decimals : numpy.ndarray of int8, shape (n,), or None
        Number of decimals of each cell of a ``NUMBER`` column where they differ, -1 for a cell with
        an exponent; ``None`` where `decimals` holds for all cells.
    stored : ColumnKind or None
        The type in the input of cells that this column holds as text; formats with typed columns
        write them in this type. ``None``: same as `kind`.
    spellings : Spellings or None
        Spellings of numbers and dates that must be kept so that a column released unchanged is
        identical character by character; ``None`` where values and decimals restore all cells.
    shared_cells : bool
        Whether cells of a sheet are merged over several records, which then all have the value of
        the first.
    """

    name: str
    kind: ColumnKind
    values: Ints | Floats | NDArray[np.signedinteger[Any]]
    missing: Bools
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
        # Large arrays of all tables lie where `core.table` puts them.
        is_text = self.kind is ColumnKind.TEXT
        values = keep_codes(self.values, len(self.categories)) if is_text else keep(self.values)
        object.__setattr__(self, "values", values)
        object.__setattr__(self, "missing", keep_mask(self.missing))
        if self.missing_text is not None:
            spellings, index = self.missing_text
            if (kept_index := keep(index)) is not index:
                object.__setattr__(self, "missing_text", (spellings, kept_index))
        if self.cell_decimals is not None:
            object.__setattr__(self, "cell_decimals", keep(self.cell_decimals))
        self.values.setflags(write=False)
        self.missing.setflags(write=False)

    def __len__(self) -> int:
        return len(self.values)

    def floats(self, absent: float = np.nan) -> Floats:
        """Convert the values to floats in a new array, missing ones to `absent`; shape (n,)."""
        floats = self.values.astype(np.float64)
        floats[self.missing] = absent
        return floats

    def count_categories(self) -> NDArray[np.intp]:
        """Count the cells of each category of a ``TEXT`` column, shape (categories,)."""
        codes = self.values[~self.missing].astype(np.intp)
        return np.bincount(codes, minlength=len(self.categories))


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """Name, size and hash of an input file."""

    file_name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True, eq=False)
class Dataset:
    """The records of a file, stored by column.

    Attributes
    ----------
    columns : tuple of Column
        Of equal length, in the file's order.
    row_numbers : numpy.ndarray of int64, shape (n,), or None
        Line or sheet row of each record, counted from 1; ``None`` where record `i` is on row
        ``first_row + i``.
    first_row : int
        Line or sheet row of the first record.
    notes : tuple of Problem
        Notes on how the file was read and prepared, such as rows hidden in the spreadsheet.
    prepared : Prepared or None
        What the recipe's preparing steps changed; ``None``: the columns are as they were read.
    originals : tuple of Column
        The columns in `Prepared.columns` as they were read.
    """

    columns: tuple[Column, ...]
    fingerprint: Fingerprint
    row_numbers: Ints | None = None
    first_row: int = 2
    notes: tuple[Problem, ...] = ()
    prepared: Prepared | None = None
    originals: tuple[Column, ...] = ()

    @property
    def read_columns(self) -> int:
        """Number of columns of the file as it was read."""
        return len(self.columns) if self.prepared is None else self.prepared.read_columns

    @property
    def rows(self) -> int:
        """Number of records."""
        return len(self.columns[0]) if self.columns else 0

    @property
    def names(self) -> tuple[str, ...]:
        """Column names in the file's order."""
        return tuple(column.name for column in self.columns)

    def column(self, name: str) -> Column:
        """Return the column called `name`; raise ``KeyError`` without one."""
        for column in self.columns:
            if column.name == name:
                return column
        raise KeyError(name)

    def numbers_as_read(self, name: str) -> Column:
        """Return the column called `name` before it was prepared, if it held numbers."""
        read = (column for column in self.originals if column.name == name)
        return next((column for column in read if column.kind.is_numeric), self.column(name))

    def row_number(self, position: int) -> int:
        """Return the line or sheet row of the record at `position`."""
        if self.row_numbers is not None:
            return int(self.row_numbers[position])
        return self.first_row + position
