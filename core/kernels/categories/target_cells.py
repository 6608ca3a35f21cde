"""Finds the cells of a table that a release may come near without giving away the others.

A line is a row or a column. What its targets leave of it follows from its margin, and its margin
from its cells where all of them are targets. A rest must therefore have enough units, and more than
one cell, because that cell would follow, too, and give away another one; and where a margin is no
target, neither is one of its cells. As many cells as are needed, the smallest first, are withdrawn
(secondary suppression: Hundepool et al. 2012, section 4.2.2).
Manual: methods#calibrated-categories.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from core.array_types import Bools, Ints


@njit(cache=True, nogil=True)
def _discloses(units: Ints, targets: Bools, is_stated: bool, fewest: int) -> bool:
    """Check whether the targets of a line give away its margin, or too few units in its rest."""
    n_rest_units, n_rest_cells, n_targets = 0, 0, 0
    for cell in range(len(units)):
        if targets[cell]:
            n_targets += 1
        elif units[cell] > 0:
            n_rest_units += units[cell]
            n_rest_cells += 1
    if n_targets == 0:
        return False
    if n_rest_cells == 0:
        return not is_stated
    return n_rest_cells == 1 or n_rest_units < fewest


@njit(cache=True, nogil=True)
def _withdraw_smallest(units: Ints, targets: Bools) -> int:
    """Withdraw the target of the fewest units, the first of several, and say which one it is."""
    smallest = -1
    for cell in range(len(units)):
        if targets[cell] and (smallest < 0 or units[cell] < units[smallest]):
            smallest = cell
    targets[smallest] = False
    return smallest


@njit(cache=True, nogil=True)
def find_targets(
    n_units: Ints, is_stated_row: Bools, is_stated_column: Bools, fewest: int
) -> Bools:
    """Find the cells of a table that may be targets.

    Parameters
    ----------
    n_units : numpy.ndarray of int64, shape (rows, columns)
        Units of each cell.
    is_stated_row : numpy.ndarray of bool, shape (rows,)
        Whether the margin of each row is a target or published.
    is_stated_column : numpy.ndarray of bool, shape (columns,)
        The same of each column.
    fewest : int
        Units that a cell or a rest must have.

    Returns
    -------
    numpy.ndarray of bool, shape (rows, columns)
    """
    n_rows, n_columns = n_units.shape
    is_target = np.empty(n_units.shape, np.bool_)
    for i in range(n_rows):
        for j in range(n_columns):
            is_target[i, j] = n_units[i, j] >= fewest
    # A withdrawal changes one row and one column, and only these are looked at again: a line loses
    # few cells, because each of them has enough units.
    is_open_row, is_open_column = np.ones(n_rows, np.bool_), np.ones(n_columns, np.bool_)
    while is_open_row.any() or is_open_column.any():
        for row in np.flatnonzero(is_open_row):
            while _discloses(n_units[row], is_target[row], is_stated_row[row], fewest):
                is_open_column[_withdraw_smallest(n_units[row], is_target[row])] = True
            is_open_row[row] = False
        for column in np.flatnonzero(is_open_column):
            units, targets = n_units[:, column], is_target[:, column]
            while _discloses(units, targets, is_stated_column[column], fewest):
                is_open_row[_withdraw_smallest(units, targets)] = True
            is_open_column[column] = False
    return is_target
