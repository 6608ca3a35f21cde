"""Means of clusters are moved so that means and covariances are the original's."""

from __future__ import annotations

import numpy as np
import pytest

from core.model import Column, ColumnKind, Unit, UnitProtection
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


def power(matrix: Floats, exponent: float) -> Floats:
    values, vectors = np.linalg.eigh(matrix)
    return (vectors * values**exponent) @ vectors.T


@pytest.mark.parametrize("is_weighted", [False, True])
def test_values_are_the_least_map_of_the_means(is_weighted: bool) -> None:
    values = numbers_of_people(1, positive=False)
    weights = np.ones(len(values))
    more, settings = {}, {}
    if is_weighted:
        weights = np.random.default_rng(2).uniform(1, 3, len(values))
        more = {"W": Column("W", ColumnKind.NUMBER, weights, weights < 0)}
        settings = {"weight": "W"}
    released, counts = restore(values, more=more, **settings)

    mean, covariance = moments_of(values, weights)
    centre, spread = moments_of(released, weights)
    scale = np.sqrt(np.diag(covariance))
    np.testing.assert_allclose(centre, mean, atol=1e-6)
    np.testing.assert_allclose(spread, covariance, atol=1e-6)
    assert counts["off"] < 1e-9
    # The formula, by the eigenvalues of another library.
    sizes = np.bincount(LABELS, weights)
    means = np.stack([np.bincount(LABELS, weights * x) / sizes for x in values.T], axis=1)
    apart = (means - mean) / scale
    between = (apart.T * sizes) @ apart / sizes.sum()
    root = power(between, 0.5)
    middle = power(root @ (covariance / np.outer(scale, scale)) @ root, 0.5)
    step = power(between, -0.5) @ middle @ power(between, -0.5)
    np.testing.assert_allclose(released, (mean + apart @ step * scale)[LABELS], atol=1e-6)


