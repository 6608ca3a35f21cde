"""A taxonomy: what the categories of a nominal attribute have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

# A root of this name only holds the tree together; it is no category a record may have.
IMPLIED_ROOT = "*"


@dataclass(frozen=True, slots=True, eq=False)
class Taxonomy:
    """A rooted hierarchy of `n` nodes; a node may have several parents. Arrays are read-only.

    Nodes are numbered in taxonomy order: depth first from the root, siblings in the order of
    their source, a node with several parents where it is first met. The root is node 0. What is
    below one category therefore stands together, also where ties are broken by this order.

    Attributes
    ----------
    nodes : tuple of str
        Name of each node, all different.
    parents_begin : numpy.ndarray of int64, shape (n + 1,)
        The parents of node `i` are ``parents[parents_begin[i]:parents_begin[i + 1]]``.
    parents : numpy.ndarray of int32
        Ascending for each node; none for the root. A parent that is also a farther ancestor is
        left out.
    ancestors_begin : numpy.ndarray of int64, shape (n + 1,)
        As `parents_begin`, for `ancestors`.
    ancestors : numpy.ndarray of int32
        The ancestors of each node, itself included, ascending (the set A of [P4], eq. 3).
    heights : numpy.ndarray of int32, shape (n,)
        Edges on the longest path down to a leaf; 0 for a leaf.
    labels : Mapping of str to tuple of str
        Other names of the nodes, in taxonomy order, by language (``en``) or code system
        (``iso-a3``); empty where a node has none.
    """

    nodes: tuple[str, ...]
    parents_begin: NDArray[np.int64]
    parents: NDArray[np.int32]
    ancestors_begin: NDArray[np.int64]
    ancestors: NDArray[np.int32]
    heights: NDArray[np.int32]
    labels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.nodes)

    @property
    def is_tree(self) -> bool:
        """Whether no node has more than one parent."""
        return len(self.parents) == len(self.nodes) - 1

    @property
    def height(self) -> int:
        """Edges on the longest path from the root to a leaf."""
        return int(self.heights[0])

    @property
    def root_is_implied(self) -> bool:
        """Whether the root only holds the tree together and is no category."""
        return self.nodes[0] == IMPLIED_ROOT

    @property
    def domain(self) -> NDArray[np.int64]:
        """The nodes that a record may hold: all, without an implied root."""
        first = 1 if self.root_is_implied and len(self.nodes) > 1 else 0
        return np.arange(first, len(self.nodes), dtype=np.int64)

    @property
    def leaves(self) -> NDArray[np.int64]:
        """The nodes that have no children, in taxonomy order."""
        return np.flatnonzero(self.heights == 0).astype(np.int64)

    def places(self) -> dict[str, int]:
        """Return each node's number by its name."""
        return {name: i for i, name in enumerate(self.nodes)}

    def parents_of(self, node: int) -> NDArray[np.int32]:
        """Return the parents of a node, ascending."""
        return self.parents[self.parents_begin[node] : self.parents_begin[node + 1]]

    def ancestors_of(self, node: int) -> NDArray[np.int32]:
        """Return the ancestors of a node, itself included, ascending."""
        return self.ancestors[self.ancestors_begin[node] : self.ancestors_begin[node + 1]]

    def children(self) -> tuple[tuple[int, ...], ...]:
        """Return the children of every node, in taxonomy order."""
        found: list[list[int]] = [[] for _ in self.nodes]
        for node in range(len(self.nodes)):
            for parent in self.parents_of(node).tolist():
                found[parent].append(node)
        return tuple(tuple(children) for children in found)


