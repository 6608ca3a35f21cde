"""A nominal attribute as the kernels take it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.array_types import Bools, Floats, Int32s, Ints
from core.kernels.categories.semantic_distance import Codes
from core.kernels.categories.semantic_marginality import central


class Categories(NamedTuple):
    """A nominal attribute of `n` records, over `c` nodes of its taxonomy.

    Attributes
    ----------
    places : numpy.ndarray of int64, shape (n,)
        Node of each record.
    codes : numpy.ndarray, shape (c, c)
        Place of each pair's distance (`core.kernels.categories.semantic_distance.fill`).
    squares : numpy.ndarray of float64, shape (d,)
        What each of the different distances adds to a squared distance.
    powers, logarithms, begin, ancestors, allowed
        As in `core.kernels.categories.semantic_marginality.representatives`.
    """

    places: Ints
    codes: Codes
    squares: Floats
    powers: Ints
    logarithms: Floats
    begin: Ints
    ancestors: Int32s
    allowed: Bools

    def central(self, counts: Ints) -> int:
        """Find the least marginal node of a sample, given as counts of the nodes."""
        c = len(self.codes)
        return self.leading(counts, np.zeros(c, dtype=np.int64), np.zeros(c + 2))[0]

    def leading(self, counts: Ints, counted: Ints, sums: Floats) -> tuple[int, float]:
        """Find the least marginal node of a sample, and by how much it is less than others.

        As no distance is above 1, it stays the least marginal one as long as fewer records are
        taken out than its lead, and none is the last of its node. `counted` and `sums` are those
        of `core.kernels.categories.semantic_marginality.central`.
        """
        best, lead = central(
            counts,
            counted,
            sums,
            self.codes,
            self.powers,
            self.logarithms,
            self.begin,
            self.ancestors,
            self.allowed,
        )
        return int(best), float(lead)
