"""Counts released records whose class contradicts the number that it is made from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.model import Column, ColumnKind, Role, Scale, Schema

_LEAST_CLASSES, _MOST_CLASSES = 2, 50
# Of two classes, one of fewer records lies apart from the other by chance.
_LEAST_OF_TWO = 5
# Other classes lie apart by chance.
_LEAST_RECORDS = 20
# The first records rule out most pairs of columns.
_HEAD = 2000
_CLASSES = (Scale.NOMINAL, Scale.ORDINAL)

Ints = NDArray[np.int64]


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


def contradictions(
    original: Mapping[str, Column],
    released: Mapping[str, Column],
    schema: Schema,
    strata: Sequence[str],
) -> tuple[Contradiction, ...]:
    """Return the released classes that contradict a released number.

    Classes follow from a number if the ranges of its values lie apart in all classes: at least 3,
    or 2 of at least 5 records each. A column without a scale is one of classes if it has at most
    50 different values. Of several numbers the one that most records contradict counts, then the
    first.

    Parameters
    ----------
    original, released : mapping of str to Column
        The same records before and after, with the kinds of columns that the scales need.
    schema, strata : Schema and sequence of str
        What the columns mean; only pairs with a masked column are compared.
    """
    used = [a for a in schema.attributes if a.name in released]
    masked = {a.name for a in used if a.role is Role.QUASI_IDENTIFIER} - set(strata)
    numbers = [a.name for a in used if a.scale is not None and a.scale not in _CLASSES]
    found = []
    for name in (a.name for a in used if a.name not in numbers):
        classes = _classes(original[name], released[name])
        if classes is None:
            continue
        pairs = [number for number in numbers if masked & {name, number}]
        counts = {n: _count(*classes, original[n], released[n]) for n in pairs}
        most = max(counts, key=counts.__getitem__, default=None)
        if most is not None and counts[most]:
            found.append(Contradiction(name, most, counts[most]))
    return tuple(found)


def _classes(before: Column, after: Column) -> tuple[Ints, Ints] | None:
    """Return each record's class before and after, -1 for none; ``None`` for too few or many."""
    names = _names(before)
    if len(np.unique(names[:_HEAD])) > _MOST_CLASSES + 1:
        return None
    known = dict.fromkeys(np.unique(names[~before.missing]).tolist())
    if not _LEAST_CLASSES <= len(known) <= _MOST_CLASSES:
        return None
    places = {name: place for place, name in enumerate(known)}
    return _places(names, before, places), _places(_names(after), after, places)


def _names(column: Column) -> NDArray[np.generic]:
    if column.kind is not ColumnKind.TEXT:
        return column.values
    # The last one is that of missing cells.
    return np.array([*column.categories, ""])[column.values]


def _places(names: NDArray[np.generic], column: Column, places: Mapping[object, int]) -> Ints:
    distinct, inverse = np.unique(names, return_inverse=True)
    found = np.array([places.get(name, -1) for name in distinct.tolist()], dtype=np.int64)
    return np.where(column.missing, -1, found[inverse])


def _count(before: Ints, after: Ints, original: Column, released: Column) -> int:
    """Return how many records have a number that lies among those of another class."""
    observed = (before >= 0) & ~original.missing
    head = observed.copy()
    head[_HEAD:] = False
    if _ranges(before[head], original.values[head]) is None:
        return 0
    ranges = _ranges(before[observed], original.values[observed])
    if ranges is None or int(observed.sum()) < _LEAST_RECORDS:
        return 0
    least, most, order = ranges
    if len(order) < _LEAST_CLASSES:
        return 0
    if len(order) == 2 and _smaller_of_two(before[observed]) < _LEAST_OF_TWO:
        return 0
    # The last place is that of cells without a class.
    rank = np.full(_MOST_CLASSES + 1, -1)
    rank[order] = np.arange(len(order))
    shown = (rank[after] >= 0) & ~released.missing
    own, values = rank[after[shown]], released.values[shown]
    below = np.append(most[order], -np.inf)[own - 1]
    above = np.append(least[order], np.inf)[own + 1]
    return int(((values <= below) | (values >= above)).sum())


def _smaller_of_two(classes: Ints) -> int:
    """Return how many records the smaller one of two classes has."""
    counts = np.bincount(classes[classes >= 0])
    return int(counts[counts > 0].min())


def _ranges(classes: Ints, values: NDArray[np.generic]) -> tuple[NDArray[np.generic], ...] | None:
    """Return least and largest value of each class and their order; ``None`` if they overlap."""
    if not len(classes):
        return None
    size = int(classes.max()) + 1
    least = np.full(size, np.inf)
    most = np.full(size, -np.inf)
    np.minimum.at(least, classes, values)
    np.maximum.at(most, classes, values)
    order = np.argsort(least)[: int(np.isfinite(least).sum())]
    apart = bool((most[order][:-1] < least[order][1:]).all())
    return (least, most, order) if apart else None
