"""The exponential mechanism over a finite list of candidates, exactly."""

from __future__ import annotations

import numpy as np
from numba import njit

from core.array_types import Ints, Words
from core.kernels.compilation.bare import bare
from core.kernels.privacy.entropy_bits import count_bits, draw_decay, draw_uniform, ran_out


@bare
def choose_candidate(
    words: Words, position: int, costs: Ints, over: int, under: int
) -> tuple[int, int]:
    """Draw `i` with probability proportional to ``exp(-costs[i] over / under)``.

    Candidates are proposed evenly and accepted with their own weight. Costs are whole numbers
    that are not negative; the least of them should be 0, or much is proposed in vain.
    """
    bits, under_bits = count_bits(len(costs)), count_bits(under)
    candidate, accepted = 0, False
    while not accepted and not ran_out(words, position):
        candidate, position = draw_uniform(words, position, len(costs), bits)
        if not ran_out(words, position):
            accepted, position = draw_decay(
                words, position, costs[candidate] * over, under, under_bits
            )
    return candidate, position


@njit(cache=True, nogil=True)
def choose_of_groups(
    words: Words,
    position: int,
    members: Ints,
    begins: Ints,
    table: Ints,
    over: int,
    under: int,
    out: Ints,
    begin: int,
) -> tuple[int, int]:
    """Choose a candidate for each group until the bits run out.

    Parameters
    ----------
    words, at
        As for `core.kernels.privacy.discrete_laplace.fill_with_noise`.
    members : numpy.ndarray of int64, shape (n,)
        Category of each record, group by group.
    begins : numpy.ndarray of int64, shape (g + 1,)
        Where each group begins.
    table : numpy.ndarray of int64, shape (categories, candidates)
        What a candidate costs for a record of a category.
    over, under : int
        A candidate has the weight ``exp(-cost over / under)``.
    out : numpy.ndarray of int64, shape (g,)
        Is written to.
    begin : int
        First group to choose for.

    Returns
    -------
    int, int
        The next group to choose for, and the position of its first bit.
    """
    costs = np.empty(table.shape[1], dtype=np.int64)
    for group in range(begin, len(out)):
        costs[:] = 0
        for i in range(begins[group], begins[group + 1]):
            for candidate in range(len(costs)):
                costs[candidate] += table[members[i], candidate]
        costs -= costs.min()
        chosen, behind = choose_candidate(words, position, costs, over, under)
        if ran_out(words, behind):
            return group, position
        out[group], position = chosen, behind
    return len(out), position
