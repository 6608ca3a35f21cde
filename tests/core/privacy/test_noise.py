"""Noise in numbers: its distribution, its supply of bits, and where it refuses."""

from __future__ import annotations

from fractions import Fraction
from math import exp

import numpy as np
import pytest

from core.errors import Cancelled
from core.protect.privacy import entropy
from core.protect.privacy.entropy import Entropy, insecure_bytes, supply
from core.protect.privacy.noise import (
    LARGEST,
    choose_for_groups,
    draw_laplace_noise,
    laplace_scale,
    limit_rate,
    shuffle_values,
)


def chi_square(counts: np.ndarray, expected: np.ndarray) -> float:
    return float(((counts - expected) ** 2 / expected).sum())


# The figures which chi-square exceeds once in a million times.
LIMITS = {6: 38.3, 24: 73.9, 40: 98.0}


@pytest.mark.parametrize("scale", [Fraction(1, 2), Fraction(7, 2), Fraction(20)])
def test_a_long_stream_has_the_distribution(scale: Fraction) -> None:
    count, cells = 200_000, {1: 3, 7: 12, 20: 20}[scale.numerator]
    drawn = draw_laplace_noise(count, scale, supply(20201120))

    ratio = exp(-1 / scale)
    inner = (1 - ratio) / (1 + ratio) * ratio ** np.abs(np.arange(-cells + 1, cells))
    tail = (1 - inner.sum()) / 2
    expected = count * np.array([tail, *inner, tail])
    counts = np.bincount(np.clip(drawn, -cells, cells) + cells, minlength=2 * cells + 1)
    assert chi_square(counts, expected) < LIMITS[2 * cells]


def test_wide_noise_is_as_wide_as_it_should_be() -> None:
    scale = Fraction(10**9, 7)
    drawn = draw_laplace_noise(100_000, scale, supply(7)).astype(np.float64)
    # Four standard errors of the mean and of the mean size.
    assert abs(drawn.mean()) < 4 * np.sqrt(2 / 100_000) * scale
    assert abs(np.abs(drawn).mean() / scale - 1) < 4 / np.sqrt(100_000)


def in_pieces(length: int):
    """Give one long string of bytes in pieces of a length."""
    whole = insecure_bytes(3)(400_000)
    place = 0

    def source(_: int) -> bytes:
        nonlocal place
        place += length
        return whole[place - length : place]

    return source


@pytest.mark.parametrize("length", [8, 24, 4096])
def test_where_the_bits_run_out_changes_nothing(length: int) -> None:
    def drawn(piece: int) -> list[int]:
        source = Entropy(in_pieces(piece))
        found = draw_laplace_noise(500, Fraction(50, 3), source).tolist()
        begins = np.arange(0, 401, 4)
        table = np.array([[0, 2, 5], [2, 0, 1], [5, 1, 0]])
        members = np.arange(400) % 3
        found += choose_for_groups(members, begins, table, Fraction(1, 4), source).tolist()
        return found + shuffle_values(np.arange(5000), source).tolist()

    assert drawn(length) == drawn(200_000)


def test_a_seed_repeats_and_the_system_does_not() -> None:
    scale = Fraction(1000)

    assert (
        draw_laplace_noise(50, scale, supply(1)).tolist()
        == draw_laplace_noise(50, scale, supply(1)).tolist()
        != draw_laplace_noise(50, scale, supply(2)).tolist()
    )
    assert (
        draw_laplace_noise(50, scale, supply(None)).tolist()
        != draw_laplace_noise(50, scale, supply(None)).tolist()
    )


def test_without_a_seed_all_chance_comes_from_the_system(monkeypatch) -> None:
    asked = []

    def given(length: int) -> bytes:
        asked.append(length)
        return insecure_bytes(11)(length)

    monkeypatch.setattr(entropy.os, "urandom", given)
    found = draw_laplace_noise(20, Fraction(9), supply(None))

    assert asked
    assert found.tolist() == draw_laplace_noise(20, Fraction(9), supply(11)).tolist()


def test_drawing_can_be_called_off() -> None:
    def stop() -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        draw_laplace_noise(10, Fraction(3), supply(None, stop))


def test_the_scale_is_the_sensitivity_over_epsilon_and_never_less() -> None:
    assert laplace_scale(1000, Fraction(1, 4)) == 4000
    assert laplace_scale(7, Fraction(3, 2)) == Fraction(14, 3)
    fine = laplace_scale(LARGEST // 2 - 1, Fraction(999_999, 1_000_003))
    assert fine.denominator == 1
    assert fine - 1 < (LARGEST // 2 - 1) / Fraction(999_999, 1_000_003) <= fine
    with pytest.raises(OverflowError):
        laplace_scale(LARGEST, Fraction(1))
    # Costs too large for exact arithmetic are refused.
    members, begins = np.zeros(8, dtype=np.int64), np.array([0, 8])
    with pytest.raises(OverflowError):
        choose_for_groups(
            members, begins, np.array([[0, 1 << 40]]), Fraction(1 << 30, 3), supply(1)
        )


@pytest.mark.parametrize("most", [0, 1, 10**6, 2 * 10**12, 10**17])
@pytest.mark.parametrize("rate", [Fraction(1, 3), Fraction(3_101_857, 12 * 10**13)])
def test_a_rate_is_made_less_only_where_numbers_run_out(rate: Fraction, most: int) -> None:
    found = limit_rate(rate, most)
    assert found.numerator * most < 1 << 62
    assert found <= rate < found * (1 + Fraction(1, 10))
    assert found == rate or rate.numerator * most >= 1 << 62


@pytest.mark.parametrize("kind", [np.int32, np.int64])
@pytest.mark.parametrize("count", [0, 1, 1000, 4095, 4096, 50_000])
def test_shuffling_keeps_what_is_there(kind: type, count: int) -> None:
    before = np.arange(count, dtype=kind)
    found = shuffle_values(before, supply(None))
    assert found.dtype == kind
    assert sorted(found.tolist()) == before.tolist() == list(range(count))


def test_everything_gets_everywhere_by_way_of_heaps_too() -> None:
    """Where 24 parts of a long list go to, 24 parts of the places: each pair is as likely."""
    count, runs = 24 * 700, 6
    counts = np.zeros((24, 24))
    for seed in range(runs):
        found = shuffle_values(np.arange(count), supply(seed))
        np.add.at(counts, (found // 700, np.arange(count) // 700), 1)

    # Each list makes 23 x 23 counts of freedom; what chi-square of so many exceeds once in a
    # million times is their number and 4.8 standard deviations, 4.8 sqrt(2 x 529), and a little.
    expected = np.full((24, 24), runs * 700 / 24)
    assert chi_square(counts.ravel(), expected.ravel()) < 529 + 5.5 * np.sqrt(2 * 529)
