"""Turns a column into another kind when the user says that it is one."""

from __future__ import annotations

from core.model import Column, ColumnKind


def number_failures(
    column: Column, decimal: str = ".", kind: ColumnKind = ColumnKind.NUMBER
) -> tuple[int, tuple[int, ...]]:
    """Count the present cells that are not numbers (or not whole numbers).

    Parameters
    ----------
    column : Column
        Of any kind.
    decimal : str
        Decimal sign of the file.
    kind : ColumnKind
        ``NUMBER``, or ``INTEGER`` for whole numbers only.

    Returns
    -------
    tuple of int and tuple of int
        How many, and the positions of the first five.
    """
    raise NotImplementedError(column, decimal, kind)


def as_kind(column: Column, kind: ColumnKind, decimal: str = ".") -> Column:
    """Return `column` as `kind`; numbers become text spelled as in the file.

    Raises
    ------
    Refused
        If a cell cannot be turned; `number_failures` says which.
    """
    raise NotImplementedError(column, kind, decimal)
