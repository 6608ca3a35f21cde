"""Assignment problems of least cost, many of the same size at once.

Up to `PERMUTED` members, the costs of all permutations are compared. Above that,
`core.kernels.numerics.assignment` finds shortest augmenting paths.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np

from core.array_types import Floats, Ints
from core.kernels.numerics.assignment import assign_each

PERMUTED = 4


def assignments(costs: Floats) -> Ints:
    """Find the assignment of least total cost for each problem.

    Parameters
    ----------
    costs : numpy.ndarray of float64, shape (u, m, m)
        Finite: ``costs[i, j, s]`` is the cost of member `j` in slot `s` in problem `i`.

    Returns
    -------
    numpy.ndarray of int64, shape (u, m)
        The slot of each member. Of several with the least cost, the one found depends on the costs
        alone, and up to `PERMUTED` members it is the first in lexicographic order.
    """
    problems, m, _ = costs.shape
    if problems == 0:
        return np.empty((0, m), dtype=np.int64)
    return _by_permutations(costs) if m <= PERMUTED else assign_each(costs)


def total_costs(costs: Floats, slots: Ints) -> Floats:
    """Compute the total cost of an assignment for each problem, shape (u,)."""
    return np.asarray(np.take_along_axis(costs, slots[:, :, None], axis=2).sum(axis=(1, 2)))


def _by_permutations(costs: Floats) -> Ints:
    problems, m, _ = costs.shape
    orders = np.array(list(permutations(range(m))), dtype=np.int64)
    best, lowest_cost = np.zeros(problems, dtype=np.int64), np.full(problems, np.inf)
    for i, order in enumerate(orders.tolist()):
        total = np.zeros(problems)
        for member, slot in enumerate(order):
            total += costs[:, member, slot]
        lower = total < lowest_cost
        best[lower], lowest_cost[lower] = i, total[lower]
    return orders[best]
