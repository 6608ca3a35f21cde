"""Totals, means, spreads, ratios, correlations and Gini coefficients with linearised variances."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.array_types import Floats
from core.measure.figures.linearised import DomainUnits, Estimates
from core.measure.figures.sorted_amounts import SortedAmounts

# Equal amounts may miss their mean by its rounding.
_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class Standardised:
    """The amounts of a column, standardised within each of `g` domains.

    Attributes
    ----------
    scores : numpy.ndarray of float64, shape (m,)
        Distances from the domain's mean in standard deviations.
    deviations : numpy.ndarray of float64, shape (g,)
        Weighted standard deviations; scores of a domain where it is 0 are 0.
    """

    scores: Floats
    deviations: Floats


def standardise(amounts: Floats, weights: Floats, clusters: DomainUnits) -> Standardised:
    """Standardise the amounts of each domain by its weighted mean and spread."""
    number = clusters.by_domain(weights)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = clusters.by_domain(weights * amounts) / number
        distances = amounts - clusters.of_records(mean)
        deviations = np.sqrt(clusters.by_domain(weights * distances**2) / number)
        deviations[deviations <= _ROUNDING * np.abs(mean)] = 0.0
        scores = distances / clusters.of_records(np.where(deviations > 0, deviations, np.inf))
    return Standardised(scores, deviations)


def totals(amounts: Floats, weights: Floats, clusters: DomainUnits) -> Estimates:
    """Compute the weighted total of each domain."""
    weighted = weights * amounts
    error, heaviest = clusters.errors(weighted)
    return clusters.intervals(clusters.by_domain(weighted), error, heaviest)


def ratios(upper: Floats, lower: Floats, weights: Floats, clusters: DomainUnits) -> Estimates:
    """Compute the ratio of two weighted totals in each domain; with ones below it is the mean."""
    below = clusters.by_domain(weights * lower)
    with np.errstate(invalid="ignore", divide="ignore"):
        value = clusters.by_domain(weights * upper) / below
        value[~np.isfinite(value)] = np.nan
        residuals = upper - clusters.of_records(value) * lower
        error, heaviest = clusters.errors(weights * residuals / clusters.of_records(below))
    return clusters.intervals(value, error, heaviest)


def deviations(standardised: Standardised, weights: Floats, clusters: DomainUnits) -> Estimates:
    """Compute the weighted standard deviation of each domain."""
    value = standardised.deviations
    with np.errstate(invalid="ignore", divide="ignore"):
        factor = clusters.of_records(value / (2 * clusters.by_domain(weights)))
        error, heaviest = clusters.errors(weights * (standardised.scores**2 - 1) * factor)
    return clusters.intervals(value, error, heaviest)


def correlations(
    x: Standardised, y: Standardised, weights: Floats, clusters: DomainUnits
) -> Estimates:
    """Compute the weighted correlation of each domain in which both columns spread."""
    number = clusters.by_domain(weights)
    with np.errstate(invalid="ignore", divide="ignore"):
        products = x.scores * y.scores
        value = clusters.by_domain(weights * products) / number
        value[(x.deviations <= 0) | (y.deviations <= 0)] = np.nan
        squares = x.scores**2 + y.scores**2
        influence = products - clusters.of_records(value / 2) * squares
        error, heaviest = clusters.errors(weights * influence / clusters.of_records(number))
    return clusters.intervals(value, error, heaviest)


def ginis(
    amounts: Floats, weights: Floats, clusters: DomainUnits, ascending: SortedAmounts
) -> Estimates:
    """Compute the Gini coefficient of each domain whose total is above 0.

    With S the sum of ``w_i w_j max(y_i, y_j)`` over all pairs, W the sum of the weights and Y the
    total, the coefficient is S / (W Y) - 1 (manual: figures#gini-coefficient).
    """
    y, w, below = ascending.amounts, ascending.weights, ascending.weight_up_to
    domain = clusters.record_domain[ascending.order]
    number, total = clusters.by_domain(weights), clusters.by_domain(weights * amounts)
    last = ascending.last_of_equal()
    pairs = np.bincount(domain, weights=w * y * (2 * below - w), minlength=clusters.domains)
    with np.errstate(invalid="ignore", divide="ignore"):
        value = np.where(total > 0, pairs / (number * total) - 1, np.nan)
        up_to, sum_up_to = below[last], ascending.running(w * y)[last]
        influence = 2 * (y * up_to + total[domain] - sum_up_to) / (number * total)[domain]
        influence -= (value[domain] + 1) * (1 / number[domain] + y / total[domain])
    linear = np.empty(len(y))
    linear[ascending.order] = w * influence
    error, heaviest = clusters.errors(linear)
    return clusters.intervals(value, error, heaviest)
