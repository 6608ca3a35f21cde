"""Steps on dates: completed years and periods."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

import numpy as np

from core.array_types import Ints
from core.model import Column, ColumnKind, Dataset
from core.model.preparing import Age, Period, Span
from core.prepare.recoded_cells import refuse, refuse_cell

_MONTHS = {Span.YEAR: 12, Span.QUARTER: 3, Span.MONTH: 1}


def add_age(born: Column, step: Age, dataset: Dataset, field: str) -> Column:
    """Compute a column of completed years; missing where one of both dates is."""
    if step.name in dataset.names:
        raise refuse("prepare-name-taken", step.name, field)
    _check_dates(born, field)
    missing = born.missing.copy()
    # The days on which the ages count.
    if step.at in dataset.names:
        column = dataset.column(step.at)
        _check_dates(column, field)
        day, missing = column.values.astype(np.int64), missing | column.missing
    else:
        try:
            fixed = date.fromisoformat(step.at)
        except ValueError:
            raise refuse("prepare-at", step.at or None, field) from None
        day = np.full(len(born), (fixed - date(1970, 1, 1)).days, dtype=np.int64)
    years = count_completed_years(born.values.astype(np.int64), day)
    negative = (years < 0) & ~missing
    if negative.any():
        raise refuse_cell("prepare-born-later", dataset, born.name, field, negative)
    return Column(step.name, ColumnKind.INTEGER, np.where(missing, 0, years), missing)


@dataclass(frozen=True, slots=True, eq=False)
class _Calendar:
    """Months since January 1970, and days of the month from 0."""

    months: Ints
    days: Ints


def _calendar(days: Ints) -> _Calendar:
    months = days.astype("datetime64[D]").astype("datetime64[M]")
    first = months.astype("datetime64[D]").astype(np.int64)
    return _Calendar(months.astype(np.int64), days - first)


def count_completed_years(born: Ints, day: Ints) -> Ints:
    """Count completed years; who was born on 29 February has a birthday on 1 March."""
    birthday, reference = _calendar(born), _calendar(day)
    months = reference.months - birthday.months - (reference.days < birthday.days)
    return np.asarray(months // 12)


def move_to_first_days(column: Column, step: Period, field: str) -> Column:
    """Replace each date by the first day of its period."""
    _check_dates(column, field)
    length = _MONTHS[step.keep]
    months = _calendar(column.values.astype(np.int64)).months // length * length
    first = months.astype("datetime64[M]").astype("datetime64[D]").astype(np.int64)
    values = np.where(column.missing, 0, first)
    spellings = column.spellings
    if spellings is not None:
        index = np.where(values != column.values, np.int32(-1), spellings.index).astype(np.int32)
        spellings = replace(spellings, index=index)
    return replace(column, values=values, spellings=spellings)


def _check_dates(column: Column, field: str) -> None:
    if column.kind is not ColumnKind.DATE and not column.missing.all():
        raise refuse("prepare-needs-dates", column.name, field)