def test_strata_keep_their_means() -> None:
    values = numbers_of_people(3, positive=False)
    stratum = (LABELS >= GROUPS // 3).astype(np.float64)
    values += 4 * stratum[:, None]
    more = {"S": Column("S", ColumnKind.NUMBER, stratum, stratum < 0)}
    released, _ = restore(values, more=more, strata=("S",))

    for part in (stratum == 0, stratum == 1):
        np.testing.assert_allclose(released[part].mean(0), values[part].mean(0), atol=1e-6)
    np.testing.assert_allclose(np.cov(released.T), np.cov(values.T), atol=1e-6)


@pytest.mark.parametrize("whole", [False, True])
def test_moments_are_those_of_the_answers_where_groups_have_none(whole: bool) -> None:
    values = 100 + 20 * numbers_of_people(5, positive=False)
    weights = np.random.default_rng(2).uniform(1, 3, len(values))
    more = {"W": Column("W", ColumnKind.NUMBER, weights, weights < 0)}
    values = np.rint(values) if whole else values
    values[LABELS < 7, 1] = np.nan
    values[LABELS > 50, 2] = np.nan
    released, counts = restore(values, whole=whole, more=more, weight="W")

    assert counts["left"] == 0
    assert (np.isnan(released) == np.isnan(values)).all()
    # Of whole numbers, 60 groups of which each is rounded.
    near = 2e-2 if whole else 1e-6
    for names in ([0], [1], [2], [0, 1], [0, 2]):
        has_answer = ~np.isnan(values[:, names]).any(axis=1)
        scale = np.nanstd(values[:, names], axis=0)
        (_, covariance), (_, spread) = (
            moments_of(table[has_answer][:, names], weights[has_answer])
            for table in (values, released)
        )
        off = np.atleast_2d(spread - covariance) / np.outer(scale, scale)
        # The first column varies otherwise among those who answered.
        assert abs(off[0, -1]) < near, names
    for before, after in zip(values.T, released.T, strict=True):
        mean, centre = (
            np.average(column[~np.isnan(before)], weights=weights[~np.isnan(before)])
            for column in (before, after)
        )
        assert abs(centre - mean) < near * np.nanstd(before)
    assert counts["off"] < 1e-6
    # What verify measures in the file: nothing but the rounding.
    assert counts["file"] < near


def test_columns_in_order_keep_their_means_where_groups_have_no_answer() -> None:
    values = 100 + numbers_of_people(5, positive=False)
    values[:, 1] += values[:, 0]
    values[LABELS < 3, 1] = np.nan
    _, counts = restore(values, rules=("A <= B",))
    assert (counts["left"], counts["left:B"]) == (1, "empty")
    # Two of five answered: the group has a mean, and all of it are moved.
    values[LABELS < 3, 1] = 100
    values[0, 1] = np.nan
    assert restore(values, rules=("A <= B",))[1]["left"] == 0


def test_sums_survive_without_being_declared() -> None:
    values = numbers_of_people(4, positive=False)
    values[:, 2] = values[:, 0] + values[:, 1]
    released, _ = restore(values)
    np.testing.assert_allclose(released[:, 2], released[:, 0] + released[:, 1], atol=1e-8)
    np.testing.assert_allclose(np.cov(released.T), np.cov(values.T), atol=1e-6)


def test_covariances_with_published_numbers_are_restored_where_that_is_possible() -> None:
    values = numbers_of_people(5, positive=False)
    chance = np.random.default_rng(6)
    near = np.bincount(LABELS, values[:, 0])[LABELS] / SIZE + chance.normal(size=len(values)) * 0.3
    released, counts = restore(values, near)
    assert '"published": ["Z"]' in str(counts["map:1"])
    np.testing.assert_allclose(
        np.cov(released[:, 0], near)[0, 1], np.cov(values[:, 0], near)[0, 1], atol=1e-6
    )
    # Within groups the published column is the masked one; between them it hardly varies.
    within = values[:, 0] - np.bincount(LABELS, values[:, 0])[LABELS] / SIZE
    released, counts = restore(values, within + 0.01 * values[:, 1])
    assert '"published": []' in str(counts["map:1"])
    np.testing.assert_allclose(np.cov(released.T), np.cov(values.T), atol=1e-6)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("whole", [False, True])
def test_zeros_signs_orders_and_groups_stay(seed: int, whole: bool) -> None:
    values = numbers_of_people(seed, positive=True)
    values[:, 1] += values[:, 0]
    if whole:
        values = np.rint(20 * values)
    released, counts = restore(values, whole=whole, rules=("A <= B",))

    means = np.stack([np.bincount(LABELS, x) / SIZE for x in values.T], axis=1)[LABELS]
    half = 0.5 if whole else 1e-9
    assert (released >= 0.2 * means - half).all()
    assert ((released == 0) == (means == 0)).all() or whole
    assert (released[means == 0] == 0).all()
    assert (released[:, 0] <= released[:, 1]).all()
    assert len(np.unique(released, axis=0)) <= GROUPS
    assert counts["off"] < 0.01
    restored = [j for j, name in enumerate(NAMES) if f"restored:{name}" in counts]
    assert restored
    scale = values.std(0)[restored]
    spread = np.cov(released[:, restored].T, ddof=0) - np.cov(values[:, restored].T, ddof=0)
    assert np.abs(spread / np.outer(scale, scale)).max() < 0.02


def test_an_order_takes_no_zero_below_zero() -> None:
    chance = np.random.default_rng(23)
    values = np.abs(numbers_of_people(23, positive=False)[:, :2])
    values[LABELS < 30, 0] = 0
    # Losses where the order does not hold; where it does, hardly more than nothing.
    values[LABELS < 15, 1] = chance.uniform(0, 0.02, 15 * SIZE)
    values[LABELS > 50, 1] *= -1
    released, counts = restore(values, rules=("A <= B",))
    assert "restored:B" in counts
    assert (released[:, 0] >= 0).all()
    assert (released[values[:, 0] == 0, 0] == 0).all()


@pytest.mark.parametrize(
    ("amounts", "reason"),
    [
        pytest.param([300.0, 300.0, 300.0, 300.0, 300.0], None, id="alike"),
        pytest.param([9000.0, 8500.0, 8000.0, 8500.0, 9500.0], None, id="several"),
        pytest.param([90000.0, 300.0, 300.0, 300.0, 300.0], "dominated", id="heavy"),
        pytest.param([90000.0, -300.0, 300.0, 300.0, 300.0], "spread", id="of both signs"),
    ],
)
def test_heavy_columns_keep_their_means(amounts: list[float], reason: str | None) -> None:
    values = 100 + numbers_of_people(7, positive=False)
    values[-SIZE:, 0] = amounts
    released, counts = restore(values)
    assert counts.get("left:A") == reason
    if reason is not None:
        means = np.bincount(LABELS, values[:, 0]) / SIZE
        np.testing.assert_allclose(released[:, 0], means[LABELS])


def test_a_sum_of_squares_that_discloses_the_largest_amount_is_not_restored() -> None:
    values = numbers_of_people(8, positive=False)
    # Of the squares all but the two largest are 187,500, less than 21 % of the first.
    values[:, 1] = 0
    values[-SIZE:, 1] = [1000, 990, 250, 250, 250]
    values[:, 1] += np.random.default_rng(9).normal(size=len(values))
    _, counts = restore(values[:, 1:])
    assert counts["left:A"] == "dominated"


@pytest.mark.parametrize("n_published", [1, 2])
def test_no_amount_follows_from_covariances_with_published_columns(n_published: int) -> None:
    amounts = np.exp(numbers_of_people(10, positive=False)[:, :1] / 3)
    amounts[7] = 2.5 * amounts[5:10].max()
    # All have one site but one, which has three; or the difference of two columns shows it.
    sites = np.ones(len(amounts))
    sites[7] = 3
    size = np.random.default_rng(11).uniform(1, 9, len(amounts))
    columns = (sites,) if n_published == 1 else (size + sites - 1, size)
    names = ("Y", "Z")[:n_published]
    more = {n: Column(n, ColumnKind.NUMBER, c, c < 0) for n, c in zip(names, columns, strict=True)}
    released, counts = restore(amounts, more=more)

    assert "restored:A" in counts
    known = columns[0] - 1 if n_published == 1 else columns[0] - columns[1]
    read = float(known @ released[:, 0]) / 2
    assert abs(read - amounts[7, 0]) > 0.1 * amounts[7, 0]
    # What no unit stands out in is restored with it.
    _, counts = restore(amounts, size)
    assert '"published": ["Z"]' in str(counts["map:1"])


def test_the_second_unit_does_not_single_out_the_largest_by_taking_itself_off() -> None:
    amounts = np.exp(numbers_of_people(12, positive=False)[:, :1] / 3)
    sites = np.ones(len(amounts))
    sites[[7, 90]] = 3
    more = {"Y": Column("Y", ColumnKind.NUMBER, sites, sites < 0)}
    released, _ = restore(amounts, more=more)
    read = float((sites - 1) @ released[:, 0]) / 2 - amounts[90, 0]
    assert abs(read - amounts[7, 0]) > 0.1 * amounts[7, 0]


def test_no_amount_follows_from_known_columns_that_single_out_a_unit_of_its_stratum() -> None:
    amounts = np.exp(numbers_of_people(10, positive=False)[:, :1] / 3)
    amounts[7] = 2.5 * amounts[5:10].max()
    stratum = np.repeat(np.arange(3.0), len(amounts) // 3)
    # What all firms of a region have, which differs from region to region; one has more.
    usual = np.array([1.0, 4.0, 2.0])[stratum.astype(np.int64)]
    sites = usual.copy()
    sites[7] += 2
    more = {"S": Column("S", ColumnKind.NUMBER, stratum, stratum < 0)}
    released, counts = restore(amounts, sites, more=more, strata=("S",))

    assert "restored:A" in counts
    # The means of strata stay.
    read = float((sites - usual) @ released[:, 0]) / 2
    assert abs(read - amounts[7, 0]) > 0.1 * amounts[7, 0]


def test_no_amount_follows_from_two_masked_columns_that_differ_for_one_unit() -> None:
    turnover = np.exp(numbers_of_people(10, positive=False)[:, 0] / 3)
    turnover[7] = 2.5 * turnover[5:10].max()
    domestic = turnover.copy()
    domestic[7] *= 0.6
    released, counts = restore(np.column_stack([turnover, domestic]))

    assert counts.get("left:B") == "dominated"
    exports = released[:, 0] - released[:, 1]
    read = float(exports @ released[:, 0]) / float(exports.sum())
    assert abs(read - turnover[7]) > 0.1 * turnover[7]
    # Nor does a published column with the other say which firm it is.
    released, counts = restore(turnover[:, None], domestic)
    assert '"published": []' in str(counts["map:1"])
    exports = released[:, 0] - domestic
    read = float(exports @ domestic) / float(exports.sum())
    assert abs(read - domestic[7]) > 0.1 * domestic[7]


def test_no_amount_follows_from_a_product_of_masked_columns_that_one_unit_has() -> None:
    values = np.exp(numbers_of_people(10, positive=False)[:, :2] / 3)
    values[LABELS >= 30, 0] = values[LABELS < 30, 1] = 0
    values[7, 1] = np.median(values[LABELS >= 30, 1])
    released, counts = restore(values)

    assert "restored:A" in counts
    read = float(released[:, 0] @ released[:, 1]) / values[7, 1]
    assert abs(read - values[7, 0]) > 0.1 * values[7, 0]


def test_two_columns_go_together_only_where_fifty_records_have_both() -> None:
    cells = numbers_of_people(13, positive=False)[:, :2]
    cells[LABELS == 30] += [[0, 0], [0, 0], [1, 3], [0, 0], [0, 0]]
    values, place = cells.copy(), np.tile(np.arange(SIZE), GROUPS)
    # Of one group alone, the answers to both are released, and a single record has given both.
    cells[LABELS < 30, 1] = cells[LABELS > 30, 0] = np.nan
    cells[(LABELS == 30) & (place < 2), 1] = cells[(LABELS == 30) & (place > 2), 0] = np.nan
    released, counts = restore(cells)

    assert counts["left"] == 0
    # The map can be undone: whoever knows the means has what their covariance leaves, ...
    in_group = np.flatnonzero(LABELS == 30)
    means = np.array([np.nanmean(cells[in_group, j]) for j in range(2)])
    n_answers = (~np.isnan(cells)).sum(axis=0)
    has_mean = ~np.isnan(released)
    middles = np.array([np.mean(released[has_mean[:, j], j]) for j in range(2)])
    together = SIZE * (np.prod(released[in_group[0]] - middles) - np.prod(means - middles))
    # ... which is the product of two deviations, by the shares of answers.
    product = together * np.sqrt(np.prod(n_answers) / np.prod(has_mean.sum(axis=0)))
    record = in_group[2]
    read = means[1] + product / (cells[record, 0] - means[0])
    assert abs(read - values[record, 1]) > 0.1 * abs(values[record, 1])


def test_columns_of_units_hide_the_largest_among_units() -> None:
    chance = np.random.default_rng(14)
    # Two people live alone; all others in tens, whose squares count once.
    household = np.minimum(np.arange(300), 2 + (np.arange(300) - 2) // 10).astype(np.float64)
    income = chance.uniform(45, 55, 32)[household.astype(np.int64)]
    income[:2] = 1000, 990
    more = {"H": Column("H", ColumnKind.NUMBER, household, household < 0)}
    unit = Unit(("H",), ("A",), UnitProtection.MEMBER)
    _, counts = restore(income[:, None], more=more, unit=unit)
    assert counts["left:A"] == "dominated"


@pytest.mark.parametrize("by_logs", ["", "A"])
def test_no_amount_follows_from_what_deviations_add_up_to_at_most(by_logs: str) -> None:
    chance = np.random.default_rng(22)
    centres = chance.uniform(900, 1100, GROUPS)
    # In groups of two values a deviation of 60; of one firm twice as much of its group.
    values = centres[LABELS].copy()
    values[LABELS >= 50] += np.tile([30, -30, 30, -30, 0], 10)
    values[7] *= 1.3
    released, counts = restore(values[:, None], by_logs=by_logs)
    means, n = np.bincount(LABELS, values)[LABELS] / SIZE, len(values)
    if by_logs:
        assert counts["left:A"] == "dominated"
    # Whoever has undone the map knows the means, and what they leave of the variance.
    left = n * released[:, 0].var() - n * means.var()
    read = means[7] + np.sqrt(max(left, 0.0) * (SIZE - 1) / SIZE)
    assert abs(read - values[7]) > 0.1 * values[7]


@pytest.mark.parametrize("is_published", [False, True])
def test_no_amount_follows_from_deviations_that_one_unit_has(is_published: bool) -> None:
    chance = np.random.default_rng(15)
    centres = chance.uniform(50, 150, (GROUPS, 2))
    alike = centres[LABELS] + chance.normal(0, 4, (300, 1))
    if is_published:
        # In no group but one, more is owned abroad than elsewhere.
        sites = centres[LABELS, 1].copy()
        sites[7] += 20
        alike[7, 0] += 15
        _, counts = restore(alike[:, :1], sites)
        assert '"published": []' in str(counts["map:1"])
        return
    alone = alike[:, :1].copy()
    alone[7] += 60
    means = np.bincount(LABELS, alone[:, 0])[LABELS] / SIZE
    released, counts = restore(alone)
    # Whoever has undone the map knows the means, and what they leave of the variance.
    left = np.sum((released[:, 0] - alone.mean()) ** 2) - np.sum((means - alone.mean()) ** 2)
    read = means[7] + np.sqrt(max(left, 0.0) * (SIZE - 1) / SIZE)
    assert abs(read - alone[7, 0]) > 0.1 * alone[7, 0]
    # Two columns deviate alike, but for one unit.
    alike[7, 1] -= 20
    _, counts = restore(alike)
    assert counts.get("left:A") is None
    assert counts["left:B"] == "dominated"
