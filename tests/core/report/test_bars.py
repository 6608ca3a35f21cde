"""No bar of a picture may tell of fewer people than the release promises."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.log.declared.original_comparison import Bar
from core.report.charts.bars import safe_bars

COUNTS = st.lists(st.integers(0, 12), min_size=1, max_size=30)


def bars(before: list[int], after: list[int], least: int) -> tuple[Bar, ...]:
    return safe_bars(np.array(before), np.array(after), least)


@given(COUNTS, st.integers(2, 9), st.randoms(use_true_random=False))
def test_every_bar_holds_nobody_or_enough_and_no_record_is_lost(before, least, shuffler) -> None:
    after = list(before)
    shuffler.shuffle(after)

    found = bars(before, after, least)

    if sum(before) < least:
        assert found == ()
        return
    assert all(bar.before == 0 or bar.before >= least for bar in found)
    assert sum(bar.before for bar in found) == sum(before)
    assert sum(bar.after for bar in found) == sum(after)


@given(COUNTS, st.integers(2, 9))
def test_bars_stand_side_by_side(before, least) -> None:
    found = bars(before, before, least)
    assert all(left.last + 1 == right.first for left, right in pairwise(found))


def test_a_few_join_those_after_them_and_the_last_few_those_before() -> None:
    found = bars([7, 2, 0, 4, 0, 0, 9, 0, 1], [0, 0, 0, 23, 0, 0, 0, 0, 0], 5)

    assert found == (
        Bar(0, 0, 7, 0),
        Bar(1, 3, 6, 23),
        Bar(4, 4, 0, 0),
        Bar(5, 5, 0, 0),
        Bar(6, 8, 10, 0),
    )


def test_empty_ends_are_left_off() -> None:
    assert bars([0, 0, 6, 0], [0, 2, 4, 0], 5) == (Bar(1, 1, 0, 2), Bar(2, 2, 6, 4))
