"""Figures and their intervals in plain Python, from the formulas of the manual alone."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence

Numbers = Sequence[float]


def total(y: Numbers, w: Numbers) -> float:
    return math.fsum(a * b for a, b in zip(y, w, strict=True))


def mean(y: Numbers, w: Numbers) -> float:
    return total(y, w) / math.fsum(w)


def gini(y: Numbers, w: Numbers) -> float:
    """Return half the relative mean absolute difference over all pairs."""
    pairs = math.fsum(
        v * u * abs(a - b) for a, v in zip(y, w, strict=True) for b, u in zip(y, w, strict=True)
    )
    return pairs / (2 * math.fsum(w) ** 2 * mean(y, w))


def quantile(y: Numbers, w: Numbers, q: float) -> float:
    whole, running = math.fsum(w), 0.0
    for value, weight in sorted(zip(y, w, strict=True)):
        running += weight
        if running >= (q - 1e-10) * whole:
            return value
    return max(y)


def standard_error(linear: Numbers, units: Sequence[Hashable], whole: int) -> float:
    """Return the error of the total of a variable whose units are drawn with replacement.

    `whole` is the number of units of the file; those that are not named contribute 0.
    """
    sums: dict[Hashable, float] = {}
    for unit, value in zip(units, linear, strict=True):
        sums[unit] = sums.get(unit, 0.0) + value
    found = [*sums.values(), *[0.0] * (whole - len(sums))]
    middle = math.fsum(found) / whole
    return math.sqrt(whole / (whole - 1) * math.fsum((z - middle) ** 2 for z in found))


def by_differences(figure: Callable[[Numbers], float], w: Numbers) -> list[float]:
    """Return weight times influence of each record: how the figure moves with its weight."""
    found = []
    for place, weight in enumerate(w):
        step = weight * 1e-5
        up, down = list(w), list(w)
        up[place] += step
        down[place] -= step
        found.append(weight * (figure(up) - figure(down)) / (2 * step))
    return found


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve linear equations by elimination with pivots."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    n = len(rows)
    for i in range(n):
        pivot = max(range(i, n), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for r in range(n):
            if r != i:
                factor = rows[r][i] / rows[i][i]
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i], strict=True)]
    return [rows[i][n] / rows[i][i] for i in range(n)]


def least_squares(
    x: Sequence[Numbers], y: Numbers, w: Numbers, units: Sequence[Hashable], whole: int
) -> tuple[list[float], list[float]]:
    """Return coefficients and standard errors: the sandwich between sums over units."""
    p = len(x[0])
    normal = [
        [math.fsum(v * r[i] * r[j] for r, v in zip(x, w, strict=True)) for j in range(p)]
        for i in range(p)
    ]
    right = [math.fsum(v * r[i] * t for r, t, v in zip(x, y, w, strict=True)) for i in range(p)]
    beta = solve(normal, right)
    errors = []
    for j in range(p):
        row = solve(normal, [float(i == j) for i in range(p)])  # of the inverse, symmetric
        linear = [
            v
            * (t - sum(b * a for b, a in zip(beta, r, strict=True)))
            * sum(c * a for c, a in zip(row, r, strict=True))
            for r, t, v in zip(x, y, w, strict=True)
        ]
        errors.append(standard_error(linear, units, whole))
    return beta, errors
