"""The nearest sequence that never falls (pool adjacent violators)."""

from __future__ import annotations

import numpy as np
from numba import njit

from core.array_types import Floats


@njit(cache=True, nogil=True)
def fit_isotonic(values: Floats, weights: Floats) -> Floats:
    """Find the sequence that never falls with the least weighted squared distance.

    Parameters
    ----------
    values, weights : numpy.ndarray of float64, shape (n,)
        Finite; the weights positive.

    Returns
    -------
    numpy.ndarray of float64, shape (n,)
    """
    n = len(values)
    means, sums, ends = np.empty(n), np.empty(n), np.empty(n, dtype=np.int64)
    pools = 0
    for i in range(n):
        mean, weight = values[i], weights[i]
        while pools > 0 and means[pools - 1] >= mean:
            pools -= 1
            total_weight = sums[pools] + weight
            mean = (means[pools] * sums[pools] + mean * weight) / total_weight
            weight = total_weight
        means[pools], sums[pools], ends[pools] = mean, weight, i + 1
        pools += 1
    fitted, begin = np.empty(n), 0
    for pool in range(pools):
        fitted[begin : ends[pool]] = means[pool]
        begin = ends[pool]
    return fitted
