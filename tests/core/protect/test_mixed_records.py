"""What is released of a group is the same whichever of its records has which value."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from statistics import fmean

import numpy as np
import pytest
from numpy.typing import NDArray

from core.conditions import Records
from core.jobs import Job
from core.model import Attribute, Column, Role, Scale, Schema
from core.protect.representatives import Finishing, represent
from core.protect.representatives.drawn.hybrid_records import HybridRecords
from core.protect.representatives.drawn.rotation import orthonormalise
from core.protect.representatives.drawn.spread_columns import SpreadColumns
from core.protect.representatives.drawn.spread_draw import describe_core, draw_records
from core.protect.representatives.drawn.swapped_categories import exchange_in_groups
from tests.core.pipeline.making import recipe
from tests.core.tables import column, quasi

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

SEED = "0123456789abcdef" * 2
LABELS = np.array([1, 0, 0, 1, 0, 0, 1, 0, 1, 1])
LETTERS = ["v", "a", "b", "w", "c", "d", "x", "e", "y", "z"]


def exchange(cells: list[str], seed: str = SEED) -> list[str]:
    attribute = Attribute("X", Role.QUASI_IDENTIFIER, Scale.NOMINAL)
    original = column("X", cells)
    core = column("X", ["-"] * len(cells))
    exchanged = exchange_in_groups([attribute], {"X": original}, {"X": core}, LABELS, seed)["X"]
    return texts_of(exchanged)


def texts_of(released: Column) -> list[str]:
    return [released.categories[code] for code in released.values.tolist()]


def test_exchanged_categories_do_not_say_who_had_which() -> None:
    """Each of the 120 ways to give five records their categories leaves the same file."""
    in_group = np.flatnonzero(LABELS == 0)
    expected = exchange(LETTERS)
    for cells in permutations("abcde"):
        letters = LETTERS.copy()
        for record, cell in zip(in_group, cells, strict=True):
            letters[record] = cell
        assert exchange(letters) == expected


def test_a_category_comes_back_to_its_record_once_in_so_many_as_the_group_has() -> None:
    returned = Counter[int]()
    for number in range(2000):
        exchanged = exchange(LETTERS, f"{number:032x}")
        assert sorted(np.array(exchanged)[LABELS == 0]) == sorted("abcde")
        returned.update(i for i in range(10) if exchanged[i] == LETTERS[i])
    # Four standard deviations of a share of 1 in 5 are 72 of 2,000.
    assert all(abs(returned[i] - 400) <= 72 for i in range(10))


def rotate(original: Floats, labels: Ints, seed: str = SEED) -> Floats:
    """Make hybrid records of some columns with negative values, before they are rounded."""
    names = tuple("ABCDEFGH"[: original.shape[1]])
    indices = tuple(range(len(names)))
    columns = SpreadColumns(
        names, indices, ((),) * len(names), (0.0,) * len(names), is_of_groups=True, signed=indices
    )
    # Rounded once, as those of the program are, so that no order matters.
    means = np.array(
        [[fmean(column) for column in original[labels == group].T] for group in np.unique(labels)]
    )
    core = describe_core(columns, means[labels], labels, None)
    roots = orthonormalise(core, original - means[labels])[1]
    return draw_records(core, roots, seed)


@pytest.mark.parametrize("number", range(8))
def test_hybrid_records_have_the_means_and_covariances_of_their_group(number: int) -> None:
    """Also where columns follow from others, do not vary, or are more than a group has records."""
    chance = np.random.default_rng(number)
    sizes = chance.integers(5, 12, 9)
    labels = chance.permutation(np.repeat(np.arange(9), sizes))
    original = chance.normal([5, -9, 0, 0, 1, 0], [1, 40, 1e6, 0.01, 3, 3], (len(labels), 6))
    original[labels == 2, 1] = 4.25
    original[labels == 3] = original[labels == 3][0]
    original[:, 3] = original[:, 0] - original[:, 1] / 7
    released = rotate(original, labels)
    deviations = original.std(axis=0)
    for group in range(9):
        before, after = original[labels == group], released[labels == group]
        assert np.abs((before.mean(axis=0) - after.mean(axis=0)) / deviations).max() < 1e-9
        gaps = np.cov(before.T) - np.cov(after.T)
        assert np.abs(gaps / np.outer(deviations, deviations)).max() < 1e-9
        if group != 3:
            assert np.abs((before - after) / deviations).max() > 0.1
    assert np.allclose(released[:, 3], released[:, 0] - released[:, 1] / 7, rtol=0, atol=1e-7)


def test_hybrid_records_do_not_say_who_had_which_values() -> None:
    """Each of the 120 ways to give five records their values leaves the same file.

    Whoever links one of them, by whatever means, is right in 24 of these.
    """
    original = np.random.default_rng(3).lognormal(2, 1, (10, 3)).round(1)
    in_group, expected = np.flatnonzero(LABELS == 0), rotate(original, LABELS)
    for order in permutations(range(5)):
        records = original.copy()
        records[in_group] = original[in_group[[*order]]]
        assert np.array_equal(rotate(records, LABELS), expected)


def test_a_hybrid_record_is_nearest_to_its_own_once_in_so_many_as_the_group_has() -> None:
    original = np.random.default_rng(4).normal(0, 1, (10, 3))
    n_right = 0
    for number in range(400):
        released = rotate(original, LABELS, f"{number:032x}")
        for group in range(2):
            records = np.flatnonzero(group == LABELS)
            gaps = original[records, None] - released[None, records]
            nearest = (gaps * gaps).sum(axis=2).argmin(axis=1)
            n_right += int((nearest == np.arange(5)).sum())
    # Four standard deviations of a share of 1 in 5 of 4,000 are 102, were all links independent.
    assert abs(n_right - 800) <= 102


@pytest.mark.parametrize("n_without", [4, 2])
def test_no_value_follows_from_two_columns_of_which_few_in_a_group_have_both(
    n_without: int,
) -> None:
    chance = np.random.default_rng(5)
    values = chance.normal(0, 10, 10)[:, None].repeat(9, 0) + chance.normal(0, 3, (90, 2))
    labels, place = np.repeat(np.arange(10), 9), np.tile(np.arange(9), 10)
    cells = values.astype(object)
    cells[place < n_without, 1] = cells[place >= 9 - n_without, 0] = None
    attributes = quasi("A"), quasi("B")
    columns = tuple(column(name, cells[:, j].tolist()) for j, name in enumerate("AB"))
    records = Records(columns, Schema(attributes), recipe(k=4, secret_seed=SEED))
    core = [represent(c, a, labels) for c, a in zip(columns, attributes, strict=True)]
    finishing = Finishing(tuple, frozenset())
    drawn, _ = HybridRecords().draw_from_core(records, core, finishing, Job())
    released = np.column_stack([drawn[name].values for name in "AB"])

    # Of four that lack an answer, and four others the other one, one record of nine has both.
    record, group = 4, labels == 0
    means = released[group].mean(axis=0)
    product = float(np.prod(released[group] - means, axis=1).sum()) * (9 - n_without) / 9
    read = means[1] + product / (values[record, 0] - means[0])
    assert abs(read - values[record, 1]) > 0.1 * abs(values[record, 1])
    # Five have both where two lack each.
    assert (np.ptp(released[group, 1]) > 1) == (n_without == 2)
