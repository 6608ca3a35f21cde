"""Builds text columns: distinct texts sorted by code point, and each record's index."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from core.jobs import Job, run_cancellable

# Converting between Python and Arrow texts holds the interpreter's lock; a batch of this size takes
# some milliseconds.
_TEXTS_AT_ONCE = 20_000


def encode_texts(cells: pa.ChunkedArray, job: Job) -> tuple[tuple[str, ...], NDArray[np.int32]]:
    """Return the distinct texts in code point order, and the index of every cell.

    Parameters
    ----------
    cells : pyarrow.ChunkedArray of string
        Null where missing.
    job : Job
        Asked whether to stop.

    Returns
    -------
    tuple of tuple of str and numpy.ndarray of int32, shape (n,)
        Index -1 where missing.
    """
    ranked, texts = run_cancellable(lambda: _ranked(cells), job, len(cells))
    return python_texts(texts, job), ranked


def _ranked(cells: pa.ChunkedArray) -> tuple[NDArray[np.int32], pa.Array]:
    """Return all cells dictionary-encoded; UTF-8 sorts in code point order."""
    # 32-bit offsets are limited to 2 GB.
    whole = cells.cast(pa.large_string()).combine_chunks()
    encoded = whole.dictionary_encode()
    dictionary = encoded.dictionary
    order = pc.array_sort_indices(dictionary)
    rank = np.empty(len(order) + 1, dtype=np.int32)
    rank[order.to_numpy()] = np.arange(len(order), dtype=np.int32)
    rank[-1] = -1
    return rank[pc.fill_null(encoded.indices, -1).to_numpy()], dictionary.take(order)


def python_texts(texts: pa.Array, job: Job) -> tuple[str, ...]:
    """Return Arrow texts as Python texts, converted in batches."""
    made: list[str] = []
    for start in range(0, len(texts), _TEXTS_AT_ONCE):
        job.check()
        made += texts.slice(start, _TEXTS_AT_ONCE).to_pylist()
    return tuple(made)


def arrow_texts(texts: Sequence[str]) -> pa.ChunkedArray:
    """Return Python texts as Arrow texts, converted in batches to let other threads run."""
    starts = range(0, len(texts), _TEXTS_AT_ONCE)
    pieces = [pa.array(texts[start : start + _TEXTS_AT_ONCE], pa.string()) for start in starts]
    return pa.chunked_array(pieces, pa.string())


def without_zeros(stamps: pa.Array) -> pa.Array:
    """Return timestamps as texts without trailing zeros in the seconds."""
    return pc.replace_substring_regex(stamps, r"\.0+$|(\.[0-9]*[1-9])0+$", r"\1")
