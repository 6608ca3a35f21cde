"""A tree of cuts that divides records into blocks.

Each cut divides the records of a part by one coordinate at a value, and those with this very
value by their position in the file. A record's block depends on nothing else, so that blocks can
be found chunk by chunk (Solanas et al. 2006 cut by a tree before; manual:
methods#blocks-of-records).
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numba import njit

from core.array_types import Floats, Int32s, Ints
from core.kernels.blocks.one_cut import divide

# Axis, value, place, low and high.
_Row = tuple[int, float, int, int, int]

# Files of more records are cut by every s-th record, so many or a little fewer of them.
LARGEST_SAMPLE = 1_000_000
# Blocks planned from a sample are meant to be a little smaller, as the sample misjudges them.
_PLANNED_SHARE = 0.97
# A cut is chosen by about so many of a part's records.
_JUDGED = 1_000
ROUGHLY = 250
"""As many suffice where many small parts are cut, whose borders do not matter much."""
# No block is planned from fewer records of a sample.
_LEAST_PLANNED = 4
# Records whose places are in memory at a time.
_PIECE = 1 << 19
# Parts of fewer records take several threads longer than one.
_SHARED = 60_000


@dataclass(frozen=True, slots=True, eq=False)
class CutTree:
    """The cuts, the first one first; none for a single block.

    Attributes
    ----------
    axis : numpy.ndarray of int64, shape (cuts,)
        The coordinate that each cut looks at.
    value : numpy.ndarray of float64, shape (cuts,)
        Records below it go to the low side, those above it to the high side.
    cut_place : numpy.ndarray of int64, shape (cuts,)
        Of the records with this very value, those at an earlier position in the file go to the low
        side.
    low, high : numpy.ndarray of int64, shape (cuts,)
        The cut that divides each side further, or -1 - b for block b.
    """

    axis: Ints
    value: Floats
    cut_place: Ints
    low: Ints
    high: Ints

    @property
    def blocks(self) -> int:
        """Number of blocks."""
        return len(self.axis) + 1


def sample_step(records: int) -> int:
    """Compute s, if the cuts of so many records are planned from every s-th of them."""
    return max(1, -(-records // LARGEST_SAMPLE))


def plan_cuts(sample: Floats, records: int, max_records: int) -> CutTree:
    """Plan the cuts of a file from every s-th record, the first one included (`sample_step`).

    Parameters
    ----------
    sample : numpy.ndarray of float64, shape (r, m)
        The points at positions 0, s, 2 s, ...
    max_records : int
        The most records of a block, at least 8. With ``s == 1`` it is kept, and a block has at
        least a quarter of it; otherwise as far as the sample resembles the file (`cut_further`,
        `dissolve_block`).

    Returns
    -------
    CutTree
        Cuts of blocks of about equal size.
    """
    step = sample_step(records)
    if len(sample) != -(-records // step):
        raise ValueError("sample")
    if records <= max_records:
        return _build_tree([])
    planned = (
        max_records if step == 1 else max(_LEAST_PLANNED, int(_PLANNED_SHARE * max_records) // step)
    )
    return plan_cuts_of_points(sample, np.arange(len(sample), dtype=np.int64) * step, planned)


def plan_cuts_of_points(
    points: Floats, places: Ints, max_records: int, judged: int = _JUDGED
) -> CutTree:
    """Plan cuts that divide some points into parts of at most `max_records`.

    Parameters
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        Finite; `m` may be 0.
    places : numpy.ndarray of int64, shape (n,)
        Position of each in the file, ascending.
    max_records : int
        At least 4; no part has fewer than a quarter of it unless there is only one.
    judged : int
        Each cut is chosen by about so many of a part's points.
    """
    return cut_into_blocks(points, places, max_records, judged=judged)[0]


def cut_into_blocks(
    points: Floats, places: Ints, max_records: int, threads: int = 1, judged: int = _JUDGED
) -> tuple[CutTree, Ints]:
    """Plan the cuts of `plan_cuts_of_points`, and the block of each point; shape (n,).

    They do not depend on the number of threads.
    """
    grown = _Grown([], [])
    _grow(
        grown,
        points,
        places,
        np.arange(len(points), dtype=np.int64),
        (max_records, judged),
        threads,
    )
    block_of_point = np.empty(len(points), dtype=np.int64)
    for block, members in enumerate(grown.blocks):
        block_of_point[members] = block
    return _build_tree(grown.rows), block_of_point


class _Grown(NamedTuple):
    """The cuts of a part, the first one first, and the members of each block."""

    rows: list[_Row]
    blocks: list[Ints]


def _grow(
    grown: _Grown, points: Floats, places: Ints, members: Ints, sizes: tuple[int, int], threads: int
) -> int:
    """Add the cuts and blocks of some members; return their first cut, or -1 - b for block b.

    `sizes` are `max_records` and `judged`.
    """
    if len(members) <= sizes[0]:
        grown.blocks.append(members)
        return -len(grown.blocks)
    axis, value, position, lower, upper = divide(points, places, members, *sizes)
    cut = len(grown.rows)
    grown.rows.append((axis, value, position, cut, cut))
    if threads > 1 and len(members) >= _SHARED:
        with ThreadPoolExecutor(1, "cuts") as pool:
            above, half = _Grown([], []), threads // 2
            later = pool.submit(_grow, above, points, places, upper, sizes, half)
            low = _grow(grown, points, places, lower, sizes, threads - half)
            high = _append_part(grown, above, later.result())
    else:
        low = _grow(grown, points, places, lower, sizes, 1)
        high = _grow(grown, points, places, upper, sizes, 1)
    grown.rows[cut] = axis, value, position, low, high
    return cut


def _append_part(grown: _Grown, further: _Grown, first: int) -> int:
    """Add the cuts and blocks of another part; return the new name of its first cut or block."""
    cuts, blocks = len(grown.rows), len(grown.blocks)

    def rename(side: int) -> int:
        return side + cuts if side >= 0 else side - blocks

    grown.rows.extend((*row[:3], rename(row[3]), rename(row[4])) for row in further.rows)
    grown.blocks.extend(further.blocks)
    return rename(first)


def _build_tree(rows: list[_Row]) -> CutTree:
    axis, value, cut_place, low, high = zip(*rows, strict=True) if rows else ((), (), (), (), ())
    columns = [np.array(column, dtype=np.int64) for column in (axis, cut_place, low, high)]
    return CutTree(columns[0], np.array(value, dtype=np.float64), *columns[1:])


@njit(cache=True, nogil=True)
def _descend(
    points: Floats,
    places: Ints,
    axis: Ints,
    value: Floats,
    cut_place: Ints,
    low: Ints,
    high: Ints,
    blocks: Ints,
) -> None:
    for x in range(len(points)):
        cut = 0
        while cut >= 0:
            coordinate = points[x, axis[cut]] if points.shape[1] > 0 else 0.0
            lower = coordinate < value[cut] or (
                coordinate == value[cut] and places[x] < cut_place[cut]
            )
            cut = low[cut] if lower else high[cut]
        blocks[x] = -1 - cut


def find_blocks_at(points: Floats, places: Ints, tree: CutTree) -> Ints:
    """Find the block of each record, given its position in the file; shape (n,)."""
    blocks = np.zeros(len(points), dtype=np.int64)
    if tree.blocks > 1:
        cuts = tree.axis, tree.value, tree.cut_place, tree.low, tree.high
        _descend(np.ascontiguousarray(points), places, *cuts, blocks)
    return blocks


def find_blocks(points: Floats, tree: CutTree) -> Int32s:
    """Find the block of each record of a file, shape (n,); the shape of `points` is (n, m)."""
    blocks = np.empty(len(points), dtype=np.int32)
    for start in range(0, len(points), _PIECE):
        piece = points[start : start + _PIECE]
        places = np.arange(start, start + len(piece), dtype=np.int64)
        blocks[start : start + len(piece)] = find_blocks_at(piece, places, tree)
    return blocks


def cut_further(
    tree: CutTree, block: int, points: Floats, places: Ints, max_records: int
) -> CutTree:
    """Cut a block which turned out too large.

    Its parts take its number and those after the last block; other blocks keep their numbers.

    Parameters
    ----------
    points, places : numpy.ndarray, shape (n, m) and (n,)
        All records of the block, and their positions in the file, ascending.
    """
    further, cuts = plan_cuts_of_points(points, places, max_records), len(tree.axis)
    if further.blocks == 1:
        return tree

    def renumber(children: Ints) -> Ints:
        # Part 0 is the block's own number, part j the j-th after the last block.
        part_number = -1 - children
        name = np.where(part_number == 0, block, tree.blocks - 1 + part_number)
        return np.where(children < 0, -1 - name, children + cuts)

    def replace(children: Ints) -> Ints:
        return np.where(children == -1 - block, cuts, children)

    return CutTree(
        np.concatenate((tree.axis, further.axis)),
        np.concatenate((tree.value, further.value)),
        np.concatenate((tree.cut_place, further.cut_place)),
        np.concatenate((replace(tree.low), renumber(further.low))),
        np.concatenate((replace(tree.high), renumber(further.high))),
    )


def dissolve_block(tree: CutTree, block: int) -> CutTree:
    """Let the other side of a block's cut take its records.

    Later blocks have smaller numbers then.
    """
    leaf = -1 - block
    (cut,) = np.flatnonzero((tree.low == leaf) | (tree.high == leaf)).tolist()
    sibling = int(tree.high[cut] if tree.low[cut] == leaf else tree.low[cut])
    kept_cuts = [row for row in range(len(tree.axis)) if row != cut]
    if cut == 0 and sibling >= 0:
        # The first cut of all comes first.
        kept_cuts = [sibling, *(row for row in kept_cuts if row != sibling)]
    number = np.zeros(len(tree.axis), dtype=np.int64)
    number[kept_cuts] = np.arange(len(kept_cuts))

    def renumber(children: Ints) -> Ints:
        children = np.where(children == cut, sibling, children)[kept_cuts]
        blocks = np.where(children < leaf, children + 1, children)
        return np.where(children < 0, blocks, number[np.maximum(children, 0)])

    low, high = renumber(tree.low), renumber(tree.high)
    return CutTree(
        tree.axis[kept_cuts], tree.value[kept_cuts], tree.cut_place[kept_cuts], low, high
    )


def fit_cuts(
    tree: CutTree,
    sizes: Ints,
    max_records: int,
    members: Callable[[int], tuple[Floats, Ints]],
) -> CutTree:
    """Cut blocks until none has more than `max_records` records.

    Parameters
    ----------
    tree : CutTree
        The cuts, planned from a sample.
    sizes : numpy.ndarray of int64, shape (blocks,)
        How many records each block has.
    members : callable
        Returns all points of a block and their positions, ascending; called for large blocks alone.
    """
    for block in np.flatnonzero(sizes > max_records).tolist():
        tree = cut_further(tree, block, *members(block), max_records)
    return tree
