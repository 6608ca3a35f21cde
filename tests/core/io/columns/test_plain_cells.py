"""Forms of cells that show in all of their letters together, against patterns cell by cell."""

from __future__ import annotations

import re

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.io.columns import cell_grammar
from core.io.columns.plain_cells import plain_days, plain_numbers
from tests.lanes import examples

NUMBER = {sign: re.compile(rf"-?(?:0|[1-9][0-9]*)(?:\{sign}[0-9]+)?") for sign in ".,"}
WHOLE = re.compile("0|-?[1-9][0-9]*")
DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")

numbers = st.from_regex(NUMBER["."], fullmatch=True) | st.integers(-999, 999).map(str)
near = st.text("0123456789.,-", max_size=5) | st.sampled_from(["1e5", "é", " 1", "+1", "1.2.3"])
days = st.from_regex(DAY, fullmatch=True)


@st.composite
def arrays(draw: st.DrawFn) -> tuple[pa.ChunkedArray, list[str | None]]:
    """Return an array, maybe a part of another one, and its cells."""
    usual = draw(st.sampled_from([numbers, numbers, days, st.integers(0, 99).map(str)]))
    empty = draw(st.sampled_from([[], [st.none()], [st.none(), near], [near]]))
    cells = draw(st.lists(st.one_of(usual, usual, *empty), max_size=20))
    kind = draw(st.sampled_from([pa.string(), pa.large_string()]))
    start = draw(st.integers(0, len(cells)))
    return pa.chunked_array([pa.array(cells, kind).slice(start)]), cells[start:]


@examples(100)
@given(array=arrays(), decimal=st.sampled_from(".,"))
def test_numbers(array: tuple[pa.ChunkedArray, list[str | None]], decimal: str) -> None:
    given_cells, cells = array
    present = [cell for cell in cells if cell is not None]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cell_grammar, "_CELLS_AT_ONCE", 4)
        found = plain_numbers(given_cells, decimal) if cells else None
    if not cells:
        return
    assert (found is not None) == all(NUMBER[decimal].fullmatch(cell) for cell in present)
    if found is None:
        return
    behind = [len(cell.partition(decimal)[2]) if cell else 0 for cell in cells]
    assert found.places.tolist() == [min(count, 100) for count in behind]
    assert found.are_whole == all(WHOLE.fullmatch(cell) for cell in present)
    assert found.longest == max(map(len, present), default=0)


@examples(75)
@given(array=arrays())
def test_days(array: tuple[pa.ChunkedArray, list[str | None]]) -> None:
    given_cells, cells = array
    present = [cell for cell in cells if cell is not None]
    assert plain_days(given_cells) == all(DAY.fullmatch(cell) for cell in present)


def test_a_null_that_has_letters_is_no_number() -> None:
    plain = pa.array(["7", "x", "8"])
    valid = pa.py_buffer(np.packbits([1, 0, 1], bitorder="little"))
    cells = pa.Array.from_buffers(plain.type, 3, [valid, *plain.buffers()[1:]])
    assert cells.to_pylist() == ["7", None, "8"]
    assert plain_numbers(pa.chunked_array([cells]), ".") is None
