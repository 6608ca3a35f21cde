"""Totals, means, ratios and Gini coefficients with their linearised variances."""

from __future__ import annotations

import numpy as np

from core.measure.figures.linearised import DomainUnits, Estimates, Floats, Ints


def totals(amounts: Floats, weights: Floats, clusters: DomainUnits) -> Estimates:
    """Return the weighted total of each domain."""
    weighted = weights * amounts
    error, heaviest = clusters.errors(weighted)
    return clusters.intervals(clusters.by_domain(weighted), error, heaviest)


def ratios(upper: Floats, lower: Floats, weights: Floats, clusters: DomainUnits) -> Estimates:
    """Return the ratio of two weighted totals in each domain; with ones below it is the mean."""
    below = clusters.by_domain(weights * lower)
    with np.errstate(invalid="ignore", divide="ignore"):
        value = clusters.by_domain(weights * upper) / below
        value[~np.isfinite(value)] = np.nan
        at = clusters.record_domain
        error, heaviest = clusters.errors(weights * (upper - value[at] * lower) / below[at])
    return clusters.intervals(value, error, heaviest)


def ginis(amounts: Floats, weights: Floats, clusters: DomainUnits) -> Estimates:
    """Return the Gini coefficient of each domain whose total is above 0.

    With S the sum of ``w_i w_j max(y_i, y_j)`` over all pairs, W the sum of the weights and Y the
    total, the coefficient is S / (W Y) - 1 (manual: figures#gini-coefficient).
    """
    domain, domains = clusters.record_domain, clusters.domains
    order = np.lexsort((amounts, domain))
    y, w, d = amounts[order], weights[order], domain[order]
    number, total = clusters.by_domain(weights), clusters.by_domain(weights * amounts)
    starts = np.searchsorted(d, np.arange(domains))
    # For each record the place of the last one with its amount in its domain.
    ends = np.append((y[1:] != y[:-1]) | (d[1:] != d[:-1]), True)
    places = np.flatnonzero(ends[: len(y)])
    last = places[np.searchsorted(places, np.arange(len(y)))]
    below = _running(w, starts, d)
    pairs = np.bincount(d, weights=w * y * (2 * below - w), minlength=domains)
    with np.errstate(invalid="ignore", divide="ignore"):
        value = np.where(total > 0, pairs / (number * total) - 1, np.nan)
        up_to, sum_up_to = below[last], _running(w * y, starts, d)[last]
        influence = 2 * (y * up_to + total[d] - sum_up_to) / (number * total)[d]
        influence -= (value[d] + 1) * (1 / number[d] + y / total[d])
    linear = np.empty(len(y))
    linear[order] = w * influence
    error, heaviest = clusters.errors(linear)
    return clusters.intervals(value, error, heaviest)


def _running(amounts: Floats, starts: Ints, domain: Ints) -> Floats:
    """Return the running sum of each domain, up to and including each record."""
    whole = np.cumsum(amounts)
    before = np.concatenate(([0.0], whole))[starts]
    return np.asarray(whole - before[domain])
