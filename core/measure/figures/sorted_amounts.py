"""The amounts of a column in their order within each domain: sorted once for all its figures."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.array_types import Floats, Ints
from core.measure.figures.linearised import DomainUnits

# A sum of weights may miss its share by its rounding.
_ROUNDING = 1e-10


@dataclass(frozen=True, slots=True, eq=False)
class SortedAmounts:
    """The amounts of `m` records, ascending within each of `g` domains.

    Attributes
    ----------
    order : numpy.ndarray of int64, shape (m,)
        Position of the record of each amount.
    amounts, weights, weight_up_to : numpy.ndarray of float64, shape (m,)
        Amounts, their weights, and the weight of the domain up to and including each.
    ends : numpy.ndarray of int64, shape (g,)
        Where each domain ends.
    """

    order: Ints
    amounts: Floats
    weights: Floats
    weight_up_to: Floats
    ends: Ints

    def quantiles(self, shares: Floats) -> Floats:
        """Read the quantile of each domain for its share; NaN for none, or in an empty domain."""
        quantiles = np.full(len(self.ends), np.nan)
        for domain, (start, end) in enumerate(self._bounds()):
            if end > start and np.isfinite(shares[domain]):
                running = self.weight_up_to[start:end]
                least = (shares[domain] - _ROUNDING) * running[-1]
                place = int(np.searchsorted(running, least))
                quantiles[domain] = self.amounts[start + min(place, end - start - 1)]
        return quantiles

    def count_beyond(self, low: Floats, high: Floats) -> Ints:
        """Count in each domain the records at or beyond an end of an interval; the smaller number.

        In a domain without records it is 0.
        """
        counts = np.zeros(len(self.ends), dtype=np.int64)
        for domain, (start, end) in enumerate(self._bounds()):
            amounts = self.amounts[start:end]
            n_below = int(np.searchsorted(amounts, low[domain], side="right"))
            n_above = end - start - int(np.searchsorted(amounts, high[domain]))
            counts[domain] = min(n_below, n_above)
        return counts

    def running(self, amounts: Floats) -> Floats:
        """Sum up amounts in this order within each domain, up to and including each."""
        sums = np.empty(len(amounts))
        for start, end in self._bounds():
            np.cumsum(amounts[start:end], out=sums[start:end])
        return sums

    def last_of_equal(self) -> Ints:
        """Find for each amount the place of the last one that equals it in its domain."""
        is_last = np.append(self.amounts[1:] != self.amounts[:-1], True)[: len(self.amounts)]
        is_last[self.ends[self.ends > 0] - 1] = True
        places = np.flatnonzero(is_last)
        return np.repeat(places, np.diff(places, prepend=-1))

    def _bounds(self) -> list[tuple[int, int]]:
        ends = self.ends.tolist()
        return list(zip([0, *ends[:-1]], ends, strict=True))


def sort_amounts(amounts: Floats, weights: Floats, clusters: DomainUnits) -> SortedAmounts:
    """Sort the amounts of each domain."""
    if clusters.domains == 1:
        order = np.argsort(amounts, kind="stable")
    else:
        order = np.lexsort((amounts, clusters.record_domain))
    ends = np.cumsum(clusters.records)
    ascending, w = amounts[order], weights[order]
    unsummed = SortedAmounts(order, ascending, w, w, ends)
    return SortedAmounts(order, ascending, w, unsummed.running(w), ends)
