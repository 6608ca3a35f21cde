"""The individual risk of groups of records, given sample and estimated population frequencies.

The model is that of Benedetti and Franconi (1998): given the sample frequency f, the population
frequency F of a group has a negative binomial distribution with f successes and probability p, and
the risk is the expectation of 1/F (Franconi and Polettini 2004).
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from core.array_types import Floats, Ints

# Below this 1 - p the closed form for f = 2 loses digits, and a series converges in a few terms.
_NEARLY_ALL = 0.1
_MOST_STEPS = 50


@njit(cache=True, nogil=True)
def approximate_risk(frequencies: Ints, p: Floats) -> Floats:
    """Compute the risk by the closed forms for f = 1 and f = 2 and p / (f - (1 - p)) above.

    Parameters
    ----------
    frequencies : numpy.ndarray of int64, shape (g,)
        Sample frequency f of each group, at least 1.
    p : numpy.ndarray of float64, shape (g,)
        Sample frequency over estimated population frequency, in (0, 1].

    Returns
    -------
    numpy.ndarray of float64, shape (g,)
        Risk of each record of the group, in (0, 1].
    """
    risks = np.empty(len(p), np.float64)
    for group in range(len(p)):
        if p[group] >= 1.0:
            risks[group] = 1.0 / frequencies[group]
        elif frequencies[group] <= 2:
            risks[group] = _few(frequencies[group], p[group])
        else:
            risks[group] = p[group] / (frequencies[group] - (1.0 - p[group]))
    return risks


@njit(cache=True, nogil=True)
def exact_risk(frequencies: Ints, p: Floats) -> Floats:
    """Compute the expectation of 1/F, p**f / f * 2F1(f, f; f + 1; 1 - p).

    With ``h(f)`` the integral of (1 - t)**(f - 1) / (1 - (1 - p) t) over 0 < t < 1, it equals
    ``p * h(f)``. Integration by parts gives ``p * h(f) + (1 - p) * h(f + 1) = 1 / f``, which is
    followed upwards where it is stable; the hypergeometric series is summed otherwise.

    Parameters
    ----------
    frequencies, p
        See `approximate_risk`.

    Returns
    -------
    numpy.ndarray of float64, shape (g,)
        Risk of each record of the group, in (0, 1].
    """
    risks = np.empty(len(p), np.float64)
    for group in range(len(p)):
        f, share = frequencies[group], p[group]
        if share >= 1.0:
            risks[group] = 1.0 / f
        elif f <= 2:
            risks[group] = _few(f, share)
        elif share < 0.5 and f <= _MOST_STEPS:
            complement = 1.0 - share
            h = -math.log(share) / complement
            for i in range(1, f):
                h = (1.0 / i - share * h) / complement
            risks[group] = share * h
        else:
            risks[group] = _by_series(f, share)
    return risks


@njit(cache=True, nogil=True)
def _few(frequency: int, p: float) -> float:
    """Compute the exact risk of a group of one or two records."""
    complement = 1.0 - p
    log = -math.log(p) if p < 0.5 else -math.log1p(-complement)
    if frequency == 1:
        return p / complement * log
    if complement >= _NEARLY_ALL:
        return p / complement - (p / complement) ** 2 * log
    # log(1/p) = rest + rest**2 / 2 + ..., of which the first term cancels.
    total, power = 0.0, 1.0
    for j in range(2, 40):
        total += power / j
        power *= complement
    return p - p * p * total


@njit(cache=True, nogil=True)
def _by_series(frequency: int, p: float) -> float:
    """Compute p / f * 2F1(1, 1; f + 1; 1 - p), whose terms fall at least as fast as powers."""
    complement = 1.0 - p
    term = 1.0 / frequency
    total, j = term, 0
    while term > 1e-17 * total:
        term *= complement * (j + 1) / (frequency + 1 + j)
        total += term
        j += 1
    return p * total
