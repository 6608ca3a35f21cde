"""Whether each value of a column occurs with one value, or one range of numbers, of another."""

from __future__ import annotations

import numpy as np

from core.array_types import Floats, Ints
from core.inspect.structure.column_values import state_keys
from core.model import Column

# On average so many records must share a value; the number of those with a rarer one, so that
# ranges do not lie apart by chance.
_LEAST_SHARED = 5
# Numbers of more values have an order that ranks show (`core.inspect.structure.rank_agreement`).
_MOST_VALUES = 1_000
_FEWEST_RECORDS = 30


class Dependence:
    """The values of a column so far, each with that of the other column.

    Parameters
    ----------
    limit : int
        The most different values, which take 16 bytes each; missing is a value.
    """

    def __init__(self, limit: int) -> None:
        self._most = limit
        self._known: Ints = np.empty(0, np.int64)
        self._other: Ints = np.empty(0, np.int64)

    def add(self, column: Column, dependent: Column) -> bool:
        """Add records; check whether `dependent` still follows, and the values are not too many."""
        dependent_keys = state_keys(dependent)
        values, first, index = np.unique(state_keys(column), return_index=True, return_inverse=True)
        first_keys = dependent_keys[first]
        if np.any(dependent_keys != first_keys[index]):
            return False
        slots = np.searchsorted(self._known, values)
        is_known = slots < len(self._known)
        is_known[is_known] = self._known[slots[is_known]] == values[is_known]
        if np.any(self._other[slots[is_known]] != first_keys[is_known]):
            return False
        new = ~is_known
        self._known = np.insert(self._known, slots[new], values[new])
        self._other = np.insert(self._other, slots[new], first_keys[new])
        return len(self._known) <= self._most


class ValueRanges:
    """The smallest and the largest number that each value so far occurs with.

    If these ranges lie apart, as those of size classes and employees do, the number gives the value
    away, however many different numbers there are. Missing cells do not count.
    """

    def __init__(self) -> None:
        self._keys: Ints = np.empty(0, np.int64)
        self._counts: Ints = np.empty(0, np.int64)
        self._least: Floats = np.empty(0)
        self._most: Floats = np.empty(0)

    def add(self, column: Column, number: Column) -> bool:
        """Add records; check whether the ranges still lie apart, and are not too many."""
        values = number.floats()
        is_known = ~column.missing & np.isfinite(values)
        values = values[is_known]
        keys, index = np.unique(
            np.append(self._keys, state_keys(column)[is_known]), return_inverse=True
        )
        if len(keys) > _MOST_VALUES:
            return False
        old_slots, new_slots = index[: len(self._keys)], index[len(self._keys) :]
        smallest, largest = np.full(len(keys), np.inf), np.full(len(keys), -np.inf)
        counts = np.bincount(new_slots, minlength=len(keys))
        smallest[old_slots], largest[old_slots] = self._least, self._most
        counts[old_slots] += self._counts
        np.minimum.at(smallest, new_slots, values)
        np.maximum.at(largest, new_slots, values)
        self._keys, self._counts, self._least, self._most = keys, counts, smallest, largest
        order = np.argsort(smallest)
        return bool((largest[order][:-1] < smallest[order][1:]).all())

    @property
    def is_meant(self) -> bool:
        """Whether there are enough records, so that the ranges do not lie apart by chance."""
        records = int(self._counts.sum())
        if records < max(_FEWEST_RECORDS, _LEAST_SHARED * len(self._counts)):
            return False
        return records - int(self._counts.max()) >= _LEAST_SHARED
