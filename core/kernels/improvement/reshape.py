"""Moves that change how many clusters there are; each is undone if it costs too much.

Every one returns the change of the loss, or infinity if it was not possible or not taken.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from core.array_types import Floats, Int32s, Ints, Words
from core.kernels.improvement.chance import draw, some
from core.kernels.improvement.groups import Groups, distance, joining, leaving, move
from core.kernels.improvement.limits import Limits, keeps


@njit(cache=True, nogil=True)
def _undo(g: Groups, log: Ints, n_moved: int) -> None:
    for i in range(n_moved - 1, -1, -1):
        move(g, log[0, i], log[1, i])


@njit(cache=True, nogil=True)
def _all_keep(g: Groups, lim: Limits, log: Ints, n_moved: int, scratch: Ints) -> bool:
    """Say whether the clusters that records came from or went to keep t."""
    for i in range(n_moved):
        x, c = log[0, i], log[1, i]
        if g.size[c] > 0 and not keeps(g, lim, c, -1, -1, scratch):
            return False
        if not keeps(g, lim, g.label[x], -1, -1, scratch):
            return False
    return True


@njit(cache=True, nogil=True)
def dissolve(
    g: Groups,
    near: Int32s,
    lim: Limits,
    a: int,
    cap: int,
    bound: float,
    log: Ints,
    scratch: Ints,
) -> float:
    """Send each member of cluster `a` to the neighbours' cluster where it costs least."""
    if g.size[a] > log.shape[1]:
        return np.inf
    cost, n_moved = 0.0, 0
    while g.size[a] > 0:
        x, least_cost, to = g.first[a], np.inf, -1
        for q in range(near.shape[1]):
            c = g.label[near[x, q]]
            if c != a and c != to and g.size[c] < cap:
                added = joining(g, x, c)
                if added < least_cost:
                    least_cost, to = added, c
        if to < 0:
            _undo(g, log, n_moved)
            return np.inf
        cost += least_cost - leaving(g, x)
        log[0, n_moved], log[1, n_moved] = x, a
        n_moved += 1
        move(g, x, to)
    if cost >= bound or not _all_keep(g, lim, log, n_moved, scratch):
        _undo(g, log, n_moved)
        return np.inf
    g.unused[0] += 1
    g.unused[g.unused[0]] = a
    return cost


@njit(cache=True, nogil=True)
def gather(
    g: Groups,
    near: Int32s,
    lim: Limits,
    x: int,
    k: int,
    bound: float,
    log: Ints,
    scratch: Ints,
    chance: Words,
) -> float:
    """Make a cluster of `k` around record `x` from neighbours that their clusters can spare."""
    if g.unused[0] == 0 or g.size[g.label[x]] <= k or k > near.shape[1] or k > log.shape[1]:
        return np.inf
    c = g.unused[g.unused[0]]
    cost = -leaving(g, x)
    log[0, 0], log[1, 0] = x, g.label[x]
    move(g, x, c)
    n_moved = 1
    bits = draw(chance)
    for q in range(near.shape[1]):
        y = near[x, q]
        # One in four is passed over, so that not always the same cluster is tried.
        passed = some(bits, 2 * (q & 31), 2) == 0
        if passed or g.label[y] == c or g.size[g.label[y]] <= k:
            continue
        cost += joining(g, y, c) - leaving(g, y)
        log[0, n_moved], log[1, n_moved] = y, g.label[y]
        move(g, y, c)
        n_moved += 1
        if n_moved == k:
            break
    if n_moved < k or cost >= bound or not _all_keep(g, lim, log, n_moved, scratch):
        _undo(g, log, n_moved)
        return np.inf
    g.unused[0] -= 1
    return cost


@njit(cache=True, nogil=True)
def _list_members(g: Groups, c: int, out: Ints, count: int) -> int:
    x = g.first[c]
    for _ in range(g.size[c]):
        out[count] = x
        count += 1
        x = g.following[x]
    return count


@njit(cache=True, nogil=True)
def _lean(g: Groups, who: Ints, lean: Floats, seed: int) -> None:
    """Fill `lean` with how much nearer each record is to `seed` than to the one farthest off."""
    far, largest = who[0], -1.0
    for x in who:
        apart = distance(g.points[x], g.points[seed])
        if apart > largest:
            far, largest = x, apart
    for i in range(len(who)):
        x = who[i]
        lean[i] = distance(g.points[x], g.points[far]) - distance(g.points[x], g.points[seed])


@njit(cache=True, nogil=True)
def _compute_loss(g: Groups, who: Ints) -> float:
    """Compute the loss of some records as one cluster."""
    m = g.points.shape[1]
    mean = np.zeros(m)
    for x in who:
        mean += g.points[x]
    mean /= len(who)
    total = 0.0
    for x in who:
        total += distance(g.points[x], mean)
    return total


