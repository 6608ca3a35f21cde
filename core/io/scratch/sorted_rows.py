"""Records sorted on disk, whatever their number and however often a key occurs.

Each part is sorted in memory for a sample at regular distances. The sample divides all records into
buckets, each of which is then sorted in memory (Shi and Schaeffer 1992, section 2). Records with
equal keys are sorted by their position, so that no bucket grows with the number of ties. The result
does not depend on the parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.io.scratch.raw_rows import AT
from core.io.scratch.row_files import RoutedRows, Rows

_Keys = list[NDArray[Any]]

SAMPLED = 256
"""Records of a part in the sample: a bucket is larger by one part for each so many parts."""


def sorted_parts(
    source: Callable[[], Iterable[Rows]],
    dtype: np.dtype[Any],
    keys: Sequence[str],
    place: Path,
    records: int,
    rows: int,
) -> Iterator[Rows]:
    """Yield records in the order of their keys, and of their positions where all keys are equal.

    This is the order of ``numpy.lexsort`` and of a stable ``numpy.argsort``: NaN comes last.

    Parameters
    ----------
    source : callable
        Returns the records in parts of at most `rows`, by position; it is called up to two times.
    dtype : numpy.dtype
        Structured type of a record, with the field `AT`.
    keys : sequence of str
        Fields by which the records are sorted, the first one first.
    place : pathlib.Path
        A file that is made and removed again.
    records, rows : int
        Number of all records, and about how many are in memory at a time.
    """
    splitters = _splitters(source, keys, -(-records // rows), rows)
    with RoutedRows(place, dtype, len(splitters[0]) + 1) as routed:
        for part in source():
            routed.add(part, _buckets(part, keys, splitters))
        for bucket in range(len(splitters[0]) + 1):
            found = routed.bucket(bucket)
            if len(found):
                yield found[_order(_fields(found, keys))]


def _fields(rows: Rows, names: Sequence[str]) -> _Keys:
    return [rows[name] for name in names]


def _order(keys: _Keys) -> NDArray[np.intp]:
    """Return the order of records that are by position."""
    # The last key of lexsort is the primary one; a single key is sorted faster without it.
    return np.lexsort(keys[::-1]) if len(keys) > 1 else np.argsort(keys[0], kind="stable")


def _splitters(
    source: Callable[[], Iterable[Rows]], keys: Sequence[str], buckets: int, rows: int
) -> _Keys:
    """Return keys and position of the first record of each bucket but the first one."""
    names = (*keys, AT)
    step, sampled = max(rows // SAMPLED, 1), list[_Keys]()
    for part in source() if buckets > 1 else ():
        some = part[_order(_fields(part, keys))[step - 1 :: step]]
        sampled.append([column.copy() for column in _fields(some, names)])
    whole = [np.concatenate(columns) for columns in zip(*sampled, strict=True)]
    if not whole or not len(whole[0]):
        return [np.empty(0)] * len(names)
    first = _order(whole)[np.arange(1, buckets) * len(whole[0]) // buckets]
    return [column[first] for column in whole]


def _buckets(part: Rows, keys: Sequence[str], splitters: _Keys) -> NDArray[np.int64]:
    """Return the bucket of each record: the number of splitters that do not come after it."""
    count = len(splitters[0])
    if not count:
        return np.zeros(len(part), np.int64)
    pairs = zip(splitters, _fields(part, (*keys, AT)), strict=True)
    # Of equal ones, the splitter comes first.
    order = _order([np.concatenate(pair) for pair in pairs])
    found = np.empty(len(order), np.int64)
    found[order] = np.cumsum(order < count)
    return found[count:]
