"""Compares cells of columns of two files, whatever their kinds, by a whole number for each."""

from __future__ import annotations

import hashlib

import numpy as np

from core.array_types import Floats, Ints
from core.model import Column, ColumnKind
from core.table import empty, forget, pieces

# From here on floating-point numbers are not exact.
_LARGEST_EXACT = 2**53


def hash_cells(column: Column) -> Ints:
    """Compute a number for each cell, shape (n,): the same for the same text in any column.

    A number has that of its bits, and so has a text that spells it; other texts are hashed once for
    each category. Two texts have the same one by a chance of 1 in 2**64.
    """
    of_missing = _hash_text("")
    of_categories = [_hash_category(text) for text in column.categories]
    by_code = np.array([*of_categories, of_missing], dtype=np.int64)
    hashes = empty(len(column), np.int64)
    for piece in pieces(len(column)):
        values, is_missing = column.values[piece], column.missing[piece]
        if column.kind is ColumnKind.TEXT:
            hashes[piece] = by_code[values]
            continue
        hashes[piece] = _bits_of(values.astype(np.float64))
        if column.kind is not ColumnKind.NUMBER:
            huge = np.flatnonzero((values >= _LARGEST_EXACT) | (values <= -_LARGEST_EXACT))
            hashes[piece.start + huge] = [_hash_text(str(value)) for value in values[huge].tolist()]
        hashes[piece.start + np.flatnonzero(is_missing)] = of_missing
    forget(hashes)
    return hashes


def _hash_category(text: str) -> int:
    try:
        value = float(text)
    except ValueError:
        return _hash_text(text)
    is_whole = value.is_integer() and abs(value) < _LARGEST_EXACT
    spelled = str(int(value)) if is_whole else str(value)
    return int(_bits_of(np.array([value]))[0]) if spelled == text else _hash_text(text)


def _hash_text(text: str) -> int:
    digest = hashlib.blake2b(text.encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little", signed=True)


def _bits_of(values: Floats) -> Ints:
    # Minus zero becomes zero.
    return np.asarray((values + 0.0).view(np.int64))
