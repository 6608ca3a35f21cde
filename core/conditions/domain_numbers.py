"""Numbers the domains of records, which may come in parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.encode import group_records
from core.encode.not_applicable import all_written_back
from core.model import Column, ColumnKind, Schema

Ints: TypeAlias = NDArray[np.int64]


@dataclass(slots=True)
class DomainNumbers:
    """The domains that were seen, numbered from 0 by first appearance.

    Attributes
    ----------
    names : sequence of str
        The columns whose combinations of values are the domains.
    schema : Schema
        What they mean.
    """

    names: Sequence[str]
    schema: Schema
    _known: dict[tuple[object, ...], int] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self._known)

    def of(self, columns: Mapping[str, Column], records: int) -> Ints:
        """Return the number of the domain of each of some records, shape (records,).

        Codes of questions that were not asked are values, because readers see them.
        """
        own = all_written_back([columns[name] for name in self.names], self.schema)
        labels = group_records(own) if own else np.zeros(records, dtype=np.int64)
        first = np.unique(labels, return_index=True)[1]
        keys = zip(*(_cells(column, first) for column in own), strict=True) if own else iter([()])
        numbers = [self._known.setdefault(key, len(self._known)) for key in keys]
        return np.array(numbers, dtype=np.int64)[labels]


def _cells(column: Column, at: Ints) -> Iterator[object]:
    """Yield the values of some cells, ``None`` for a missing one; equal cells have equal values."""
    cells = zip(column.values[at].tolist(), column.missing[at].tolist(), strict=True)
    for value, missing in cells:
        if missing:
            yield None
        else:
            yield column.categories[value] if column.kind is ColumnKind.TEXT else float(value)
