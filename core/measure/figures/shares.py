"""Weighted shares of categories in each domain."""

from __future__ import annotations

import numpy as np

from core.array_types import Floats, Ints
from core.measure.figures.linearised import DomainUnits, Estimates, errors_of, reaches


def shares(
    weights: Floats, clusters: DomainUnits, cells: DomainUnits, domain_of: Ints
) -> Estimates:
    """Compute the share of each cell in its domain.

    A unit with the weight A in a cell and B in its domain contributes (A - p B)², where p is the
    share; units outside the cell contribute (p B)².

    Parameters
    ----------
    weights : numpy.ndarray of float64, shape (n,)
        Weight of each record.
    clusters, cells : DomainUnits
        The units in the domains and in the cells, of the same records.
    domain_of : numpy.ndarray of int64, shape (cells,)
        The domain of each cell.
    """
    n, whole = cells.domains, clusters.by_domain(weights)[domain_of]
    with np.errstate(invalid="ignore", divide="ignore"):
        share = cells.by_domain(weights) / whole
    in_domain = clusters.sums(weights)
    largest = clusters.largest(in_domain)
    squares = np.bincount(clusters.domain, weights=in_domain**2, minlength=clusters.domains)
    unit_weights = in_domain  # for each pair of cell and unit, that of the unit in the domain
    if clusters.pair is not None and cells.pair is not None:
        unit_weights = np.empty(len(cells.domain))
        unit_weights[cells.pair] = in_domain[clusters.pair]
    inside = (cells.sums(weights) - share[cells.domain] * unit_weights) ** 2
    in_cells = np.bincount(cells.domain, weights=unit_weights**2, minlength=n)
    in_other_cells = squares[domain_of] - in_cells
    spread = np.bincount(cells.domain, weights=inside, minlength=n)
    spread += share**2 * np.maximum(in_other_cells, 0.0)
    biggest = cells.largest(inside)
    # The heaviest unit outside the cell is at most the heaviest one of the domain.
    biggest = np.minimum(np.maximum(biggest, (share * largest[domain_of]) ** 2), spread)
    with np.errstate(invalid="ignore", divide="ignore"):
        error, heaviest = errors_of(spread / whole**2, biggest / whole**2, clusters.total)
    units = clusters.units[domain_of]
    reach = reaches(units - 1) * error
    return Estimates(share, share - reach, share + reach, cells.records, units, heaviest)
