"""What a taxonomy makes of one column; runs in the I/O lane."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.jobs import Job
from core.model import IMPLIED_ROOT, Taxonomy, flat
from desktop_app.presenters.taxonomies.distance_insight import DistanceInsight, insight
from desktop_app.presenters.taxonomies.taxonomy_shape import TaxonomyShape, shape_of

if TYPE_CHECKING:
    from core.encode import Coverage, Matcher


@dataclass(frozen=True, slots=True, eq=False)
class Study:
    """One column in one taxonomy.

    Attributes
    ----------
    taxonomy : Taxonomy
        Of `n` nodes; of a flat list where none was chosen.
    shape : TaxonomyShape
        The same, to be shown.
    coverage : Coverage
        Of the cells as they are, with what the others may mean.
    own, below : numpy.ndarray of int64, shape (n,)
        Records of each category, after the mapping; with those of all that lies below it, each
        record once.
    found : int
        Records whose cell, after the mapping, is a category.
    insight : DistanceInsight or None
        What the distances say; ``None`` if fewer than two categories occur.
    """

    taxonomy: Taxonomy
    shape: TaxonomyShape
    coverage: Coverage
    own: NDArray[np.int64]
    below: NDArray[np.int64]
    found: int
    insight: DistanceInsight | None


def study(
    counts: Mapping[str, int],
    taxonomy: Taxonomy | None,
    mapping: Mapping[str, str],
    job: Job,
) -> Study:
    """Compare a column with a taxonomy, or ``None``: with a flat list of its cells' texts.

    `counts` has the records of each text, and `mapping` what texts mean. Asks `job` between the
    parts whether to go on.
    """
    if taxonomy is None:
        taxonomy = flat(sorted(name for name in counts if name != IMPLIED_ROOT))
    coverage = _held(taxonomy).coverage(counts)
    job.check()
    # Records of each node itself, once cells are mapped; those below it are added afterwards.
    node_of = taxonomy.places()
    first_node = int(taxonomy.domain[0])
    records = np.zeros(len(taxonomy), dtype=np.int64)
    for cell, count in counts.items():
        node = node_of.get(mapping.get(cell, cell), -1)
        if node >= first_node:
            records[node] += count
    return Study(
        taxonomy,
        _shape(taxonomy),
        coverage,
        records,
        with_descendants(taxonomy, records),
        int(records.sum()),
        insight(taxonomy, records),
    )


# Both are called again after each change of the mapping.
_shape = lru_cache(maxsize=4)(shape_of)


@lru_cache(maxsize=4)
def _held(taxonomy: Taxonomy) -> _Held:
    from core.encode import index_taxonomy

    return _Held(index_taxonomy(taxonomy))


class _Held:
    """A taxonomy with the column that was held against it last.

    No mapping changes what the cells as they are may mean, and to compare 300 misspelled cells
    with 15,000 categories was measured to take 5 s.
    """

    def __init__(self, matcher: Matcher) -> None:
        self._matcher = matcher
        self._last: tuple[dict[str, int], Coverage] | None = None

    def coverage(self, counts: Mapping[str, int]) -> Coverage:
        """Return how well the taxonomy covers a column."""
        if self._last is None or self._last[0] != counts:
            self._last = dict(counts), self._matcher.coverage(counts)
        return self._last[1]


def with_descendants(taxonomy: Taxonomy, records: NDArray[np.int64]) -> NDArray[np.int64]:
    """Count the records of each node and of all below it, shape (n,); each record once."""
    sizes = np.diff(taxonomy.ancestors_begin)
    repeated = np.repeat(records, sizes)
    # Sums of counts stay exact in float64 up to 2 ** 53.
    return np.bincount(taxonomy.ancestors, weights=repeated, minlength=len(taxonomy)).astype(
        np.int64
    )
