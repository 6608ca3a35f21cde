"""Converts the Python values of the sheet readers to arrays."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from itertools import chain, compress

import numpy as np
import pyarrow as pa

from core.io.columns.cell_tags import BOOLEAN, DATE, EMPTY, NUMBER, TEXT, TIME
from core.io.spreadsheets.sheet_cells import BATCH

_EPOCH = datetime.datetime(1970, 1, 1)
_DAY_SECONDS = 86_400

# By exact type, because a bool is an int and a datetime is a date.
_TAGS = {
    type(None): EMPTY,
    bool: BOOLEAN,
    int: NUMBER,
    float: NUMBER,
    str: TEXT,
    datetime.datetime: DATE,
    datetime.date: DATE,
    datetime.time: TIME,
    datetime.timedelta: TIME,
}


def cell_batch(
    numbers: Sequence[int], firsts: Sequence[int], rows: Sequence[Sequence[object]]
) -> pa.RecordBatch:
    """Build the filled cells of rows as a batch.

    Parameters
    ----------
    numbers, firsts : sequence of int
        Each row's number and its first cell's column, counted from 1.

    Returns
    -------
    pyarrow.RecordBatch
        With the schema `core.io.spreadsheets.sheet_cells.BATCH`, without empty cells and texts.
    """
    cells = list(chain.from_iterable(rows))
    lengths = np.fromiter(map(len, rows), dtype=np.int64, count=len(rows))
    begins = np.cumsum(lengths) - lengths
    row = np.repeat(np.array(numbers, dtype=np.int64), lengths)
    column = np.arange(len(cells)) + np.repeat(np.array(firsts, dtype=np.int64) - begins, lengths)
    cell_tags = (EMPTY if cell == "" else _TAGS[type(cell)] for cell in cells)
    tags = np.fromiter(cell_tags, dtype=np.uint8, count=len(cells))
    chosen = tags == TEXT
    cell_texts = list(compress(cells, chosen.tolist()))
    try:
        texts = pa.array(cell_texts, pa.string())
    except UnicodeEncodeError:
        # Lone surrogates cannot be written to any file.
        texts = pa.array(
            [str(t).encode("utf-8", "replace").decode() for t in cell_texts], pa.string()
        )
    text_index = np.cumsum(chosen) - 1
    texts = texts.take(pa.array(text_index, mask=~chosen))
    values = np.zeros(len(cells))
    plain = (tags == NUMBER) | (tags == BOOLEAN)
    values[plain] = np.array(list(compress(cells, plain.tolist())), dtype=np.float64)
    timed = (tags == DATE) | (tags == TIME)
    if timed.any():
        values[timed] = [_days(cell) for cell in compress(cells, timed.tolist())]
    filled = pa.array(tags != EMPTY)
    arrays = [
        pa.array(row.astype(np.int32)),
        pa.array(column.astype(np.int32)),
        pa.array(tags),
        pa.array(values),
        texts,
    ]
    return pa.record_batch(arrays, schema=BATCH).filter(filled)


def _days(value: object) -> float:
    """Compute days since 1970-01-01 or a duration in days, to the millisecond."""
    if isinstance(value, datetime.datetime):
        length = value.replace(tzinfo=None) - _EPOCH
    elif isinstance(value, datetime.date):
        return float((value - _EPOCH.date()).days)
    elif isinstance(value, datetime.time):
        length = datetime.datetime.combine(_EPOCH, value.replace(tzinfo=None)) - _EPOCH
    else:
        assert isinstance(value, datetime.timedelta)
        length = value
    return length.days + round(length.seconds + length.microseconds / 1e6, 3) / _DAY_SECONDS
