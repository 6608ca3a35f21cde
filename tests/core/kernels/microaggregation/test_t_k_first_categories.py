"""t-k-first with confidential categories: listed ones, and those of a taxonomy."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.encode.ranks import build_hierarchy
from core.kernels.closeness import exchange, lowering
from core.kernels.microaggregation.t_k_first import TKFirst
from core.model import taxonomy_of
from tests.core.kernels.strategies import clusters_of, finish
from tests.lanes import examples
from tests.oracles.closeness import t_k_first, total_variation
from tests.oracles.taxonomies import closed_form_emd

KIN = {"a": ["x"], "b": ["x"], "c": ["y"], "d": ["y"], "e": ["y"], "f": ["z"], "g": ["z"]}
PARENTS = {"root": [], "x": ["root"], "y": ["root"], "z": ["y"], **KIN}
NAMES = sorted(KIN)


def planted() -> exchange.Tree:
    tree = build_hierarchy(taxonomy_of(PARENTS), NAMES)
    assert tree is not None
    return tree.up, tree.rise, tree.height


def semantic(group: Sequence[float], file: Sequence[float]) -> Fraction:
    named = ([NAMES[int(v)] for v in values] for values in (group, file))
    return closed_form_emd(PARENTS, *named)


def values_along(records: np.ndarray, count: int, seed: int) -> list[int]:
    """Draw categories, some rare, that follow the first column."""
    rng = np.random.default_rng(seed)
    at = np.exp(0.4 * (records[:, 0] + rng.normal(size=len(records))))
    return np.minimum(at / at.mean() * count / 3, count - 1).astype(int).tolist()


@pytest.mark.parametrize("k", [2, 3])
@pytest.mark.parametrize("t", ["0", "0.3", pytest.param("0.5", marks=pytest.mark.longer)])
@pytest.mark.parametrize("count", [3, 9, 40])
def test_listed_categories(k: int, t: str, count: int) -> None:
    records = np.round(np.random.default_rng(count).normal(size=(80, 2)), 1)
    values = values_along(records, count, k)
    ranks = np.unique(values, return_inverse=True)[1].astype(np.int64)
    work = TKFirst(records, [(ranks, int(ranks.max()) + 1, False)], k, float(t))
    expected = t_k_first(records.tolist(), [values], k, Fraction(t), total_variation)
    assert clusters_of(finish(work)) == [sorted(cluster) for cluster in expected]


@pytest.mark.parametrize("k", [2, 3])
@pytest.mark.parametrize("t", ["0", "0.2"])
def test_categories_of_a_taxonomy(k: int, t: str) -> None:
    records = np.round(np.random.default_rng(k).normal(size=(40, 2)), 1)
    values = values_along(records, len(NAMES), k)
    ranks = np.array(values, dtype=np.int64)
    work = TKFirst(records, [(ranks, len(NAMES), False)], k, float(t), trees=[planted()])
    expected = t_k_first(records.tolist(), [values], k, Fraction(t), semantic)
    assert clusters_of(finish(work)) == [sorted(cluster) for cluster in expected]


@examples(25, 500)
@given(st.lists(st.integers(0, 6), min_size=12, max_size=40), st.integers(2, 6), st.booleans())
def test_a_category_is_wanted_exactly_if_it_lowers_the_distance(
    values: list[int], size: int, in_a_tree: bool
) -> None:
    distance = semantic if in_a_tree else total_variation
    column = (np.array(values, dtype=np.int64), len(NAMES), False)
    file = exchange.attributes([column], size, trees=[planted() if in_a_tree else None])
    group = exchange.group(file, size)
    group.members[:] = range(size)
    exchange.settle(file, group)
    numbers, spans = lowering.sizes(file, size)
    found = np.zeros((spans, 2), dtype=np.int64)
    count = lowering.intervals(file, group, 0, np.empty(numbers), found)
    wanted = {rank for low, high in found[:count] for rank in range(low, high)}
    for record in range(size, len(values)):
        swaps = [[values[record], *values[:j], *values[j + 1 : size]] for j in range(size)]
        helps = min(distance(s, values) for s in swaps) < distance(values[:size], values)
        assert (file.ranks[0, record] in wanted) == helps


def test_rare_and_missing_categories_of_a_stratum_are_counted_in_the_whole_file() -> None:
    rng = np.random.default_rng(4)
    whole = rng.integers(0, 8, size=400)
    whole[whole > 5] = 5
    part = np.ascontiguousarray(whole[:90][whole[:90] != 3]).astype(np.int64)
    records = rng.normal(size=(len(part), 2))
    counts = np.bincount(whole, minlength=7)
    given_file = TKFirst(records, [(part, 7, False)], 3, 0.2, file=[counts])
    turned = np.ascontiguousarray(counts[::-1])
    other = TKFirst(records, [(6 - part, 7, False)], 3, 0.2, file=[turned])
    # How categories are numbered means nothing.
    assert clusters_of(finish(given_file)) == clusters_of(finish(other))
    assert given_file.exchanges > 0
