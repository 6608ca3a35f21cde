"""The semantic distance of categories as whole numbers.

Sánchez et al. (2016), equation 3; manual: methods#taxonomies-and-semantic-distance.

``d(a, b) = log2(1 + s/u)``, where `u` counts the ancestors of either and `s` those of only one.
Few different fractions occur, so a pair is stored as the place of its fraction in a table that
ascends: equal distances are equal places, whatever the machine's logarithm does.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.array_types import Bools, Int32s, Ints

Codes = NDArray[np.uint16] | Int32s


@njit(cache=True, nogil=True)
def fraction(begin: Ints, ancestors: Int32s, a: int, b: int) -> tuple[int, int]:
    """Compute `s` and `u` of two nodes in lowest terms.

    Parameters
    ----------
    begin, ancestors : numpy.ndarray of int64, shape (n + 1,), and of int32
        Ancestors of each node, itself included, ascending.
    """
    i, j, end_i, end_j = begin[a], begin[b], begin[a + 1], begin[b + 1]
    n_common = 0
    sizes = (end_i - i) + (end_j - j)
    while i < end_i and j < end_j:
        if ancestors[i] == ancestors[j]:
            n_common += 1
            i += 1
            j += 1
        elif ancestors[i] < ancestors[j]:
            i += 1
        else:
            j += 1
    u = sizes - n_common
    s = u - n_common
    x, y = u, s
    while y:
        x, y = y, x % y
    return s // x, u // x


@njit(cache=True, nogil=True)
def mark(begin: Ints, ancestors: Int32s, members: Ints, occurs: Bools) -> None:
    """Set ``occurs[s, u]`` for the fraction of every pair of `members`."""
    for i in range(len(members)):
        for j in range(i + 1):
            s, u = fraction(begin, ancestors, members[i], members[j])
            occurs[s, u] = True


@njit(cache=True, nogil=True)
def fill(begin: Ints, ancestors: Int32s, members: Ints, code_of: Int32s, codes: Codes) -> None:
    """Write the place of every pair's fraction.

    Parameters
    ----------
    begin, ancestors, members
        As in `mark`; `c` members.
    code_of : numpy.ndarray of int32
        Place of the fraction ``s/u`` in the table, at ``[s, u]``.
    codes : numpy.ndarray of an unsigned type, shape (c, c)
        Written.
    """
    for i in range(len(members)):
        for j in range(i + 1):
            s, u = fraction(begin, ancestors, members[i], members[j])
            codes[i, j] = code_of[s, u]
            codes[j, i] = code_of[s, u]


@njit(cache=True, nogil=True)
def pair_counts(codes: Codes, counts: Ints, places: int) -> Ints:
    """Count, for every place of the table, the ordered pairs of records at that distance.

    Parameters
    ----------
    codes : numpy.ndarray, shape (c, c)
        From `fill`.
    counts : numpy.ndarray of int64, shape (c,)
        Records that hold each member. A record is paired with itself, too.
    places : int
        Length of the table.
    """
    pairs = np.zeros(places, np.int64)
    for i in range(len(counts)):
        if counts[i]:
            for j in range(len(counts)):
                pairs[codes[i, j]] += counts[i] * counts[j]
    return pairs
