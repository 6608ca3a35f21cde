"""The table of clusters is the same, to the last bit, in whatever order the records stand."""

from __future__ import annotations

import numpy as np
import pytest

from core.kernels.blocks.cluster_table import table_of, table_of_sorted


@pytest.mark.parametrize("columns", [1, 3, 8])
def test_that_clusters_in_any_order_have_the_table_of_the_records_in_theirs(columns: int) -> None:
    generator = np.random.default_rng(columns)
    points = generator.standard_normal((300, columns)) * 10.0 ** generator.integers(-9, 9, (300, 1))
    labels = generator.permutation(np.arange(300) % 40)
    expected = table_of(points, labels)
    number = generator.permutation(40)
    parts = [generator.permutation(np.flatnonzero(labels == c)) for c in number]
    record = np.concatenate(parts)
    start = np.append(0, np.cumsum([len(part) for part in parts]))

    found = table_of_sorted(points[record], record, start, number)

    assert found.sizes.tolist() == expected.sizes.tolist()
    assert found.centres.tobytes() == expected.centres.tobytes()
    assert found.losses.tobytes() == expected.losses.tobytes()
