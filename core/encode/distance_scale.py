"""Amounts on the scale on which they are compared.

Manual: methods#scale-of-distance-and-importance.
"""

from __future__ import annotations

import numpy as np

from core.array_types import Floats
from core.model import DistanceScale
from core.table import empty, forget, pieces

_SHARE_OF_MEDIAN = 0.1
# Amounts are at most 1e70, so that their quotient by a unit of at least this is a number.
_LEAST_UNIT = 1e-200
_LOG_OF_TWO = 0.6931471805599453
# Products of the first with whole numbers up to 2**20 are exact; both add up to log 2.
_HIGH_LOG_OF_TWO, _LOW_LOG_OF_TWO = 0.693147180369123816490, 1.90821492927058770002e-10
# The first power that is left out adds less than 2e-20.
_ODD_NUMBERS = tuple(range(23, 0, -2))
# As above: 0.35**18 / 18! is below 1e-23.
_FACTORS_OF_SERIES = tuple(range(18, 0, -1))


def on_distance_scale(values: Floats, scale: DistanceScale) -> Floats:
    """Convert amounts to the scale on which they are compared.

    ``log``: ``sign(x) log(1 + |x| / u)`` with a tenth of the median of ``|x|`` other than 0 as `u`.
    ``root``: ``sign(x) sqrt(|x|)``.

    Parameters
    ----------
    values : numpy.ndarray of float64, shape (n,)
        The amounts of all records; NaN where one is missing.
    scale : DistanceScale
        The scale; with ``plain`` the result is `values` itself.

    Returns
    -------
    numpy.ndarray of float64, shape (n,)
        NaN where the amount is missing.
    """
    if scale is DistanceScale.PLAIN:
        return values
    rescaled = empty(len(values))
    unit = unit_of_logarithms(values, rescaled) if scale is DistanceScale.LOG else 1.0
    for piece in pieces(len(values)):
        amounts = values[piece]
        is_log = scale is DistanceScale.LOG
        rescaled[piece] = (
            on_log_scale(amounts, unit)
            if is_log
            else np.copysign(np.sqrt(np.abs(amounts)), amounts)
        )
    forget(rescaled)
    return rescaled


def on_log_scale(values: Floats, unit: float) -> Floats:
    """Compute ``sign(x) log(1 + |x| / unit)``."""
    return np.asarray(np.copysign(log_of_one_plus(np.abs(values) / unit), values))


def unit_of_logarithms(values: Floats, memory: Floats) -> float:
    """Compute a tenth of the median size of the amounts other than 0; 1 without any.

    `memory`, which has the length of `values`, is overwritten.
    """
    count = 0
    for piece in pieces(len(values)):
        sizes = np.abs(values[piece])
        sizes = sizes[sizes > 0.0]
        memory[count : count + len(sizes)] = sizes
        count += len(sizes)
    if not count:
        return 1.0
    middle = [(count - 1) // 2, count // 2]
    memory[:count].partition(middle)
    low, high = float(memory[middle[0]]), float(memory[middle[1]])
    return max(_SHARE_OF_MEDIAN * (low + (high - low) / 2.0), _LEAST_UNIT)


def log_of_one_plus(values: Floats) -> Floats:
    """Compute the logarithms of 1 + x, for x of at least 0, to within 2e-16 of their size or of 1.

    The logarithms of numpy differ between processors in their last bit, and clusters would with
    them: here only sums, products and quotients are computed, which are rounded alike everywhere.
    ``log(2**e m) = e log 2 + 2 artanh((m - 1) / (m + 1))`` with `m` between the roots of 1/2 and 2.
    """
    mantissas, exponents = np.frexp(1.0 + values)
    is_small = mantissas < np.sqrt(0.5)
    mantissas = np.where(is_small, 2.0 * mantissas, mantissas)
    ratios = (mantissas - 1.0) / (mantissas + 1.0)
    squares = ratios * ratios
    series = np.zeros_like(ratios)
    for odd in _ODD_NUMBERS:
        series = series * squares + 1.0 / odd
    return np.asarray((exponents - is_small) * _LOG_OF_TWO + 2.0 * ratios * series)


def exponential_less_one(values: Floats) -> Floats:
    """Compute exp(x) - 1, for x of at least 0, to within 4e-16 of its size.

    As with `log_of_one_plus`, whose inverse it is, every machine computes the same bits.
    ``exp(e log 2 + r) = 2**e exp(r)`` with `r` between half a log 2 and its opposite.
    """
    exponents = np.rint(values / _LOG_OF_TWO)
    small = (values - exponents * _HIGH_LOG_OF_TWO) - exponents * _LOW_LOG_OF_TWO
    series = np.zeros_like(small)
    for factor in _FACTORS_OF_SERIES:
        series = (series + 1.0) * small / factor
    powers = np.ldexp(1.0 + series, exponents.astype(np.int64))
    return np.asarray(np.where(exponents == 0, series, powers - 1.0))
