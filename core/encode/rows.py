"""Selects records of a column."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.model import Column
from core.table import pieces


def take(column: Column, positions: NDArray[Any]) -> Column:
    """Take the records at `positions`, in that order.

    Parameters
    ----------
    positions : numpy.ndarray of int32 or int64, shape (r,)
        Each in ``0..n-1``. For all positions in order, the column itself is returned.
    """
    if len(positions) == len(column) and _are_all_in_order(positions):
        return column
    spelled, decimals = column.missing_text, column.cell_decimals
    odd = column.spellings
    return replace(
        column,
        values=column.values[positions],
        missing=column.missing[positions],
        missing_text=None if spelled is None else (spelled[0], spelled[1][positions]),
        cell_decimals=None if decimals is None else decimals[positions],
        spellings=None if odd is None else replace(odd, index=odd.index[positions]),
    )


def _are_all_in_order(positions: NDArray[Any]) -> bool:
    """Check whether each position equals its index."""
    return all(
        np.array_equal(positions[piece], np.arange(piece.start, piece.stop))
        for piece in pieces(len(positions))
    )
