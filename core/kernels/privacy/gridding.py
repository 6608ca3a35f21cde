"""Numbers brought to the places of a grid."""

from __future__ import annotations

import numpy as np
from numba import njit

from core.array_types import Floats, Ints


@njit(cache=True, nogil=True, error_model="numpy")
def find_nearest_steps(values: Floats, low: float, step: float, steps: int) -> Ints:
    """Find the nearest of the places ``0..steps`` for each value, halves to the even one.

    Parameters
    ----------
    values : numpy.ndarray of float64, shape (n,)
        What lies outside is brought to the nearer end; NaN to the middle.
    low : float
        The value of place 0.
    step : float
        How far places are apart; positive.
    steps : int
        The largest place.

    Returns
    -------
    numpy.ndarray of int64, shape (n,)
    """
    nearest = np.empty(len(values), dtype=np.int64)
    for i in range(len(values)):
        step_number = (values[i] - low) / step
        if np.isnan(step_number):
            nearest[i] = steps // 2
        else:
            nearest[i] = np.int64(np.rint(min(max(step_number, 0.0), float(steps))))
    return nearest
