"""Limits of sheets in workbooks, checked before writing."""

from __future__ import annotations

import numpy as np

from core.errors import Problem, Severity, Where
from core.io.format import Unwritten
from core.model import Column, ColumnKind

LARGEST_ROWS = 1_048_576
LARGEST_COLUMNS = 16_384
LARGEST_TEXT = 32_767
# Spreadsheets keep fifteen digits of a number.
LARGEST_INTEGER = 10**15 - 1
# 1 January 1900 is their first date.
FIRST_DAY = -25_567


def sheet_problems(table: Unwritten) -> tuple[Problem, ...]:
    """List why the columns cannot be written (errors), and what would change (warnings)."""
    columns, header, rows = table.columns, table.options.header, len(table.order)
    problems = []
    if rows + header > LARGEST_ROWS:
        params = {"count": rows, "most": LARGEST_ROWS - header}
        problems.append(Problem("xlsx-rows-too-many", params=params))
    if len(columns) > LARGEST_COLUMNS:
        params = {"count": len(columns), "most": LARGEST_COLUMNS}
        problems.append(Problem("xlsx-columns-too-many", params=params))
    for column in columns:
        texts = (column.name, *column.categories)
        long = sum(_units(text) > LARGEST_TEXT for text in texts)
        # The writer would interpret these as its own markup.
        marked = sum(text.startswith("<r>") and text.endswith("</r>") for text in texts)
        if long:
            params = {"count": long, "most": LARGEST_TEXT}
            problems.append(Problem("xlsx-text-too-long", Where(column.name), params))
        if marked:
            problems.append(Problem("xlsx-text-markup", Where(column.name), {"count": marked}))
    vanishing = _count_vanishing(table)
    if vanishing:
        problems.append(Problem("xlsx-records-empty", params={"count": vanishing}))
    return (*problems, *(problem for column in columns if (problem := warn_of_text(column))))


def _count_vanishing(table: Unwritten) -> int:
    """Count the records without any cell, which readers of sheets skip.

    In a sheet with one column they are empty cells, except at its ends.
    """
    order = table.order
    filled = np.zeros(len(order), dtype=np.bool_)
    for column in table.columns:
        empty = column.missing
        if column.missing_text is not None and column.name not in table.masked:
            spellings, index = column.missing_text
            empty = empty & np.array([*(text == "" for text in spellings), True])[index]
        if column.categories[:1] == ("",):
            empty = empty | (column.values == 0)
        filled |= ~empty[order]
    places = np.flatnonzero(filled)
    if len(table.columns) != 1 or not len(places):
        return len(order) - len(places)
    return int(len(order) - 1 - places[-1] + (0 if table.options.header else places[0]))


def _units(text: str) -> int:
    """Count a text's length in UTF-16 units, which spreadsheets count."""
    if len(text) * 2 <= LARGEST_TEXT:
        return len(text)
    return len(text.encode("utf-16-le", errors="surrogatepass")) // 2


def warn_of_text(column: Column) -> Problem | None:
    """Warn if a column can only be written as text.

    Integers with more than fifteen digits would lose digits; dates before 1900 have no number.
    """
    present = column.values[~column.missing]
    if column.kind is ColumnKind.INTEGER:
        beyond = (present > LARGEST_INTEGER) | (present < -LARGEST_INTEGER)
        code = "xlsx-integers-as-text"
    elif column.kind is ColumnKind.DATE:
        beyond, code = present < FIRST_DAY, "xlsx-dates-as-text"
    else:
        return None
    count = int(np.count_nonzero(beyond))
    if not count:
        return None
    return Problem(code, Where(column.name), {"count": count}, Severity.WARNING)
