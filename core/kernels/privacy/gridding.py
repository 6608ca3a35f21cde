"""Numbers brought to the places of a grid."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray


@njit(cache=True, nogil=True, error_model="numpy")
def nearest_places(
    values: NDArray[np.float64], low: float, step: float, steps: int
) -> NDArray[np.int64]:
    """Return the nearest of the places ``0..steps`` for each value, halves to the even one.

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
    found = np.empty(len(values), dtype=np.int64)
    for i in range(len(values)):
        place = (values[i] - low) / step
        if np.isnan(place):
            found[i] = steps // 2
        else:
            found[i] = np.int64(np.rint(min(max(place, 0.0), float(steps))))
    return found
