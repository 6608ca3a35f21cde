"""Counts released records whose class contradicts the number that it is made from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from core.array_types import Floats, Ints
from core.encode import MeasuredTable
from core.model import CATEGORICAL, Column, ColumnKind, Role

_LEAST_CLASSES, _MOST_CLASSES = 2, 50
# Of two classes, one of fewer records lies apart from the other by chance.
_LEAST_OF_TWO = 5
# Other classes lie apart by chance.
_LEAST_RECORDS = 20
# The first records rule out most pairs of columns.
_HEAD = 2000

Values = NDArray[np.generic]


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A column of classes that follows from a number in the original, but not in the release.

    Attributes
    ----------
    column, number : str
        The classes, and what they are made from.
    count : int
        Released records whose number lies among those of another class.
    """

    column: str
    number: str
    count: int


def find_contradictions(
    original: MeasuredTable, released: MeasuredTable, strata: Sequence[str]
) -> tuple[Contradiction, ...]:
    """Find the released classes that contradict a released number.

    Classes follow from a number if the ranges of its values lie apart in all classes: at least 3,
    or 2 of at least 5 records each. A column without a scale is one of classes if it has at most
    50 different values. Of several numbers the one that most records contradict counts, then the
    first.

    Parameters
    ----------
    original, released : MeasuredTable
        The same records before and after, with the kinds of columns that the scales need.
    strata : sequence of str
        Columns that are not masked; only pairs with a masked column are compared.
    """
    names = {column.name for column in released.columns}
    used = [a for a in released.schema.attributes if a.name in names]
    masked = {a.name for a in used if a.role is Role.QUASI_IDENTIFIER} - set(strata)
    numbers = [a.name for a in used if a.scale is not None and a.scale not in CATEGORICAL]
    contradictions_by_class = []
    for name in (a.name for a in used if a.name not in numbers):
        pairs = [number for number in numbers if masked & {name, number}]
        has_classes = bool(pairs) and _LEAST_CLASSES <= original.n_distinct(name) <= _MOST_CLASSES
        if not has_classes:
            continue
        original_column, released_column = original.column(name), released.column(name)
        places = _number_classes(original_column)
        counts = {
            n: _count_misplaced(
                places, (original_column, original.column(n)), (released_column, released.column(n))
            )
            for n in pairs
        }
        contradicted = max(counts, key=counts.__getitem__)
        if counts[contradicted]:
            contradictions_by_class.append(Contradiction(name, contradicted, counts[contradicted]))
    return tuple(contradictions_by_class)


def _number_classes(column: Column) -> dict[object, int]:
    """Assign a number to each class, by name."""
    classes = np.unique(column.values[~column.missing])
    return {name: number for number, name in enumerate(sorted(_names(column, classes), key=str))}


def _names(column: Column, values: Values) -> list[object]:
    names: list[object] = values.tolist()
    if column.kind is not ColumnKind.TEXT:
        return names
    return [column.categories[code] for code in values.tolist()]


def _class_of(column: Column, places: Mapping[object, int]) -> Ints:
    """Look up each record's class, -1 for none."""
    distinct, inverse = np.unique(column.values[~column.missing], return_inverse=True)
    classes = [places.get(name, -1) for name in _names(column, distinct)]
    record_classes = np.full(len(column), -1)
    record_classes[~column.missing] = np.array(classes, dtype=np.int64)[inverse] if classes else -1
    return record_classes


Both = tuple[Column, Column]


def _count_misplaced(places: Mapping[object, int], original: Both, released: Both) -> int:
    """Count the records whose number, second of a pair, lies among those of another class."""
    ranges = _Ranges(len(places))
    for classes, number in _pieces(original):
        record_ranks = _class_of(classes, places)
        observed = (record_ranks >= 0) & ~number.missing
        if not ranges.add(record_ranks[observed], number.values[observed]):
            return 0
    order = ranges.order
    if ranges.counts.sum() < _LEAST_RECORDS or len(order) < _LEAST_CLASSES:
        return 0
    if len(order) == 2 and ranges.counts[order].min() < _LEAST_OF_TWO:
        return 0
    # The last place is that of cells without a class.
    rank = np.full(len(places) + 1, -1)
    rank[order] = np.arange(len(order))
    below = np.append(ranges.most[order], -np.inf)
    above = np.append(ranges.least[order], np.inf)
    n_misplaced = 0
    for classes, number in _pieces(released):
        record_ranks = rank[_class_of(classes, places)]
        is_comparable = (record_ranks >= 0) & ~number.missing
        record_ranks, values = record_ranks[is_comparable], number.values[is_comparable]
        n_misplaced += int(
            ((values <= below[record_ranks - 1]) | (values >= above[record_ranks + 1])).sum()
        )
    return n_misplaced


def _pieces(columns: Both) -> Iterator[tuple[Column, Column]]:
    """Yield the records of two columns, the first ones apart."""
    classes, number = columns
    for records in (slice(_HEAD), slice(_HEAD, None)):
        yield _bare(classes, records), _bare(number, records)


def _bare(column: Column, records: slice) -> Column:
    cells = column.values[records], column.missing[records]
    return Column(column.name, column.kind, *cells, column.categories)


@dataclass(slots=True)
class _Ranges:
    """The number of records of each of several classes, and their smallest and largest number."""

    classes: int
    counts: Ints = field(init=False)
    least: Floats = field(init=False)
    most: Floats = field(init=False)

    def __post_init__(self) -> None:
        self.counts = np.zeros(self.classes, dtype=np.int64)
        self.least, self.most = np.full(self.classes, np.inf), np.full(self.classes, -np.inf)

    def add(self, classes: Ints, values: Values) -> bool:
        """Add the numbers of some records; return whether the ranges still lie apart."""
        np.minimum.at(self.least, classes, values)
        np.maximum.at(self.most, classes, values)
        self.counts += np.bincount(classes, minlength=self.classes)
        order = self.order
        return bool((self.most[order][:-1] < self.least[order][1:]).all())

    @property
    def order(self) -> Ints:
        """The classes that have a number, by their least one."""
        return np.argsort(self.least)[: int(np.isfinite(self.least).sum())]
