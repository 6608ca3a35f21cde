"""Random draws that are the same on every machine and with every version of the libraries."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from statistics import NormalDist
from typing import TypeVar

Choice = TypeVar("Choice")

_NORMAL = NormalDist()


class Chance:
    """A seeded source of draws, built on nothing but the generator's uniform numbers.

    Only `Random.random` promises the same numbers in every version of Python, so every other
    distribution is made from it here.

    Parameters
    ----------
    seed : int
        The same seed gives the same draws.
    """

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def uniform(self, low: float = 0.0, high: float = 1.0) -> float:
        """Return a number, evenly spread over ``[low, high)``."""
        return low + (high - low) * self._random.random()

    def whole(self, low: int, high: int) -> int:
        """Return a whole number, evenly spread over `low` to `high`, both included."""
        return low + int(self._random.random() * (high - low + 1))

    def happens(self, probability: float) -> bool:
        """Return whether something of the given probability happens."""
        return self._random.random() < probability

    def normal(self, mean: float = 0.0, deviation: float = 1.0) -> float:
        """Return a normally distributed number."""
        # The lowest uniform number is 0, where the inverse has no value.
        return mean + deviation * _NORMAL.inv_cdf(max(self._random.random(), 1e-12))

    def log_normal(self, median: float, deviation: float) -> float:
        """Return a number whose logarithm is normal with the given deviation."""
        return median * math.exp(self.normal(0.0, deviation))

    def pareto(self, smallest: float, shape: float) -> float:
        """Return a number of at least `smallest` whose tail falls with the power `shape`."""
        return smallest * float((1.0 - self._random.random()) ** (-1.0 / shape))

    def choose(self, choices: Sequence[Choice], weights: Sequence[float]) -> Choice:
        """Return one of `choices`, each with a chance in proportion to its weight."""
        left = self.uniform(0.0, sum(weights))
        for choice, weight in zip(choices, weights, strict=True):
            left -= weight
            if left < 0.0:
                return choice
        return choices[-1]
