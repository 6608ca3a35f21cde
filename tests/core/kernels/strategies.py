"""Records on which ties and rounding are likely, and searches carried out on them."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

Points = list[tuple[float, ...]]

# Values at which signs, powers and roundings change.
_EDGES = (0.0, -0.0, 3.0, -3.0, 1.0, 2.0**-126, -(2.0**-149), 1.0 + 2.0**-23)


@st.composite
def points(draw: st.DrawFn, least: int = 2, most: int = 60) -> Points:
    """Draw records: lattice, reals, with duplicates, constant columns or on one line.

    Only their shape and the seed of their numbers are drawn: to draw each number takes longer than
    what is tested.
    """
    sizes = st.integers(least, min(most, least + 8)) | st.integers(least, most)
    n, m = draw(sizes), draw(st.integers(1, 4))
    kind = draw(st.sampled_from(["lattice", "real", "tenths"]))
    shape = draw(st.sampled_from(["free", "duplicates", "constant", "line"]))
    chance = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    if kind == "real":
        found = chance.uniform(-3, 3, (n, m)).astype(np.float32).astype(np.float64)
        is_edge = chance.random((n, m)) < 0.1
        found[is_edge] = chance.choice(_EDGES, is_edge.sum())
    else:
        reach, step = (2, 1) if kind == "lattice" else (20, 10)
        found = chance.integers(-reach, reach + 1, (n, m)) / step
    if shape == "duplicates":
        found = found[np.arange(n) % max(1, n // 3)]
    if shape == "constant":
        found[:, 0] = 0.0
    if shape == "line":
        found = found[:, :1] * np.arange(1, m + 1)
    return [tuple(record) for record in found.tolist()]


@st.composite
def around(draw: st.DrawFn) -> tuple[Points, int]:
    """Draw records whose number is about two, three or four times a drawn k."""
    k = draw(st.integers(2, 7))
    n = max(k, draw(st.integers(2, 4)) * k + draw(st.integers(-1, 1)))
    return draw(points(least=n, most=n)), k


class Work(Protocol):
    """A search that goes on where it stopped."""

    labels: NDArray[np.int64]

    def step(self, budget: int) -> tuple[int, bool]: ...


def finish(work: Work, budget: int = 1 << 60) -> NDArray[np.int64]:
    """Carry out a search, a slice of it at a time; return its labels."""
    while not work.step(budget)[1]:
        pass
    return work.labels


def clusters_of(labels: NDArray[np.int64]) -> list[list[int]]:
    return [np.flatnonzero(labels == c).tolist() for c in range(labels.max() + 1)]


def consecutive(n: int, k: int) -> NDArray[np.int64]:
    """Put each `k` records in a row into a cluster, what is left over into the last."""
    return np.minimum(np.arange(n, dtype=np.int64) // k, max(n // k - 1, 0))
