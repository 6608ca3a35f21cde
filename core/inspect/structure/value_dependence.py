"""Whether each value of a column occurs with one value, or one range of numbers, of another."""

from __future__ import annotations

import numpy as np

from core.inspect.structure.column_values import Floats, Ints, numbers_of, state_keys
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
    most : int
        The most different values, which take 16 bytes each; missing is a value.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: Ints = np.empty(0, np.int64)
        self._other: Ints = np.empty(0, np.int64)

    def add(self, column: Column, other: Column) -> bool:
        """Look at more records.

        Returns
        -------
        bool
            Whether the values of the other column still follow, and there are not too many.
        """
        of_others = state_keys(other)
        values, first, index = np.unique(state_keys(column), return_index=True, return_inverse=True)
        own = of_others[first]
        if np.any(of_others != own[index]):
            return False
        at = np.searchsorted(self._known, values)
        is_known = at < len(self._known)
        is_known[is_known] = self._known[at[is_known]] == values[is_known]
        if np.any(self._other[at[is_known]] != own[is_known]):
            return False
        new = ~is_known
        self._known = np.insert(self._known, at[new], values[new])
        self._other = np.insert(self._other, at[new], own[new])
        return len(self._known) <= self._most


class ValueRanges:
    """The least and the largest number of another column that each value so far occurs with.

    If these ranges lie apart, as those of size classes and employees do, the number gives the value
    away, however many different numbers there are. Missing cells do not count.
    """

    def __init__(self) -> None:
        self._keys: Ints = np.empty(0, np.int64)
        self._counts: Ints = np.empty(0, np.int64)
        self._least: Floats = np.empty(0)
        self._most: Floats = np.empty(0)

    def add(self, column: Column, number: Column) -> bool:
        """Look at more records.

        Returns
        -------
        bool
            Whether the ranges still lie apart, and there are not too many.
        """
        values = numbers_of(number)
        both = ~column.missing & np.isfinite(values)
        values = values[both]
        keys, index = np.unique(
            np.append(self._keys, state_keys(column)[both]), return_inverse=True
        )
        if len(keys) > _MOST_VALUES:
            return False
        known, new = index[: len(self._keys)], index[len(self._keys) :]
        least, most = np.full(len(keys), np.inf), np.full(len(keys), -np.inf)
        counts = np.bincount(new, minlength=len(keys))
        least[known], most[known] = self._least, self._most
        counts[known] += self._counts
        np.minimum.at(least, new, values)
        np.maximum.at(most, new, values)
        self._keys, self._counts, self._least, self._most = keys, counts, least, most
        order = np.argsort(least)
        return bool((most[order][:-1] < least[order][1:]).all())

    @property
    def is_meant(self) -> bool:
        """Whether there are enough records, so that the ranges do not lie apart by chance."""
        records = int(self._counts.sum())
        if records < max(_FEWEST_RECORDS, _LEAST_SHARED * len(self._counts)):
            return False
        return records - int(self._counts.max()) >= _LEAST_SHARED
