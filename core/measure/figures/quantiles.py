"""Quantiles with the intervals of Woodruff (1952)."""

from __future__ import annotations

import numpy as np

from core.array_types import Floats
from core.measure.figures.linearised import DomainUnits, Estimates
from core.measure.figures.sorted_amounts import SortedAmounts


def quantiles(
    amounts: Floats, weights: Floats, clusters: DomainUnits, ascending: SortedAmounts, q: float
) -> Estimates:
    """Find the smallest value of each domain up to which the share `q` of the weight lies.

    The interval is that of the share up to this value, read back as values (manual:
    figures#quantiles).
    """
    whole = clusters.by_domain(weights)
    value = ascending.quantiles(np.full(clusters.domains, q))
    with np.errstate(invalid="ignore", divide="ignore"):
        up_to = (amounts <= clusters.of_records(value)).astype(np.float64)
        share = clusters.by_domain(weights * up_to) / whole
        influence = weights * (up_to - clusters.of_records(share)) / clusters.of_records(whole)
    error, heaviest = clusters.errors(influence)
    reach = clusters.student_reach * error
    low, high = ascending.quantiles(q - reach), ascending.quantiles(q + reach)
    lowest, highest = np.where(np.isnan(low), value, low), np.where(np.isnan(high), value, high)
    outside = ascending.count_beyond(lowest, highest)
    return Estimates(value, low, high, clusters.records, clusters.units, heaviest, outside)