@njit(cache=True, nogil=True)
def _find_cut(g: Groups, who: Ints, k: int) -> int:
    """Find where to cut a row of records so that both parts together lose least."""
    n, m = len(who), g.points.shape[1]
    total, first_sums = np.zeros(m), np.zeros(m)
    for x in who:
        total += g.points[x]
    best, cut = -1.0, k
    for i in range(n - k):
        first_sums += g.points[who[i]]
        if i + 1 >= k:
            # The squares are the same for every cut; the parts' sums decide.
            gain = 0.0
            for j in range(m):
                second_sum = total[j] - first_sums[j]
                gain += first_sums[j] * first_sums[j] / (i + 1) + second_sum * second_sum / (
                    n - i - 1
                )
            if gain > best:
                best, cut = gain, i + 1
    return cut


@njit(cache=True, nogil=True)
def _halve(g: Groups, lim: Limits, who: Ints, lean: Floats, k: int) -> int:
    """Put `who` in the order first part, second part; return the size of the first."""
    n = len(who)
    if len(lim.counts) == 0:
        away = np.empty(n)
        for i in range(n):
            away[i] = -lean[i]
        order = np.argsort(away, kind="mergesort")
        who[:] = who[order]
        return _find_cut(g, who, k)
    # So that both parts are spread like the whole, each takes one of every two next in rank.
    key = np.empty(n, np.int64)
    for i in range(n):
        key[i] = lim.rank_place[0, who[i]]
    order = np.argsort(key, kind="mergesort")
    first, second = np.empty(n, np.int64), np.empty(n, np.int64)
    ones, twos = 0, 0
    for i in range(0, n, 2):
        a = order[i]
        b = order[i + 1] if i + 1 < n else -1
        if b >= 0 and lean[b] > lean[a]:
            a, b = b, a
        if b < 0 and lean[a] < 0.0:
            a, b = b, a
        if a >= 0:
            first[ones] = who[a]
            ones += 1
        if b >= 0:
            second[twos] = who[b]
            twos += 1
    who[:ones] = first[:ones]
    who[ones:] = second[:twos]
    return ones


@njit(cache=True, nogil=True)
def divide(
    g: Groups,
    lim: Limits,
    a: int,
    b: int,
    seed: int,
    k: int,
    bound: float,
    log: Ints,
    scratch: Ints,
) -> float:
    """Put the members of clusters `a` and `b` together, then divide them again in two.

    With ``b == -1`` the cluster `a` alone is divided and a new one made. `seed` is a member,
    around which one part lies.
    """
    fresh = b < 0
    n = g.size[a] + (0 if fresh else g.size[b])
    if n < 2 * k or n > log.shape[1] or (fresh and g.unused[0] == 0):
        return np.inf
    who = np.empty(n, np.int64)
    n_moved = _list_members(g, a, who, 0)
    previous_loss = _compute_loss(g, who[:n_moved])
    if fresh:
        b = g.unused[g.unused[0]]
    else:
        _list_members(g, b, who, n_moved)
        previous_loss += _compute_loss(g, who[n_moved:])
    lean = np.empty(n)
    _lean(g, who, lean, seed)
    ones = _halve(g, lim, who, lean, k)
    if ones < k or n - ones < k:
        return np.inf
    cost = _compute_loss(g, who[:ones]) + _compute_loss(g, who[ones:]) - previous_loss
    if cost >= bound:
        return np.inf
    n_moved = 0
    for i in range(n):
        x, to = who[i], a if i < ones else b
        if g.label[x] != to:
            log[0, n_moved], log[1, n_moved] = x, g.label[x]
            move(g, x, to)
            n_moved += 1
    if n_moved > 0 and not _all_keep(g, lim, log, n_moved, scratch):
        _undo(g, log, n_moved)
        return np.inf
    if fresh:
        g.unused[0] -= 1
    return cost


@njit(cache=True, nogil=True)
def merge(g: Groups, lim: Limits, a: int, b: int, bound: float, log: Ints, scratch: Ints) -> float:
    """Put all members of cluster `a` into cluster `b`."""
    if g.size[a] > log.shape[1]:
        return np.inf
    na, nb = float(g.size[a]), float(g.size[b])
    cost = na * nb / (na + nb) * distance(g.means[a], g.means[b])
    if cost >= bound:
        return np.inf
    n_moved = 0
    while g.size[a] > 0:
        x = g.first[a]
        log[0, n_moved], log[1, n_moved] = x, a
        n_moved += 1
        move(g, x, b)
    if not keeps(g, lim, b, -1, -1, scratch):
        _undo(g, log, n_moved)
        return np.inf
    g.unused[0] += 1
    g.unused[g.unused[0]] = a
    return cost


@njit(cache=True, nogil=True)
def divide_large(g: Groups, lim: Limits, k: int) -> None:
    """Divide every cluster of `2 k` records and more; that never adds to the loss."""
    n = len(g.label)
    log, scratch = np.empty((2, n), np.int64), np.empty(n + 1, np.int64)
    passed = 0
    # What is split off may stand at a number already passed: until nothing is left to divide.
    while passed < len(g.size):
        passed = 0
        for c in range(len(g.size)):
            if g.size[c] < 2 * k:
                passed += 1
            elif divide(g, lim, c, -1, g.first[c], k, np.inf, log, scratch) == np.inf:
                return
