"""Groups of successive records of a sorted file, which passes by in parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.io.scratch.routed_rows import Rows

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


def rank_groups(parts: Iterable[Rows], records: int, k: int) -> Iterator[RankGroups]:
    """Yield sorted records in groups of `k`, of which the last one takes the remainder.

    Parameters
    ----------
    parts : iterable of numpy.ndarray
        The sorted records; a group may begin in one part and end in a later one.
    records, k : int
        Number of all records, and of those of a group.
    """
    groups, begin, held, count = max(records // k, 1), 0, list[Rows](), 0
    for part in parts:
        held.append(part)
        count += len(part)
        done = begin + count
        # The last group is complete with the last record.
        end = done if done == records else min(done // k, groups - 1) * k
        if end > begin:
            rows = np.concatenate(held)
            ranks = np.arange(begin, end)
            labels = np.minimum(ranks // k, groups - 1) - begin // k
            yield RankGroups(begin // k, rows[: end - begin], labels)
            held, begin = [rows[end - begin :]], end
            count = done - end
