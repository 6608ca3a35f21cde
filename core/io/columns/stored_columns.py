"""Converts columns to the kinds in which files of typed cells store them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.errors import Problem, Severity, Where
from core.io.columns.conversion import as_kind, number_failures
from core.model import Column, ColumnKind, FileKind


def as_stored(column: Column) -> Column:
    """Return the column as files of typed cells store it.

    Integers that became categories become integers again. Numbers that a float64 cannot represent
    exactly become text: such files store float64, and no digit of a cell released unchanged may
    change.
    """
    if _rounded(column):
        return as_kind(column, ColumnKind.TEXT)
    if column.kind is not ColumnKind.TEXT or column.stored is not ColumnKind.INTEGER:
        return column
    plain = all(text == "0" or text.lstrip("-")[:1] in "123456789" for text in column.categories)
    if not plain or not column.categories or number_failures(column, kind=ColumnKind.INTEGER)[0]:
        return column
    return as_kind(column, ColumnKind.INTEGER)


def rounded_problems(columns: Sequence[Column], kind: FileKind) -> tuple[Problem, ...]:
    """Return warnings of columns that become text to keep their digits."""
    return tuple(
        Problem(
            "numbers-as-text-for",
            Where(column.name),
            {"kind": kind.value, "count": count},
            Severity.WARNING,
        )
        for column in columns
        if (count := _rounded(column))
    )


def _rounded(column: Column) -> int:
    """Return the number of cells whose digits a float64 does not represent."""
    odd = column.spellings
    return int(np.count_nonzero(odd.where_rounded() & ~column.missing)) if odd else 0
