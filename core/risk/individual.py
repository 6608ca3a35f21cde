"""Individual risk: how probably a record is re-identified by its values of the key columns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.array_types import Floats, Ints
from core.kernels.numerics.sums import exact_sum
from core.kernels.risk.individual_risk import approximate_risk, exact_risk
from core.risk.frequencies import Frequencies
from core.table import keep

EDGES = (1e-4, 2e-4, 5e-4, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
"""Bounds of the intervals in which risks are counted; the first interval starts at 0."""


@dataclass(frozen=True, slots=True, eq=False)
class Population:
    """The risk of the records, in the population that they represent.

    Attributes
    ----------
    is_weighted : bool
        Whether population frequencies are estimated by sampling weights; otherwise the file is
        taken as the whole population and the risk of a record is 1 / f.
    risks : numpy.ndarray of float64, shape (n,)
        Risk of each record, in (0, 1].
    expected : float
        Expected number of re-identified records, the sum of `risks`.
    expected_exact : float
        The same by the exact formula instead of its approximation.
    counts : tuple of int
        Number of records with a risk up to each of `EDGES`, above the edge before.
    units_expected : float or None
        Expected number of records in a unit with a re-identified member; ``None`` without
        units.
    """

    is_weighted: bool
    risks: Floats
    expected: float
    expected_exact: float
    largest: float
    counts: tuple[int, ...]
    units_expected: float | None

    @property
    def rate(self) -> float:
        """Expected share of re-identified records."""
        return self.expected / len(self.risks)

    @property
    def units_rate(self) -> float | None:
        """Expected share of records in a unit with a re-identified member."""
        return None if self.units_expected is None else self.units_expected / len(self.risks)


def population_risk(
    frequencies: Frequencies, weights: Floats | None, units: Ints | None
) -> Population:
    """Compute the individual risks.

    Parameters
    ----------
    weights : numpy.ndarray of float64, shape (n,), or None
        Sampling weights, above 0; ``None`` if the file is the whole population.
    units : numpy.ndarray of int64, shape (n,), or None
        Unit of each record, numbered from 0.
    """
    labels, sizes = frequencies.labels, frequencies.sizes
    if weights is None:
        p = np.ones(len(sizes))
    else:
        p = np.minimum(sizes / np.bincount(labels, weights=weights), 1.0)
    risks = np.asarray(approximate_risk(sizes, p))[labels]
    exact = np.asarray(exact_risk(sizes, p))[labels]
    joint = None
    if units is not None:
        # That at least one record of a unit is re-identified: 1 - Π(1 - r) over its records, which
        # are taken as independent. A certain re-identification has the logarithm -inf, which makes
        # the unit's risk 1.
        with np.errstate(divide="ignore"):
            spared = np.log1p(-risks)
        joint = -np.expm1(np.bincount(units, weights=spared))[units]
    counts = np.bincount(np.searchsorted(EDGES, risks), minlength=len(EDGES))
    return Population(
        is_weighted=weights is not None,
        risks=keep(risks),
        expected=float(exact_sum(risks)),
        expected_exact=float(exact_sum(exact)),
        largest=float(risks.max()),
        counts=tuple(counts.tolist()),
        units_expected=None if joint is None else float(exact_sum(joint)),
    )
