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
        """Find the nodes whose name or label contains `text`, shape (n,)."""
        folded = text.casefold().strip()
        return np.fromiter((folded in name for name in self.spelled), np.bool_, len(self.spelled))

    def with_surroundings(self, matches: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Add the nodes above and below to `matches`, shape (n,)."""
        return self.with_ancestors(matches) | self._below(matches)

    def with_ancestors(self, matches: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Add the nodes above to `matches`, shape (n,)."""
        is_shown = np.zeros(len(matches), dtype=np.bool_)
        is_shown[self.taxonomy.ancestors[np.repeat(matches, self._sizes)]] = True
        return is_shown

    def _below(self, matches: NDArray[np.bool_]) -> NDArray[np.bool_]:
        hits = matches[self.taxonomy.ancestors].astype(np.float64)
        nodes = np.repeat(np.arange(len(matches)), self._sizes)
        return np.bincount(nodes, weights=hits, minlength=len(matches)) > 0

    @property
    def _sizes(self) -> NDArray[np.int64]:
        return np.diff(self.taxonomy.ancestors_begin)


def shape_of(taxonomy: Taxonomy) -> TaxonomyShape:
    """Shape a taxonomy; takes some milliseconds for each thousand nodes."""
    labels = tuple(taxonomy.labels.values())
    spelled = tuple(
        "\n".join(
            [
                name,
                *(labels_of_system[node] for labels_of_system in labels if labels_of_system[node]),
            ]
        ).casefold()
        for node, name in enumerate(taxonomy.nodes)
    )
    return TaxonomyShape(taxonomy, taxonomy.children(), spelled)
