"""Correlations of many columns: their memory, and the largest changes against plain Python."""

from __future__ import annotations

import tracemalloc
from random import Random
from statistics import correlation

import numpy as np
import pytest

from core.jobs import Job
from core.measure.moments import moment_changes
from core.measure.table import Pair


def drawn(columns: int, records: int) -> list[Pair]:
    chance = Random(5)
    cells = [[chance.gauss(0, 1) for _ in range(records)] for _ in range(2 * columns)]
    halves = zip(cells[:columns], cells[columns:], strict=True)
    return [Pair(f"C{i}", np.array(a), np.array(b)) for i, (a, b) in enumerate(halves)]


def test_the_largest_change_of_each_column_is_among_its_pairs() -> None:
    pairs = drawn(5, 30)
    changes = {
        (one.name, other.name): abs(
            correlation(one.after.tolist(), other.after.tolist())
            - correlation(one.before.tolist(), other.before.tolist())
        )
        for one in pairs
        for other in pairs
        if one is not other
    }
    found = {
        m.attribute: m.value
        for m in moment_changes((), pairs, Job())
        if m.name == "correlation-change"
    }
    for pair in pairs:
        most = max(change for names, change in changes.items() if pair.name in names)
        assert found[pair.name] == pytest.approx(most, abs=1e-12)
    assert found[None] == pytest.approx(max(changes.values()), abs=1e-12)


def test_many_columns_need_the_memory_of_one_square() -> None:
    # Five squares were held at once: 12 GB for 16,384 columns.
    columns = 250
    pairs = drawn(columns, 3)
    tracemalloc.start()
    moment_changes((), pairs, Job())
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 2 * 8 * columns**2
