"""Assignment problems of least cost, many of the same size at once.

Up to `PERMUTED` members, the costs of all permutations are compared. Above that, shortest
augmenting paths (Jonker and Volgenant 1987) are found for all problems at the same time.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np

from core.array_types import Floats, Ints

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
    return _by_permutations(costs) if m <= PERMUTED else _by_paths(costs)


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


def _by_paths(costs: Floats) -> Ints:
    """Assign the members one by one, each along a shortest augmenting path.

    Slots are counted from 1; slot 0 is where the path of a new member begins. `holder` is the
    member in each slot, counted from 1, or 0. The potentials `of_member` and `of_slot` keep all
    reduced costs at least 0, and those of assigned pairs at 0.
    """
    problems, m, _ = costs.shape
    of_member, of_slot = np.zeros((problems, m + 1)), np.zeros((problems, m + 1))
    holder = np.zeros((problems, m + 1), dtype=np.int64)
    for member in range(1, m + 1):
        holder[:, 0] = member
        came_from, end = _search(costs, of_member, of_slot, holder)
        # The holders move along the paths that end in the slots `end`.
        open_, current = np.arange(problems), end.copy()
        while len(open_):
            previous = came_from[open_, current[open_]]
            holder[open_, current[open_]] = holder[open_, previous]
            current[open_] = previous
            open_ = open_[previous != 0]
    slots = np.empty((problems, m), dtype=np.int64)
    np.put_along_axis(slots, holder[:, 1:] - 1, np.arange(m)[None, :], axis=1)
    return slots


def _search(costs: Floats, of_member: Floats, of_slot: Floats, holder: Ints) -> tuple[Ints, Ints]:
    """Find the previous slot of each slot on the shortest paths, and the free slot they end in.

    The potentials are updated.
    """
    problems, slots = holder.shape
    came_from, current = np.zeros_like(holder), np.zeros(problems, dtype=np.int64)
    distance = np.full((problems, slots), np.inf)
    is_visited = np.zeros((problems, slots), dtype=np.bool_)
    open_ = np.arange(problems)
    while len(open_):
        here = current[open_]
        is_visited[open_, here] = True
        member = holder[open_, here]
        reach = costs[open_, member - 1] - of_member[open_, member][:, None] - of_slot[open_, 1:]
        free, old_distance = ~is_visited[open_, 1:], distance[open_, 1:]
        shorter = free & (reach < old_distance)
        distance[open_, 1:] = now = np.where(shorter, reach, old_distance)
        came_from[open_, 1:] = np.where(shorter, here[:, None], came_from[open_, 1:])
        open_distance = np.where(free, now, np.inf)
        nearest = open_distance.argmin(axis=1)
        step = open_distance[np.arange(len(open_)), nearest]
        row, slot = np.nonzero(is_visited[open_])
        of_member[open_[row], holder[open_[row], slot]] += step[row]
        of_slot[open_[row], slot] -= step[row]
        distance[open_, 1:] -= np.where(free, step[:, None], 0.0)
        current[open_] = nearest + 1
        open_ = open_[holder[open_, current[open_]] != 0]
    return came_from, current
