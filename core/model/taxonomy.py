"""Taxonomies: the hierarchy of categories of a nominal attribute."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from core.array_types import Int32s, Ints

# A root with this name only connects the tree; it is not a category that a record can have.
IMPLIED_ROOT = "*"


@dataclass(frozen=True, slots=True, eq=False)
class Taxonomy:
    """A rooted hierarchy of `n` nodes; a node may have several parents. Arrays are read-only.

    Nodes are numbered in taxonomy order: depth first from the root, siblings in the order of the
    source, a node with several parents at its first occurrence. The root is node 0. The descendants
    of a category are therefore adjacent, also where this order breaks ties.

    Attributes
    ----------
    nodes : tuple of str
        Name of each node, all different.
    parents_begin : numpy.ndarray of int64, shape (n + 1,)
        The parents of node `i` are ``parents[parents_begin[i]:parents_begin[i + 1]]``.
    parents : numpy.ndarray of int32
        Ascending for each node; the root has no parents. A parent that is also a more distant
        ancestor is left out.
    ancestors_begin : numpy.ndarray of int64, shape (n + 1,)
        As `parents_begin`, for `ancestors`.
    ancestors : numpy.ndarray of int32
        The ancestors of each node, itself included, ascending: the set A in the distance
        of Sánchez et al. (2016), equation 3.
    heights : numpy.ndarray of int32, shape (n,)
        Number of edges on the longest path down to a leaf; 0 for a leaf.
    labels : Mapping of str to tuple of str
        Other names of the nodes, in taxonomy order, by language (``en``) or code system
        (``iso-a3``); empty where a node has none.
    sha256 : str
        Hash of the file it was read from; empty without a file.
    """

    nodes: tuple[str, ...]
    parents_begin: Ints
    parents: Int32s
    ancestors_begin: Ints
    ancestors: Int32s
    heights: Int32s
    labels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    sha256: str = ""

    def __len__(self) -> int:
        return len(self.nodes)

    @property
    def is_tree(self) -> bool:
        """Whether no node has more than one parent."""
        return len(self.parents) == len(self.nodes) - 1

    @property
    def height(self) -> int:
        """Number of edges on the longest path from the root to a leaf."""
        return int(self.heights[0])

    @property
    def root_is_implied(self) -> bool:
        """Whether the root only connects the tree and is not a category."""
        return self.nodes[0] == IMPLIED_ROOT

    @property
    def domain(self) -> Ints:
        """The categories that a record can have: all nodes except an implied root; shape (m,)."""
        first = 1 if self.root_is_implied and len(self.nodes) > 1 else 0
        return np.arange(first, len(self.nodes), dtype=np.int64)

    @property
    def leaves(self) -> Ints:
        """The nodes without children, in taxonomy order; shape (leaves,)."""
        return np.flatnonzero(self.heights == 0).astype(np.int64)

    def places(self) -> dict[str, int]:
        """List each node's number by its name."""
        return {name: i for i, name in enumerate(self.nodes)}

    def parents_of(self, node: int) -> Int32s:
        """List the parents of a node, ascending; shape (parents,)."""
        return self.parents[self.parents_begin[node] : self.parents_begin[node + 1]]

    def ancestors_of(self, node: int) -> Int32s:
        """List the ancestors of a node, itself included, ascending; shape (ancestors,)."""
        return self.ancestors[self.ancestors_begin[node] : self.ancestors_begin[node + 1]]

    def children(self) -> tuple[tuple[int, ...], ...]:
        """List the children of every node, in taxonomy order."""
        children_by_node: list[list[int]] = [[] for _ in self.nodes]
        for node in range(len(self.nodes)):
            for parent in self.parents_of(node).tolist():
                children_by_node[parent].append(node)
        return tuple(tuple(children) for children in children_by_node)
