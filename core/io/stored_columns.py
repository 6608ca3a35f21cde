"""Gives back to columns the kind that they had in the input."""

from __future__ import annotations

from core.io.conversion import as_kind, number_failures
from core.model import Column, ColumnKind


def as_stored(column: Column) -> Column:
    """Return the integers that codes were before they became categories; else the column."""
    if column.kind is not ColumnKind.TEXT or column.stored is not ColumnKind.INTEGER:
        return column
    plain = all(text == "0" or text.lstrip("-")[:1] in "123456789" for text in column.categories)
    if not plain or not column.categories or number_failures(column, kind=ColumnKind.INTEGER)[0]:
        return column
    return as_kind(column, ColumnKind.INTEGER)
