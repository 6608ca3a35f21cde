"""The Pareto frontier of risk and information loss."""

from __future__ import annotations

from collections.abc import Sequence

Point = tuple[float, float]


def frontier(points: Sequence[Point]) -> list[int]:
    """Find the points that no other point dominates, by ascending risk.

    A point dominates another one if it is at least as good in both figures and better in one; equal
    points are all kept.

    Parameters
    ----------
    points : sequence of (risk, loss)
        Lower is better in both.
    """
    order = sorted(range(len(points)), key=lambda i: (points[i], i))
    undominated: list[int] = []
    best: Point | None = None
    for i in order:
        if best is None or points[i][1] < best[1] or points[i] == best:
            undominated.append(i)
            best = points[i]
    return undominated
