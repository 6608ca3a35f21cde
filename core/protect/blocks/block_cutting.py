"""Cuts the records of a task into blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from core.encode import Nominal
from core.kernels.blocks.cuts import (
    CutTree,
    blocks_of,
    cut_apart,
    fitted,
    plan_cuts,
    sample_step,
    without_block,
)
from core.kernels.indexes.shared_passes import processors
from core.table import index_type, pieces

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
    _check_limit(most, k)
    if len(coordinates) > most and sample_step(len(coordinates)) == 1:
        # Seldom is there anything to fit; then nothing has to be gone through again.
        places = np.arange(len(coordinates), dtype=np.int64)
        tree, blocks = cut_apart(coordinates, places, most, processors())
        if np.bincount(blocks).min() >= 2 * k:
            return tree, blocks

    def parts() -> Iterator[tuple[int, Floats]]:
        for piece in pieces(len(coordinates)):
            yield piece.start, coordinates[piece]

    tree = fitted_cuts(parts, len(coordinates), most, k)
    blocks = np.empty(len(coordinates), dtype=index_type(tree.blocks))
    for start, part in parts():
        blocks[start : start + len(part)] = blocks_of(part, start, tree)
    return tree, blocks


def fitted_cuts(
    parts: Callable[[], Iterable[tuple[int, Floats]]], records: int, most: int, k: int
) -> CutTree:
    """Return the cuts of a file that is gone through in parts, several times.

    Parameters
    ----------
    parts : callable
        Returns the first position and the coordinates of each part, in order.
    records : int
        Records of the file.
    most, k : int
        As of `cut`.
    """
    _check_limit(most, k)
    step = sample_step(records)
    # Copies, because a view would keep all records of its part in memory.
    sample = np.concatenate([part[-start % step :: step].copy() for start, part in parts()])
    tree = plan_cuts(sample, records, most)
    sizes = _sizes(parts, tree)
    while (small := np.flatnonzero(sizes < 2 * k)).size:
        # Only where the sample resembles the file badly.
        tree = without_block(tree, int(small[-1]))
        sizes = _sizes(parts, tree)

    def members(block: int) -> tuple[Floats, Ints]:
        found, places = [], []
        for start, part in parts():
            inside = np.flatnonzero(blocks_of(part, start, tree) == block)
            found.append(part[inside])
            places.append(inside + start)
        return np.concatenate(found), np.concatenate(places)

    return fitted(tree, sizes, most, members)


def _check_limit(most: int, k: int) -> None:
    if most < least_block(k):
        raise ValueError("most")


def _sizes(parts: Callable[[], Iterable[tuple[int, Floats]]], tree: CutTree) -> Ints:
    """Return the number of records of each block."""
    found = np.zeros(tree.blocks, dtype=np.int64)
    for start, part in parts():
        found += np.bincount(blocks_of(part, start, tree), minlength=tree.blocks)
    return found
