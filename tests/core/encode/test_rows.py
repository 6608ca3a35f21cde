"""Taking some of a column's records takes all that belongs to each record."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.encode import take
from core.model import Column, ColumnKind

RECORDS = 6


def _column() -> Column:
    return Column(
        name="PAY",
        kind=ColumnKind.NUMBER,
        values=np.array([1.5, 2.25, 3.0, np.nan, 5.125, np.nan]),
        missing=np.array([False, False, False, True, False, True]),
        missing_text=(("NA", "-"), np.array([-1, -1, -1, 0, -1, 1], dtype=np.int16)),
        cell_decimals=np.array([1, 2, 0, 0, 3, 0], dtype=np.int8),
    )


@given(st.lists(st.integers(0, RECORDS - 1), max_size=12))
def test_everything_of_a_record_goes_with_it(drawn: list[int]) -> None:
    column = _column()
    positions = np.array(drawn, dtype=np.int64)
    taken = take(column, positions)
    assert len(taken) == len(drawn)
    for new, old in enumerate(drawn):
        assert taken.missing[new] == column.missing[old]
        assert taken.missing[new] or taken.values[new] == column.values[old]
        assert taken.cell_decimals[new] == column.cell_decimals[old]
        assert taken.missing_text[1][new] == column.missing_text[1][old]


def test_no_array_of_the_whole_file_is_left_behind() -> None:
    """Whatever a column is given in future, one value a record must become fewer too."""
    taken = take(_column(), np.array([4, 0]))
    for field in fields(Column):
        held = getattr(taken, field.name)
        for part in held if isinstance(held, tuple) else (held,):
            assert not isinstance(part, np.ndarray) or len(part) == 2, field.name
