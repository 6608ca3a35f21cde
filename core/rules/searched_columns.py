"""Prepares columns for the search of rules: which take part, and as which exact integers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from core.array_types import Bools, Floats, Words
from core.model import Column, ColumnKind
from core.rules.linear import EXACT, TOLERANCE

MOST_DECIMALS = 9
_TRIED = 2_000
_ROWS_AT_ONCE = 1 << 16


@dataclass(frozen=True, slots=True, eq=False)
class SearchedColumn:
    """A column that may be part of a found rule.

    Attributes
    ----------
    column : Column
        Of numbers or dates.
    observed : numpy.ndarray of bool, shape (n,)
        Where it has a value: neither missing nor not applicable nor infinite.
    decimals : int or None
        The fewest decimals with which all values can be written, at most `MOST_DECIMALS`; ``None``
        if they need more, or more digits than an integer of 53 bits has.
    """

    column: Column
    observed: Bools
    decimals: int | None

    def scale(self, decimals: int) -> Words:
        """Scale the values by ``10**decimals`` modulo 2**64, shape (n,); 0 if not observed.

        `decimals` is at least the column's own.
        """
        n_decimals = self.decimals or 0
        values = np.where(self.observed, self.column.values, 0)
        if self.column.kind is ColumnKind.NUMBER:
            values = np.rint(values * 10.0**n_decimals)
        return values.astype(np.int64).view(np.uint64) * np.uint64(10 ** (decimals - n_decimals))


def select_searched_columns(
    columns: Sequence[Column], not_applicable: Mapping[str, Bools]
) -> list[SearchedColumn]:
    """Select the columns of numbers and dates that vary, without repeated ones.

    A column that is constant where it is observed is no part of a rule worth suggesting. Of
    columns that are equal in every record the first one takes part.
    """
    varying: list[SearchedColumn] = []
    for column in columns:
        if column.kind is ColumnKind.TEXT:
            continue
        observed = ~column.missing
        if column.name in not_applicable:
            observed &= ~not_applicable[column.name]
        if column.kind is ColumnKind.NUMBER:
            observed &= np.isfinite(column.values)
        if not observed.any():
            continue
        first_value = column.values[int(observed.argmax())]
        if not ((column.values != first_value) & observed).any():
            continue
        if not any(_are_equal(column, observed, earlier) for earlier in varying):
            varying.append(SearchedColumn(column, observed, _decimals(column, observed)))
    return varying


def _are_equal(column: Column, observed: Bools, earlier: SearchedColumn) -> bool:
    for begin in range(0, len(column), _ROWS_AT_ONCE):
        rows = slice(begin, begin + _ROWS_AT_ONCE)
        is_observed = observed[rows]
        if not np.array_equal(is_observed, earlier.observed[rows]):
            return False
        if ((column.values[rows] != earlier.column.values[rows]) & is_observed).any():
            return False
    return True


def _decimals(column: Column, observed: Bools) -> int | None:
    """Find the fewest decimals with which all values can be written."""
    if column.kind is not ColumnKind.NUMBER:
        return 0
    values = column.values[observed].astype(np.float64)
    if (np.abs(values) > EXACT).any():
        return None
    few = values[:: max(1, len(values) // _TRIED)]
    for decimals in range(MOST_DECIMALS + 1):
        if _has_decimals(few, decimals) and _has_decimals(values, decimals):
            return decimals
    return None


def _has_decimals(values: Floats, decimals: int) -> bool:
    for first in range(0, len(values), _ROWS_AT_ONCE):
        large = values[first : first + _ROWS_AT_ONCE] * 10.0**decimals
        size = np.abs(large)
        if (size > EXACT).any() or (np.abs(large - np.rint(large)) > TOLERANCE * size).any():
            return False
    return True
