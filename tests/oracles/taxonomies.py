"""Distances, representatives and transport on taxonomies, from the formulas, in exact numbers.

A taxonomy is a dict from each node to its parents; its order is the taxonomy order. A sum of
distances ``log2(1 + s/u)`` is compared as the product of the fractions, which is exact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import log2, prod

Parents = Mapping[str, Sequence[str]]


def ancestors(parents: Parents, node: str) -> set[str]:
    """The node and whatever can be reached from it by going up."""
    found = {node}
    for parent in parents[node]:
        found |= ancestors(parents, parent)
    return found


def argument(parents: Parents, a: str, b: str) -> Fraction:
    """1 + (|A(a) u A(b)| - |A(a) n A(b)|) / |A(a) u A(b)|."""
    one, other = ancestors(parents, a), ancestors(parents, b)
    either, both = len(one | other), len(one & other)
    return 1 + Fraction(either - both, either)


def distance(parents: Parents, a: str, b: str) -> float:
    return log2(argument(parents, a, b))


def marginality(parents: Parents, a: str, sample: Sequence[str]) -> Fraction:
    """Two to the power of the sum of the distances from `a` to the sample."""
    counts = Counter(sample).items()
    return prod((argument(parents, a, b) ** count for b, count in counts), start=Fraction(1))


def candidates(parents: Parents, sample: Sequence[str]) -> set[str]:
    """The values and their ancestors that lie at or below a lowest common ancestor."""
    above = [ancestors(parents, value) for value in sample]
    common = set.intersection(*above)
    lowest = {c for c in common if not any(c in ancestors(parents, o) for o in common - {c})}
    return {c for c in set.union(*above) if ancestors(parents, c) & lowest}


def least_marginal(parents: Parents, sample: Sequence[str], barred: str = "") -> list[str]:
    """The least marginal candidates, of these the most frequent ones, in order."""
    counts = Counter(sample)
    keys = {
        c: (marginality(parents, c, sample), -counts[c])
        for c in candidates(parents, sample) - {barred}
    }
    return [c for c in parents if c in keys and keys[c] == min(keys.values())]


def representative(parents: Parents, sample: Sequence[str], barred: str = "") -> str:
    """The least marginal candidate; ties: the most frequent, then the first in order."""
    return least_marginal(parents, sample, barred)[0]


Settled = Counter[tuple[tuple[str, ...], int, str]]
"""How often clusters with the same candidates and weight got each category."""


def settled(parents: Parents, samples: Sequence[Sequence[str]]) -> Settled:
    """The categories of all clusters of a file; a record occurs as often as it weighs.

    Ties: the candidate that lacks most, cluster by cluster. Those with the same candidates are
    spread evenly, the heaviest first.
    """
    tied = [tuple(least_marginal(parents, sample)) for sample in samples]
    lacks = Counter(cell for sample in samples for cell in sample)
    series: dict[tuple[str, ...], list[int]] = {}
    for candidates_, sample in zip(tied, samples, strict=True):
        series.setdefault(candidates_, []).append(len(sample))
    order = list(parents)
    # A cluster with one candidate comes before all others.
    queue = sorted(
        (
            Fraction(2 * place + 1, 2 * len(weights)) if len(names) > 1 else 0,
            [order.index(name) for name in names],
            -weight,
        )
        for names, weights in series.items()
        for place, weight in enumerate(sorted(weights, reverse=True))
    )
    found: Settled = Counter()
    for _, places, negative in queue:
        names = tuple(order[place] for place in places)
        chosen = max(names, key=lambda name: lacks[name])
        lacks[chosen] += negative
        found[names, -negative, chosen] += 1
    return found


def counted(parents: Parents, samples: Sequence[Sequence[str]], chosen: Sequence[str]) -> Settled:
    """The released categories of clusters, counted as by `settled`."""
    return Counter(
        (tuple(least_marginal(parents, sample)), len(sample), category)
        for sample, category in zip(samples, chosen, strict=True)
    )


def height(parents: Parents, node: str) -> int:
    """Longest path down to a leaf."""
    below = [child for child, above in parents.items() if node in above]
    return 1 + max(height(parents, child) for child in below) if below else 0


def move_cost(parents: Parents, a: str, b: str) -> Fraction:
    """height(lowest common ancestor) / height(tree); staying costs nothing."""
    if a == b:
        return Fraction(0)
    common = ancestors(parents, a) & ancestors(parents, b)
    (root,) = (node for node, above in parents.items() if not above)
    return Fraction(min(height(parents, c) for c in common), height(parents, root))


def transport(
    supply: Sequence[int], demand: Sequence[int], cost: Sequence[Sequence[Fraction]]
) -> Fraction:
    """Least cost of moving `supply` to `demand`, by successive shortest paths (Bellman-Ford)."""
    rows, columns = len(supply), len(demand)
    left, open_, flow = list(supply), list(demand), Counter[tuple[int, int]]()
    while any(left):
        path = _shortest_path(left, open_, flow, cost, rows, columns)
        amount = min(left[path[0][0]], open_[path[-1][1]])
        amount = min([amount, *(flow[i, j] for i, j, forward in path if not forward)])
        for i, j, forward in path:
            flow[i, j] += amount if forward else -amount
        left[path[0][0]] -= amount
        open_[path[-1][1]] -= amount
    return sum((cost[i][j] * amount for (i, j), amount in flow.items()), Fraction(0))


def _shortest_path(left, open_, flow, cost, rows, columns):
    """Arcs (row, column, forward) of the cheapest way from a row with supply to an open column."""
    reach = {("row", i): (Fraction(0), []) for i in range(rows) if left[i]}
    for _ in range(rows + columns):
        for i in range(rows):
            for j in range(columns):
                _relax(reach, ("row", i), ("column", j), cost[i][j], (i, j, True))
                if flow[i, j]:
                    _relax(reach, ("column", j), ("row", i), -cost[i][j], (i, j, False))
    ends = [reach["column", j] for j in range(columns) if open_[j] and ("column", j) in reach]
    return min(ends, key=lambda end: end[0])[1]


def _relax(reach, start, end, cost, arc) -> None:
    if start in reach and (end not in reach or reach[start][0] + cost < reach[end][0]):
        reach[end] = (reach[start][0] + cost, [*reach[start][1], arc])


def hierarchical_emd(parents: Parents, group: Sequence[str], file: Sequence[str]) -> Fraction:
    """Earth mover's distance of two samples, as a transport problem in whole units."""
    values = sorted(set(group) | set(file))
    supply = [list(group).count(v) * len(file) for v in values]
    demand = [list(file).count(v) * len(group) for v in values]
    cost = [[move_cost(parents, a, b) for b in values] for a in values]
    return transport(supply, demand, cost) / (len(group) * len(file))


def closed_form_emd(parents: Parents, group: Sequence[str], file: Sequence[str]) -> Fraction:
    """Sum over inner nodes of height(node)/height(tree) * min(surplus, deficit) of what is below.

    A value that is an inner node counts as one more child of its own node.
    """
    (root,) = (node for node, above in parents.items() if not above)

    def extra(node: str, alone: bool = False) -> Fraction:
        inside = [v for v in parents if v == node or (not alone and node in ancestors(parents, v))]
        share = lambda sample: Fraction(sum(v in inside for v in sample), len(sample))  # noqa: E731
        return share(group) - share(file)

    total = Fraction(0)
    for node in parents:
        children = [c for c, above in parents.items() if node in above]
        if children:
            extras = [*map(extra, children), extra(node, alone=True)]
            surplus = sum((e for e in extras if e > 0), Fraction(0))
            deficit = -sum((e for e in extras if e < 0), Fraction(0))
            total += height(parents, node) * min(surplus, deficit)
    return total / max(1, height(parents, root))
