"""Reads a released file back from disk, with known column kinds."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from pathlib import Path

import numpy as np

from core.errors import Problem, PromiseBroken, Where
from core.io import as_kind, read_again
from core.jobs import Job
from core.model import Column, ColumnKind, Dataset, FileKind, ReadOptions, Source, Spellings

_EPOCH = date(1970, 1, 1).toordinal()


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout of a released file.

    Attributes
    ----------
    kinds : Mapping of str to ColumnKind
        Kind of each column, in the file's order.
    date_formats : Mapping of str to str
        ``strftime`` pattern of each date column; a few dates alone may not distinguish day and
        month.
    """

    kind: FileKind
    options: ReadOptions
    kinds: Mapping[str, ColumnKind]
    date_formats: Mapping[str, str]


def layout_of(columns: Sequence[Column], kind: FileKind, options: ReadOptions) -> Layout:
    """Return the layout of a file with `columns`."""
    return Layout(
        kind,
        options,
        {column.name: column.kind for column in columns},
        {c.name: c.date_format for c in columns if c.kind is ColumnKind.DATE},
    )


def read_back(path: Path, layout: Layout, job: Job) -> Dataset:
    """Read a released file like any other file, but with known column kinds.

    Raises
    ------
    Refused
        If the file cannot be read, or a cell does not have its column's kind.
    PromiseBroken
        If a date does not have the column's date format.
    """
    texts = frozenset(n for n, kind in layout.kinds.items() if kind is ColumnKind.TEXT)
    dataset = read_again(Source(str(path), layout.kind, layout.options), job, texts)
    return replace(dataset, columns=tuple(_as_written(c, layout) for c in dataset.columns))


def _as_written(column: Column, layout: Layout) -> Column:
    """Return a column that was read back in the kind in which it was written."""
    kind = layout.kinds.get(column.name, column.kind)
    if kind is ColumnKind.DATE and column.kind is ColumnKind.TEXT:
        date_format = layout.date_formats[column.name]
        try:
            days = [
                datetime.strptime(text, date_format).toordinal() - _EPOCH
                for text in column.categories
            ]
        except (ValueError, re.error):
            # A date format in a forged log may be invalid.
            raise PromiseBroken(Problem("release-dates-differ", Where(column.name))) from None
        values = np.array([*days, 0], dtype=np.int64)[column.values]
        lost = np.zeros(len(column.categories), dtype=np.bool_)
        return replace(
            column,
            kind=ColumnKind.DATE,
            values=values,
            categories=(),
            date_format=date_format,
            spellings=Spellings(column.categories, column.values.astype(np.int32), lost),
        )
    return as_kind(column, kind, layout.options.decimal)
