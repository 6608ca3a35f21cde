"""Builds a taxonomy from names and parents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from core.array_types import Int32s, Ints
from core.model.taxonomy import IMPLIED_ROOT, Taxonomy

MOST_NODES = 100_000
MOST_ANCESTORS = 250


class TaxonomyTooLarge(ValueError):  # noqa: N818 - reads as what happened
    """A taxonomy has too many categories or too many levels.

    Attributes
    ----------
    code : str
        Code of the sentence for a taxonomy in a log or a project.
    count : int or None
        Number of categories, if there are too many; ``None`` if the tree is too deep.
    most : int
        The limit: on categories, or on the ancestors of one category.
    """

    def __init__(self, count: int | None, most: int) -> None:
        super().__init__("too many categories" if count is not None else "too deep")
        self.code = "recipe-tree-too-deep" if count is None else "recipe-tree-too-many"
        self.count, self.most = count, most


def taxonomy_of(
    parents: Mapping[str, Sequence[str]],
    labels: Mapping[str, Mapping[str, str]] | None = None,
) -> Taxonomy:
    """Build a taxonomy.

    Parameters
    ----------
    parents : Mapping of str to sequence of str
        Parents of every node, by name; empty for the root. The order is that of siblings.
    labels : Mapping of str to Mapping of str to str, optional
        Labels of the nodes by name, for each language or code system.

    Raises
    ------
    TaxonomyTooLarge
        If a category has more than `MOST_ANCESTORS` others above it, itself included.
    ValueError
        If there is not exactly one root, a parent is not a node, or a node cannot be reached from
        the root, as on a cycle.
    """
    below: dict[str, list[str]] = {name: [] for name in parents}
    for name, above in parents.items():
        for parent in above:
            if parent not in below:
                raise ValueError("a parent is no node")
            below[parent].append(name)
    roots = [name for name, above in parents.items() if not above]
    if len(roots) != 1:
        raise ValueError("a taxonomy has exactly one root")
    # Depth first: that is the taxonomy's order.
    met, waiting, nodes = set[str](), [roots[0]], list[str]()
    while waiting:
        name = waiting.pop()
        if name not in met:
            met.add(name)
            nodes.append(name)
            waiting.extend(reversed(below[name]))
    if len(nodes) != len(parents):
        raise ValueError("not every node can be reached from the root")
    return _build(nodes, parents, labels or {})


def _build(
    nodes: Sequence[str],
    parents: Mapping[str, Sequence[str]],
    labels: Mapping[str, Mapping[str, str]],
) -> Taxonomy:
    """Build the taxonomy of nodes given in taxonomy order."""
    positions = {name: i for i, name in enumerate(nodes)}
    above = [sorted({positions[parent] for parent in parents[name]}) for name in nodes]
    # All parents of a node come before it.
    below: list[list[int]] = [[] for _ in above]
    for node, own_parents in enumerate(above):
        for parent in own_parents:
            below[parent].append(node)
    waiting = [len(own_parents) for own_parents in above]
    downwards = [node for node, count in enumerate(waiting) if count == 0]
    for node in downwards:
        for child in below[node]:
            waiting[child] -= 1
            if waiting[child] == 0:
                downwards.append(child)
    if len(downwards) != len(above):
        raise ValueError("a category is among its own ancestors")
    ancestors: list[list[int]] = [[] for _ in above]
    for node in downwards:
        ancestors[node] = sorted({node}.union(*(ancestors[parent] for parent in above[node])))
        # Checked here because the sets of later nodes contain all of these again.
        if len(ancestors[node]) > MOST_ANCESTORS:
            raise TaxonomyTooLarge(None, MOST_ANCESTORS)
    for node, own_parents in enumerate(above):
        if len(own_parents) > 1:
            # A parent that is an ancestor of another parent adds no information.
            beyond = {i for parent in own_parents for i in ancestors[parent] if i != parent}
            above[node] = [parent for parent in own_parents if parent not in beyond]
    parents_begin, parents_flat = _pack_rows(above)
    ancestors_begin, ancestors_flat = _pack_rows(ancestors)
    heights = np.zeros(len(above), dtype=np.int32)
    for node in reversed(downwards):
        for parent in above[node]:
            heights[parent] = max(heights[parent], heights[node] + 1)
    heights.flags.writeable = False
    return Taxonomy(
        tuple(nodes),
        parents_begin,
        parents_flat,
        ancestors_begin,
        ancestors_flat,
        heights,
        {
            language: tuple(labels_by_name.get(name, "") for name in nodes)
            for language, labels_by_name in labels.items()
        },
    )


def flat(categories: Sequence[str]) -> Taxonomy:
    """Build a tree of depth 1 over distinct categories.

    Its root is implied: it is never released (manual: methods#taxonomies-and-semantic-distance).
    Raises `ValueError` if a category has its name.
    """
    if IMPLIED_ROOT in categories:
        raise ValueError("the root's name cannot be a category")
    return taxonomy_of({IMPLIED_ROOT: ()} | dict.fromkeys(categories, (IMPLIED_ROOT,)))


def _pack_rows(rows: Sequence[Sequence[int]]) -> tuple[Ints, Int32s]:
    """Join rows of different lengths to one array, with the start of each row."""
    begin = np.zeros(len(rows) + 1, dtype=np.int64)
    np.cumsum([len(row) for row in rows], out=begin[1:])
    flat_rows = np.fromiter((i for row in rows for i in row), np.int32, int(begin[-1]))
    begin.flags.writeable = flat_rows.flags.writeable = False
    return begin, flat_rows
