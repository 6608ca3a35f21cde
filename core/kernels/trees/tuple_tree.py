"""A tree over the distinct tuples of numbers and categories; its records leave one by one.

Records that are equal stand together, as one tuple with their positions. A node knows the box of
its tuples' numbers and of each nominal attribute a set (`core.kernels.categories.category_sets`)
that holds their categories; both shrink as records leave. Squared distances are summed numbers
first, then categories, each in the order given; bounds are summed in the same order, so that
rounding never puts a bound on the wrong side of a distance: a search finds what a pass over all
records finds.
"""

from __future__ import annotations

from typing import NamedTuple

from numba import njit

from core.array_types import Bools, Floats, Int32s, Ints
from core.kernels.categories.category_sets import common
from core.kernels.numerics.heap import NOBODY


class TupleTree(NamedTuple):
    """The tree's arrays, of `n` records, `v` tuples, `m` numbers and `q` nominal attributes.

    The two children of a node stand side by side; the roots, of one tree or more, come first.

    Attributes
    ----------
    numbers : numpy.ndarray of float64, shape (v, m)
        Of each tuple, leaf by leaf; those of a leaf that are left come first.
    singles : numpy.ndarray of int32, shape (v, q)
        Its categories, as sets.
    start, head, live : numpy.ndarray of int64, shape (v,)
        Where its records begin in `record`, which of them is the first that is left, and how
        many are left.
    end : numpy.ndarray of int64, shape (v,)
        Where its records end.
    record : numpy.ndarray of int64, shape (n,)
        Positions of the records, tuple after tuple, ascending.
    there : numpy.ndarray of bool
        Whether a record is left, by position.
    home, block : numpy.ndarray of int64
        The leaf of each record and the `start` of its tuple, by position.
    child : numpy.ndarray of int64, shape (nodes,)
        The first child; -1 for a leaf.
    parent : numpy.ndarray of int64, shape (nodes,)
        -1 for a root.
    begin, n_tuples : numpy.ndarray of int64, shape (nodes,)
        Where the tuples of a node begin, and how many there are; of a leaf how many are left.
    box : numpy.ndarray of float64, shape (nodes, 2 m)
        Lower and upper corner.
    sets : numpy.ndarray of int32, shape (nodes, q)
        The smallest set that holds the categories of the tuples that are left.
    first : numpy.ndarray of int64, shape (nodes,)
        The smallest position of a record that is left, `NOBODY` if none is.
    stale : numpy.ndarray of bool, shape (nodes,)
        Whether a record left since the leaf was refreshed.
    """

    numbers: Floats
    singles: Int32s
    start: Ints
    head: Ints
    live: Ints
    end: Ints
    record: Ints
    there: Bools
    home: Ints
    block: Ints
    child: Ints
    parent: Ints
    begin: Ints
    n_tuples: Ints
    box: Floats
    sets: Int32s
    first: Ints
    stale: Bools


@njit(cache=True, nogil=True)
def drop(tree: TupleTree, record: int) -> None:
    """Take a record out and leave the bounds as they are, for `shrink` to do later."""
    leaf, block = tree.home[record], tree.block[record]
    start, head, live = tree.start, tree.head, tree.live
    row = tree.begin[leaf]
    while start[row] != block:
        row += 1
    tree.there[record] = False
    tree.stale[leaf] = True
    live[row] -= 1
    if live[row] > 0:
        while not tree.there[tree.record[head[row]]]:
            head[row] += 1
        return
    tree.n_tuples[leaf] -= 1
    last = tree.begin[leaf] + tree.n_tuples[leaf]
    # The empty tuple goes to the end, and may still be asked for: it keeps its `start`.
    for i in range(tree.numbers.shape[1]):
        tree.numbers[row, i], tree.numbers[last, i] = tree.numbers[last, i], tree.numbers[row, i]
    for a in range(tree.singles.shape[1]):
        tree.singles[row, a], tree.singles[last, a] = tree.singles[last, a], tree.singles[row, a]
    for column in (start, head, live, tree.end):
        column[row], column[last] = column[last], column[row]


@njit(cache=True, nogil=True)
def shrink(tree: TupleTree, up: Int32s, record: int) -> None:
    """Bring the bounds up to date above a dropped record; once for all of its leaf.

    `up` is that of the attributes' `CategorySets`.
    """
    node = tree.home[record]
    if not tree.stale[node]:
        return
    tree.stale[node] = False
    changed = refresh_leaf(tree, up, node)
    node = tree.parent[node]
    while changed and node >= 0:
        changed = refresh_node(tree, up, node)
        node = tree.parent[node]


@njit(cache=True, nogil=True)
def refresh_leaf(tree: TupleTree, up: Int32s, leaf: int) -> bool:
    """Compute the bounds of a leaf; say whether they changed."""
    begin, end, m = tree.begin[leaf], tree.begin[leaf] + tree.n_tuples[leaf], tree.numbers.shape[1]
    first, box, sets = NOBODY, tree.box, tree.sets
    for row in range(begin, end):
        first = min(first, tree.record[tree.head[row]])
    changed = first != tree.first[leaf]
    tree.first[leaf] = first
    if begin == end:
        return True
    for i in range(m):
        low, high = tree.numbers[begin, i], tree.numbers[begin, i]
        for row in range(begin + 1, end):
            low, high = min(low, tree.numbers[row, i]), max(high, tree.numbers[row, i])
        changed = changed or low != box[leaf, i] or high != box[leaf, m + i]
        box[leaf, i], box[leaf, m + i] = low, high
    for a in range(tree.singles.shape[1]):
        category_set = tree.singles[begin, a]
        for row in range(begin + 1, end):
            if tree.singles[row, a] != category_set:
                category_set = common(up, category_set, tree.singles[row, a])
        changed = changed or category_set != sets[leaf, a]
        sets[leaf, a] = category_set
    return bool(changed)


@njit(cache=True, nogil=True)
def refresh_node(tree: TupleTree, up: Int32s, node: int) -> bool:
    """Compute the bounds of a node from those of its children; say whether they changed."""
    left_child, right_child = tree.child[node], tree.child[node] + 1
    first_of, box, sets, m = tree.first, tree.box, tree.sets, tree.numbers.shape[1]
    first = min(first_of[left_child], first_of[right_child])
    changed = first != first_of[node]
    first_of[node] = first
    if first == NOBODY:
        return bool(changed)
    if first_of[left_child] == NOBODY:
        left_child = right_child
    elif first_of[right_child] == NOBODY:
        right_child = left_child
    for i in range(m):
        low, high = (
            min(box[left_child, i], box[right_child, i]),
            max(box[left_child, m + i], box[right_child, m + i]),
        )
        changed = changed or low != box[node, i] or high != box[node, m + i]
        box[node, i], box[node, m + i] = low, high
    for a in range(sets.shape[1]):
        category_set = common(up, sets[left_child, a], sets[right_child, a])
        changed = changed or category_set != sets[node, a]
        sets[node, a] = category_set
    return bool(changed)
