"""The distinct distances of a taxonomy, exactly: fractions, logarithms and prime factors."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Context, Decimal

import numpy as np
from numpy.typing import NDArray

# Enough digits to round to the nearest float. Decimal arithmetic is the same on every machine,
# while the last bit of a C library's logarithm is not.
_EXACT = Context(prec=50)


@dataclass(frozen=True, slots=True, eq=False)
class FractionTable:
    """The fractions ``s/u`` of `semantic_distance.fraction` that occur, ascending.

    Attributes
    ----------
    place : numpy.ndarray of int32
        Index of the fraction at ``[s, u]``, -1 if it does not occur.
    distances : numpy.ndarray of float64, shape (d,)
        ``log2(1 + s/u)``, correctly rounded.
    powers : numpy.ndarray of int64, shape (d, p)
        ``1 + s/u`` as a product of powers of the first `p` primes.
    logarithms : numpy.ndarray of float64, shape (p,)
        Logarithms of these primes, base 2.
    """

    place: NDArray[np.int32]
    distances: NDArray[np.float64]
    powers: NDArray[np.int64]
    logarithms: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.distances)


def fraction_table(seen: NDArray[np.bool_]) -> FractionTable:
    """Return the table of the fractions ``s/u`` for which ``seen[s, u]`` is set."""
    s, u = np.nonzero(seen)
    # Distinct fractions with u < 2**20 differ by far more than the precision of a float.
    order = np.argsort(s / u, kind="stable")
    s, u = s[order], u[order]
    place = np.full(seen.shape, -1, dtype=np.int32)
    place[s, u] = np.arange(len(s))
    primes = _primes(int((s + u).max(initial=1)))
    above, under = _powers(s + u, primes), _powers(u, primes)
    distances = [_log2(int(a), int(b)) for a, b in zip(s + u, u, strict=True)]
    return FractionTable(
        place,
        np.array(distances),
        above - under,
        np.array([_log2(prime, 1) for prime in primes], dtype=np.float64),
    )


def _log2(above: int, under: int) -> float:
    """Return the float nearest to the logarithm of a fraction."""
    value = _EXACT.divide(Decimal(above), Decimal(under))
    return float(_EXACT.divide(_EXACT.ln(value), _EXACT.ln(Decimal(2))))


def _primes(most: int) -> list[int]:
    """Return the primes up to `most`."""
    found: list[int] = []
    for number in range(2, most + 1):
        if all(number % prime for prime in found):
            found.append(number)
    return found


def _powers(numbers: NDArray[np.intp], primes: list[int]) -> NDArray[np.int64]:
    """Return the power of each prime in each number."""
    rest = numbers.astype(np.int64)
    found = np.zeros((len(rest), len(primes)), dtype=np.int64)
    for column, prime in enumerate(primes):
        divides = rest % prime == 0
        while divides.any():
            found[divides, column] += 1
            rest[divides] //= prime
            divides = rest % prime == 0
    return found
