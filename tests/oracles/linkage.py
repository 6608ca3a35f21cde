"""Distance-based record linkage by looking at every pair."""

from __future__ import annotations

from collections.abc import Sequence

from tests.oracles.partitions import Point, squared_distance


def disclosure(original: Sequence[Point], released: Sequence[Point]) -> float:
    """Return the share of released records whose nearest original is their own."""
    linked = 0.0
    for own, record in enumerate(released):
        distances = [squared_distance(point, record) for point in original]
        least = min(distances)
        if distances[own] == least:
            linked += 1 / distances.count(least)
    return linked / len(released)
