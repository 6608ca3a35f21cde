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

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
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
# Among r values by which a cut is judged, the standard deviation of the place of a rank is at most
# sqrt(r) / 2: three of them and a few places more are nearly always enough.
_REACH, _SPARE = 1.5, 2
# No block is planned from fewer records of a sample.
_LEAST_PLANNED = 4
# Parts of fewer records take several threads longer than one.
_SHARED = 60_000
_NO_PLACE, _ALL_PLACES = -1, np.iinfo(np.int64).max


@dataclass(frozen=True, slots=True, eq=False)
class CutTree:
    """The cuts, the first one first; none for a single block.

    Attributes
    ----------
    axis : numpy.ndarray of int64, shape (cuts,)
        The coordinate that each cut looks at.
    value : numpy.ndarray of float64, shape (cuts,)
        Records below it go to the low side, those above it to the high side.
    place : numpy.ndarray of int64, shape (cuts,)
        Of the records with this very value, those at an earlier position in the file go to the low
        side.
    low, high : numpy.ndarray of int64, shape (cuts,)
        The cut that divides each side further, or -1 - b for block b.
    """

    axis: Ints
    value: Floats
    place: Ints
    low: Ints
    high: Ints

    @property
    def blocks(self) -> int:
        """Number of blocks."""
        return len(self.axis) + 1


