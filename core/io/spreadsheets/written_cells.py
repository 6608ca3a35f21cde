"""Converts a column's values to cells for the XLSX writer."""

from __future__ import annotations

from typing import Any

import numpy as np

from core.array_types import Ints
from core.io.columns.spelling import spell
from core.io.spreadsheets.sheet_limits import warn_of_text
from core.model import Column, ColumnKind

_DATE_CODES = {"%Y": "yyyy", "%m": "mm", "%d": "dd"}


class ExactNumber(float):
    """A number written with as many digits as needed to read it back exactly.

    The writer formats numbers to sixteen digits, and a float64 may need seventeen.
    """

    __slots__ = ()

    def __format__(self, _: str) -> str:
        return repr(self).removesuffix(".0")


def number_format(column: Column, masked: bool) -> str | None:
    """Build the number format that shows values like the input file."""
    if column.kind is ColumnKind.DATE:
        code = column.date_format
        for sign, letters in _DATE_CODES.items():
            code = code.replace(sign, letters)
        return code.replace("/", "\\/")
    if column.kind is ColumnKind.NUMBER and not masked and column.decimals:
        return "0." + "0" * min(column.decimals, 30)
    return None


# 1 March 1900; earlier day numbers are one lower because of the fictitious 29 February 1900.
_MARCH_1900 = -25_508


class ColumnCells:
    """The cells of a column for the writer."""

    def __init__(self, column: Column, masked: bool) -> None:
        self._column = column
        self._masked = masked
        self._text = column.kind is ColumnKind.TEXT or warn_of_text(column) is not None
        self._missing: dict[int, object] = {}
        numeric = column.kind.is_numeric
        codes = column.missing_text[0] if column.missing_text is not None and not masked else ()
        for index, code in enumerate(codes):
            self._missing[index] = code or None
            try:
                is_number = numeric and bool(np.isfinite(float(code)))
            except ValueError:
                is_number = False
            # Numeric codes are numbers in numeric columns.
            if is_number and f"{ExactNumber(code)}" == code:
                self._missing[index] = ExactNumber(code)

    def of(self, rows: Ints) -> list[Any]:
        """Build a text, a number or ``None`` (no cell) for each of `rows`."""
        if self._text:
            return [
                text or None for text in spell(self._column, rows, self._masked, ".").to_pylist()
            ]
        values = self._numbers(rows)
        for position in np.flatnonzero(self._column.missing[rows]).tolist():
            row = int(rows[position])
            spellings = self._column.missing_text
            values[position] = self._missing.get(
                -1 if spellings is None else int(spellings[1][row])
            )
        return values

    def _numbers(self, rows: Ints) -> list[Any]:
        values = self._column.values[rows]
        if self._column.kind is ColumnKind.DATE:
            return list((values + np.where(values < _MARCH_1900, 25_568, 25_569)).tolist())
        if self._column.kind is ColumnKind.INTEGER:
            return list(values.tolist())
        return [ExactNumber(value) for value in values.tolist()]
