"""Chance by plain arithmetic, against the machine's library."""

from __future__ import annotations

import math

import numpy as np

from core.kernels.improvement import chance


def test_the_generator_is_the_published_one() -> None:
    # xorshift64* in plain integers (Vigna 2016).
    x, mask, state = (
        88172645463325252,
        (1 << 64) - 1,
        np.array([88172645463325252], dtype=np.uint64),
    )
    for _ in range(100):
        x ^= x >> 12
        x = (x ^ (x << 25)) & mask
        x ^= x >> 27
        assert int(chance.draw(state)) == (x * 2685821657736338717) & mask


def test_seeds_start_apart_and_never_at_zero() -> None:
    states = {int(chance.first_state(seed)[0]) for seed in range(1000)}
    assert len(states) == 1000
    assert 0 not in states


def test_quantiles_are_those_of_the_exponential_distribution() -> None:
    shares = (np.arange(chance.QUANTILES) + 0.5) / chance.QUANTILES
    np.testing.assert_allclose(chance.exponential_quantiles(), -np.log(shares), rtol=1e-12)


def test_temperatures_fall_by_the_same_share() -> None:
    steps = chance.geometric(3.0, 0.02)
    expected = [3.0 * math.exp(math.log(0.02 / 3.0) * i / chance.STEPS) for i in (0, 1, 500, 1024)]
    np.testing.assert_allclose(steps[[0, 1, 500, 1024]], expected, rtol=1e-12)
