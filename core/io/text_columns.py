"""Builds text columns: distinct texts sorted by code point, and each record's index."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from core.jobs import Job, patiently

# Making Python texts holds the interpreter's lock; so many at a time take some milliseconds.
_TEXTS_AT_ONCE = 20_000


def encode_texts(pieces: Sequence[pa.Array], job: Job) -> tuple[tuple[str, ...], NDArray[np.int32]]:
    """Return the distinct texts in code point order and, for every cell, its index.

    Parameters
    ----------
    pieces : sequence of pyarrow.Array of string
        The cells; null where missing.
    job : Job
        Asked whether to stop.

    Returns
    -------
    tuple of tuple of str and numpy.ndarray of int32, shape (n,)
        Index -1 where missing.
    """
    if not pieces:
        return (), np.empty(0, dtype=np.int32)
    ranked, texts = patiently(lambda: _ranked(pieces), job)
    return python_texts(texts, job), ranked


def _ranked(pieces: Sequence[pa.Array]) -> tuple[NDArray[np.int32], pa.Array]:
    """Dictionary-encode all pieces together; UTF-8 sorts as code points do."""
    # 32-bit offsets reach to 2 GB.
    large = sum(piece.nbytes for piece in pieces) >= 2**31
    whole = pa.concat_arrays(
        [piece.cast(pa.large_string()) if large else piece for piece in pieces]
    )
    encoded = whole.dictionary_encode()
    dictionary = encoded.dictionary
    order = pc.array_sort_indices(dictionary)
    rank = np.empty(len(order) + 1, dtype=np.int32)
    rank[order.to_numpy()] = np.arange(len(order), dtype=np.int32)
    rank[-1] = -1
    return rank[pc.fill_null(encoded.indices, -1).to_numpy()], dictionary.take(order)


def python_texts(texts: pa.Array, job: Job) -> tuple[str, ...]:
    """Return Arrow texts as Python texts, a few thousand at a time."""
    made: list[str] = []
    for start in range(0, len(texts), _TEXTS_AT_ONCE):
        job.check()
        made += texts.slice(start, _TEXTS_AT_ONCE).to_pylist()
    return tuple(made)
