"""Patterns: who may be grouped together, and which patterns join another one."""

from __future__ import annotations

from collections import Counter, defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.conditions import Patterns
from core.conditions.dominance_condition import DominanceLimit
from core.conditions.patterns import join_patterns
from core.model import PPercent

ROWS = st.lists(
    st.tuples(st.integers(0, 1), st.booleans(), st.booleans(), st.booleans()),
    min_size=1,
    max_size=40,
)
Rows = list[tuple[int, bool, bool, bool]]


def joined(rows: Rows, k: int, amounts: list[float] | None = None) -> Patterns:
    strata = np.unique([row[0] for row in rows], return_inverse=True)[1].astype(np.int64)
    states = [(name, np.array([row[i] for row in rows])) for i, name in enumerate("-ABC") if i]
    limits = [] if amounts is None else [DominanceLimit(np.array(amounts), PPercent(()))]
    return join_patterns(strata, states, limits, k)


@given(ROWS, st.integers(1, 6))
def test_each_part_has_k_records_of_one_stratum(rows: Rows, k: int) -> None:
    found = joined(rows, k)
    sizes = Counter(found.labels.tolist())
    strata = defaultdict(set)
    for row, part in zip(rows, found.labels.tolist(), strict=True):
        strata[part].add(row[0])
    assert all(len(of_part) == 1 for of_part in strata.values())
    in_stratum = Counter(row[0] for row in rows)
    for part, size in sizes.items():
        (stratum,) = strata[part]
        assert size >= k or size == in_stratum[stratum]


@given(ROWS, st.integers(1, 6))
def test_a_pattern_that_is_large_enough_stays(rows: Rows, k: int) -> None:
    found = joined(rows, k)
    sizes = Counter(rows)
    own = dict(zip(rows, found.joined_number.tolist(), strict=True))
    parts = defaultdict(set)
    for row, part in zip(rows, found.labels.tolist(), strict=True):
        parts[part].add(row)
    large = {row for row in sizes if sizes[row] >= k}
    assert all(own[row] == 0 for row in large)
    assert all(len(large & patterns) <= 1 for patterns in parts.values())
    assert found.count == len(sizes)
    assert {(j.records, j.columns) for j in found.joined} >= set()
    assert sum(j.records for j in found.joined) == sum(n > 0 for n in found.joined_number.tolist())


@given(ROWS, st.integers(2, 6))
def test_a_small_pattern_joins_a_nearest_large_one(rows: Rows, k: int) -> None:
    found = joined(rows, k)
    sizes = Counter(rows)
    parts = defaultdict(set)
    for row, part in zip(rows, found.labels.tolist(), strict=True):
        parts[part].add(row)
    for patterns in parts.values():
        home = [row for row in patterns if sizes[row] >= k]
        if not home:
            continue
        large = [row for row in sizes if sizes[row] >= k and row[0] == home[0][0]]
        for row in patterns - set(home):
            apart = {other: sum(a != b for a, b in zip(row, other, strict=True)) for other in large}
            assert apart[home[0]] == min(apart.values())


def test_parts_are_numbered_by_first_appearance() -> None:
    rows: Rows = [(0, True, False, False)] * 3 + [(0, False, False, False)] * 3
    assert joined(rows, 3).labels.tolist() == [0, 0, 0, 1, 1, 1]


def test_of_equally_near_patterns_the_largest_is_joined() -> None:
    near, larger = (0, True, False, False), (0, False, True, False)
    rows: Rows = [near] * 3 + [larger] * 4 + [(0, False, False, False)]
    found = joined(rows, 3)
    assert found.labels.tolist() == [0] * 3 + [1] * 5
    (one,) = found.joined
    assert (one.first, one.records, one.columns) == (7, 1, ("B",))


def test_a_pattern_that_one_record_dominates_joins_another() -> None:
    rows: Rows = [(0, True, False, False)] * 4 + [(0, False, False, False)] * 4
    held = [1.0, 1, 1, 1]
    assert joined(rows, 3, [*held, *held]).joined == ()
    dominated = joined(rows, 3, [1000.0, 1, 1, 1, 400, 400, 400, 400])
    assert dominated.labels.tolist() == [0] * 8
    assert dominated.broken == ()


def test_a_stratum_that_one_record_dominates_is_reported() -> None:
    rows: Rows = [(0, True, False, False)] * 4 + [(1, False, False, False)] * 4
    found = joined(rows, 3, [1.0, 1, 1, 1, 1000, 1, 1, 1])
    assert found.broken == (4,)


@pytest.mark.parametrize("columns", [12, 40])
def test_many_patterns_are_joined(columns: int) -> None:
    """With forty columns nearly every record has a pattern of its own."""
    random = np.random.default_rng(columns)
    n = 20_000
    states = [(f"C{i}", random.random(n) < 0.3) for i in range(columns)]
    found = join_patterns(np.zeros(n, dtype=np.int64), states, [], 5)
    assert np.bincount(found.labels).min() >= 5


def test_without_conditions_the_parts_are_the_strata() -> None:
    strata = np.array([0, 0, 1, 0, 1, 2])
    found = join_patterns(strata, [], [], 5)
    assert found.labels.tolist() == strata.tolist()
    assert not found.joined_number.any()
    assert (found.count, found.joined, found.broken) == (3, (), ())
