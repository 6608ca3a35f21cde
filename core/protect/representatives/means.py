"""The mean of a cluster."""

from __future__ import annotations

from core.array_types import Floats, Ints
from core.kernels.numerics.sums import group_means, weighted_group_means
from core.protect.representatives.representative import NumberRepresentative
from core.rules import Preserved


class Mean(NumberRepresentative):
    """The mean, weighted where weights are used."""

    name = "mean"
    preserves = Preserved.SUMS
    # Means, which are rounded, are the value of a unit by chance only.
    is_value_of_unit = False

    def of_clusters(self, values: Floats, labels: Ints, weights: Floats | None) -> Floats:
        """Compute the means."""
        clusters = int(labels.max()) + 1
        if weights is None:
            return group_means(values, labels, clusters)
        return weighted_group_means(values, weights, labels, clusters)
