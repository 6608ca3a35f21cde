"""Rows that a piece of work chooses from an array; only these are sent to another process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.array_types import Floats, Int32s, Ints

Positions = Int32s | Ints


@dataclass(frozen=True, slots=True, eq=False)
class ChosenRows:
    """Some rows of an array.

    Attributes
    ----------
    rows : numpy.ndarray of float64, shape (n, m)
        The array.
    positions : numpy.ndarray of int32 or int64, shape (r,)
        The rows chosen, in this order.
    """

    rows: Floats
    positions: Positions

    def take(self) -> Floats:
        """Copy the rows chosen, shape (r, m)."""
        return self.rows.take(self.positions, axis=0)

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        rows = self.take()
        return ChosenRows, (rows, np.arange(len(rows)))
