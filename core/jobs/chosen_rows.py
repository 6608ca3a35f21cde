"""Rows of an array from which independent pieces of work choose theirs.

Several pieces choose the same rows one after the other. Where their processes can read the array
in a file, they are sent the positions alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Positions = NDArray[np.int32] | NDArray[np.int64]

# Positions up to it are sent in half the bytes.
_LARGEST = int(np.iinfo(np.int32).max)


@dataclass(frozen=True, slots=True, eq=False)
class SharedRows:
    """An array that all pieces may read.

    Attributes
    ----------
    rows : numpy.ndarray of float64, shape (n, m)
        The rows.
    path : Path, optional
        A copy of them, in numpy's format, that the other processes can read.
    """

    rows: Floats
    path: Path | None = None

    def choose(self, positions: Positions) -> ChosenRows:
        """Return the rows at some positions."""
        return ChosenRows(self, positions)


@dataclass(frozen=True, slots=True, eq=False)
class ChosenRows:
    """Some rows of an array.

    Attributes
    ----------
    shared : SharedRows
        The array.
    positions : numpy.ndarray of int32 or int64, shape (r,)
        The rows.
    """

    shared: SharedRows
    positions: Positions

    def taken(self, some: slice = slice(None)) -> Floats:
        """Return a copy of the rows, or of some of them, shape (r, m)."""
        found: Floats = self.shared.rows.take(self.positions[some], axis=0)
        return found

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        if self.shared.path is None:
            return _all_of, (self.taken(),)
        few = len(self.shared.rows) <= _LARGEST
        positions = self.positions.astype(np.int32, copy=False) if few else self.positions
        return _mapped, (str(self.shared.path), positions)


@contextmanager
def rows_in_file(path: Path, rows: Floats) -> Iterator[SharedRows]:
    """Share rows through a file if there is space for it; remove it in the end.

    Parameters
    ----------
    path : Path
        A new file that all processes can read.
    rows : numpy.ndarray of float64, shape (n, m)
        The rows.
    """
    try:
        try:
            np.save(path, rows, allow_pickle=False)
            shared = SharedRows(rows, path)
        except OSError:
            path.unlink(missing_ok=True)
            shared = SharedRows(rows)
        yield shared
    finally:
        path.unlink(missing_ok=True)


def _all_of(rows: Floats) -> ChosenRows:
    return ChosenRows(SharedRows(rows), np.arange(len(rows)))


def _mapped(path: str, positions: Positions) -> ChosenRows:
    return ChosenRows(SharedRows(_opened(path)), positions)


@lru_cache(maxsize=1)
def _opened(path: str) -> Floats:
    # Mapped once, as each piece reads a little of every page.
    rows: Floats = np.load(path, mmap_mode="r", allow_pickle=False)
    return rows
