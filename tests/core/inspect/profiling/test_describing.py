"""A closer look at one column."""

from __future__ import annotations

import statistics
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from core.inspect.profiling.column_summary import describe_column
from core.jobs import Job
from core.model import ColumnKind
from tests.core.io.files import numbers
from tests.desktop.conftest import column


@given(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=40))
def test_quartiles_are_those_of_the_textbook_and_bars_hold_every_value(values) -> None:
    found = describe_column(numbers("x", values), Job())
    low, _, high = statistics.quantiles(values, n=4, method="inclusive")
    scale = max(1.0, *map(abs, values))
    assert found.quartiles is not None
    assert abs(found.quartiles[0] - low) <= 1e-9 * scale
    assert abs(found.quartiles[1] - high) <= 1e-9 * scale
    assert sum(found.bars) == found.present == len(values)


def test_few_whole_numbers_have_a_bar_each() -> None:
    marks = column("MARK", ColumnKind.INTEGER, [1, 1, 2, 5, 5, 5, 0], missing=(6,))
    found = describe_column(marks, Job())
    assert found.bars == (2, 1, 0, 0, 3)
    # They may be codes of categories.
    assert found.top == (("5", 3), ("1", 2), ("2", 1))
    far = column("MARK", ColumnKind.INTEGER, [-3, 10**12, -3])
    assert describe_column(far, Job()).top == ()


def test_the_most_frequent_categories_come_first() -> None:
    words = list("aabbbccddeeffggh")
    found = describe_column(column("W", ColumnKind.TEXT, words), Job())
    expected = sorted(Counter(words).items(), key=lambda pair: (-pair[1], pair[0]))[:6]
    assert list(found.top) == expected


def test_huge_close_and_absent_values_have_few_bars() -> None:
    assert describe_column(numbers("x", [-1.5e308, 1.5e308]), Job()).bars == (2,)
    assert describe_column(numbers("x", [0.0, 5e-324, 5e-324]), Job()).bars == (3,)
    assert describe_column(numbers("x", [1e16, 1e16 + 2, 1e16 + 4, 1e16 + 4]), Job()).bars == (1, 3)
    none = column("x", ColumnKind.INTEGER, [0, 0], missing=(0, 1))
    assert describe_column(none, Job()).quartiles is None
