"""Exact sums of numbers that arrive in parts, equal to those of `core.kernels.numerics.sums`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import fsum, inf

import numpy as np
from numba import njit

from core.array_types import Floats, Ints
from core.kernels.numerics import exact
from core.kernels.numerics.sums import add_values

_AT_ONCE = 1 << 16


class PartSum:
    """The sum of finite numbers, rounded once, whatever parts they arrive in.

    Parameters
    ----------
    largest : float
        The largest absolute value of all numbers.
    terms : int
        How many numbers there are.
    """

    def __init__(self, largest: float, terms: int) -> None:
        self.terms = terms
        self._bits, self._exponent = exact.layout(float(largest), terms)
        self._words = np.zeros(exact.WORDS, np.int64)

    def add(self, values: Floats) -> None:
        """Add the numbers of a part."""
        # Columns of a table are strided; the kernel is compiled for one layout.
        add_values(self._words, np.ascontiguousarray(values), self._bits, self._exponent)

    def total(self) -> float:
        """Compute the sum."""
        return float(_total(self._words, self._bits, self._exponent))

    def mean(self) -> float:
        """Compute the mean of at least one number."""
        return float(_mean(self._words.copy(), self.terms, self._bits, self._exponent))


class OpenSum:
    """The sum, rounded once, of finite numbers that become known as they arrive.

    Slower than `PartSum`: each part becomes Python's floats. Infinite if they are too large to add.
    """

    def __init__(self) -> None:
        # Their exact sum is that of all numbers so far; each is far smaller than the one before.
        self._pieces: list[float] = []

    def add(self, values: Floats) -> None:
        """Add the numbers of a part."""
        for start in range(0, len(values), _AT_ONCE):
            if inf not in self._pieces:
                self._add([*self._pieces, *values[start : start + _AT_ONCE].tolist()])

    def _add(self, numbers: list[float]) -> None:
        self._pieces = []
        try:
            while remainder := fsum([*numbers, *(-piece for piece in self._pieces)]):
                self._pieces.append(remainder)
        except OverflowError:
            self._pieces = [inf]

    def total(self, less: Sequence[float] = ()) -> float:
        """Compute the sum, without some of the numbers."""
        return fsum([*self._pieces, *(-value for value in less)])


def sums_of_parts(parts: Callable[[], Iterable[Sequence[Floats]]]) -> tuple[PartSum, ...]:
    """Compute the sums of several series of numbers, which are gone through twice.

    Parameters
    ----------
    parts : callable
        Returns the parts of all series: of each part as many arrays as there are series. There is
        at least one part.
    """
    largest: list[float] = []
    terms: list[int] = []
    for arrays in parts():
        largest, terms = largest or [0.0] * len(arrays), terms or [0] * len(arrays)
        for i, values in enumerate(arrays):
            # Without a temporary array of absolute values.
            high, low = values.max(initial=0.0), values.min(initial=0.0)
            largest[i] = max(largest[i], float(high), -float(low))
            terms[i] += len(values)
    sums = tuple(PartSum(*layout) for layout in zip(largest, terms, strict=True))
    for arrays in parts():
        for part_sum, values in zip(sums, arrays, strict=True):
            part_sum.add(values)
    return sums


@njit(cache=True, nogil=True)
def _total(words: Ints, bits: int, exponent: int) -> float:
    return exact.value_of(words, bits, exponent)


@njit(cache=True, nogil=True)
def _mean(words: Ints, count: int, bits: int, exponent: int) -> float:
    return exact.mean_of(words, count, bits, exponent)
