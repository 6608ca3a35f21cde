"""Rank swapping of one sorted column in plain Python, from Moore (1996) alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

Outcomes = dict[tuple[int, ...], Fraction]


def outcomes(n: int, p: Fraction) -> Outcomes:
    """Give each way to pair the ranks 1 to `n` with its probability; a rank may stay alone."""
    reach = int(p * n / 100)
    found: Counter[tuple[int, ...]] = Counter()

    def go_on(partner: dict[int, int], probability: Fraction) -> None:
        free = [rank for rank in range(1, n + 1) if rank not in partner]
        if not free:
            found[tuple(partner[rank] for rank in range(1, n + 1))] += probability
            return
        lowest = free[0]
        near = [rank for rank in free if 0 < rank - lowest <= reach]
        if not near:
            go_on({**partner, lowest: lowest}, probability)
        for rank in near:
            go_on({**partner, lowest: rank, rank: lowest}, probability / len(near))

    go_on({}, Fraction(1))
    return dict(found)


def ranks(values: Sequence[float | None]) -> list[int | None]:
    """Give the rank of each value that is present, from 1; equal ones by position."""
    present = sorted((value, i) for i, value in enumerate(values) if value is not None)
    rank_of = {i: rank for rank, (_, i) in enumerate(present, start=1)}
    return [rank_of.get(i) for i in range(len(values))]
