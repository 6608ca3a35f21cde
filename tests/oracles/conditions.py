"""Zeros and dominance by their definitions, in exact fractions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction

Number = float | int | None


def satisfies_p(amounts: Sequence[Number], p: float, weights: Sequence[float] = ()) -> bool:
    """Whether nobody in the group finds another one's amount to within p per cent.

    Tried for every pair: who knows `own` and the total is left with the others' amounts as noise.
    """
    parts = _parts(amounts, weights)
    total, limit = sum(parts), Fraction(str(p)) / 100
    if not total:
        return True
    if len(parts) == 1:
        return False
    return all(
        total - target - own >= limit * target
        for i, target in enumerate(parts)
        for j, own in enumerate(parts)
        if i != j
    )


def satisfies_n_k(
    amounts: Sequence[Number], n: int, share: float, weights: Sequence[float] = ()
) -> bool:
    """Whether the n largest amounts are at most a share, in per cent, of the total."""
    parts = sorted(_parts(amounts, weights), reverse=True)
    return sum(parts[:n]) <= Fraction(str(share)) / 100 * sum(parts)


def _parts(amounts: Sequence[Number], weights: Sequence[float]) -> list[Fraction]:
    found = [Fraction(abs(x)) if x is not None else Fraction(0) for x in amounts]
    return [x * Fraction(w) for x, w in zip(found, weights, strict=True)] if weights else found


def groups(keys: Sequence[Hashable]) -> list[list[int]]:
    """The positions of the records with equal keys."""
    found: Mapping[Hashable, list[int]] = defaultdict(list)
    for position, key in enumerate(keys):
        found[key].append(position)
    return list(found.values())


def changed_zeros(before: Sequence[Number], after: Sequence[Number]) -> list[int]:
    """The positions of the cells of which only one is a zero; a missing one had no state."""
    return [
        i
        for i, (x, y) in enumerate(zip(before, after, strict=True))
        if x is not None and (x == 0) != (y == 0)
    ]
