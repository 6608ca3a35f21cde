"""How far the records that look for a better cluster are from all means of a leaf.

A product with the mean takes fewer steps than a difference from it, and is less exact where both
are long. It serves as a bound with a margin; what lies within is computed again.
"""

from __future__ import annotations

import numpy as np

from core.array_types import Bytes, Ints, Singles, Words
from core.kernels.compilation.bare import bare, copy_in

MARKS = 64
"""So many marks, eight words of eight, are looked over at once."""

_0, _1, _2, _3 = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(3)
_4, _5, _6, _7 = np.uint64(4), np.uint64(5), np.uint64(6), np.uint64(7)
_ZERO, _TWO = np.float32(0.0), np.float32(2.0)


@copy_in
def distance(point: Singles, centre: Singles) -> np.float32:
    """Compute the squared distance of two points."""
    s0 = s1 = s2 = s3 = _ZERO
    for v in range(0, len(point), 4):
        i = np.uint64(v)
        e0, e1 = centre[i] - point[i], centre[i + _1] - point[i + _1]
        e2, e3 = centre[i + _2] - point[i + _2], centre[i + _3] - point[i + _3]
        s0 += e0 * e0
        s1 += e1 * e1
        s2 += e2 * e2
        s3 += e3 * e3
    return (s0 + s1) + (s2 + s3)


@copy_in
def product(first_point: Singles, second_point: Singles) -> np.float32:
    """Compute the scalar product of two points; of one with itself, its squared length."""
    s0 = s1 = s2 = s3 = _ZERO
    for v in range(0, len(first_point), 4):
        i = np.uint64(v)
        s0 += first_point[i] * second_point[i]
        s1 += first_point[i + _1] * second_point[i + _1]
        s2 += first_point[i + _2] * second_point[i + _2]
        s3 += first_point[i + _3] * second_point[i + _3]
    return (s0 + s1) + (s2 + s3)


@copy_in
def fill_away(
    columns: Singles,
    squares: Singles,
    first_point: Singles,
    second_point: Singles,
    near: Singles,
    far: Singles,
) -> None:
    """Fill in about how far two records are from all means, four columns at once.

    Parameters
    ----------
    columns : numpy.ndarray of float32, shape (m, v)
        The means, column by column; the first `w` of each.
    squares : numpy.ndarray of float32, shape (w,)
        Their squared lengths.
    one, other : numpy.ndarray of float32, shape (m,)
        The records.
    near, far : numpy.ndarray of float32, shape (w,)
        Receive their squared distances less their own squared lengths.
    """
    for i in range(0, len(first_point), 4):
        p, q = columns[i, : len(squares)], columns[i + 1, : len(squares)]
        r, s = columns[i + 2, : len(squares)], columns[i + 3, : len(squares)]
        c, d, e, f = (
            -_TWO * first_point[i],
            -_TWO * first_point[i + 1],
            -_TWO * first_point[i + 2],
            -_TWO * first_point[i + 3],
        )
        g, h = -_TWO * second_point[i], -_TWO * second_point[i + 1]
        u, v = -_TWO * second_point[i + 2], -_TWO * second_point[i + 3]
        if i == 0:
            for j in range(len(squares)):
                near[j] = squares[j] + c * p[j] + d * q[j] + e * r[j] + f * s[j]
                far[j] = squares[j] + g * p[j] + h * q[j] + u * r[j] + v * s[j]
        else:
            for j in range(len(squares)):
                near[j] = near[j] + c * p[j] + d * q[j] + e * r[j] + f * s[j]
                far[j] = far[j] + g * p[j] + h * q[j] + u * r[j] + v * s[j]


@bare
def list_within(away: Singles, reach: np.float32, marks: Bytes, words: Words, listed: Ints) -> int:
    """List the clusters within reach; return their number.

    Parameters
    ----------
    away : numpy.ndarray of float32, shape (w,)
        How far each is; what is no number counts as within reach.
    reach : numpy.float32
        The largest value within reach.
    marks, words : numpy.ndarray of uint8, shape (v,), and of uint64, shape (v / 8,)
        Space that both share; `v` is a multiple of `MARKS`.
    listed : numpy.ndarray of int64, shape (v + 8,)
        Receives them, in ascending order.
    """
    for j in range(len(away)):
        marks[j] = not away[j] > reach
    for j in range(len(away), -(-len(away) // MARKS) * MARKS):
        marks[j] = 0
    count = 0
    for first in range(0, -(-len(away) // MARKS) * 8, 8):
        w = np.uint64(first)
        half = words[w] | words[w + _1] | words[w + _2] | words[w + _3]
        if (half | words[w + _4] | words[w + _5] | words[w + _6] | words[w + _7]) == _0:
            continue
        for word in range(first, first + 8):
            if words[word] != _0:
                # Without a branch, as nobody can guess which.
                for b in range(8 * word, 8 * word + 8):
                    listed[count] = b
                    count += int(marks[b])
    return count
