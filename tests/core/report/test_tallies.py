"""Categories without an order: the frequent ones by name, the rare ones together."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from core.report.charts.category_bars import MOST_SHOWN, category_bars, label_bars
from tests.core.tables import column

CELLS = st.lists(st.sampled_from("abcdefghijklmnopqrstuvwxyz"), min_size=1, max_size=200)


@given(CELLS, CELLS, st.integers(2, 6))
def test_every_record_is_counted_and_no_rare_category_is_named(before, after, least) -> None:
    found = category_bars(column("A", before), column("A", after), least)

    assert sum(bar.before for bar in found.bars) == len(before)
    assert sum(bar.after for bar in found.bars) == len(after)
    assert len(found.bars) <= MOST_SHOWN + 1
    for bar, name in zip(found.bars, label_bars(found.names, found.n_combined), strict=True):
        if name in "abcdefghijklmnopqrstuvwxyz":
            assert bar.before == before.count(name)
            assert bar.after == after.count(name)
            assert bar.before == 0 or bar.before >= least


@given(CELLS, CELLS, st.integers(2, 6))
def test_what_is_together_is_many_unless_the_file_is_small(before, after, least) -> None:
    found = category_bars(column("A", before), column("A", after), least)
    if found.n_combined and len(before) >= least:
        assert found.bars[-1].before == 0 or found.bars[-1].before >= least


def test_released_categories_are_matched_by_name() -> None:
    before = ["cat"] * 8 + ["dog"] * 5 + ["eel"]
    after = ["animal"] * 6 + ["cat"] * 8

    found = category_bars(column("A", before), column("A", after), 3)

    labels = label_bars(found.names, found.n_combined)
    shown = {n: (bar.before, bar.after) for n, bar in zip(labels, found.bars, strict=True)}
    assert shown["cat"] == (8, 8)
    assert shown["animal"] == (0, 6)
    assert sum(Counter({n: b for n, (b, _) in shown.items()}).values()) == 14
    assert "eel" not in shown
