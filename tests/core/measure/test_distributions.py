"""Counts of an attribute's values before and after."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.measure import distribution
from core.model import Scale
from tests.core.tables import Cell, column, confidential, quasi

cells = st.lists(st.floats(-100, 100) | st.none(), min_size=1, max_size=60)


@given(cells, cells)
def test_every_value_is_counted_in_its_bin(before: list[Cell], after: list[Cell]) -> None:
    found = distribution(quasi("a"), column("a", before), column("a", after), bins=7)
    assert found.edges is not None
    for counts, table in ((found.before, before), (found.after, after)):
        values = [value for value in table if value is not None]
        assert counts.sum() == len(values)
        first = sum(found.edges[0] <= value < found.edges[1] for value in values)
        assert counts[0] == first or len(counts) == 1


def test_whole_numbers_of_a_narrow_range_get_a_bin_each() -> None:
    found = distribution(quasi("a"), column("a", [1, 1, 4]), column("a", [2.0, 2.0, 2.0]))
    assert found.edges is not None
    assert found.edges.tolist() == [0.5, 1.5, 2.5, 3.5, 4.5]
    assert found.before.tolist() == [2, 0, 0, 1]
    assert found.after.tolist() == [0, 3, 0, 0]


@pytest.mark.parametrize(("last", "width"), [(40, 1), (41, 2), (80, 2), (81, 3)])
def test_whole_numbers_of_a_wide_range_share_bins_evenly(last: int, width: int) -> None:
    numbers = column("a", list(range(1, last + 1)))
    found = distribution(quasi("a"), numbers, numbers)
    assert found.edges is not None
    assert found.edges[0] == 0.5
    assert set(np.diff(found.edges)) == {width}
    full, rest = divmod(last, width)
    assert found.before.tolist() == [width] * full + [rest] * bool(rest)


def test_other_numbers_get_forty_bins_of_one_width() -> None:
    numbers = column("a", [0.5, 2.25, 8.5])
    found = distribution(quasi("a"), numbers, numbers)
    assert found.edges is not None
    assert np.diff(found.edges) == pytest.approx([0.2] * 40)
    assert np.flatnonzero(found.before).tolist() == [0, 8, 39]


@pytest.mark.parametrize("values", [[5.5, 5.5], [None, None]])
def test_a_column_without_spread_still_has_bins(values: list[Cell]) -> None:
    found = distribution(quasi("a"), column("a", values), column("a", values))
    assert found.edges is not None
    assert np.all(np.diff(found.edges) > 0)
    assert found.before.sum() == len([v for v in values if v is not None])


def test_declared_categories_keep_their_order() -> None:
    attribute = quasi("a", Scale.ORDINAL, ("low", "middle", "high"))
    found = distribution(
        attribute, column("a", ["high", "low", "high", None]), column("a", ["low"] * 4)
    )
    assert found.categories == ("low", "middle", "high")
    assert found.before.tolist() == [1, 0, 2]
    assert found.after.tolist() == [4, 0, 0]


def test_the_most_frequent_of_many_categories_are_shown() -> None:
    names = [f"n{i:02}" for i in range(30)]
    before = [name for i, name in enumerate(names) for _ in range(i + 1)]
    attribute = confidential("a", Scale.NOMINAL)
    found = distribution(attribute, column("a", before), column("a", names))
    assert found.categories == tuple(reversed(names[10:]))
    assert found.before.tolist() == list(range(30, 10, -1))
    assert found.others_before == sum(range(1, 11))
    assert found.others_after == 10
    assert found.others == 10


def test_a_category_that_only_the_release_has_is_shown_if_it_is_frequent_there() -> None:
    names = [f"n{i:02}" for i in range(25)]
    found = distribution(
        confidential("a", Scale.NOMINAL), column("a", names), column("a", ["above"] * 25)
    )

    assert found.categories[-1] == "above"
    assert (found.before[-1], found.after[-1]) == (0, 25)
    assert (found.others, found.others_before, found.others_after) == (6, 6, 0)
