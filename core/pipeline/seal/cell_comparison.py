"""Compares the cells of a file read back with those that were written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import Problem, Where
from core.model import Column, ColumnKind
from core.table import pieces


def cell_differences(
    read_columns: Sequence[Column], written: Sequence[Column], order: NDArray[Any]
) -> tuple[Problem, ...]:
    """Return problems for the columns, in order, whose cells differ from those written.

    Parameters
    ----------
    order : numpy.ndarray of int32 or int64, shape (n,)
        The record of the table on each line.
    """
    if [column.name for column in read_columns] != [column.name for column in written]:
        return (Problem("release-columns-differ"),)
    if read_columns and len(read_columns[0]) != len(order):
        params = {"found": len(read_columns[0]), "written": len(order)}
        return (Problem("release-rows-differ", params=params),)
    problems = []
    for column, written_column in zip(read_columns, written, strict=True):
        unequal = len(column)
        if column.kind is written_column.kind:
            unequal = _count_unequal(column, written_column, order)
        if unequal:
            problems.append(Problem("release-cells-differ", Where(column.name), {"count": unequal}))
    return tuple(problems)


def _count_unequal(read_column: Column, written: Column, order: NDArray[Any]) -> int:
    """Count the cells of two columns of a kind that differ."""
    codes = None
    if read_column.kind is ColumnKind.TEXT:
        # Texts as indices into the categories that were read back, or -2.
        places = {text: code for code, text in enumerate(read_column.categories)}
        codes = np.array([*(places.get(text, -2) for text in written.categories), -1])
    unequal = 0
    for piece in pieces(len(read_column)):
        lines = order[piece]
        values, missing = written.values[lines], written.missing[lines]
        if codes is not None:
            values = codes[values]
        is_present = ~read_column.missing[piece] & ~missing
        is_same = read_column.missing[piece] == missing
        is_same &= ~is_present | (read_column.values[piece] == values)
        unequal += int(np.count_nonzero(~is_same))
    return unequal
