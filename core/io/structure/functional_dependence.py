"""Whether each value of a column always occurs with the same value of another one."""

from __future__ import annotations

import numpy as np

from core.io.structure.column_values import Ints, state_keys
from core.model import Column


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
