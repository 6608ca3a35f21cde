"""What is shown of original and released records: a filter, and a search for a text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLocale

from core.inspect.profiling.cell_search import find_digits
from core.jobs import Job
from core.model import Column
from desktop_app.presenters.before_after import BeforeAfter
from desktop_app.text.cells import cell_text, value_locale

Flags = NDArray[np.bool_]
Ints = NDArray[np.int64]


ALL, ANY = -2, -1
"""All records; those with a change in any column."""


@dataclass(frozen=True, slots=True)
class RecordQuery:
    """What the user wants to see of a table.

    Attributes
    ----------
    shown : int
        `ALL` records, those with `ANY` change, or those with a change in this column.
    masked_only : bool
        Whether only the masked columns are shown.
    needle : str
        What is looked for; empty: nothing.
    """

    shown: int = ALL
    masked_only: bool = False
    needle: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """What is shown of a table, and where in it a search led.

    Attributes
    ----------
    table : BeforeAfter
        The table.
    query : RecordQuery
        What was asked for.
    records, columns : numpy.ndarray of int64
        Positions of what is shown.
    found : numpy.ndarray of bool, shape (r, 2 c), or None
        Cells of the whole table that hold what is looked for: of the original, then of the
        release. ``None`` where nothing is looked for.
    places : numpy.ndarray of int64
        Those of them that are shown, in reading order: record times ``2 len(columns)`` plus
        column, columns of the release after those of the original.
    """

    table: BeforeAfter
    query: RecordQuery
    records: Ints
    columns: Ints
    found: Flags | None
    places: Ints

    def shows_like(self, other: Sight) -> bool:
        """Whether both show the same records and columns."""
        same = (self.query.shown, self.query.masked_only) == (
            other.query.shown,
            other.query.masked_only,
        )
        return self.table is other.table and same


def sight(table: BeforeAfter, query: RecordQuery, earlier: Sight | None, job: Job) -> Sight:
    """Select the visible records and columns; reuse the matches of an `earlier` search."""
    if not query.needle:
        matches = None
    elif earlier is not None and (earlier.table, earlier.query.needle) == (table, query.needle):
        matches = earlier.found
    else:
        sides = [find_matches(side, query.needle, job) for side in (table.before, table.after)]
        # Of records that are not paired only the released ones are shown.
        sides[0] &= table.paired
        matches = np.concatenate(sides, axis=1)
    if query.shown == ALL:
        records = np.arange(table.records, dtype=np.int64)
    elif query.shown == ANY:
        records = table.touched
    else:
        records = np.flatnonzero(table.changed[:, query.shown]).astype(np.int64)
    shown_columns = [
        i for i, n in enumerate(table.names) if not query.masked_only or n in table.masked
    ]
    columns = np.array(shown_columns, dtype=np.int64)
    job.check()
    places = np.zeros(0, dtype=np.int64)
    if matches is not None:
        both_sides = np.concatenate((columns, columns + len(table.names)))
        places = np.flatnonzero(matches[np.ix_(records, both_sides)]).astype(np.int64)
    return Sight(table, query, records, columns, matches, places)


def find_matches(columns: Sequence[Column], needle: str, job: Job) -> Flags:
    """Find the cells that show `needle`, upper and lower case alike, shape (r, c)."""
    locale = value_locale()
    matches = np.zeros((len(columns[0]), len(columns)), dtype=bool)
    for i, column in enumerate(columns):
        job.check()
        matches[:, i] = _match_cells(column, needle, locale)
    return matches


def _match_cells(column: Column, needle: str, locale: QLocale) -> Flags:
    if column.kind.is_numeric and not column.labels.values:
        return find_digits(column, needle.replace(locale.decimalPoint(), "."))
    codes, first, inverse = np.unique(
        np.where(column.missing, -1, column.values), return_index=True, return_inverse=True
    )
    folded = needle.casefold()
    # A cell of each value says what all of them show; missing ones may be spelled differently.
    hits = np.array([folded in cell_text(column, int(i), locale).casefold() for i in first])
    matches: Flags = hits[inverse] if len(codes) else np.zeros(0, dtype=bool)
    return matches & ~column.missing
