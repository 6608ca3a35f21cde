"""Groups of successive records of a sorted file, which passes by in parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.io.scratch.row_files import Rows

Ints = NDArray[np.int64]


class RankGroups(NamedTuple):
    """All records of some groups.

    Attributes
    ----------
    first : int
        Number of the first group.
    rows : numpy.ndarray
        The records, in sorted order.
    labels : numpy.ndarray of int64, shape (n,)
        Group of each of them, where 0 is `first`.
    """

    first: int
    rows: Rows
    labels: Ints


def rank_groups(parts: Iterable[Rows], begins: Ints) -> Iterator[RankGroups]:
    """Yield sorted records in groups of successive ones.

    Parameters
    ----------
    parts : iterable of numpy.ndarray
        The sorted records; a group may begin in one part and end in a later one.
    begins : numpy.ndarray of int64, shape (groups + 1,)
        How many records come before each group, and the number of all records.
    """
    first, done, held = 0, 0, list[Rows]()
    for part in parts:
        held.append(part)
        done += len(part)
        # The groups before this one are complete.
        last = int(np.searchsorted(begins, done, side="right")) - 1
        if last > first:
            rows, count = np.concatenate(held), int(begins[last] - begins[first])
            labels = np.repeat(np.arange(last - first), np.diff(begins[first : last + 1]))
            yield RankGroups(first, rows[:count], labels)
            held, first = [rows[count:]], last
