"""Builds text columns: distinct texts sorted by code point, and each record's index.

In a column of few distinct cells, each of these is typed once instead of in every record.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from core.array_types import Int32s
from core.jobs import Job, run_cancellable

# Below this number of cells nothing is gained.
_FEWEST = 2_000
# The first cells show whether there are few distinct ones: in many records, most of those of a
# column that is worth it have been there before by the end of so many.
_SAMPLE = 50_000
_MOST_OF_SAMPLE = 0.75
_MOST_OF_ALL = 0.5

# Converting between Python and Arrow texts holds the interpreter's lock; a batch of this size takes
# some milliseconds.
_TEXTS_AT_ONCE = 20_000


def distinct_cells(cells: pa.Array) -> tuple[pa.Array, Int32s] | None:
    """Find the distinct cells, in order of appearance, and the index of each record's cell.

    Parameters
    ----------
    cells : pyarrow.Array of large_string
        Without nulls.

    Returns
    -------
    tuple of pyarrow.Array and numpy.ndarray of int32, shape (n,), or None
        ``None`` unless the distinct cells are at most half of all.
    """
    if len(cells) < _FEWEST or mostly_distinct(cells):
        return None
    encoded = cells.dictionary_encode()
    if not at_most_half(len(encoded.dictionary), len(cells)):
        return None
    return encoded.dictionary, encoded.indices.to_numpy()


def at_most_half(distinct: int, cells: int) -> bool:
    """Check whether so few cells are distinct that each of these is typed once."""
    return distinct <= _MOST_OF_ALL * cells


def mostly_distinct(cells: pa.Array) -> bool:
    """Check whether most of the first cells occur once among them."""
    sample = cells.slice(0, _SAMPLE)
    return len(pc.unique(sample)) > _MOST_OF_SAMPLE * len(sample)


def encode_texts(cells: pa.ChunkedArray, job: Job) -> tuple[tuple[str, ...], Int32s]:
    """Return the distinct texts in code point order, and the index of every cell.

    Parameters
    ----------
    cells : pyarrow.ChunkedArray of string
        Null where missing.

    Returns
    -------
    tuple of tuple of str and numpy.ndarray of int32, shape (n,)
        Index -1 where missing.
    """
    ranked, texts = run_cancellable(lambda: _rank(cells), job, len(cells))

    def batches() -> Iterator[list[str]]:
        for start in range(0, len(texts), _TEXTS_AT_ONCE):
            job.check()
            yield texts.slice(start, _TEXTS_AT_ONCE).to_pylist()

    return tuple(chain.from_iterable(batches())), ranked


def _rank(cells: pa.ChunkedArray) -> tuple[Int32s, pa.Array]:
    """Compute the rank of each cell among the distinct ones, and these in code point order.

    UTF-8 sorts in code point order.
    """
    # 32-bit offsets are limited to 2 GB.
    large = cells.cast(pa.large_string())
    all_cells = large.chunk(0) if large.num_chunks == 1 else large.combine_chunks()
    if not mostly_distinct(all_cells):
        encoded = all_cells.dictionary_encode()
        dictionary = encoded.dictionary
        order = pc.array_sort_indices(dictionary)
        rank = np.empty(len(order) + 1, dtype=np.int32)
        rank[order.to_numpy()] = np.arange(len(order), dtype=np.int32)
        rank[-1] = -1
        return rank[pc.fill_null(encoded.indices, -1).to_numpy()], dictionary.take(order)
    # A table of cells that mostly differ would take time and memory.
    order = pc.array_sort_indices(all_cells).slice(0, len(all_cells) - all_cells.null_count)
    ordered = all_cells.take(order)
    first = np.ones(len(ordered), dtype=np.bool_)
    differing = pc.not_equal(ordered.slice(1), ordered.slice(0, max(len(ordered) - 1, 0)))
    first[1:] = differing.to_numpy(zero_copy_only=False)
    rank = np.full(len(all_cells), -1, dtype=np.int32)
    rank[order.to_numpy()] = np.cumsum(first, dtype=np.int32) - 1
    return rank, ordered if first.all() else ordered.filter(pa.array(first))


def arrow_texts(texts: Sequence[str]) -> pa.ChunkedArray:
    """Convert Python texts to Arrow texts, in batches to let other threads run."""
    starts = range(0, len(texts), _TEXTS_AT_ONCE)
    pieces = [pa.array(texts[start : start + _TEXTS_AT_ONCE], pa.string()) for start in starts]
    return pa.chunked_array(pieces, pa.string())


def without_zeros(stamps: pa.Array) -> pa.Array:
    """Remove trailing zeros in the seconds of timestamps."""
    return pc.replace_substring_regex(stamps, r"\.0+$|(\.[0-9]*[1-9])0+$", r"\1")
