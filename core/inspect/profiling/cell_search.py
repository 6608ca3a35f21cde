"""Finds the cells of a table that contain a text, or the digits of a number."""

from __future__ import annotations

from contextlib import suppress

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from core.array_types import Bools, Ints
from core.jobs import Job
from core.model import Column, ColumnKind, Dataset

_MOST_DECIMALS = 18


def find_cells(dataset: Dataset, text: str, job: Job) -> Ints:
    """Find the cells in which a text occurs, row by row.

    In texts and missing codes any part may match, ignoring case; numbers and dates must be equal
    (with a decimal point or comma).

    Returns
    -------
    numpy.ndarray of int64, shape (m,)
        ``record * number of columns + column`` of each cell, in ascending order.
    """
    cells: list[Ints] = [np.zeros(0, dtype=np.int64)]
    for position, column in enumerate(dataset.columns):
        job.check()
        rows = np.flatnonzero(_find_hits(column, text.casefold()))
        cells.append(rows.astype(np.int64) * len(dataset.columns) + position)
    return np.sort(np.concatenate(cells))


def _find_hits(column: Column, text: str) -> Bools:
    hits = np.zeros(len(column.values), dtype=np.bool_)
    if column.missing_text is not None:
        spellings, which = column.missing_text
        hits |= _find_text(spellings, text)[which] & column.missing
    if column.kind is ColumnKind.TEXT:
        return hits | _find_text(column.categories, text)[column.values] & ~column.missing
    number: float
    try:
        if column.kind is ColumnKind.DATE:
            number = int(np.datetime64(text, "D").astype(np.int64))
        else:
            number = float(text.replace(",", "."))
    except ValueError:
        return hits
    hits |= (column.values == number) & ~column.missing
    return hits


def _find_text(texts: tuple[str, ...], text: str) -> Bools:
    """Find the texts that contain `text`; the last entry represents missing cells (-1)."""
    return np.array([*(text in value.casefold() for value in texts), False], dtype=np.bool_)


def find_digits(column: Column, needle: str) -> Bools:
    """Find the numbers of a column that contain these digits when written out.

    Arrow formats a million numbers in less than a second.

    Parameters
    ----------
    column : Column
        A numeric column; written with its number of decimals if all cells have the same.
    needle : str
        Digits, with a decimal point; nothing is found if it contains any other character.

    Returns
    -------
    numpy.ndarray of bool, shape (n,)
        False where a value is missing.
    """
    if not set(needle) <= set("0123456789.-+e"):
        return np.zeros(len(column), dtype=bool)
    values = pa.array(column.values, mask=column.missing)
    # With as many decimals as the column has, unless some number has more than 38 digits.
    if column.decimals is not None and column.decimals <= _MOST_DECIMALS:
        with suppress(pa.ArrowInvalid):
            values = pc.cast(values, pa.decimal128(38, column.decimals))
    matches = pc.fill_null(pc.match_substring(pc.cast(values, pa.string()), needle), False)
    answer: Bools = matches.to_numpy(zero_copy_only=False)
    return answer
