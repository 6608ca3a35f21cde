"""A file declares how many records it has; a damaged one may declare any number."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest

from core.io.typed_tables import plain_columns
from core.io.typed_tables.plain_columns import PlainColumn
from core.io.typed_tables.table_header import Cells, ColumnHeader
from core.model import NO_LABELS


def test_memory_is_taken_for_so_many_records_at_first_and_then_for_those_that_come(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lengths, make_empty = [], plain_columns.empty

    def note(records: int, dtype: type) -> np.ndarray:
        lengths.append(records)
        return make_empty(records, dtype)

    monkeypatch.setattr(plain_columns, "empty", note)
    monkeypatch.setattr(plain_columns, "_MOST_FIRST_RECORDS", 4)
    column = PlainColumn(ColumnHeader("x", Cells.INTEGER, NO_LABELS), ("-9",), 10**15)
    column.add(pa.array([1, -9, 3]))
    assert lengths == [4]
    column.add(pa.array([4, None, 6, 7, 8, 9]))
    assert lengths == [4, 9]
    built, code, codes = column.build()
    assert built.values.tolist() == [1, 0, 3, 4, 0, 6, 7, 8, 9]
    assert [codes[at] for at in code[built.missing]] == ["-9", ""]
    assert np.flatnonzero(built.missing).tolist() == [1, 4]
