"""Cuts the records of a task into blocks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.array_types import Floats, Int32s, Ints
from core.encode import Nominal
from core.kernels.blocks.cuts import (
    CutTree,
    cut_into_blocks,
    dissolve_block,
    find_blocks,
    fit_cuts,
    plan_cuts,
    sample_step,
)
from core.kernels.indexes.shared_passes import processors

Blocks = Int32s | Ints

# Of this many times k at least a block consists, so that it can be cut further in halves.
_LEAST = 8
# Categories divide records only where numbers do not.
_NOMINAL = 2.0**-20


def smallest_block(k: int) -> int:
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


def cut(coordinates: Floats, largest: int, k: int) -> tuple[CutTree, Blocks]:
    """Cut a file into blocks; return the cuts, and the block of each record.

    Parameters
    ----------
    coordinates : numpy.ndarray of float64, shape (n, m)
        From `cut_coordinates`.
    largest : int
        The most records of a block, at least ``smallest_block(k)``.
    k : int
        Least size of a cluster; each block has at least twice as many records.
    """
    _check_limit(largest, k)
    if len(coordinates) > largest and sample_step(len(coordinates)) == 1:
        # Seldom is there anything to fit; then nothing has to be gone through again.
        places = np.arange(len(coordinates), dtype=np.int64)
        tree, blocks = cut_into_blocks(coordinates, places, largest, processors())
        if np.bincount(blocks).min() >= 2 * k:
            return tree, blocks
    return _fit_cuts(coordinates, largest, k)


def _fit_cuts(coordinates: Floats, largest: int, k: int) -> tuple[CutTree, Blocks]:
    """Plan cuts from a sample; return them, and the block of each record."""
    records = len(coordinates)
    tree = plan_cuts(coordinates[:: sample_step(records)], records, largest)
    blocks = find_blocks(coordinates, tree)
    sizes = np.bincount(blocks, minlength=tree.blocks)
    while (small := np.flatnonzero(sizes < 2 * k)).size:
        # Only where the sample resembles the file badly.
        tree = dissolve_block(tree, int(small[-1]))
        blocks = find_blocks(coordinates, tree)
        sizes = np.bincount(blocks, minlength=tree.blocks)
    if sizes.max() <= largest:
        return tree, blocks

    def members(block: int) -> tuple[Floats, Ints]:
        places = np.flatnonzero(blocks == block)
        return coordinates[places], places

    tree = fit_cuts(tree, sizes, largest, members)
    return tree, find_blocks(coordinates, tree)


def _check_limit(largest: int, k: int) -> None:
    if largest < smallest_block(k):
        raise ValueError("most")
