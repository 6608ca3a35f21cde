"""What two releases of the same records give away to somebody who has nothing else.

Records are matched by the columns that both files publish as they are. The mean of a group times
its weights is an equation over its records. Groups are nodes, one for each group of either file,
and the matched records that two groups share are an edge between them; what a group has besides is
an edge to the ground. An edge is determined by the equations exactly if it is a bridge.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

import pandas as pd

Node = tuple[int, int]
GROUND: Node = (0, 0)


def solved_amounts(
    files: Sequence[pd.DataFrame], masked: Sequence[str], published: Sequence[str], weight: str
) -> Iterator[tuple[tuple[object, ...], dict[str, float]]]:
    """Yield the published values of each record that is determined, with its masked amounts."""
    files = [file.reset_index(drop=True) for file in files]
    groups = [file.groupby(list(masked), dropna=False, sort=False).ngroup() for file in files]
    keys = [
        file[list(published)].assign(group=group).drop_duplicates(list(published), keep=False)
        for file, group in zip(files, groups, strict=True)
    ]
    matched = pd.concat(keys).groupby(list(published), sort=False)["group"].agg(list)
    shared: dict[tuple[Node, Node], list[tuple[object, ...]]] = defaultdict(list)
    n_matched: dict[Node, int] = defaultdict(int)
    for key, pair in matched.items():
        if len(pair) == 2:
            nodes = (1, pair[0]), (2, pair[1])
            shared[nodes].append(key)
            for node in nodes:
                n_matched[node] += 1
    edges: list[tuple[Node, Node]] = list(shared)
    totals: dict[Node, dict[str, float]] = {}
    for side, (file, group) in enumerate(zip(files, groups, strict=True), start=1):
        sums = file[[*masked, weight]].groupby(group)
        for number, rows in sums:
            node = side, int(number)
            total = rows[weight].sum()
            totals[node] = {name: float(rows[name].iloc[0]) * total for name in masked}
            if n_matched[node] < len(rows):
                edges.append((node, GROUND))
    neighbours: dict[Node, list[tuple[Node, int]]] = defaultdict(list)
    for number, (first, second) in enumerate(edges):
        neighbours[first].append((second, number))
        neighbours[second].append((first, number))
    at = published.index(weight)
    for number in bridges(neighbours):
        records = shared.get(edges[number], ())
        if len(records) != 1:
            continue
        for start in edges[number]:
            side = reached(neighbours, start, number)
            if GROUND not in side:
                # The edges inside have one end of either file, so that they cancel out.
                sign = 1 if start[0] == 1 else -1
                amounts = {
                    name: sum(totals[n][name] * (sign if n[0] == 1 else -sign) for n in side)
                    / float(records[0][at])
                    for name in masked
                }
                yield records[0], amounts
                break


def reached(neighbours: dict[Node, list[tuple[Node, int]]], start: Node, without: int) -> set[Node]:
    """Find the nodes that are connected with one but for an edge."""
    found, waiting = {start}, [start]
    while waiting:
        for node, edge in neighbours[waiting.pop()]:
            if edge != without and node not in found:
                found.add(node)
                waiting.append(node)
    return found


def bridges(neighbours: dict[Node, list[tuple[Node, int]]]) -> list[int]:
    """Find the edges without which fewer nodes are connected (Tarjan 1974)."""
    order: dict[Node, int] = {}
    low: dict[Node, int] = {}
    found = []
    for root in list(neighbours):
        if root in order:
            continue
        order[root] = low[root] = len(order)
        path = [(root, -1, iter(neighbours[root]))]
        while path:
            node, entry, rest = path[-1]
            for following, edge in rest:
                if edge == entry:
                    continue
                if following in order:
                    low[node] = min(low[node], order[following])
                    continue
                order[following] = low[following] = len(order)
                path.append((following, edge, iter(neighbours[following])))
                break
            else:
                path.pop()
                if path:
                    parent = path[-1][0]
                    low[parent] = min(low[parent], low[node])
                    if low[node] > order[parent]:
                        found.append(entry)
    return found