def sample_step(records: int) -> int:
    """Return s, if the cuts of so many records are planned from every s-th of them."""
    return max(1, -(-records // LARGEST_SAMPLE))


def plan_cuts(sample: Floats, records: int, most: int) -> CutTree:
    """Plan the cuts of a file from every s-th record, the first one included (`sample_step`).

    Parameters
    ----------
    sample : numpy.ndarray of float64, shape (r, m)
        The points at positions 0, s, 2 s, ...
    records : int
        Records of the file.
    most : int
        The most records of a block, at least 8. With ``s == 1`` it is kept, and a block has at
        least a quarter of it; otherwise as far as the sample resembles the file (`cut_further`,
        `without_block`).

    Returns
    -------
    CutTree
        Cuts of blocks of about equal size.
    """
    step = sample_step(records)
    if len(sample) != -(-records // step):
        raise ValueError("sample")
    if records <= most:
        return _tree([])
    planned = most if step == 1 else max(_LEAST_PLANNED, int(_PLANNED_SHARE * most) // step)
    return cuts_of(sample, np.arange(len(sample), dtype=np.int64) * step, planned)


def cuts_of(points: Floats, places: Ints, most: int, judged: int = _JUDGED) -> CutTree:
    """Return cuts that divide some points into parts of at most `most`.

    Parameters
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        Finite; `m` may be 0.
    places : numpy.ndarray of int64, shape (n,)
        Position of each in the file, ascending.
    most : int
        At least 4; no part has fewer than a quarter of it unless there is only one.
    judged : int
        Each cut is chosen by about so many of a part's points.
    """
    return cut_apart(points, places, most, judged=judged)[0]


def cut_apart(
    points: Floats, places: Ints, most: int, threads: int = 1, judged: int = _JUDGED
) -> tuple[CutTree, Ints]:
    """Return the cuts of `cuts_of`, and the block of each point; shape (n,).

    They do not depend on the number of threads.
    """
    members = np.arange(len(points), dtype=np.int64)
    rows, blocks = _grown(points, places, members, (most, judged), threads)
    found = np.empty_like(members)
    for block, own in enumerate(blocks):
        found[own] = block
    return _tree(rows), found


def _grown(
    points: Floats, places: Ints, members: Ints, sizes: tuple[int, int], threads: int
) -> tuple[list[_Row], list[Ints]]:
    """Return the cuts of some points, the first one first, and the members of each block.

    `sizes` are `most` and `judged`.
    """
    if len(members) <= sizes[0]:
        return [], [members]
    axis, value, place, column = _cut(points, places, members, *sizes)
    lower, upper = _divided(column, places, members, value, place)
    if threads > 1 and len(members) >= _SHARED:
        with ThreadPoolExecutor(1, "cuts") as other:
            later = other.submit(_grown, points, places, upper, sizes, threads // 2)
            low, low_blocks = _grown(points, places, lower, sizes, threads - threads // 2)
            high, high_blocks = later.result()
    else:
        low, low_blocks = _grown(points, places, lower, sizes, 1)
        high, high_blocks = _grown(points, places, upper, sizes, 1)
    first = 1 + len(low)
    row = axis, value, place, 1 if low else -1, first if high else -1 - len(low_blocks)
    below = [_renumbered(each, 1, 0) for each in low]
    above = [_renumbered(each, first, len(low_blocks)) for each in high]
    return [row, *below, *above], low_blocks + high_blocks


def _renumbered(row: _Row, cuts: int, blocks: int) -> _Row:
    """Return a cut after so many other cuts and blocks."""
    axis, value, place, *sides = row
    low, high = (side + cuts if side >= 0 else side - blocks for side in sides)
    return axis, value, place, low, high


def _tree(rows: list[_Row]) -> CutTree:
    axis, value, place, low, high = zip(*rows, strict=True) if rows else ((), (), (), (), ())
    whole = [np.array(column, dtype=np.int64) for column in (axis, place, low, high)]
    return CutTree(whole[0], np.array(value, dtype=np.float64), *whole[1:])


def _column(points: Floats, members: Ints, axis: int) -> Floats:
    # Records without numbers are all alike.
    found = np.zeros(len(members))
    if points.shape[1] > 0:
        _fill_column(points, members, axis, found)
    return found


@njit(cache=True, nogil=True)
def _fill_column(points: Floats, members: Ints, axis: int, column: Floats) -> None:
    for at in range(len(members)):
        column[at] = points[members[at], axis]


def _divided(
    column: Floats, places: Ints, members: Ints, value: float, place: int
) -> tuple[Ints, Ints]:
    """Return the members on either side of a cut, given their values on its axis."""
    found = np.empty_like(members)
    low = _divide(column, places, members, value, place, found)
    return found[:low], np.ascontiguousarray(found[low:][::-1])


@njit(cache=True, nogil=True)
def _divide(
    column: Floats, places: Ints, members: Ints, value: float, place: int, found: Ints
) -> int:
    """Write those on the low side from the first place on, the others from the last one back."""
    low, last = 0, len(members) - 1
    for at in range(len(members)):
        x, own = members[at], column[at]
        lower = own < value
        if own == value:
            lower = places[x] < place
        # To both places without a branch; the wrong one is written to again.
        found[low] = found[last - (at - low)] = x
        low += int(lower)
    return low


def _cut(
    points: Floats, places: Ints, members: Ints, most: int, judged: int
) -> tuple[int, float, int, Floats]:
    """Return axis, value and place of a part's cut, and the members' values on the axis.

    The cut leaves whole blocks on either side. It is the one that lowers the variance within the
    two sides most, unless it would divide records of the same value: then that of another axis.
    """
    wanted = -(-len(members) // most)
    cuts, some = _by_gain(points, members, wanted, judged)
    for axis, low in cuts:
        column = _column(points, members, axis)
        found = _between_values(column, some[axis], low, most)
        if found is not None:
            return axis, *found, column
    axis, low = cuts[0]
    column = _column(points, members, axis)
    value = float(np.partition(column, low)[low])
    before = int(np.count_nonzero(column < value))
    same = places[members[column == value]]
    return axis, value, int(same[low - before]), column


def _by_gain(
    points: Floats, members: Ints, wanted: int, judged: int
) -> tuple[list[tuple[int, int]], Floats]:
    """Return the best cut on each axis, the best one of all first, and by what it is judged.

    A cut is given by the number of records on its low side, a multiple of the size of one of
    `wanted` equal blocks. It is judged by some of the records, as its exact place does not matter:
    by their sorted values on each axis.
    """
    n = len(members)
    step = max(1, n // judged)
    columns = np.zeros((max(1, points.shape[1]), -(-n // step)))
    if points.shape[1] > 0:
        _fill_columns(points, members, step, columns)
        columns.sort(axis=1)
    shares = np.arange(1, wanted) / wanted
    ranks = np.maximum(1, (shares * columns.shape[1]).astype(np.int64))
    gains, best = np.empty(len(columns)), np.empty(len(columns), dtype=np.int64)
    _find_best(columns, ranks, wanted, gains, best)
    found = zip((-gains).tolist(), range(len(columns)), best.tolist(), strict=True)
    return [(axis, n * (at + 1) // wanted) for _, axis, at in sorted(found)], columns


@njit(cache=True, nogil=True)
def _fill_columns(points: Floats, members: Ints, step: int, columns: Floats) -> None:
    for at in range(columns.shape[1]):
        for axis in range(columns.shape[0]):
            columns[axis, at] = points[members[at * step], axis]


@njit(cache=True, nogil=True)
def _find_best(columns: Floats, ranks: Ints, wanted: int, gains: Floats, best: Ints) -> None:
    """Find for each sorted column the cut that lowers its sum of squares most, and by how much.

    Of several that are as good, it is the one nearest to the middle.
    """
    n = columns.shape[1]
    summed = np.empty(len(ranks))
    for axis in range(len(columns)):
        # Added up one after the other, and so in the same way on every machine.
        total, rank = 0.0, 0
        for x in range(n):
            total += columns[axis, x]
            while rank < len(ranks) and ranks[rank] == x + 1:
                summed[rank] = total
                rank += 1
        gains[axis], best[axis] = -1.0, 0
        for at in range(len(ranks)):
            part = summed[at] - ranks[at] * (total / n)
            gain = part * part * n / (ranks[at] * (n - ranks[at]))
            nearer = abs(2 * (at + 1) - wanted) < abs(2 * (best[axis] + 1) - wanted)
            if gain > gains[axis] or (gain == gains[axis] and nearer):
                gains[axis], best[axis] = gain, at


def _between_values(
    column: Floats, some: Floats, middle: int, most: int
) -> tuple[float, int] | None:
    """Return value and place of the cut between two values that is nearest to a rank.

    Neither side is smaller than a quarter of a block, or than half as large as it was to be. `some`
    are sorted values of the column, from all over it.
    """
    n = len(column)
    value, below, upto = _at_rank(column, some, middle)
    cuts = [(abs(below - middle), below, _NO_PLACE), (abs(upto - middle), upto, _ALL_PLACES)]
    for _, low, place in sorted(cuts):
        if 4 * min(low, n - low) >= most and 2 * low >= middle and 2 * (n - low) >= n - middle:
            return value, place
    return None


@njit(cache=True, nogil=True)
def _at_rank(column: Floats, some: Floats, rank: int) -> tuple[float, int, int]:
    """Return the value at a rank, and how many are below it and up to it.

    It is sought between two of `some`, which spares a sort of all others.
    """
    n, near = len(column), rank * len(some) // len(column)
    reach = _SPARE + int(_REACH * np.sqrt(len(some)))
    low = some[near - reach] if near >= reach else -np.inf
    high = some[near + reach] if near + reach < len(some) else np.inf
    inside, count, below = np.empty(n + 1), 0, 0
    for x in range(n):
        own = column[x]
        below += int(own < low)
        inside[count] = own
        count += int(own >= low and own <= high)
    if rank < below or rank >= below + count:
        inside[:n], count, below = column, n, 0
    value = float(np.partition(inside[:count], rank - below)[rank - below])
    less = equal = 0
    for x in range(count):
        less += int(inside[x] < value)
        equal += int(inside[x] == value)
    return value, below + less, below + less + equal


@njit(cache=True, nogil=True)
def _descend(
    points: Floats,
    places: Ints,
    axis: Ints,
    value: Floats,
    place: Ints,
    low: Ints,
    high: Ints,
    found: Ints,
) -> None:
    for x in range(len(points)):
        at = 0
        while at >= 0:
            own = points[x, axis[at]] if points.shape[1] > 0 else 0.0
            lower = own < value[at] or (own == value[at] and places[x] < place[at])
            at = low[at] if lower else high[at]
        found[x] = -1 - at


def blocks_at(points: Floats, places: Ints, tree: CutTree) -> Ints:
    """Return the block of each record, given its position in the file; shape (n,)."""
    found = np.zeros(len(points), dtype=np.int64)
    if tree.blocks > 1:
        cuts = tree.axis, tree.value, tree.place, tree.low, tree.high
        _descend(np.ascontiguousarray(points), places, *cuts, found)
    return found


def blocks_of(points: Floats, first_position: int, tree: CutTree) -> Ints:
    """Return the block of each record of a chunk; shape (n,).

    Parameters
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        Records that follow each other in the file.
    first_position : int
        Position of the first one in the file.
    tree : CutTree
        The cuts.
    """
    places = np.arange(first_position, first_position + len(points), dtype=np.int64)
    return blocks_at(points, places, tree)


def cut_further(tree: CutTree, block: int, points: Floats, places: Ints, most: int) -> CutTree:
    """Return a tree that cuts a block which turned out too large.

    Its parts take its number and those after the last block; other blocks keep their numbers.

    Parameters
    ----------
    tree : CutTree
        The cuts.
    block : int
        One of its blocks.
    points, places : numpy.ndarray, shape (n, m) and (n,)
        All records of the block, and their positions in the file, ascending.
    most : int
        The most records of a part.
    """
    more, cuts = cuts_of(points, places, most), len(tree.axis)
    if more.blocks == 1:
        return tree

    def renumbered(children: Ints) -> Ints:
        # Part 0 is the block's own number, part j the j-th after the last block.
        part = -1 - children
        name = np.where(part == 0, block, tree.blocks - 1 + part)
        return np.where(children < 0, -1 - name, children + cuts)

    def replaced(children: Ints) -> Ints:
        return np.where(children == -1 - block, cuts, children)

    return CutTree(
        np.concatenate((tree.axis, more.axis)),
        np.concatenate((tree.value, more.value)),
        np.concatenate((tree.place, more.place)),
        np.concatenate((replaced(tree.low), renumbered(more.low))),
        np.concatenate((replaced(tree.high), renumbered(more.high))),
    )


def without_block(tree: CutTree, block: int) -> CutTree:
    """Return a tree in which the other side of a block's cut takes its records.

    Later blocks have smaller numbers then.
    """
    leaf = -1 - block
    (cut,) = np.flatnonzero((tree.low == leaf) | (tree.high == leaf)).tolist()
    other = int(tree.high[cut] if tree.low[cut] == leaf else tree.low[cut])
    kept = [at for at in range(len(tree.axis)) if at != cut]
    if cut == 0 and other >= 0:
        # The first cut of all comes first.
        kept = [other, *(at for at in kept if at != other)]
    number = np.zeros(len(tree.axis), dtype=np.int64)
    number[kept] = np.arange(len(kept))

    def renumbered(children: Ints) -> Ints:
        children = np.where(children == cut, other, children)[kept]
        blocks = np.where(children < leaf, children + 1, children)
        return np.where(children < 0, blocks, number[np.maximum(children, 0)])

    low, high = renumbered(tree.low), renumbered(tree.high)
    return CutTree(tree.axis[kept], tree.value[kept], tree.place[kept], low, high)


def fitted(
    tree: CutTree,
    sizes: Ints,
    most: int,
    members: Callable[[int], tuple[Floats, Ints]],
) -> CutTree:
    """Return a tree of which no block has more than `most` records.

    Parameters
    ----------
    tree : CutTree
        The cuts, planned from a sample.
    sizes : numpy.ndarray of int64, shape (blocks,)
        How many records each block has.
    most : int
        The most records of a block.
    members : callable
        Returns all points of a block and their positions, ascending; called for large blocks alone.
    """
    for block in np.flatnonzero(sizes > most).tolist():
        tree = cut_further(tree, block, *members(block), most)
    return tree
