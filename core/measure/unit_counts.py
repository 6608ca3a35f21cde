"""Units with equal released profiles, counted on released columns alone.

The profile of a unit is the multiset of its records, each with the columns of the unit and its own
quasi-identifiers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from core.array_types import Floats, Ints
from core.encode import group_records
from core.encode.not_applicable import write_all_back
from core.encode.unit_groups import first_records, group_units
from core.kernels.numerics.sums import group_means
from core.model import Column, Direction, Measure, Schema


class ProfiledUnits(NamedTuple):
    """The units of a file, with the columns that make up their profiles.

    Attributes
    ----------
    unit : numpy.ndarray of int64, shape (n,)
        Unit of each record, numbered from 0 without gaps.
    columns : tuple of str
        At least one.
    """

    unit: Ints
    columns: tuple[str, ...]


class UnequalColumn(NamedTuple):
    """A column of the unit that differs inside units.

    Attributes
    ----------
    units : int
        Number of units in which it differs.
    rows : tuple of int
        The first records, ascending, that differ from the first record of their unit.
    """

    name: str
    units: int
    rows: tuple[int, ...]


def count_unique_units(unit: Ints, columns: Sequence[Column]) -> int:
    """Count the units whose profile no other unit has."""
    groups = group_units(unit, group_records(columns))
    return int(np.count_nonzero(np.bincount(groups) == 1))


def find_unequal_columns(
    unit: Ints, columns: Sequence[Column], n_records: int = 5
) -> list[UnequalColumn]:
    """Find the columns that differ inside a unit.

    Parameters
    ----------
    unit : numpy.ndarray of int64, shape (n,)
        Unit of each record, numbered from 0 without gaps.
    columns : sequence of Column
        Those that should have one value in all records of a unit.
    n_records : int
        Number of records to name for each column.
    """
    first, unequal = first_records(unit), []
    for column in columns:
        labels = group_records([column])
        rows = np.flatnonzero(labels != labels[first][unit])
        if len(rows):
            units = len(np.unique(unit[rows]))
            unequal.append(UnequalColumn(column.name, units, tuple(rows[:n_records].tolist())))
    return unequal


def risks_of_units(unit: Ints, risks: Floats) -> Floats:
    """Compute the probability that at least one member of each unit is re-identified.

    ``1 - prod(1 - r_i)`` over the members of a unit, whose risks count as independent.

    Parameters
    ----------
    unit : numpy.ndarray of int64, shape (n,)
        Unit of each record, numbered from 0 without gaps.
    risks : numpy.ndarray of float64, shape (n,)
        Risk of each record, in [0, 1].

    Returns
    -------
    numpy.ndarray of float64, shape (units,)
        In [0, 1].
    """
    certain = risks >= 1.0
    escapes = np.log1p(-np.where(certain, 0.0, risks))
    sizes = np.bincount(unit)
    logarithms = group_means(escapes, unit, len(sizes)) * sizes
    unit_risks = -np.expm1(logarithms)
    unit_risks[unit[certain]] = 1.0
    return np.asarray(unit_risks)


def risks_of_records(columns: Sequence[Column]) -> Floats:
    """Return one over the size of each record's group of equal records, shape (n,)."""
    labels = group_records(columns)
    return np.asarray(1.0 / np.bincount(labels)[labels])


def unit_measures(
    units: ProfiledUnits, original: Sequence[Column], released: Sequence[Column], schema: Schema
) -> tuple[Measure, ...]:
    """Count the units with a unique profile and average a unit's risk, before and after.

    Parameters
    ----------
    original, released : sequence of Column
        The same records in the same order, before and after.
    """
    counted = []
    for table in (original, released):
        unit_columns = [column for column in table if column.name in units.columns]
        profile = write_all_back(unit_columns, schema)
        risk = float(risks_of_units(units.unit, risks_of_records(profile)).mean())
        counted.append((count_unique_units(units.unit, profile), risk))
    return _measures_of_units(*counted)


def _measures_of_units(
    original: tuple[int, float], released: tuple[int, float]
) -> tuple[Measure, ...]:
    """Build the measures from the numbers of units with a unique profile and their mean risk."""
    return tuple(
        measure
        for when, (unique, risk), better in (
            ("before", original, Direction.NEITHER),
            ("after", released, Direction.LOWER),
        )
        for measure in (
            Measure(f"unit-uniques-{when}", float(unique), "units", better),
            Measure(f"unit-risk-{when}", 100.0 * risk, "%", better),
        )
    )
