"""Finds the cells of a table that contain a text or a number."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.jobs import Job
from core.model import Column, ColumnKind, Dataset


def find_cells(dataset: Dataset, text: str, job: Job) -> NDArray[np.int64]:
    """Return the cells in which a text occurs, row by row.

    In texts and missing codes any part may match, ignoring case; numbers and dates must be equal
    (with a decimal point or comma).

    Returns
    -------
    numpy.ndarray of int64, shape (m,)
        ``record * number of columns + column`` of each cell, in ascending order.

    Raises
    ------
    Cancelled
        If the job is cancelled.
    """
    found: list[NDArray[np.int64]] = [np.zeros(0, dtype=np.int64)]
    for place, column in enumerate(dataset.columns):
        job.check()
        rows = np.flatnonzero(_hits(column, text.casefold()))
        found.append(rows.astype(np.int64) * len(dataset.columns) + place)
    return np.sort(np.concatenate(found))


def _hits(column: Column, text: str) -> NDArray[np.bool_]:
    hits = np.zeros(len(column.values), dtype=np.bool_)
    if column.missing_text is not None:
        spellings, which = column.missing_text
        hits |= _holding(spellings, text)[which] & column.missing
    if column.kind is ColumnKind.TEXT:
        return hits | _holding(column.categories, text)[column.values] & ~column.missing
    wanted: float
    try:
        if column.kind is ColumnKind.DATE:
            wanted = int(np.datetime64(text, "D").astype(np.int64))
        else:
            wanted = float(text.replace(",", "."))
    except ValueError:
        return hits
    hits |= (column.values == wanted) & ~column.missing
    return hits


def _holding(texts: tuple[str, ...], text: str) -> NDArray[np.bool_]:
    """Return which texts contain `text`; the last entry represents missing cells (-1)."""
    return np.array([*(text in one.casefold() for one in texts), False], dtype=np.bool_)
