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
    found: Sequence[Column], written: Sequence[Column], order: NDArray[Any]
) -> tuple[Problem, ...]:
    """Return problems for the columns, in order, whose cells differ from those written.

    Parameters
    ----------
    found : sequence of Column
        The columns of the file read back.
    written : sequence of Column
        The table in memory.
    order : numpy.ndarray of int32 or int64, shape (n,)
        The record of the table on each line.
    """
    if [column.name for column in found] != [column.name for column in written]:
        return (Problem("release-columns-differ"),)
    if found and len(found[0]) != len(order):
        params = {"found": len(found[0]), "written": len(order)}
        return (Problem("release-rows-differ", params=params),)
    problems = []
    for column, written_column in zip(found, written, strict=True):
        unequal = len(column)
        if column.kind is written_column.kind:
            unequal = _count_unequal(column, written_column, order)
        if unequal:
            problems.append(Problem("release-cells-differ", Where(column.name), {"count": unequal}))
    return tuple(problems)


def _count_unequal(found: Column, written: Column, order: NDArray[Any]) -> int:
    """Count the cells of two columns of a kind that differ."""
    codes = None
    if found.kind is ColumnKind.TEXT:
        # Texts as indices into the categories that were read back, or -2.
        places = {text: code for code, text in enumerate(found.categories)}
        codes = np.array([*(places.get(text, -2) for text in written.categories), -1])
    unequal = 0
    for piece in pieces(len(found)):
        lines = order[piece]
        values, missing = written.values[lines], written.missing[lines]
        if codes is not None:
            values = codes[values]
        is_present = ~found.missing[piece] & ~missing
        is_same = found.missing[piece] == missing
        is_same &= ~is_present | (found.values[piece] == values)
        unequal += int(np.count_nonzero(~is_same))
    return unequal
