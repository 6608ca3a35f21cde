"""Finds cycles of categories, and categories that are only reachable from cycles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def find_cycles(parents: Mapping[str, Sequence[str]]) -> tuple[list[set[str]], set[str]]:
    """Return the cycles, and the other categories not reachable from a root.

    Parameters
    ----------
    parents : Mapping of str to sequence of str
        Parents of every category, which are categories as well.

    Returns
    -------
    tuple of list of set of str and set of str
        The cycles in the order of `parents`, where overlapping cycles are merged.
    """
    below: dict[str, list[str]] = {name: [] for name in parents}
    for name, above in parents.items():
        for parent in above:
            below[parent].append(name)
    stuck = _left_over(parents, below)
    inside = {name: [c for c in below[name] if c in stuck] for name in parents if name in stuck}
    upwards = {name: [p for p in parents[name] if p in stuck] for name in inside}
    circling = _left_over(inside, upwards)
    cycles = _connected([name for name in inside if name in circling], inside, upwards)
    roots = [name for name, above in parents.items() if not above]
    reached = set[str]().union(*(_reached(root, below) for root in roots), *cycles)
    return cycles, set(parents) - reached


def _left_over(waits: Mapping[str, Sequence[str]], frees: Mapping[str, Sequence[str]]) -> set[str]:
    """Return what remains after repeatedly removing items that wait for nothing."""
    waiting = {name: len(others) for name, others in waits.items()}
    ready = [name for name, count in waiting.items() if count == 0]
    for name in ready:
        for other in frees[name]:
            waiting[other] -= 1
            if waiting[other] == 0:
                ready.append(other)
    return set(waits) - set(ready)


def _connected(
    names: Sequence[str], below: Mapping[str, Sequence[str]], above: Mapping[str, Sequence[str]]
) -> list[set[str]]:
    """Return the strongly connected sets of names."""
    left, found = list(names), list[set[str]]()
    while left:
        both = _reached(left[0], below) & _reached(left[0], above)
        if len(both) > 1:
            found.append(both)
        left = [name for name in left if name not in both]
    return found


def _reached(start: str, steps: Mapping[str, Sequence[str]]) -> set[str]:
    found, waiting = {start}, [start]
    while waiting:
        for name in steps[waiting.pop()]:
            if name not in found:
                found.add(name)
                waiting.append(name)
    return found
