"""The first record of each group."""

from __future__ import annotations

from numba import njit

from core.kernels.numerics.grouping import Labels


@njit(cache=True, nogil=True)
def note_first_records(labels: Labels, begin: int, first_records: Labels, n_groups: int) -> int:
    """Note the records of a piece of a file in whose group there is none before.

    Parameters
    ----------
    labels : numpy.ndarray of int32 or int64, shape (n,)
        Group of each record of the piece, numbered from 0 by first appearance in the file.
    begin : int
        Number of records before the piece.
    first_records : numpy.ndarray of int32 or int64, shape (groups,)
        Filled from `n_groups` on.
    n_groups : int
        Number of groups before the piece.

    Returns
    -------
    int
        Number of groups up to the end of the piece.
    """
    for i in range(len(labels)):
        if labels[i] >= n_groups:
            first_records[n_groups] = begin + i
            n_groups += 1
    return n_groups
