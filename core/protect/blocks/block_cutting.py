"""Cuts the records of a task into blocks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.encode import Nominal
from core.kernels.blocks.cuts import (
    CutTree,
    blocks_of,
    fitted,
    plan_cuts,
    sample_step,
    without_block,
)

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# Of this many times k at least a block consists, so that it can be cut further in halves.
_LEAST = 8
# Categories divide records only where numbers do not.
_NOMINAL = 2.0**-20


def least_block(k: int) -> int:
    """Return the smallest limit on the size of blocks that can be kept with clusters of k."""
    return _LEAST * k


def cut_coordinates(points: Floats, nominal: Sequence[Nominal]) -> Floats:
    """Return the coordinates by which records are cut; shape (n, m + nominal).

    The nominal attributes count only where the points are all alike. Their categories are in the
    order of the taxonomy, in which related ones are next to each other.
    """
    if not nominal:
        return points
    places = [_NOMINAL * attribute.places for attribute in nominal]
    return np.ascontiguousarray(np.column_stack((points, *places)))


def cut(coordinates: Floats, most: int, k: int) -> tuple[CutTree, Ints]:
    """Return the cuts of a file that is in memory, and the block of each record.

    Parameters
    ----------
    coordinates : numpy.ndarray of float64, shape (n, m)
        From `cut_coordinates`.
    most : int
        The most records of a block, at least ``least_block(k)``.
    k : int
        Least size of a cluster; each block has at least twice as many records.
    """
    if most < least_block(k):
        raise ValueError("most")
    n = len(coordinates)
    tree = plan_cuts(coordinates[:: sample_step(n)], n, most)
    found = blocks_of(coordinates, 0, tree)
    while (small := np.flatnonzero(np.bincount(found, minlength=tree.blocks) < 2 * k)).size:
        # Only where the sample resembles the file badly.
        tree = without_block(tree, int(small[-1]))
        found = blocks_of(coordinates, 0, tree)

    def members(block: int) -> tuple[Floats, Ints]:
        positions = np.flatnonzero(found == block)
        return coordinates[positions], positions

    tree = fitted(tree, np.bincount(found, minlength=tree.blocks), most, members)
    return tree, blocks_of(coordinates, 0, tree)
