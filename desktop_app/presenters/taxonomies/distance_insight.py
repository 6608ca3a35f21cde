"""What the distances of a taxonomy say about the categories that occur."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.model import Taxonomy

# So many categories are compared in pairs, the most frequent ones; a picture shows no more.
MOST_COMPARED = 250
# Above that a marginality is the sum of too many distances to be had at once.
_MOST_SUMMED = 2_000


@dataclass(frozen=True, slots=True)
class CategoryPair:
    """Two categories and the semantic distance between them."""

    one: str
    other: str
    distance: float


@dataclass(frozen=True, slots=True, eq=False)
class DistanceInsight:
    """Distances among `c` categories.

    Attributes
    ----------
    names : tuple of str
        The categories, in taxonomy order.
    counts : numpy.ndarray of int64, shape (c,)
        Records of each.
    distances : numpy.ndarray of float64, shape (c, c)
        Between them.
    left_out : int
        Rarer categories that are not among them.
    near, far : CategoryPair
        Different categories that are nearest and farthest, the most frequent such pairs.
    central : str
        The category that all records would get if they were one group; empty if there are too
        many to compute it at once.
    """

    names: tuple[str, ...]
    counts: NDArray[np.int64]
    distances: NDArray[np.float64]
    left_out: int
    near: CategoryPair
    far: CategoryPair
    central: str


def insight(taxonomy: Taxonomy, records: NDArray[np.int64]) -> DistanceInsight | None:
    """Compare the distances, or return ``None`` if fewer than two categories occur.

    Parameters
    ----------
    taxonomy : Taxonomy
        Of `n` nodes.
    records : numpy.ndarray of int64, shape (n,)
        Records of each.
    """
    from core.encode import find_representatives, semantics

    present = np.flatnonzero(records)
    if len(present) < 2:
        return None
    compared = np.sort(present[np.argsort(-records[present], kind="stable")[:MOST_COMPARED]])
    names = tuple(taxonomy.nodes[node] for node in compared.tolist())
    shown_semantics = semantics(taxonomy, names)
    places = np.searchsorted(shown_semantics.nodes, compared)
    distances = np.asarray(
        shown_semantics.table.distances[shown_semantics.codes[np.ix_(places, places)]]
    )
    counts = records[compared]
    central = ""
    if len(present) <= _MOST_SUMMED:
        all_semantics = semantics(taxonomy, [taxonomy.nodes[node] for node in present.tolist()])
        places = np.repeat(np.searchsorted(all_semantics.nodes, present), records[present]).astype(
            np.int64
        )
        one_group = np.zeros(len(places), dtype=np.int64)
        central = all_semantics.name(int(find_representatives(all_semantics, one_group, places)[0]))
    return DistanceInsight(
        names,
        counts,
        distances,
        len(present) - len(compared),
        _pair(names, counts, distances, nearest=True),
        _pair(names, counts, distances, nearest=False),
        central,
    )


def _pair(
    names: tuple[str, ...],
    counts: NDArray[np.int64],
    distances: NDArray[np.float64],
    *,
    nearest: bool,
) -> CategoryPair:
    upper = np.triu(np.ones(distances.shape, dtype=np.bool_), 1)
    extreme = distances[upper].min() if nearest else distances[upper].max()
    often = np.minimum.outer(counts, counts)
    often[~upper | (distances != extreme)] = -1
    i, j = np.unravel_index(int(np.argmax(often)), often.shape)
    return CategoryPair(names[i], names[j], float(extreme))
