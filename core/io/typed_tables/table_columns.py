"""Builds columns from the cells of a file with declared column types."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from core.array_types import Bools, Floats, Ints
from core.io.columns.cell_grammar import all_match
from core.io.columns.cell_tags import BOOLEAN, DATE, EMPTY, NUMBER, TIME
from core.io.columns.column_parts import Code
from core.io.columns.conversion import as_kind
from core.io.columns.tagged_columns import (
    TaggedCells,
    code_of,
    codes_of,
    refuse_infinite,
    refuse_undated,
    type_tagged,
)
from core.io.columns.text_columns import encode_texts, without_zeros
from core.io.columns.typed_columns import with_spellings
from core.io.typed_tables.plain_columns import TypedCells, record_number, whole_codes
from core.io.typed_tables.table_header import Cells, ColumnHeader
from core.jobs import Job, run_cancellable
from core.model import Column, ColumnKind

_TAGS = {
    Cells.NUMBER: NUMBER,
    Cells.DATE: DATE,
    Cells.TIME: TIME,
    Cells.BOOLEAN: BOOLEAN,
}
_NO_TEXTS = pa.array([""], pa.string())
_MIDNIGHT = r"^[0-9]{4}-[0-9]{2}-[0-9]{2} 00:00:00(?:\.0+)?$"
# Years beyond have another number of digits, or Arrow spells them as out of range.
_IN_CALENDAR = r"^(?:[1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-"
# For a range of missing codes with more values than this, spellings are not kept.
_MOST_CODES = 1000


def table_column(
    head: ColumnHeader,
    pieces: list[pa.Array],
    letters: list[pa.Array] | None,
    codes: tuple[str, ...],
    as_text: bool,
    job: Job,
) -> Column:
    """Build a typed column.

    Parameters
    ----------
    head, pieces, letters : ColumnHeader and lists of pyarrow.Array
        The column's declaration, its cells, and the letters of special missing values.
    codes, as_text, job : tuple of str, bool and Job
        The user's missing codes; whether to return a text column; checked for cancellation.
    """
    if head.cells is Cells.STAMP:
        stamps = pa.chunked_array(pieces, pa.string())
        is_in_calendar = pc.fill_null(
            pc.match_substring_regex(stamps, _IN_CALENDAR), True
        ).to_numpy()
        refuse_undated(head.name, ~is_in_calendar, record_number)
        if len(stamps) > stamps.null_count and all_match(stamps, _MIDNIGHT):
            # No timestamp has a time of day.
            days = pc.cast(pc.cast(pc.utf8_slice_codeunits(stamps, 0, 10), pa.date32()), pa.int32())
            head, pieces = replace(head, cells=Cells.DATE), pc.cast(days, pa.float64()).chunks
        else:
            head, pieces = replace(head, cells=Cells.TEXT), without_zeros(stamps).chunks
    if head.cells is Cells.TEXT:
        column, code, all_codes = _text_column(head, pieces, codes, job)
    elif head.cells is Cells.INTEGER:
        count = sum(map(len, pieces))
        column, code, all_codes = run_cancellable(
            lambda: _whole_column(head, pieces, codes), job, count
        )
    else:
        column, code, all_codes = _number_column(head, pieces, letters, codes, job)
    return finish(head, (column, code, all_codes), as_text)


def finish(head: ColumnHeader, typed: TypedCells, as_text: bool) -> Column:
    """Build a column with the spellings and labels of its file."""
    column, code, all_codes = typed
    column = replace(with_spellings(column, code, all_codes), labels=head.labels)
    if column.kind is ColumnKind.DATE:
        column = replace(column, date_format=head.date_format)
    return as_kind(column, ColumnKind.TEXT) if as_text else column


def _text_column(
    head: ColumnHeader, pieces: list[pa.Array], codes: tuple[str, ...], job: Job
) -> TypedCells:
    declared = tuple(low for low, high in head.labels.missing if low == high)
    all_codes = tuple(dict.fromkeys((*codes, *declared, "")))
    cells = pa.chunked_array(pieces, pa.string())
    absent = pc.is_null(cells).to_numpy()
    code_index = pc.index_in(
        cells, pa.array(all_codes[: len(all_codes) - ("" not in codes)], pa.string())
    )
    code: Code = pc.cast(pc.fill_null(code_index, -1), pa.int16()).to_numpy().copy()
    code[absent] = all_codes.index("")
    nulled = pc.if_else(pa.array(code >= 0), pa.scalar(None, pa.string()), cells)
    categories, values = encode_texts(nulled, job)
    return Column(head.name, ColumnKind.TEXT, values, code >= 0, categories), code, all_codes


def _whole_column(head: ColumnHeader, pieces: list[pa.Array], codes: tuple[str, ...]) -> TypedCells:
    """Build a column of integers with all digits."""
    cells = pa.chunked_array(pieces, pa.int64())
    values = pc.fill_null(cells, 0).to_numpy().copy()
    all_codes = tuple(dict.fromkeys((*codes, *_declared_codes(head, values), "")))
    code = np.full(len(values), -1, dtype=np.int16)
    for index, number in whole_codes(all_codes).items():
        code[values == number] = index
    code[pc.is_null(cells).to_numpy()] = all_codes.index("")
    code[_is_declared_missing(head, values) & (code < 0)] = all_codes.index("")
    missing = code >= 0
    return (
        Column(head.name, ColumnKind.INTEGER, np.where(missing, 0, values), missing),
        code,
        all_codes,
    )


def _number_column(
    head: ColumnHeader,
    pieces: list[pa.Array],
    letters: list[pa.Array] | None,
    codes: tuple[str, ...],
    job: Job,
) -> TypedCells:
    values = pc.fill_null(pa.chunked_array(pieces, pa.float64()), np.nan).to_numpy()
    all_codes = tuple(dict.fromkeys((*codes, *_declared_codes(head, values), "")))
    tags = np.where(np.isnan(values), EMPTY, _TAGS[head.cells]).astype(np.uint8)
    cells = TaggedCells(tags, np.where(tags == EMPTY, 0, values), _NO_TEXTS)
    code = codes_of(cells, all_codes)
    if letters is not None:
        marks = pa.chunked_array(letters).to_numpy()
        short = len(code) - len(marks)
        marks = np.concatenate([marks, np.zeros(short, dtype=np.uint8)]) if short else marks
        for letter in np.unique(marks[marks > 0]).tolist():
            all_codes = (*all_codes, f".{chr(letter)}")
            code[marks == letter] = len(all_codes) - 1
    code[_is_declared_missing(head, values) & (code < 0)] = all_codes.index("")
    missing = code >= 0
    if head.typed and head.cells is Cells.NUMBER:
        # A column of numbers, even if all of them are integers.
        refuse_infinite(head.name, np.where(missing, 0, values), record_number)
        if head.decimals == 0:
            integers = np.where(missing, 0, values).astype(np.int64)
            column = Column(head.name, ColumnKind.INTEGER, integers, missing)
        else:
            numbers = np.where(missing, np.nan, values)
            column = Column(head.name, ColumnKind.NUMBER, numbers, missing, decimals=head.decimals)
    else:
        column = type_tagged(head.name, cells, missing, False, record_number, job)
    return column, code, all_codes


def _ranges(head: ColumnHeader) -> Iterator[tuple[float, float]]:
    for low, high in head.labels.missing:
        with suppress(ValueError):
            yield float(low), float(high)


def _declared_codes(head: ColumnHeader, values: Floats | Ints) -> list[str]:
    """List the values in the ranges that the file declares as missing."""
    declared_codes: list[str] = []
    for low, high in _ranges(head):
        inside = np.unique(values[(values >= low) & (values <= high)])
        if len(inside) <= _MOST_CODES:
            declared_codes += [code_of(float(value)) for value in inside.tolist()]
    return declared_codes


def _is_declared_missing(head: ColumnHeader, values: Floats | Ints) -> Bools:
    """Check whether each cell is in such a range."""
    is_missing = np.zeros(len(values), dtype=np.bool_)
    for low, high in _ranges(head):
        is_missing |= (values >= low) & (values <= high)
    return is_missing
