"""Amounts are restored by their logarithms, and the largest are not read more often."""

from __future__ import annotations

import numpy as np
import pytest

from core.model import Column, ColumnKind
from tests.core.protect.restoring import (
    GROUPS,
    LABELS,
    NAMES,
    SIZE,
    Floats,
    moments_of,
    numbers_of_people,
    restore,
)


def logs_of(values: Floats, original: Floats) -> Floats:
    """Compute logarithms, with a tenth of the median of the original's sizes as their unit."""
    units = [np.median(np.abs(column[column != 0])) / 10 for column in original.T]
    return np.sign(values) * np.log1p(np.abs(values) / units)


@pytest.mark.parametrize("is_weighted", [False, True])
def test_amounts_keep_their_totals_and_the_moments_of_their_logarithms(is_weighted: bool) -> None:
    values = np.exp(numbers_of_people(16, positive=False) * [0.6, 0.5, 0.02])
    # Losses as well as gains.
    values[LABELS < 20, 1] *= -1
    values[LABELS > 50, 0] = 0
    weights, more, settings = np.ones(len(values)), {}, {}
    if is_weighted:
        weights = np.random.default_rng(2).uniform(1, 3, len(values))
        more = {"W": Column("W", ColumnKind.NUMBER, weights, weights < 0)}
        settings = {"weight": "W"}
    released, counts = restore(values, more=more, by_logs="AB", **settings)

    assert [f"logarithms:{name}" in counts for name in NAMES] == [True, True, False]
    assert counts["left"] == 0
    totals, released_totals = weights @ values, weights @ released
    np.testing.assert_allclose(released_totals, totals, atol=1e-5 * np.abs(weights @ values).max())
    before, after = (
        np.column_stack([logs_of(side, values)[:, :2], side[:, 2]]) for side in (values, released)
    )
    (mean, covariance), (centre, spread) = (moments_of(side, weights) for side in (before, after))
    scale = np.sqrt(np.diag(covariance))
    np.testing.assert_allclose(centre / scale, mean / scale, atol=1e-5)
    np.testing.assert_allclose(
        spread / np.outer(scale, scale), covariance / np.outer(scale, scale), atol=1e-5
    )
    assert (released[values == 0] == 0).all()
    assert counts["off"] < 1e-5


def test_no_amount_follows_from_the_sum_of_the_logarithms_of_a_stratum() -> None:
    chance = np.random.default_rng(27)
    values = np.exp(numbers_of_people(27, positive=False)[:, :1] * 0.5)
    # A stratum has a group of equal firms, and one whose amounts nobody knows but their mean.
    stratum = (LABELS > 1).astype(np.float64)
    values[LABELS == 0, 0] = np.median(values)
    values[LABELS == 1, 0] = np.median(values) * chance.uniform(0.5, 5, SIZE)
    more = {"S": Column("S", ColumnKind.NUMBER, stratum, stratum < 0)}
    released, counts = restore(values, more=more, strata=("S",), by_logs="A")

    assert "restored:A" in counts
    sums = [logs_of(side, values)[stratum == 0].sum() for side in (values, released)]
    assert abs(sums[1] - sums[0]) > 1e-3
    np.testing.assert_allclose(released.mean(), values.mean())


def test_no_deviation_follows_from_the_two_sums_of_logarithms() -> None:
    chance = np.random.default_rng(28)
    values = np.round(np.exp(chance.normal(5, 1.1, GROUPS))[LABELS])
    # Three groups have unequal amounts; whoever is in one of them has two sums for the two others.
    for group in range(3):
        inside = group == LABELS
        values[inside] *= np.array([0.5, 1, 1, 1, 1.6])
    _, counts = restore(values[:, None], by_logs="A")
    assert counts["left:A"] == "dominated"


def test_amounts_of_which_means_lose_much_go_by_logarithms_with_other_skewed_ones() -> None:
    values = np.exp(numbers_of_people(18, positive=False) * [0.4, 0.4, 0])
    values[:, 2] = 100 + np.random.default_rng(19).normal(size=len(values))
    values[:, 2] += 5 * np.random.default_rng(20).normal(size=GROUPS)[LABELS]
    # Of every 31 one is six times as large as others of its group.
    values[::31, 0] *= 6
    released, counts = restore(values)
    assert [f"logarithms:{name}" in counts for name in NAMES] == [True, True, False]
    np.testing.assert_allclose(released.mean(0), values.mean(0), rtol=1e-6)
    logs, released_logs = (logs_of(side, values)[:, :2] for side in (values, released))
    np.testing.assert_allclose(np.cov(released_logs.T), np.cov(logs.T), atol=1e-6)


def count_read(amounts: Floats, released: Floats) -> tuple[int, int]:
    """Count the twenty largest to which the released amount of their rank, or record, is near."""
    largest = np.argsort(-amounts)[:20]
    return tuple(
        int((np.abs(side - amounts[largest]) <= 0.1 * amounts[largest]).sum())
        for side in (np.sort(released)[::-1][:20], released[largest])
    )


@pytest.mark.parametrize("seed", [1, 2, 6])
def test_the_largest_amounts_are_read_no_more_often_than_from_means(seed: int) -> None:
    values = np.exp(numbers_of_people(seed, positive=False)[:, :2] * 0.4)
    released, counts = restore(values, by_logs="AB")
    assert counts["columns"]
    means = np.stack([np.bincount(LABELS, x) / SIZE for x in values.T], axis=1)[LABELS]
    before, after = (
        np.sum([count_read(*pair) for pair in zip(values.T, side.T, strict=True)], axis=0)
        for side in (means, released)
    )
    assert (after <= before).all()


@pytest.mark.parametrize(
    ("seed", "heaviness", "reason"), [(1, 1.0, "missed"), (20, 1.5, "missed"), (12, 0.5, "largest")]
)
def test_what_cannot_be_met_by_logarithms_keeps_its_means(
    seed: int, heaviness: float, reason: str
) -> None:
    chance = np.random.default_rng(seed)
    logs = chance.normal(size=GROUPS)[LABELS] + chance.normal(0, heaviness, len(LABELS))
    values = np.exp(logs)[:, None]
    values[GROUPS * chance.uniform(0.3, 0.9) < LABELS] = 0
    released, counts = restore(values, by_logs="A")

    assert counts["left:A"] == reason
    means = np.bincount(LABELS, values[:, 0])[LABELS] / SIZE
    np.testing.assert_allclose(released[:, 0], means)


def test_published_columns_are_given_up_for_the_moments_of_logarithms() -> None:
    values = np.exp(numbers_of_people(1, positive=False)[:, :2] * 0.6)
    debts = np.round(values[:, 0] * np.random.default_rng(101).uniform(0.5, 1.5, len(values)))
    released, counts = restore(values, debts, by_logs="AB")

    # With the debts a moment would be missed by 0.06 standard deviations.
    assert '"published": []' in str(counts["map:1"])
    logs, released_logs = (logs_of(side, values) for side in (values, released))
    np.testing.assert_allclose(np.cov(released_logs.T), np.cov(logs.T), rtol=1e-3)
