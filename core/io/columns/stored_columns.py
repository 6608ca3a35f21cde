"""Gives columns the kind in which a file of typed cells holds them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.errors import Problem, Severity, Where
from core.io.columns.conversion import as_kind, number_failures
from core.model import Column, ColumnKind, FileKind


def as_stored(column: Column) -> Column:
    """Return the column as files of typed cells hold it.

    Integers that became categories are integers again. Numbers of which a float64 holds only the
    nearest become text: such files hold float64, and no digit of a cell released as it was may
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
    """Return the warnings of columns that become text for the sake of their digits."""
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
    """Return how many cells have digits that their float64 does not give back."""
    odd = column.spellings
    return int(np.count_nonzero(odd.where_rounded() & ~column.missing)) if odd else 0
