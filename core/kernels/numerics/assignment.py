"""The assignment of least total cost, by shortest augmenting paths (Jonker and Volgenant 1987)."""

from __future__ import annotations

import numpy as np
from numba import njit

from core.array_types import Floats, Ints


@njit(cache=True, nogil=True)
def assign(costs: Floats, m: int) -> Ints:
    """Assign `m` rows to `m` columns, one after the other, each along a shortest path.

    The prices of rows and columns keep all reduced costs at least 0, and those of assigned pairs
    at 0.

    Parameters
    ----------
    costs : numpy.ndarray of float64, shape (at least m, at least m)
        Finite.

    Returns
    -------
    numpy.ndarray of int64, shape (m + 1,)
        The row of each column, both counted from 1; the first entry is where paths begin.
    """
    row_of, column_before = np.zeros(m + 1, np.int64), np.zeros(m + 1, np.int64)
    row_price, column_price = np.zeros(m + 1), np.zeros(m + 1)
    slack, is_seen = np.empty(m + 1), np.empty(m + 1, np.bool_)
    for row in range(1, m + 1):
        row_of[0], column = row, 0
        slack[:] = np.inf
        is_seen[:] = False
        while row_of[column] != 0:
            is_seen[column] = True
            current_row, step, next_column = row_of[column], np.inf, 0
            for j in range(1, m + 1):
                if is_seen[j]:
                    continue
                reduced = costs[current_row - 1, j - 1] - row_price[current_row] - column_price[j]
                if reduced < slack[j]:
                    slack[j], column_before[j] = reduced, column
                if slack[j] < step:
                    step, next_column = slack[j], j
            for j in range(m + 1):
                if is_seen[j]:
                    row_price[row_of[j]] += step
                    column_price[j] -= step
                else:
                    slack[j] -= step
            column = next_column
        while column != 0:
            row_of[column] = row_of[column_before[column]]
            column = column_before[column]
    return row_of


@njit(cache=True, nogil=True)
def assign_each(costs: Floats) -> Ints:
    """Find the column of each row for many problems of one size; shapes (u, m, m) and (u, m)."""
    problems, m, _ = costs.shape
    columns = np.empty((problems, m), np.int64)
    for problem in range(problems):
        row_of = assign(costs[problem], m)
        for column in range(1, m + 1):
            columns[problem, row_of[column] - 1] = column - 1
    return columns
