"""What a file must satisfy before its units can be protected, and what is left out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.model import Column
from core.protect.units.unit_file import UnitPattern

Ints = NDArray[np.int64]


class Unnumbered(NamedTuple):
    """Records without a unit number.

    Attributes
    ----------
    records : int
        Their number.
    rows : tuple of int
        The first of them, ascending positions.
    """

    records: int
    rows: tuple[int, ...]


class SmallPattern(NamedTuple):
    """A pattern with too few units.

    Attributes
    ----------
    size : int
        Members of each unit.
    units, records : int
        Number of units with the pattern, and of their records.
    """

    size: int
    units: int
    records: int


class LargerUnits(NamedTuple):
    """Units with more members than the largest size allowed.

    Attributes
    ----------
    units : numpy.ndarray of int64
        Ascending, for `core.protect.units.without`.
    records : int
        Number of their records.
    """

    units: Ints
    records: int


def without_number(link: Column, most: int = 5) -> Unnumbered:
    """Return the records without a value in the column that identifies their unit.

    Parameters
    ----------
    link : Column
        Of `n` records.
    most : int
        Number of records to name.
    """
    rows = np.flatnonzero(link.missing)
    return Unnumbered(len(rows), tuple(rows[:most].tolist()))


def units_of_size(unit: Ints) -> dict[int, int]:
    """Return the number of units of each size, by size ascending.

    Parameters
    ----------
    unit : numpy.ndarray of int64, shape (n,)
        Unit of each record, numbered from 0 without gaps.
    """
    sizes, counts = np.unique(np.bincount(unit), return_counts=True)
    return dict(zip(sizes.tolist(), counts.tolist(), strict=True))


def larger_units(unit: Ints, largest: int) -> LargerUnits:
    """Return the units with more than `largest` members.

    Parameters
    ----------
    unit : numpy.ndarray of int64, shape (n,)
        Unit of each record, numbered from 0 without gaps.
    largest : int
        Largest number of members allowed, at least 1.
    """
    sizes = np.bincount(unit)
    units = np.flatnonzero(sizes > largest).astype(np.int64)
    return LargerUnits(units, int(sizes[units].sum()))


def small_patterns(patterns: Iterable[UnitPattern], k: int) -> list[SmallPattern]:
    """Return the patterns with fewer than `k` units, which cannot be protected.

    Parameters
    ----------
    patterns : iterable of UnitPattern
        From `core.protect.units.patterns_of`. Without strata, a pattern is a size.
    k : int
        Number of units that are to share a profile.
    """
    return [
        SmallPattern(pattern.rows.shape[1], len(pattern.units), pattern.rows.size)
        for pattern in patterns
        if len(pattern.units) < k
    ]
