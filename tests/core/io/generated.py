"""Tables for round trips, with all that a column may have; plain Python, no reader of ours."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from hypothesis import strategies as st

from core.model import Column, ColumnKind, Labels

BLANK = {ColumnKind.NUMBER: np.nan, ColumnKind.TEXT: -1}
DTYPES = {ColumnKind.NUMBER: np.float64, ColumnKind.TEXT: np.int32}
ROWS = 12

# What XML, SPSS and Stata all hold: no control signs, no blank at the ends, not empty.
letters = st.characters(
    codec="utf-8",
    exclude_categories=["Cc", "Cs", "Cn", "Zs", "Zl", "Zp"],
    exclude_characters="\ufeff\ufffe\uffff",
)
texts = st.text(letters, min_size=1, max_size=6)


def column(
    name: str,
    kind: ColumnKind,
    cells: Sequence[object],
    labels: Labels | None = None,
    codes: Sequence[str] = (),
) -> Column:
    """Make a column; ``None`` is missing, and `codes` spells the first missing cells."""
    missing = np.array([cell is None for cell in cells])
    categories: tuple[str, ...] = ()
    if kind is ColumnKind.TEXT:
        categories = tuple(sorted({str(cell) for cell in cells if cell is not None}))
        cells = [None if cell is None else categories.index(str(cell)) for cell in cells]
    blank = BLANK.get(kind, 0)
    values = np.array(
        [blank if cell is None else cell for cell in cells], dtype=DTYPES.get(kind, np.int64)
    )
    spelled = None
    if codes and missing.any():
        index = np.full(len(cells), -1, dtype=np.int16)
        places = np.flatnonzero(missing)[: len(codes)]
        index[places] = np.arange(len(places))
        spelled = (tuple(codes[: len(places)]), index)
    return Column(
        name, kind, values, missing, categories, missing_text=spelled, labels=labels or Labels()
    )


def cells_of(values: st.SearchStrategy[object]) -> st.SearchStrategy[list[object]]:
    return st.lists(st.one_of(st.none(), values), min_size=ROWS, max_size=ROWS).filter(
        lambda cells: any(cell is not None for cell in cells)
    )


# From 1900, where the calendar of spreadsheets begins.
days = st.integers(-25_000, 2_900_000)
integers = st.integers(-(2**53), 2**53)
numbers = st.floats(allow_nan=False, allow_infinity=False, width=64).filter(
    lambda value: abs(value) < 8e307
)


@st.composite
def tables(draw: st.DrawFn) -> list[Column]:
    """Return a table of all kinds of columns, labelled ones among them; no record is empty."""
    kept = column("row_id", ColumnKind.INTEGER, range(1, ROWS + 1))
    fraction = [0.5, *draw(cells_of(numbers))[1:]]
    labels = draw(st.lists(texts, min_size=3, max_size=3))
    coded = [
        1,
        None,
        None,
        *draw(st.lists(st.integers(1, 2), min_size=ROWS - 3, max_size=ROWS - 3)),
    ]
    described = Labels(
        draw(texts),
        (("1", labels[0]), ("2", labels[1]), ("99", labels[2])),
        (("99", "99"),),
        measure=draw(st.sampled_from(["nominal", "ordinal"])),
    )
    return [
        kept,
        column("whole", ColumnKind.INTEGER, draw(cells_of(integers))),
        column("fraction", ColumnKind.NUMBER, fraction),
        column("day", ColumnKind.DATE, draw(cells_of(days))),
        column("words", ColumnKind.TEXT, draw(cells_of(texts))),
        column("code_text", ColumnKind.TEXT, ["007", *draw(cells_of(texts))[1:]]),
        column("sex", ColumnKind.INTEGER, coded, described, ["99"]),
    ]
