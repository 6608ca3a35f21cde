"""The tree over the values of a confidential attribute, for its EMD.

Manual: t-closeness#distance-of-a-group-from-the-file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.model import Taxonomy


@dataclass(frozen=True, slots=True, eq=False)
class Hierarchy:
    """The input of `core.kernels.closeness.semantic_emd`: `v` values and the nodes above them.

    A value that is an inner node of the taxonomy becomes a child of that node with height 0, so
    that mass that stays there moves without cost and mass that moves down costs the node's height.

    Attributes
    ----------
    up : numpy.ndarray of int64, shape (w,)
        Parent of each position, -1 for the root, which is last; positions ``0..v-1`` are the
        values.
    rise : numpy.ndarray of int64, shape (w,)
        Height of the parent minus the position's own, 0 for the root.
    height : int
        Height of the taxonomy.
    """

    up: NDArray[np.int64]
    rise: NDArray[np.int64]
    height: int


def hierarchy(taxonomy: Taxonomy, categories: Sequence[str]) -> Hierarchy | None:
    """Return the tree over `categories`; ``None`` if a node has several parents.

    Without a tree, total variation replaces the EMD; it is never smaller, so a promise of t is
    kept.

    Parameters
    ----------
    taxonomy : Taxonomy
        With all of the categories.
    categories : sequence of str
        The distinct values by rank.

    Raises
    ------
    KeyError
        If a category is not in the taxonomy.
    """
    if not taxonomy.is_tree:
        return None
    place = taxonomy.places()
    own = [place[category] for category in categories]
    nodes = sorted({0}.union(*(taxonomy.ancestors_of(node).tolist() for node in own)), reverse=True)
    # In a tree every node follows its parent, so descending order ends at the root.
    at = {node: len(own) + i for i, node in enumerate(nodes)}
    heights = taxonomy.heights.tolist()
    up = [at[node] for node in own]
    rise = [heights[node] for node in own]
    for node in nodes[:-1]:
        parent = int(taxonomy.parents_of(node)[0])
        up.append(at[parent])
        rise.append(heights[parent] - heights[node])
    return Hierarchy(
        np.array([*up, -1], dtype=np.int64), np.array([*rise, 0], dtype=np.int64), heights[0]
    )
