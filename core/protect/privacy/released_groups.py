"""Released positions: one for each group, with the group assigned to each record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_Cells = TypeVar(
    "_Cells", NDArray[np.float64], NDArray[np.int64] | NDArray[np.float64] | NDArray[np.int32]
)


@dataclass(frozen=True, slots=True, eq=False)
class ReleasedGroups:
    """The released values of a column as positions in its domain.

    Attributes
    ----------
    of_groups : numpy.ndarray of float64, shape (g,)
        Position of each group in the declared domain, possibly fractional or beyond the bounds.
    groups : numpy.ndarray of int32, shape (n,), or None
        Group of each record; ``None`` if every record is its own group, in order.
    """

    of_groups: Floats
    groups: NDArray[np.int32] | None = None

    def places(self) -> Floats:
        """Return the position of each record; shape (n,)."""
        return self.for_records(self.of_groups)

    def for_records(self, of_groups: _Cells) -> _Cells:
        """Return the entry of `of_groups` for each record's group; shape (n,)."""
        return of_groups if self.groups is None else of_groups[self.groups]
