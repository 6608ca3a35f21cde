"""Columns of numbers that are filled while their cells arrive.

So that no cell of them exists twice, as it would if all cells were collected before.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from core.io.columns.column_parts import Code
from core.io.columns.tagged_columns import number_of, refuse_infinite
from core.io.typed_tables.table_header import Cells, ColumnHeader
from core.model import Column, ColumnKind, FileKind
from core.table import empty, forget, pieces

TypedCells = tuple[Column, Code, tuple[str, ...]]
"""A column, the missing code of each cell or -1, and the codes."""

# Of a file that does not say how many records it has.
_FIRST_RECORDS = 1 << 20
# A damaged file may declare any number of records; a column of more grows while they come.
_MOST_FIRST_RECORDS = 1 << 27


def is_plain(head: ColumnHeader, kind: FileKind) -> bool:
    """Check whether a column's kind follows from its declaration, and nothing else is sent."""
    are_numbers = head.cells is Cells.INTEGER or (head.typed and head.cells is Cells.NUMBER)
    return kind.has_parts and are_numbers and not head.labels.missing


class PlainColumn:
    """A column of numbers without letters or ranges of missing codes.

    Parameters
    ----------
    records : int
        How many cells will come, as far as is known; 0 if nothing is.
    """

    def __init__(self, head: ColumnHeader, codes: tuple[str, ...], records: int) -> None:
        self.head = head
        self._codes = tuple(dict.fromkeys((*codes, "")))
        self._is_whole = head.cells is Cells.INTEGER
        self._numbers = whole_codes(codes) if self._is_whole else _number_codes(codes)
        self._values = self._allocate(min(records or _FIRST_RECORDS, _MOST_FIRST_RECORDS))
        self._records = 0
        # One for each cell, once a cell is missing.
        self._code: Code | None = None

    def add(self, cells: pa.Array) -> None:
        """Add the next cells."""
        rows = slice(self._records, self._records + len(cells))
        self._records = rows.stop
        if rows.stop > len(self._values):
            self._grow(max(rows.stop, 2 * len(self._values)))
        numbers = pc.fill_null(cells, 0 if self._is_whole else np.nan).to_numpy()
        code = np.full(len(cells), -1, dtype=np.int16)
        for code_index, number in self._numbers.items():
            code[numbers == number] = code_index
        absent = pc.is_null(cells, nan_is_null=True).to_numpy(zero_copy_only=False)
        code[absent] = self._codes.index("")
        missing = code >= 0
        if missing.any():
            numbers = np.where(missing, 0 if self._is_whole else np.nan, numbers)
            if self._code is None:
                self._code = np.full(len(self._values), -1, dtype=np.int16)
            self._code[rows] = code
        self._values[rows] = numbers

    def build(self) -> TypedCells:
        """Build the column of the cells that came.

        Raises
        ------
        Refused
            If a number is infinite.
        """
        name, values = self.head.name, self._values[: self._records]
        code: Code = np.broadcast_to(np.int16(-1), self._records)
        if self._code is not None:
            code = self._code[: self._records]
        missing = code >= 0
        if self._is_whole:
            return Column(name, ColumnKind.INTEGER, values, missing), code, self._codes
        refuse_infinite(name, values, record_number)
        if self.head.decimals == 0:
            integers = np.where(missing, 0, values).astype(np.int64)
            return Column(name, ColumnKind.INTEGER, integers, missing), code, self._codes
        column = Column(name, ColumnKind.NUMBER, values, missing, decimals=self.head.decimals)
        return column, code, self._codes

    def _allocate(self, records: int) -> NDArray[Any]:
        return empty(records, np.int64 if self._is_whole else np.float64)

    def _grow(self, records: int) -> None:
        larger = self._allocate(records)
        for piece in pieces(len(self._values)):
            larger[piece] = self._values[piece]
        forget(larger)
        self._values = larger
        if self._code is not None:
            new_codes = np.full(records - len(self._code), -1, dtype=np.int16)
            self._code = np.concatenate((self._code, new_codes))


def whole_codes(codes: tuple[str, ...]) -> dict[int, float]:
    """List the whole numbers among missing codes, by the index of the code."""
    digits = {index: code for index, code in enumerate(codes) if code.removeprefix("-").isdecimal()}
    return {index: int(code) for index, code in digits.items() if str(int(code)) == code}


def _number_codes(codes: tuple[str, ...]) -> dict[int, float]:
    """List the numbers among missing codes, by the index of the code."""
    numbers = {index: number_of(code) for index, code in enumerate(codes)}
    return {index: number for index, number in numbers.items() if number is not None}


def record_number(position: int) -> int:
    """Read the number of a record in files without lines."""
    return position + 1
