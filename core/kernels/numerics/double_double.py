"""Numbers of twice the working precision, as unevaluated sums of two doubles (Dekker, Knuth)."""

from __future__ import annotations

from numba import njit

_SPLITTER = 134217729.0  # 2**27 + 1


@njit(cache=True, nogil=True)
def two_sum(a: float, b: float) -> tuple[float, float]:
    """Compute the rounded sum of two doubles and its rounding error."""
    s = a + b
    v = s - a
    return s, (a - (s - v)) + (b - v)


@njit(cache=True, nogil=True)
def two_product(a: float, b: float) -> tuple[float, float]:
    """Compute the rounded product of two doubles and its rounding error."""
    p = a * b
    c = _SPLITTER * a
    high_a = c - (c - a)
    low_a = a - high_a
    c = _SPLITTER * b
    high_b = c - (c - b)
    low_b = b - high_b
    error = ((high_a * high_b - p) + high_a * low_b + low_a * high_b) + low_a * low_b
    return p, error


@njit(cache=True, nogil=True)
def add(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    """Compute ``a + b``."""
    s, e = two_sum(a[0], b[0])
    t, f = two_sum(a[1], b[1])
    s, e = two_sum(s, e + t)
    return two_sum(s, e + f)


@njit(cache=True, nogil=True)
def subtract(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    """Compute ``a - b``."""
    return add(a, (-b[0], -b[1]))


@njit(cache=True, nogil=True)
def multiply(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    """Compute ``a * b``."""
    p, e = two_product(a[0], b[0])
    return two_sum(p, e + (a[0] * b[1] + a[1] * b[0]))


@njit(cache=True, nogil=True)
def divide(a: tuple[float, float], b: float) -> tuple[float, float]:
    """Compute ``a / b`` for a double `b` that is not 0."""
    quotient = a[0] / b
    remainder = subtract(a, two_product(quotient, b))
    return two_sum(quotient, remainder[0] / b)
