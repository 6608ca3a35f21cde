"""How small epsilon can be at most, given how often an event was seen (Clopper and Pearson)."""

from __future__ import annotations

from functools import cache
from math import exp, lgamma, log

import numpy as np

# All bounds of a test hold together with a probability of error below one in a million.
ERROR = 1e-9


def lower_bound_on_epsilon(one: np.ndarray, other: np.ndarray) -> float:
    """Return the largest epsilon that samples of a statistic under two neighbours rule out.

    Events are "at least t" and "less than t". The threshold is chosen on the first half of the
    samples and judged on the second, so that choosing it does no harm.
    """
    half = len(one) // 2
    thresholds = np.quantile(np.concatenate((one[:half], other[:half])), np.linspace(0, 1, 101))
    tries = [
        (sign * a, sign * b, sign * t)
        for a, b in ((one, other), (other, one))
        for sign in (1, -1)
        for t in thresholds
    ]
    seen = [(a[:half], b[:half], t) for a, b, t in tries]
    # From the event that can have the largest bound on, until no other can have a larger one.
    at_most = [seen_ratio(*event) for event in seen]
    best, chosen = -np.inf, 0
    for i in sorted(range(len(seen)), key=lambda i: -at_most[i]):
        if at_most[i] <= best:
            break
        if (found := bound(*seen[i])) > best:
            best, chosen = found, i
    a, b, t = tries[chosen]
    return bound(a[half:], b[half:], t)


def seen_ratio(often: np.ndarray, seldom: np.ndarray, threshold: float) -> float:
    """Return ``ln(p / q)`` of the shares that were seen, which `bound` never exceeds."""
    hits, others = int((often >= threshold).sum()), int((seldom >= threshold).sum())
    if hits == 0:
        return -np.inf
    return log(hits / others * len(seldom) / len(often)) if others else np.inf


def bound(often: np.ndarray, seldom: np.ndarray, threshold: float) -> float:
    """Return ``ln(p / q)`` for the least p and the largest q that the counts allow."""
    hits, misses = int((often >= threshold).sum()), int((seldom >= threshold).sum())
    least, most = at_least(hits, len(often)), 1 - at_least(len(seldom) - misses, len(seldom))
    return log(least / most) if least > 0 else -np.inf


@cache
def at_least(hits: int, tries: int) -> float:
    """Return the probability below which so many hits would be seen with `ERROR` at most."""
    if hits == 0:
        return 0.0
    low, high = 0.0, hits / tries
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if tail(hits, tries, middle) <= ERROR else (low, middle)
    return low


def tail(hits: int, tries: int, p: float) -> float:
    """Return the probability of `hits` or more in `tries`."""
    if p <= 0.0:
        return 0.0
    term = lgamma(tries + 1) - lgamma(hits + 1) - lgamma(tries - hits + 1)
    term = exp(term + hits * log(p) + (tries - hits) * log(1 - p)) if p < 1 else 1.0
    total, k = 0.0, hits
    while k <= tries and term > total * 1e-16:
        total += term
        term *= (tries - k) / (k + 1) * p / (1 - p) if k < tries else 0.0
        k += 1
    return total
