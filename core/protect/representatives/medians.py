"""The median of a cluster."""

from __future__ import annotations

import numpy as np

from core.array_types import Floats, Ints
from core.protect.representatives.representative import NumberRepresentative
from core.rules import Preserved


class Median(NumberRepresentative):
    """The median, never weighted; of an even number of values the mean of the middle two."""

    name = "median"
    preserves = Preserved.ORDER
    is_value_of_unit = True

    def of_clusters(self, values: Floats, labels: Ints, weights: Floats | None) -> Floats:  # noqa: ARG002
        """Compute the medians."""
        lower, upper, counts = _middle_records(values, labels, int(labels.max()) + 1)
        # Halved before adding, because the sum of two large numbers could be infinite.
        below, above = values[lower], values[upper]
        middles = np.where(below == above, below, 0.5 * below + 0.5 * above)
        return np.asarray(np.where(counts > 0, middles, np.nan))


def _middle_records(values: Floats, labels: Ints, clusters: int) -> tuple[Ints, Ints, Ints]:
    """Find the two middle records of each sorted cluster, and count its observed values."""
    observed = np.flatnonzero(~np.isnan(values))
    counts = np.bincount(labels[observed], minlength=clusters)
    begin = np.cumsum(counts) - counts
    ordered = np.append(observed[np.lexsort((values[observed], labels[observed]))], 0)
    lower = ordered[begin + np.maximum(counts - 1, 0) // 2]
    return lower, ordered[begin + counts // 2], counts
