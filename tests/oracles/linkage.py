"""Distance-based record linkage by looking at every pair."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pandas as pd

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


def disclosure_of_groups(
    original: pd.DataFrame, released: pd.DataFrame, labels: np.ndarray
) -> float:
    """Return the share of records whose nearest original is their own; groups are equal."""
    points, rivals = (
        ((table - table.mean()) / table.std(ddof=0)).fillna(0).to_numpy()
        for table in (original, released)
    )
    share = np.zeros(len(points))
    for group, first in enumerate(np.unique(labels, return_index=True)[1]):
        distances = ((points - rivals[first]) ** 2).sum(axis=1)
        nearest = distances <= distances.min() * (1 + 1e-12)
        share[(labels == group) & nearest] = 1 / nearest.sum()
    return float(share.mean())


def disclosure_by_three(
    original: pd.DataFrame, released: pd.DataFrame, labels: np.ndarray, amounts: Sequence[str]
) -> float:
    """Return the share of 2,000 drawn records that three columns link to their group, at most.

    Amounts are known to within a tenth; one record of the nearest groups is taken.
    """
    generator = np.random.default_rng(226)
    drawn = generator.choice(len(original), 2_000, replace=False, shuffle=False)
    known = original.iloc[drawn].copy()
    for name in known:
        inaccuracy = generator.uniform(0.9, 1.1, len(drawn))
        known[name] *= inaccuracy if name in amounts else 1.0
    points = ((known - original.mean()) / original.std(ddof=0)).fillna(0).to_numpy()
    rivals = ((released - released.mean()) / released.std(ddof=0)).fillna(0).to_numpy()
    _, firsts, sizes = np.unique(labels, return_index=True, return_counts=True)
    squares = (points[:, None, :] - rivals[firsts][None, :, :]) ** 2
    largest = 0.0
    for triple in combinations(range(points.shape[1]), 3):
        distances = squares[:, :, triple].sum(axis=2)
        nearest = distances == distances.min(axis=1, keepdims=True)
        linked = nearest[np.arange(len(drawn)), labels[drawn]]
        largest = max(largest, float((linked / (nearest * sizes).sum(axis=1)).mean()))
    return largest
