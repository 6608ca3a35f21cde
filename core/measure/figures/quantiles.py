"""Quantiles with the intervals of Woodruff (1952)."""

from __future__ import annotations

import numpy as np

from core.measure.figures.linearised import DomainUnits, Estimates, Floats, Ints, reaches

# A sum of weights may miss its share by its rounding.
_ROUNDING = 1e-10


def quantiles(amounts: Floats, weights: Floats, clusters: DomainUnits, q: float) -> Estimates:
    """Return the smallest value of each domain up to which the share `q` of the weight lies.

    The interval is that of the share up to this value, read back as values (manual:
    figures#quantiles).
    """
    domain, domains = clusters.record_domain, clusters.domains
    order = np.lexsort((amounts, domain))
    y, w = amounts[order], weights[order]
    ends = np.cumsum(clusters.records)
    whole = clusters.by_domain(weights)
    value = _read(y, w, ends, np.full(domains, q))
    with np.errstate(invalid="ignore", divide="ignore"):
        up_to = (amounts <= value[domain]).astype(np.float64)
        share = clusters.by_domain(weights * up_to) / whole
        influence = weights * (up_to - share[domain]) / whole[domain]
    error, heaviest = clusters.errors(influence)
    reach = reaches(clusters.units - 1) * error
    low, high = _read(y, w, ends, q - reach), _read(y, w, ends, q + reach)
    first, last = np.where(np.isnan(low), value, low), np.where(np.isnan(high), value, high)
    below = np.bincount(domain, weights=amounts <= first[domain], minlength=domains)
    above = np.bincount(domain, weights=amounts >= last[domain], minlength=domains)
    outside = np.minimum(below, above).astype(np.int64)
    return Estimates(value, low, high, clusters.records, clusters.units, heaviest, outside)


def _read(amounts: Floats, weights: Floats, ends: Ints, shares: Floats) -> Floats:
    """Return the quantile of each domain for its share; NaN for none, or in an empty domain."""
    found = np.full(len(ends), np.nan)
    start = 0
    for domain, end in enumerate(ends.tolist()):
        if end > start and np.isfinite(shares[domain]):
            running = np.cumsum(weights[start:end])
            least = (shares[domain] - _ROUNDING) * running[-1]
            place = int(np.searchsorted(running, least))
            found[domain] = amounts[start + min(place, end - start - 1)]
        start = end
    return found
