"""How much one record can change what gets noise, by trying every small file and neighbour."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, islice, pairwise, product

import numpy as np
import pytest

from core.model import IMPLIED_ROOT, taxonomy_of
from core.protect.privacy import modes
from core.protect.privacy.bins import COUNT_CHANGE, Bins, counts
from core.protect.privacy.category_candidates import Candidates, candidates_of
from core.protect.privacy.design import design_of
from core.protect.privacy.groups import FixedGroups
from core.protect.privacy.synthetic_records import change_of_dependence, dependence
from tests.core.privacy.making_runs import nominal, plan_of, table, unit
from tests.lanes import in_lane

TREES = {
    "flat": {IMPLIED_ROOT: (), **dict.fromkeys("abcd", (IMPLIED_ROOT,))},
    "deep": {"r": (), "a": ("r",), "b": ("r",), "c": ("a",), "d": ("a",), "e": ("d",)},
    "graph": {"r": (), "a": ("r",), "b": ("r",), "c": ("a", "b"), "d": ("c",), "e": ("b",)},
}


def neighbours(domain: int, records: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Every file of sorted values, and every file with its first or another record replaced."""
    for cells in combinations_with_replacement(range(domain), records):
        for place, value in product(range(records), range(domain)):
            other = list(cells)
            other[place] = value
            yield cells, tuple(other)


@pytest.mark.parametrize(("records", "k"), [(4, 2), (5, 2), (6, 3), (5, 1)])
def test_sums_of_ranked_groups_change_by_the_width_at_most(records: int, k: int) -> None:
    groups, steps = FixedGroups(records, k), 4

    def sums(cells: tuple[int, ...]) -> np.ndarray:
        return groups.sums(np.sort(np.array(cells)))

    changes = [np.abs(sums(x) - sums(y)).sum() for x, y in neighbours(steps + 1, records)]
    # At most, and no less: a smaller figure would not be safe, a larger one waste.
    assert max(changes) == steps


@pytest.mark.parametrize("tree", TREES)
@pytest.mark.parametrize(("records", "k"), [(4, 2), (6, 2)])
def test_costs_of_ranked_groups_change_by_the_path_at_most(tree: str, records: int, k: int) -> None:
    found, groups = candidates(tree), FixedGroups(records, k)
    begins = groups.begins()

    @cache
    def costs(cells: tuple[int, ...]) -> np.ndarray:
        ordered = np.array(cells)
        return np.array([found.costs[ordered[i:j]].sum(axis=0) for i, j in pairwise(begins)])

    worst = max(
        np.abs(costs(x) - costs(tuple(sorted(y)))).max(axis=1).sum()
        for x, y in neighbours(len(found.names), records)
    )
    assert 0 < worst <= min(found.path, groups.count * found.widest)


@pytest.mark.parametrize("tree", TREES)
def test_one_category_changes_costs_by_the_widest_at_most(tree: str) -> None:
    found = candidates(tree)
    changes = np.abs(found.costs[:, None, :] - found.costs[None, :, :]).max()
    assert changes == found.widest


def candidates(tree: str) -> Candidates:
    found = candidates_of(nominal("A", taxonomy_of(TREES[tree])))
    assert found is not None
    return found


@pytest.mark.parametrize("records", [4, 5])
def test_insensitive_groups_exchange_one_record_each(records: int, monkeypatch) -> None:
    """Two columns of places 0..2: what the design allows for each column is never exceeded."""
    attributes = [unit("A", precision=0.5), unit("B", precision=0.5)]
    data = table(A=[0.0] * records, B=[0.0] * records)
    plan = plan_of(data, "dp-insensitive", attributes, k=2, epsilon=1)
    design = design_of(plan.project, records)
    group_sums: list[np.ndarray] = []

    def note_sums(_, ordered, groups, __):
        group_sums.append(groups.sums(ordered))
        return np.zeros(groups.count)

    @cache
    def sums_of(rows: tuple[tuple[int, int], ...]) -> np.ndarray:
        group_sums.clear()
        places = np.array(rows, dtype=np.int64)
        modes.insensitive(design, {"A": places[:, 0], "B": places[:, 1]}, None)
        return np.array(group_sums)

    monkeypatch.setattr(modes, "noisy_groups", note_sums)
    worst = np.zeros(2)
    cells = list(product(range(3), repeat=2))
    files = combinations_with_replacement(cells, records)
    for rows in islice(files, 0, None, in_lane(3, 1)):
        for place, cell in product(range(records), cells):
            neighbour = (*rows[:place], cell, *rows[place + 1 :])
            changes = np.abs(sums_of(rows) - sums_of(neighbour)).sum(axis=1)
            worst = np.maximum(worst, changes)
    allowed = design.groups.count * 2
    assert [column.noise * column.epsilon for column in design.columns] == [allowed, allowed]
    assert (worst > 0).all()
    assert (worst <= allowed).all()


def test_counts_in_bins_change_by_two_and_dependence_by_its_bound() -> None:
    shape, records = (2, 3), 4
    cells = list(product(range(shape[0]), range(shape[1])))
    worst_counts, worst_dependence = 0, 0
    for rows in combinations_with_replacement(cells, records):
        for place, cell in product(range(records), cells):
            other = [*rows[:place], cell, *rows[place + 1 :]]
            one, two = (tabled(file, shape) for file in (rows, other))
            worst_counts = max(worst_counts, int(np.abs(one - two).sum()))
            worst_dependence = max(worst_dependence, abs(dependence(one) - dependence(two)))
    assert worst_counts == COUNT_CHANGE
    assert 0 < worst_dependence <= change_of_dependence(records)


def tabled(rows: object, shape: tuple[int, int]) -> np.ndarray:
    found = np.array(rows, dtype=np.int64)
    return counts(Bins(shape[0], found[:, 0]), Bins(shape[1], found[:, 1]))


def test_dependence_is_nothing_for_independent_columns_and_most_for_equal_ones() -> None:
    assert dependence(np.array([[2, 4], [1, 2]])) == 0
    # sum |6 n_xy - n_x n_y| of the diagonal 3, 3: 9 in each of four cells.
    assert dependence(np.array([[3, 0], [0, 3]])) == 36
