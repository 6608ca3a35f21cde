"""Chance that is the same on every machine: a generator and tables made by plain arithmetic.

Only additions, products, quotients and square roots are used, which every processor rounds
alike; logarithms and powers of a machine's library may differ in their last bit.
"""

from __future__ import annotations

import numpy as np

from core.array_types import Floats, Words
from core.kernels.compilation.bare import bare

QUANTILES = 4096
STEPS = 1024
_LN2 = 0.6931471805599453


@bare
def draw(state: Words) -> np.uint64:
    """Draw the next 64 random bits, the best ones on top (xorshift64*, Vigna 2016)."""
    x = state[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    state[0] = x
    mixed: np.uint64 = x * np.uint64(2685821657736338717)
    return mixed


@bare
def some(bits: np.uint64, shift: int, width: int) -> int:
    """Return `width` of the bits as a number; unsigned and signed numbers would mix to reals."""
    return int(np.int64((bits >> np.uint64(shift)) & np.uint64((1 << width) - 1)))


@bare
def pick(bits: np.uint64, shift: int, count: int) -> int:
    """Return a number in ``0..count-1`` made of 16 of the bits; `count` is below 2**16."""
    return (some(bits, shift, 16) * count) >> 16


def first_state(seed: int) -> Words:
    """Return a generator's first state for a seed (one round of splitmix64); never zero."""
    mask = (1 << 64) - 1
    z = (seed * 0x9E3779B97F4A7C15 + 0x9E3779B97F4A7C15) & mask
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
    return np.array([(z ^ (z >> 31)) or 1], dtype=np.uint64)


def exponential_quantiles() -> Floats:
    """Compute `QUANTILES` evenly spread quantiles of the standard exponential distribution."""
    shares = ((i + 0.5) / QUANTILES for i in range(QUANTILES))
    return np.array([-_log(share) for share in shares])


def _log(x: float) -> float:
    """Compute the natural logarithm of ``0 < x < 1`` by the series of the area tangent."""
    halvings = 0
    while x < 0.75:
        x, halvings = 2.0 * x, halvings + 1
    y = (x - 1.0) / (x + 1.0)
    term, total = y, 0.0
    for odd in range(1, 60, 2):
        total, term = total + term / odd, term * y * y
    return 2.0 * total - halvings * _LN2


def geometric(first: float, last: float) -> Floats:
    """Compute `STEPS` + 1 numbers from `first` to `last`, each the same share of the one before."""
    steps = np.empty(STEPS + 1)
    steps[0], steps[STEPS] = first, last
    width = STEPS
    while width > 1:
        half = width // 2
        steps[half::width] = np.sqrt(steps[:-1:width]) * np.sqrt(steps[width::width])
        width = half
    return steps
