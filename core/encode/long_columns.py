"""Columns that are gone through in parts, because they may not fit into memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from core.encode.numbers import numbers
from core.model import Attribute, Column, ColumnKind

_SAMPLED = 1_000_000


class LongColumn(Protocol):
    """A column of which one part at a time is in memory."""

    @property
    def name(self) -> str:
        """The column's name."""

    @property
    def kind(self) -> ColumnKind:
        """The column's kind."""

    @property
    def head(self) -> Column:
        """The column without its records, but with all of its categories."""

    def __len__(self) -> int: ...

    def parts(self) -> Iterator[Column]:
        """Yield the parts in order."""


AnyColumn = Column | LongColumn


def parts_of(column: AnyColumn) -> Iterator[Column]:
    """Yield the parts of a column in order; a column in memory is a part."""
    if isinstance(column, Column):
        yield column
    else:
        yield from column.parts()


def categories_of(column: AnyColumn) -> tuple[str, ...]:
    """Return the categories of a text column."""
    return column.categories if isinstance(column, Column) else column.head.categories


def present_count(column: AnyColumn) -> int:
    """Return the number of values that are not missing."""
    return sum(int((~part.missing).sum()) for part in parts_of(column))


def sampled_numbers(column: AnyColumn, attribute: Attribute) -> NDArray[np.float64]:
    """Return the values that are not missing, of every s-th record if there are very many.

    There is at least one, if the column has any.
    """
    step = max(1, -(-len(column) // _SAMPLED))
    found, done, first = [], 0, np.empty(0)
    for part in parts_of(column):
        values = numbers(part, attribute)
        some = values[-done % step :: step]
        found.append(some[~np.isnan(some)])
        if not len(first):
            first = values[~np.isnan(values)][:1]
        done += len(part)
    sample = np.concatenate(found) if found else first
    return sample if len(sample) else first
