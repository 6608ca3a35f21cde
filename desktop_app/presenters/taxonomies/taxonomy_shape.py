"""A taxonomy as a tree view needs it: who lies below whom, and what is found by typing."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.model import Taxonomy


@dataclass(frozen=True, slots=True, eq=False)
class TaxonomyShape:
    """Of `n` nodes.

    Attributes
    ----------
    taxonomy : Taxonomy
        The taxonomy.
    children : tuple of tuple of int
        Of each node, in taxonomy order.
    spelled : tuple of str
        What each node is searched by: its name and labels, without capitals.
    """

    taxonomy: Taxonomy
    children: tuple[tuple[int, ...], ...]
    spelled: tuple[str, ...]

    @property
    def tops(self) -> tuple[int, ...]:
        """The nodes that stand on top: an implied root is not shown."""
        hidden = self.taxonomy.root_is_implied and len(self.taxonomy) > 1
        return self.children[0] if hidden else (0,)

    def found(self, text: str) -> NDArray[np.bool_]:
        """Return which nodes are found by `text`, shape (n,)."""
        wanted = text.casefold().strip()
        return np.fromiter((wanted in name for name in self.spelled), np.bool_, len(self.spelled))

    def with_surroundings(self, found: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return `found` with what lies above and below, shape (n,)."""
        return self.with_ancestors(found) | self._below(found)

    def with_ancestors(self, found: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return `found` with what lies above, shape (n,)."""
        kept = np.zeros(len(found), dtype=np.bool_)
        kept[self.taxonomy.ancestors[np.repeat(found, self._sizes)]] = True
        return kept

    def _below(self, found: NDArray[np.bool_]) -> NDArray[np.bool_]:
        hits = found[self.taxonomy.ancestors].astype(np.float64)
        nodes = np.repeat(np.arange(len(found)), self._sizes)
        return np.bincount(nodes, weights=hits, minlength=len(found)) > 0

    @property
    def _sizes(self) -> NDArray[np.int64]:
        return np.diff(self.taxonomy.ancestors_begin)


def shape_of(taxonomy: Taxonomy) -> TaxonomyShape:
    """Return the shape of a taxonomy; takes some milliseconds for each thousand nodes."""
    labels = tuple(taxonomy.labels.values())
    spelled = tuple(
        "\n".join([name, *(known[node] for known in labels if known[node])]).casefold()
        for node, name in enumerate(taxonomy.nodes)
    )
    return TaxonomyShape(taxonomy, taxonomy.children(), spelled)
