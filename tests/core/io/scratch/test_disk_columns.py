"""Columns and rows on disk against plain lists."""

from __future__ import annotations

import numpy as np
import pytest
from core.io.scratch.disk_columns import MISSING_WHOLE, TableWriter
from core.io.scratch.row_files import RoutedRows
from hypothesis import given
from hypothesis import strategies as some

from core.errors import Refused
from core.model import Column, ColumnKind
from tests.lanes import examples

ROW = np.dtype([("at", "<i8"), ("value", "<f8")])


def whole(values: list[int | None]) -> Column:
    missing = np.array([value is None for value in values], bool)
    cells = np.array([value or 0 for value in values], np.int64)
    return Column("N", ColumnKind.INTEGER, cells, missing)


def texts(values: list[str | None]) -> Column:
    names = sorted({value for value in values if value is not None})
    codes = [-1 if value is None else names.index(value) for value in values]
    missing = np.array([value is None for value in values], bool)
    return Column("N", ColumnKind.TEXT, np.array(codes, np.int32), missing, tuple(names))


def read(column: Column) -> list[object]:
    names = column.categories
    cells = [names[v] if names and v >= 0 else v for v in column.values.tolist()]
    return [None if gone else cell for cell, gone in zip(cells, column.missing, strict=True)]


@examples(12)
@given(
    some.lists(
        some.lists(some.one_of(some.none(), some.sampled_from(["é", "a", "Z", "", "aa"]))).filter(
            len
        )
    ).filter(len),
    some.integers(1, 9),
)
def test_texts_are_numbered_by_code_point_whatever_the_parts(tmp_path_factory, parts, rows):
    writer = TableWriter(tmp_path_factory.mktemp("store"), "x")
    for part in parts:
        writer.add([texts(part)])
    (column,) = writer.finish().columns
    expected = [cell for part in parts for cell in part]
    assert [cell for part in column.parts(rows) for cell in read(part)] == expected
    assert column.head.categories == tuple(sorted({c for c in expected if c is not None}))


def test_numbers_come_back_with_their_missing_cells(tmp_path):
    writer = TableWriter(tmp_path, "x")
    parts = [[None, None], [3, None, 2**62], [-(2**62), 0]]
    for part in parts:
        writer.add([whole(part)])
    (column,) = writer.finish().columns
    assert read(column.part(0, 99)) == [None, None, 3, None, 2**62, -(2**62), 0]
    assert read(column.part(2, 4)) == [3, None]


def test_a_kind_is_known_once_there_is_a_value(tmp_path):
    writer = TableWriter(tmp_path, "x")
    for part in (texts([None, None]), whole([1]), texts([None]), whole([2])):
        writer.add([part])
    (column,) = writer.finish().columns
    assert (column.kind, read(column.part(0, 9))) == (
        ColumnKind.INTEGER,
        [None, None, 1, None, 2],
    )


def test_parts_of_different_kinds_are_refused(tmp_path):
    writer = TableWriter(tmp_path, "x")
    writer.add([whole([1])])
    with pytest.raises(Refused) as refused:
        writer.add([texts(["one"])])
    assert [p.code for p in refused.value.problems] == ["large-kind-varies"]


def test_the_number_that_stands_for_missing_cells_is_refused(tmp_path):
    with pytest.raises(Refused) as refused:
        TableWriter(tmp_path, "x").add([whole([1, MISSING_WHOLE])])
    assert [p.code for p in refused.value.problems] == ["large-least-whole"]


@examples(12)
@given(some.lists(some.lists(some.integers(0, 4), max_size=20), max_size=6))
def test_buckets_keep_the_order_in_which_rows_came(tmp_path_factory, parts):
    path, added = tmp_path_factory.mktemp("store") / "rows", []
    with RoutedRows(path, ROW, 5) as routed:
        for part in parts:
            rows = np.zeros(len(part), ROW)
            rows["at"] = np.arange(len(added), len(added) + len(part))
            rows["value"] = rows["at"] / 7
            added += part
            routed.add(rows, np.array(part, np.int64))
        for bucket in range(5):
            at = [place for place, own in enumerate(added) if own == bucket]
            assert routed.bucket(bucket)["at"].tolist() == at
            assert routed.bucket(bucket)["value"].tolist() == [place / 7 for place in at]
            assert routed.sizes()[bucket] == len(at)
    assert not path.exists()
