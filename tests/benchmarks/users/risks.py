"""What an intruder reads from a release whose rows are in the order of the original."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_NEAR = 0.05
_AT_MOST, _AT_ONCE = 4000, 250


def to_points(
    original: pd.DataFrame,
    released: pd.DataFrame,
    numbers: Sequence[str],
    categories: Sequence[str],
) -> tuple[Floats, Floats]:
    """Bring both tables to the original's scale; two categories are as far apart as two records."""
    sides: tuple[list[Floats], list[Floats]] = [], []
    for name in numbers:
        known = pd.to_numeric(original[name], errors="coerce")
        for side, table in zip(sides, (original, released), strict=True):
            values = pd.to_numeric(table[name], errors="coerce").fillna(known.mean())
            side.append((values.to_numpy(float) - known.mean()) / (known.std() or 1))
    for name in categories:
        shares = original[name].value_counts(normalize=True)
        scale = np.sqrt(2 * max(1 - (shares**2).sum(), 1e-9))
        for side, table in zip(sides, (original, released), strict=True):
            side += [(table[name] == c).to_numpy(float) / scale for c in sorted(shares.index)]
    return np.nan_to_num(np.column_stack(sides[0])), np.nan_to_num(np.column_stack(sides[1]))


def count_links(known: Floats, searched: Floats) -> float:
    """Compute the share of known records whose nearest searched one is their own.

    Of equally near ones any may be taken. At most 4,000 records are tried, evenly over the file.
    """
    n = len(known)
    tried = np.unique(np.linspace(0, n - 1, min(n, _AT_MOST)).astype(int))
    squares, links = (searched**2).sum(axis=1), 0.0
    for start in range(0, len(tried), _AT_ONCE):
        rows = tried[start : start + _AT_ONCE]
        gaps = squares - 2 * known[rows] @ searched.T + (known[rows] ** 2).sum(axis=1)[:, None]
        is_near = gaps <= gaps.min(axis=1)[:, None] + 1e-9
        links += (is_near[np.arange(len(rows)), rows] / is_near.sum(axis=1)).sum()
    return links / len(tried)


def count_near(original: pd.DataFrame, released: pd.DataFrame, numbers: Sequence[str]) -> float:
    """Compute how many original amounts lie within 5 % of the released one, mean over columns."""
    shares = []
    for old, new in _pairs(original, released, numbers):
        is_near = (np.abs(old - new) <= _NEAR * np.abs(new))[old != 0]
        shares.append(float(is_near.mean()) if len(is_near) else 0)
    return float(np.mean(shares)) if shares else float("nan")


def measure_loss(original: pd.DataFrame, released: pd.DataFrame, numbers: Sequence[str]) -> float:
    """Compute the squared change of numbers as a share of their variance, mean over columns."""
    losses = [
        ((old - new) ** 2).sum() / (((old - old.mean()) ** 2).sum() or 1)
        for old, new in _pairs(original, released, numbers)
    ]
    return float(np.mean(losses)) if losses else float("nan")


def _pairs(
    original: pd.DataFrame, released: pd.DataFrame, numbers: Sequence[str]
) -> Iterator[tuple[Floats, Floats]]:
    """Yield both sides of each column where both have a number."""
    for name in numbers:
        sides = (pd.to_numeric(table[name], errors="coerce") for table in (original, released))
        pairs = np.column_stack([side.to_numpy(float) for side in sides])
        old, new = pairs[np.isfinite(pairs).all(axis=1)].T
        yield old, new


def count_k(table: pd.DataFrame, names: Sequence[str]) -> int:
    """Count the records of the smallest group of equal values."""
    return int(table.groupby(list(names), dropna=False).size().min())
