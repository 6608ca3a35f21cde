"""Released places: few, one for each group, and which group each record is given."""

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
    """What is released of a column, before it is put into the column's own units.

    Attributes
    ----------
    of_groups : numpy.ndarray of float64, shape (g,)
        A place in the declared domain for each group; between places, and beyond the bounds, too.
    groups : numpy.ndarray of int32, shape (n,), or None
        Each record's group; ``None`` if every record is one of its own, in their order.
    """

    of_groups: Floats
    groups: NDArray[np.int32] | None = None

    def places(self) -> Floats:
        """Return the place of each record; shape (n,)."""
        return self.for_records(self.of_groups)

    def for_records(self, of_groups: _Cells) -> _Cells:
        """Return for each record what `of_groups` has for its group; shape (n,)."""
        return of_groups if self.groups is None else of_groups[self.groups]
