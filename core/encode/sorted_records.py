"""Records in the order of a number of theirs."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.array_types import Bools, Floats, Ints
from core.table import pieces

_MOST_DECIMALS = 3
# Different multiples of a power of ten up to here are different floats.
_LARGEST_MULTIPLE = 2.0**50
_FIRST = 1000


def sort_records(values: NDArray[Any]) -> tuple[Ints, Bools]:
    """Sort records by their values; those of equal values are in any order.

    Parameters
    ----------
    values : numpy.ndarray of int64 or float64, shape (n,)
        Without NaN.

    Returns
    -------
    in_order : numpy.ndarray of int64, shape (n,)
        The records by their values.
    is_new : numpy.ndarray of bool, shape (n,)
        Whether the value there is another one than the value ahead of it.
    """
    n_records = len(values)
    n_bits = n_records.bit_length()
    is_new = np.ones(n_records, dtype=np.bool_)
    multiples = _find_multiples(values)
    if multiples is None or int(np.ptp(multiples)) >> (62 - n_bits):
        in_order = np.argsort(values)
        for piece in _overlapping_pieces(n_records):
            is_new[piece.start + 1 : piece.stop] = np.diff(values[in_order[piece]]) != 0
        return in_order, is_new
    # A whole number that holds both value and record is sorted several times as fast.
    multiples -= multiples.min()
    for piece in pieces(n_records):
        multiples[piece] <<= n_bits
        multiples[piece] |= np.arange(piece.start, piece.stop)
    multiples.sort()
    for piece in _overlapping_pieces(n_records):
        is_new[piece.start + 1 : piece.stop] = np.diff(multiples[piece] >> n_bits) != 0
    multiples &= (1 << n_bits) - 1
    return multiples, is_new


def _overlapping_pieces(n_records: int) -> list[slice]:
    """List pieces of a table each of which begins with the last record of the one ahead of it."""
    return [slice(max(0, piece.start - 1), piece.stop) for piece in pieces(n_records)]


def _find_multiples(values: NDArray[Any]) -> Ints | None:
    """Write all values as whole multiples of a power of ten; ``None`` if they are none."""
    if values.dtype.kind != "f":
        return values.astype(np.int64)
    for decimals in range(_MOST_DECIMALS + 1):
        power = 10.0**decimals
        samples = [values[:_FIRST], *(values[piece] for piece in pieces(len(values)))]
        if all(_are_exact_multiples(sample, power) for sample in samples):
            multiples = np.empty(len(values), dtype=np.int64)
            for piece in pieces(len(values)):
                multiples[piece] = np.rint(values[piece] * power)
            return multiples
    return None


def _are_exact_multiples(values: Floats, power: float) -> bool:
    multiples = np.rint(values * power)
    is_multiple = (multiples / power == values) & (np.abs(multiples) < _LARGEST_MULTIPLE)
    return bool(is_multiple.all())
