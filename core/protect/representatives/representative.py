"""What a representative of the numbers of a cluster is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from core.rules import Preserved

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class NumberRepresentative(ABC):
    """What each record of a cluster gets instead of its own number."""

    name: ClassVar[str]
    """In a recipe; the catalogue has ``choice-aggregate-<name>``."""

    preserves: ClassVar[Preserved | None]
    """What edit rules may rest on (`core.rules.rule_construction`)."""

    is_value_of_unit: ClassVar[bool]
    """Whether it may be the very value of a unit other than by chance (row B5)."""

    @property
    def keeps_sums(self) -> bool:
        """Whether that of a sum is the sum of those of its parts, weighted by survey weights."""
        return self.preserves is Preserved.SUMS

    @abstractmethod
    def of_clusters(self, values: Floats, labels: Ints, weights: Floats | None) -> Floats:
        """Compute the representative of each cluster's observed values, NaN without any.

        Parameters
        ----------
        values : numpy.ndarray of float64, shape (n,)
            NaN where they are missing.
        labels : numpy.ndarray of int64, shape (n,)
            Cluster of each record, numbered from 0 without gaps.
        weights : numpy.ndarray of float64, shape (n,), optional
            Positive survey weights.

        Returns
        -------
        numpy.ndarray of float64, shape (clusters,)
        """
