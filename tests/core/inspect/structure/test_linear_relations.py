"""Which columns may be a linear function of others, and of which, against plain least squares."""

from __future__ import annotations

import numpy as np
import pytest

from core.inspect.structure.linear_relations import find_smallest_predictors, possible_determination


def table(seed: int) -> np.ndarray:
    """Return eight columns, of which the last but one is a total and the last one nearly one."""
    draw = np.random.default_rng(seed)
    free = draw.standard_normal((300, 6)) + draw.standard_normal((300, 1))
    nearly = free[:, 0] - free[:, 4] + 0.3 * draw.standard_normal(300)
    return np.column_stack((free, free[:, 1] + free[:, 2] + free[:, 5], nearly))


def explained(values: np.ndarray, target: int, others: list[int]) -> float:
    columns = np.column_stack((values[:, others], np.ones(len(values))))
    fitted = columns @ np.linalg.lstsq(columns, values[:, target], rcond=None)[0]
    return 1 - np.var(values[:, target] - fitted) / np.var(values[:, target])


@pytest.mark.parametrize("seed", range(5))
def test_no_regression_explains_more_than_is_possible(seed: int) -> None:
    values = table(seed)
    possible = possible_determination(np.corrcoef(values, rowvar=False))
    for target in range(8):
        others = [other for other in range(8) if other != target]
        assert possible[target] >= explained(values, target, others) - 1e-6
    # Those of no exact relation are known as such.
    assert possible[[0, 3, 4, 7]].max() < 0.99


def test_of_correlations_that_contradict_each_other_nothing_is_known() -> None:
    impossible = np.array([[1.0, 0.9, -0.9], [0.9, 1.0, 0.9], [-0.9, 0.9, 1.0]])
    assert possible_determination(impossible).tolist() == [1.0, 1.0, 1.0]


@pytest.mark.parametrize("seed", range(5))
def test_those_needed_are_those_that_remain_if_one_after_the_other_is_left_out(seed: int) -> None:
    values = table(seed)
    order = np.random.default_rng(seed).permutation([0, 1, 2, 3, 4, 5, 7]).tolist()
    kept = list(order)
    for each in order:
        fewer = [other for other in kept if other != each]
        if explained(values, 6, fewer) > 0.999999:
            kept = fewer
    found = find_smallest_predictors(np.corrcoef(values, rowvar=False), 6, order, 0.999)
    assert sorted(found) == sorted(kept) == [1, 2, 5]
