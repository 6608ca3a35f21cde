"""Selects records of a column."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.kernels.numerics.grouping import Labels
from core.model import Column
from core.table import pieces

_SEED = 1


def take(column: Column, positions: NDArray[Any]) -> Column:
    """Return the column of the records at `positions`, in that order.

    Parameters
    ----------
    column : Column
        Of `n` records.
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


def draw_records(n: int, size: int, units: Labels | None = None) -> NDArray[np.int64]:
    """Draw `size` of `n` records at random without replacement, in the file's order.

    The draw depends on the number of records alone, because the generator's numbers never change.

    Parameters
    ----------
    n, size : int
        Number of records, and of those that are drawn.
    units : numpy.ndarray of int32 or int64, shape (n,), optional
        Unit of each record. Units are drawn whole: as many as have at most `size` records together,
        and at least one.

    Returns
    -------
    numpy.ndarray of int64
        The positions of the records that are drawn.
    """
    labels = np.arange(n) if units is None else units
    drawn = np.random.RandomState(_SEED).permutation(int(labels.max(initial=-1)) + 1)
    fits = np.cumsum(np.bincount(labels)[drawn]) <= size
    is_drawn = np.zeros(len(drawn), dtype=np.bool_)
    is_drawn[drawn[: max(1, np.count_nonzero(fits))]] = True
    return np.flatnonzero(is_drawn[labels]).astype(np.int64)


def _are_all_in_order(positions: NDArray[Any]) -> bool:
    """Check whether each position equals its index."""
    return all(
        np.array_equal(positions[piece], np.arange(piece.start, piece.stop))
        for piece in pieces(len(positions))
    )
