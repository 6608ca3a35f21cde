"""Makes the arrays of tables: plain ones, or mapped ones while a scratch folder is in use."""

from __future__ import annotations

import math
import mmap
from collections.abc import Iterator
from typing import Any, TypeVar

import numpy as np
from numpy.typing import DTypeLike, NDArray

from core.array_types import Bools
from core.table.spool import spool_of

Array = TypeVar("Array", bound="NDArray[Any]")

ROWS_AT_ONCE = 500_000
"""Records of a piece: a copy of as many costs little memory, and the calls little time."""


def empty(shape: int | tuple[int, ...], dtype: DTypeLike = np.float64) -> NDArray[Any]:
    """Make an array without contents.

    Raises
    ------
    Refused, StorageFull
        If the scratch folder cannot be written.
    """
    shape = (shape,) if isinstance(shape, int) else shape
    size = math.prod(shape) * np.dtype(dtype).itemsize
    spool = spool_of(size)
    if spool is None:
        return np.empty(shape, dtype)
    return np.frombuffer(spool.map(size), dtype).reshape(shape)


def keep(array: Array) -> Array:
    """Return an array whose pages may lie in the scratch folder; `array` itself if they do.

    Only the first axis is cut into pieces while a copy is made.

    Raises
    ------
    Refused, StorageFull
        If the scratch folder cannot be written.
    """
    # An array of one byte many times over takes no memory.
    if spool_of(array.nbytes) is None or 0 in array.strides or _map_of(array) is not None:
        return array
    mapped = empty(array.shape, array.dtype)
    for piece in pieces(len(array)):
        mapped[piece] = array[piece]
    forget(mapped)
    return mapped  # type: ignore[return-value]


def keep_codes(codes: NDArray[Any], categories: int) -> NDArray[np.signedinteger[Any]]:
    """Return codes of so many categories, -1 for none, as `keep` does, in their narrowest type.

    Parameters
    ----------
    codes : numpy.ndarray of an integer type
        Each in ``-1..categories-1``.
    """
    narrowest = code_type(categories)
    if codes.dtype == narrowest:
        return keep(codes)
    narrow = empty(codes.shape, narrowest)
    for piece in pieces(len(codes)):
        # A code that does not fit would become another category in silence.
        assert codes[piece].max(initial=-1) < categories
        narrow[piece] = codes[piece]
    forget(narrow)
    return narrow


def keep_mask(mask: Bools) -> Bools:
    """Return a mask as `keep` does; a mask without a true cell takes a single byte.

    All cells of such a mask are the same byte, so it is read-only.
    """
    if 0 in mask.strides or mask.any():
        return keep(mask)
    return np.broadcast_to(np.False_, mask.shape)


def forget(array: NDArray[Any]) -> None:
    """Give back the memory of a mapped array's pages, which are read again when needed."""
    mapped = _map_of(array)
    # Windows takes pages back by itself.
    if mapped is not None and hasattr(mmap, "MADV_DONTNEED"):
        mapped.madvise(mmap.MADV_DONTNEED)


def pieces(records: int) -> Iterator[slice]:
    """Yield slices of at most `ROWS_AT_ONCE` records, in order."""
    for start in range(0, records, ROWS_AT_ONCE):
        yield slice(start, min(start + ROWS_AT_ONCE, records))


def code_type(categories: int) -> type[np.int8 | np.int16 | np.int32]:
    """Find the narrowest type of codes of so many categories, and of -1."""
    if categories <= 1 << 7:
        return np.int8
    return np.int16 if categories <= 1 << 15 else np.int32


def index_type(records: int) -> type[np.int32 | np.int64]:
    """Find the narrowest type of positions of so many records."""
    return np.int32 if records < 1 << 31 else np.int64


def _map_of(array: NDArray[Any]) -> mmap.mmap | None:
    """Find the file that holds the pages of an array; ``None`` if they are in memory."""
    base: object = array
    while isinstance(base, np.ndarray | memoryview):
        base = base.base if isinstance(base, np.ndarray) else base.obj
    return base if isinstance(base, mmap.mmap) else None