def taxonomy_of(
    parents: Mapping[str, Sequence[str]],
    labels: Mapping[str, Mapping[str, str]] | None = None,
) -> Taxonomy:
    """Build a taxonomy.

    Parameters
    ----------
    parents : Mapping of str to sequence of str
        Parents of every node by name, the root's empty; the order is that of siblings.
    labels : Mapping of str to Mapping of str to str, optional
        By language or code system, the labels of nodes by name.

    Raises
    ------
    ValueError
        If there is not exactly one root, a parent is no node, or a node cannot be reached
        from the root (which it cannot on a cycle).
    """
    below = _children(parents)
    roots = [name for name, above in parents.items() if not above]
    if len(roots) != 1:
        raise ValueError("a taxonomy has exactly one root")
    nodes = _depth_first(roots[0], below)
    if len(nodes) != len(parents):
        raise ValueError("not every node can be reached from the root")
    place = {name: i for i, name in enumerate(nodes)}
    above = [sorted({place[parent] for parent in parents[name]}) for name in nodes]
    downwards = _parents_first(above)
    ancestors = _ancestors(above, downwards)
    above = [_without_detours(parents, ancestors) for parents in above]
    parents_begin, parents_flat = _packed(above)
    ancestors_begin, ancestors_flat = _packed(ancestors)
    return Taxonomy(
        nodes=tuple(nodes),
        parents_begin=parents_begin,
        parents=parents_flat,
        ancestors_begin=ancestors_begin,
        ancestors=ancestors_flat,
        heights=_heights(above, downwards),
        labels={
            language: tuple(known.get(name, "") for name in nodes)
            for language, known in (labels or {}).items()
        },
    )


def flat(categories: Sequence[str]) -> Taxonomy:
    """Return the tree of depth 1 that a list of different categories is (methods, section 2).

    Its root is implied: it is never released.
    """
    if IMPLIED_ROOT in categories:
        raise ValueError("the root's name cannot be a category")
    return taxonomy_of({IMPLIED_ROOT: ()} | dict.fromkeys(categories, (IMPLIED_ROOT,)))


def _children(parents: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    below: dict[str, list[str]] = {name: [] for name in parents}
    for name, above in parents.items():
        for parent in above:
            if parent not in below:
                raise ValueError("a parent is no node")
            below[parent].append(name)
    return below


def _depth_first(root: str, below: Mapping[str, Sequence[str]]) -> list[str]:
    met, waiting, found = set[str](), [root], list[str]()
    while waiting:
        name = waiting.pop()
        if name not in met:
            met.add(name)
            found.append(name)
            waiting.extend(reversed(below[name]))
    return found


def _parents_first(above: Sequence[Sequence[int]]) -> list[int]:
    """Order the nodes so that all parents of a node come before it."""
    below: list[list[int]] = [[] for _ in above]
    for node, parents in enumerate(above):
        for parent in parents:
            below[parent].append(node)
    waiting = [len(parents) for parents in above]
    ready = [node for node, count in enumerate(waiting) if count == 0]
    for node in ready:
        for child in below[node]:
            waiting[child] -= 1
            if waiting[child] == 0:
                ready.append(child)
    if len(ready) != len(above):
        raise ValueError("a category is among its own ancestors")
    return ready


def _ancestors(above: Sequence[Sequence[int]], downwards: Sequence[int]) -> list[list[int]]:
    found: list[list[int]] = [[] for _ in above]
    for node in downwards:
        found[node] = sorted({node}.union(*(found[parent] for parent in above[node])))
    return found


def _without_detours(parents: list[int], ancestors: Sequence[Sequence[int]]) -> list[int]:
    """Leave out a parent that another parent has as its ancestor: it says nothing new."""
    if len(parents) < 2:
        return parents
    beyond = {i for parent in parents for i in ancestors[parent] if i != parent}
    return [parent for parent in parents if parent not in beyond]


def _heights(above: Sequence[Sequence[int]], downwards: Sequence[int]) -> NDArray[np.int32]:
    heights = np.zeros(len(above), dtype=np.int32)
    for node in reversed(downwards):
        for parent in above[node]:
            heights[parent] = max(heights[parent], heights[node] + 1)
    heights.flags.writeable = False
    return heights


def _packed(rows: Sequence[Sequence[int]]) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Put rows of different lengths behind each other; return where each begins, and them."""
    begin = np.zeros(len(rows) + 1, dtype=np.int64)
    np.cumsum([len(row) for row in rows], out=begin[1:])
    flat_rows = np.fromiter((i for row in rows for i in row), np.int32, int(begin[-1]))
    begin.flags.writeable = flat_rows.flags.writeable = False
    return begin, flat_rows
