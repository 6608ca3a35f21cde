"""Cells of questions that were not asked (manual: conditions#does-not-apply).

A column is set apart when such cells are missing and spelled as their code. Numbers, ranks and
measures then ignore them. Before a column is written or its groups are counted, codes that are
values in the file are written back, because readers see them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from core.array_types import Bools, Ints
from core.model import Attribute, Column, ColumnKind, Schema


def set_apart(column: Column, attribute: Attribute) -> Column:
    """Empty the cells with a code of `attribute.not_applicable`.

    The empty cell is missing already. A column without such values is returned as it is.
    """
    values = {
        code: _value(column.kind, column.categories, code) for code in attribute.not_applicable
    }
    cells_by_code = [
        (code, (column.values == value) & ~column.missing)
        for code, value in values.items()
        if value is not None
    ]
    cells_by_code = [(code, cells) for code, cells in cells_by_code if cells.any()]
    if not cells_by_code:
        return column
    spellings, index = _list_spellings(column)
    missing, index = column.missing.copy(), index.copy()
    for code, cells in cells_by_code:
        if code not in spellings:
            spellings = (*spellings, code)
        missing |= cells
        index[cells] = spellings.index(code)
    emptied = _empty_cells(column, missing)
    return replace(emptied, missing=missing, missing_text=(spellings, index))


def codes_of(column: Column, attribute: Attribute) -> Ints:
    """Look up the code of each cell of a column set apart, shape (n,).

    0 for a question that was asked, whether it was answered or not; otherwise the place of the code
    in `attribute.not_applicable`, from 1.
    """
    number_of = {code: i for i, code in enumerate(attribute.not_applicable, start=1)}
    spellings, index = _list_spellings(column)
    meaning = np.array(
        [*(number_of.get(s, 0) for s in spellings), number_of.get("", 0)], dtype=np.int64
    )
    return np.where(column.missing, meaning[index], 0)


def unanswered(column: Column, attribute: Attribute) -> Bools:
    """Find the missing cells of questions that were asked, shape (n,)."""
    if not attribute.not_applicable:
        return column.missing
    apart = set_apart(column, attribute)
    return np.asarray(apart.missing & (codes_of(apart, attribute) == 0))


def with_codes(column: Column, attribute: Attribute, codes: Ints) -> Column:
    """Set apart the cells of a column that have the given codes (`codes_of`).

    Cells with code 0 stay as they are.
    """
    missing = column.missing | (codes > 0)
    index = (codes - 1).astype(np.int16)
    text = (attribute.not_applicable, index)
    return replace(_empty_cells(column, missing), missing=missing, missing_text=text)


def write_back(column: Column, attribute: Attribute) -> Column:
    """Write codes back into a column set apart: all but the empty cell become values."""
    codes = [code for code in attribute.not_applicable if code]
    if not codes or column.missing_text is None:
        return column
    spellings, index = column.missing_text
    values, missing, categories = column.values.copy(), column.missing.copy(), column.categories
    if column.kind is ColumnKind.TEXT:
        texts = tuple(sorted({*column.categories, *[code for code in codes if code in spellings]}))
        code_of = {text: i for i, text in enumerate(texts)}
        new_codes = np.array([*(code_of[text] for text in column.categories), -1], dtype=np.int32)
        column = replace(column, values=new_codes[column.values], categories=texts)
        values, categories = column.values.copy(), column.categories
    for code in codes:
        value = _value(column.kind, categories, code)
        if value is None or code not in spellings:
            continue
        cells = (index == spellings.index(code)) & column.missing
        if cells.any():
            values[cells] = value
            missing[cells] = False
    remaining = tuple(s for s in spellings if s not in codes)
    new_index = np.array(
        [*(remaining.index(s) if s in remaining else -1 for s in spellings), -1], dtype=np.int16
    )
    text = (
        (remaining, np.where(missing, new_index[index], np.int16(-1))) if any(remaining) else None
    )
    return replace(column, values=values, missing=missing, missing_text=text)


def set_all_apart(columns: Sequence[Column], schema: Schema) -> tuple[Column, ...]:
    """Set all columns apart; columns without an attribute stay as they are."""
    attributes = {attribute.name: attribute for attribute in schema.attributes}
    return tuple(set_apart(c, attributes[c.name]) if c.name in attributes else c for c in columns)


def write_all_back(columns: Sequence[Column], schema: Schema) -> tuple[Column, ...]:
    """Write codes back into all columns; columns without an attribute stay as they are."""
    attributes = {attribute.name: attribute for attribute in schema.attributes}
    return tuple(write_back(c, attributes[c.name]) if c.name in attributes else c for c in columns)


def is_number_code(code: str, integer: bool = False) -> bool:
    """Check whether a code can be a cell of a column of numbers, or of whole numbers."""
    number = _number(code)
    return number is not None and (not integer or number.is_integer())


def _list_spellings(column: Column) -> tuple[tuple[str, ...], NDArray[np.int16]]:
    """List the spellings of missing cells, and each record's index into them or -1."""
    if column.missing_text is not None:
        return column.missing_text
    return (), np.full(len(column), -1, dtype=np.int16)


def _value(kind: ColumnKind, categories: Sequence[str], code: str) -> float | None:
    """Convert a code to a value of a column, or to ``None`` if it cannot be one."""
    if kind is ColumnKind.TEXT:
        return categories.index(code) if code in categories else None
    number = None if kind is ColumnKind.DATE else _number(code)
    if number is None or (kind is ColumnKind.INTEGER and not number.is_integer()):
        return None
    return int(number) if kind is ColumnKind.INTEGER else number


def _number(code: str) -> float | None:
    try:
        number = float(code)
    except ValueError:
        return None
    return number if math.isfinite(number) and abs(number) < 2.0**53 else None


def _empty_cells(column: Column, missing: Bools) -> Column:
    """Empty the values of missing cells; texts list only categories in use."""
    values = column.values.copy()
    if column.kind is not ColumnKind.TEXT:
        values[missing] = np.nan if column.kind is ColumnKind.NUMBER else 0
        return replace(column, values=values)
    values[missing] = -1
    used = np.unique(values[~missing])
    new_codes = np.full(len(column.categories) + 1, -1, dtype=np.int32)
    new_codes[used] = np.arange(len(used), dtype=np.int32)
    texts = tuple(column.categories[i] for i in used.tolist())
    return replace(column, values=new_codes[values], categories=texts)
