"""Finds columns of few distinct cells, of which each is typed once instead of in every record."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

# Below this number of cells nothing is gained.
_FEWEST = 2_000
# The first cells show whether there are few distinct ones: in many records, most of those of a
# column that is worth it have been there before by the end of so many.
_SAMPLE = 50_000
_MOST_OF_SAMPLE = 0.75
_MOST_OF_ALL = 0.5


def distinct_cells(cells: pa.Array) -> tuple[pa.Array, NDArray[np.int32]] | None:
    """Return the distinct cells, in order of appearance, and the index of each record's cell.

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
    """Return whether so few cells are distinct that each of these is typed once."""
    return distinct <= _MOST_OF_ALL * cells


def mostly_distinct(cells: pa.Array) -> bool:
    """Return whether most of the first cells occur once among them."""
    sample = cells.slice(0, _SAMPLE)
    return len(pc.unique(sample)) > _MOST_OF_SAMPLE * len(sample)
