"""The nearest records seen so far, kept as a heap with the farthest of them on top."""

from __future__ import annotations

from core.array_types import Floats, Ints
from core.kernels.compilation.bare import bare

# No record; beyond all positions, so that it loses every tie.
NOBODY = 1 << 62


@bare
def _after(d1: float, p1: int, d2: float, p2: int) -> bool:
    """Say whether (d1, p1) comes after (d2, p2): farther, or as far with a larger position."""
    return d1 > d2 or (d1 == d2 and p1 > p2)


@bare
def push(key: Floats, positions: Ints, size: int, d: float, p: int) -> int:
    """Put (distance, position) into a heap of `size` entries that is not full."""
    i = size
    while i > 0:
        parent = (i - 1) // 2
        if not _after(d, p, key[parent], positions[parent]):
            break
        key[i], positions[i] = key[parent], positions[parent]
        i = parent
    key[i], positions[i] = d, p
    return size + 1


@bare
def replace_top(key: Floats, positions: Ints, size: int, d: float, p: int) -> None:
    """Put (distance, position) in the place of the farthest of a full heap."""
    i = 0
    while True:
        child = 2 * i + 1
        if child >= size:
            break
        if child + 1 < size and _after(
            key[child + 1], positions[child + 1], key[child], positions[child]
        ):
            child += 1
        if not _after(key[child], positions[child], d, p):
            break
        key[i], positions[i] = key[child], positions[child]
        i = child
    key[i], positions[i] = d, p


@bare
def offer(key: Floats, positions: Ints, size: int, n_nearest: int, d: float, p: int) -> int:
    """Keep (distance, position) if it is among the `n_nearest` nearest; return the size."""
    if size < n_nearest:
        return push(key, positions, size, d, p)
    if n_nearest > 0 and _after(key[0], positions[0], d, p):
        replace_top(key, positions, size, d, p)
    return size
