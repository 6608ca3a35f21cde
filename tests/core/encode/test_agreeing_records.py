"""Records that agree wherever neither is blank are counted as if each pair had been looked at."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.encode.agreeing_records import MOST_BLANKED, count_agreeing
from core.errors import Cancelled
from core.jobs import Job
from tests.lanes import examples
from tests.oracles.blanks import agreeing, candidates


def as_arrays(rows: list[list[int]]) -> tuple[list[np.ndarray], np.ndarray]:
    fixed, *codes = (np.array(column, dtype=np.int32) for column in zip(*rows, strict=True))
    return codes, fixed


def as_texts(rows: list[list[int]]) -> list[list[str]]:
    return [[str(fixed), *(str(code) if code else "" for code in codes)] for fixed, *codes in rows]


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[list[int]], list[list[int]]]:
    columns = draw(st.integers(1, 5))
    row = st.tuples(st.integers(0, 2), *[st.integers(0, 3)] * columns).map(list)
    return draw(st.lists(row, min_size=1, max_size=30)), draw(st.lists(row, max_size=8))


@examples(60)
@given(tables())
def test_every_pair_counts(tables: tuple[list[list[int]], list[list[int]]]) -> None:
    rows, people = tables
    loose = range(1, len(rows[0]))
    codes, fixed = as_arrays(rows)
    assert count_agreeing(codes, fixed).tolist() == agreeing(as_texts(rows), loose)
    if people:
        counts = count_agreeing(codes, fixed, seekers=as_arrays(people))
        assert counts.tolist() == candidates(as_texts(people), as_texts(rows), loose)


def test_agreeing_is_not_transitive() -> None:
    codes, fixed = as_arrays([[0, 1, 1], [0, 0, 1], [0, 2, 1]])
    assert count_agreeing(codes, fixed).tolist() == [2, 3, 2]


def test_columns_of_many_values_take_several_words() -> None:
    generator = np.random.default_rng(5)
    rows = generator.integers(1, 1 << 20, size=(40, MOST_BLANKED))
    rows[20:] = rows[:20]
    rows[generator.random(rows.shape) < 0.4] = 0
    fixed = generator.integers(0, 1 << 30, size=20)
    table = np.column_stack([np.append(fixed, fixed), rows]).tolist()
    counts = count_agreeing(*as_arrays(table)).tolist()
    assert counts == agreeing(as_texts(table), range(1, MOST_BLANKED + 1))
    assert max(counts) > 1


def test_a_count_is_cancelled() -> None:
    job = Job()
    job.cancel()
    with pytest.raises(Cancelled):
        count_agreeing(*as_arrays([[0, 1], [0, 0]]), job)
