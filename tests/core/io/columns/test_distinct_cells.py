"""Typing each distinct cell once: kinds, values and spellings are those of a plain reader."""

from __future__ import annotations

import datetime
import re

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.io.columns import cell_grammar, column_parts, text_columns
from core.io.columns.column_parts import Grammar, PartTyper
from core.io.columns.spelling import spell
from core.io.columns.typed_columns import type_column
from core.jobs import Job
from core.model import Column, ColumnKind
from tests.core.io.files import shown
from tests.lanes import examples

WHOLE = re.compile("0|-?[1-9][0-9]*")
NUMBER = re.compile(r"-?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")
LAYOUTS = ("Y-m-d", "Y/m/d", "Y.m.d", "d.m.Y", "d/m/Y", "m/d/Y", "d-m-Y", "m-d-Y")
EPOCH = datetime.date(1970, 1, 1)


def days(cell: str, layout: str) -> int | None:
    """Return the days since 1970 of a date with two digits for day and month, four for the year."""
    sign = layout.strip("Ymd")[0]
    parts = dict(zip(layout.split(sign), cell.split(sign), strict=False))
    if len(cell) != 10 or len(parts) != 3 or cell.count(sign) != 2:
        return None
    if any(not re.fullmatch("[0-9]{4}" if p == "Y" else "[0-9]{2}", c) for p, c in parts.items()):
        return None
    try:
        day = datetime.date(int(parts["Y"]), int(parts["m"]), int(parts["d"]))
    except ValueError:
        return None
    return (day - EPOCH).days


def expected(cells: list[str]) -> tuple[ColumnKind, list[object]]:
    """Return the kind of a column and its values, ``None`` for the empty cells."""
    present = [cell for cell in cells if cell]
    text = ColumnKind.TEXT, [cell or None for cell in cells]
    if not present:
        return text
    if all(WHOLE.fullmatch(cell) for cell in present):
        if not all(-(2**63) <= int(cell) < 2**63 for cell in present):
            return text
        return ColumnKind.INTEGER, [int(cell) if cell else None for cell in cells]
    fitting = [way for way in LAYOUTS if all(days(cell, way) is not None for cell in present)]
    if len(fitting) == 1:
        return ColumnKind.DATE, [days(cell, fitting[0]) if cell else None for cell in cells]
    large = [cell for cell in present if WHOLE.fullmatch(cell) and abs(int(cell)) > 2**53]
    if large or not all(NUMBER.fullmatch(cell) for cell in present):
        return text
    return ColumnKind.NUMBER, [float(cell) if cell else None for cell in cells]


def typed(cells: list[str], codes: tuple[str, ...], border: int, early: bool) -> Column:
    """Type cells in two pieces, each by itself first if `early`."""
    grammar = Grammar(".", codes)
    pieces = [pa.array(cells[:border], pa.string()), pa.array(cells[border:], pa.string())]
    typer = PartTyper(grammar, False)
    parts = [typer.part(piece, Job()) for piece in pieces] if early else pieces
    return type_column("x", parts, grammar, lambda i: i, Job())


wholes = st.integers(-(2**70), 2**70).map(str) | st.integers(-20, 20).map(str)
fractions = st.decimals(allow_nan=False, allow_infinity=False, places=3).map(str)
floats = st.floats(allow_nan=False, allow_infinity=False).filter(bool).map(repr)
dates = st.dates().map(str) | st.dates().map(lambda day: day.strftime("%d.%m.%Y"))
local = st.sampled_from(["%d/%m/%Y", "%m/%d/%Y"])
slashed = st.builds(lambda day, way: day.strftime(way), st.dates(datetime.date(1900, 1, 1)), local)
odd = st.sampled_from(["-0", "5.", ".5", "1E5", "007", "00.5", "+1", "--1", "1.2.3", "3.50", "é"])
kinds = st.sampled_from([wholes, fractions, floats, dates, slashed, odd, wholes | fractions])


@examples(75, 2500)
@given(
    data=st.data(),
    share=st.sampled_from([0.3, 0.75, 1.0]),
    sample=st.sampled_from([2, 50]),
    codes=st.sampled_from([("",), ("", "NA"), ("NA", "")]),
    early=st.booleans(),
)
def test_columns_are_those_of_a_plain_reader(
    data: st.DataObject, share: float, sample: int, codes: tuple[str, ...], early: bool
) -> None:
    pools = []
    for _ in range(2):
        pool = data.draw(st.lists(data.draw(kinds), min_size=1, max_size=12))
        pools.append(pool + data.draw(st.sampled_from([[], [""], ["1e3"], ["x"], [codes[0]]])))
    halves = [data.draw(st.lists(st.sampled_from(p), min_size=2, max_size=20)) for p in pools]
    assert_typed_as_by_a_plain_reader(halves, share, sample, codes, early)


def assert_typed_as_by_a_plain_reader(
    halves: list[list[str]], share: float, sample: int, codes: tuple[str, ...], early: bool
) -> None:
    """Assert that kind, values and spellings of a column in two pieces are those of its cells."""
    cells = [cell for half in halves for cell in half]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text_columns, "_FEWEST", 0)
        patch.setattr(text_columns, "_SAMPLE", sample)
        patch.setattr(text_columns, "_MOST_OF_SAMPLE", share)
        patch.setattr(text_columns, "_MOST_OF_ALL", share)
        patch.setattr(column_parts, "_FEWEST", 0)
        patch.setattr(column_parts, "_FIRST", sample)
        patch.setattr(cell_grammar, "_FEW", 3)
        patch.setattr(cell_grammar, "_CELLS_AT_ONCE", 5)
        column = typed(cells, codes, len(halves[0]), early)
    kind, values = expected(["" if cell in codes else cell for cell in cells])
    assert column.kind is kind
    assert shown(column) == values
    assert spell(column, np.arange(len(cells)), False, ".").to_pylist() == cells


@pytest.mark.parametrize("early", [False, True])
@pytest.mark.parametrize("usual", ["7", "0.25", "2020-01-31", "x"])
def test_each_odd_spelling_beside_usual_cells(usual: str, early: bool) -> None:
    spellings = ["-0", "-0.0", "5.", ".5", "-.5", "1E5", "1e3", "007", "00.5", "+1", "3.50", "1e-7"]
    spellings += ["0.1234567890123456789", "12345678901234567.5", "0.30000000000000004", "5e-324"]
    spellings += ["9007199254740993", "9223372036854775808", "31.01.2020", "2020-02-30", "--1"]
    for odd in spellings:
        for halves in ([[usual, odd], [usual, ""]], [[usual, usual], [odd, odd]]):
            assert_typed_as_by_a_plain_reader(halves, 1.0, 2, ("", "NA"), early)


def test_each_of_few_distinct_cells_is_typed_once() -> None:
    whole = pa.array([str(i % 60) for i in range(100_000)], pa.large_string())
    found = text_columns.distinct_cells(whole)
    assert found is not None
    cells, index = found
    assert cells.to_pylist() == [str(i) for i in range(60)]
    assert index.tolist() == [i % 60 for i in range(100_000)]


def test_columns_of_many_distinct_cells_are_typed_as_they_are() -> None:
    few = [str(i % 60) for i in range(50_000)]
    for cells in ([str(i) for i in range(100_000)], few + [str(i) for i in range(60_000)]):
        assert text_columns.distinct_cells(pa.array(cells, pa.large_string())) is None
