"""Units (households, firms, trajectories) and what their records have in common."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from core.array_types import Ints
from core.encode.record_groups import group_records
from core.kernels.numerics.grouping import refine
from core.model import Dataset, Unit


class SameSize(NamedTuple):
    """The units of one size.

    Attributes
    ----------
    units : numpy.ndarray of int64, shape (u,)
        Ascending.
    rows : numpy.ndarray of int64, shape (u, m)
        The records of each.
    """

    units: Ints
    rows: Ints


def number_units(dataset: Dataset, unit: Unit) -> Ints:
    """Label each record by its unit, numbered from 0 by first appearance; shape (n,).

    Records with the same values in the columns that number the units belong to one unit, and so do
    all records without a value, which a caller has to exclude beforehand.
    """
    return group_records([dataset.column(name) for name in unit.id])


def units_by_size(unit: Ints, order: Ints) -> Iterator[SameSize]:
    """Yield the units of each size, ascending.

    Parameters
    ----------
    unit : numpy.ndarray of int64, shape (n,)
        Unit of each record, numbered from 0 without gaps.
    order : numpy.ndarray of int64, shape (n,)
        The records unit by unit, in ascending order of unit.
    """
    sizes = np.bincount(unit)
    begin = np.cumsum(sizes) - sizes
    by_size = np.argsort(sizes, kind="stable").astype(np.int64)
    ends = np.flatnonzero(np.diff(sizes[by_size], append=-1)) + 1
    for units in np.split(by_size, ends[:-1]):
        positions = begin[units][:, None] + np.arange(sizes[units[0]])
        yield SameSize(units, order[positions])


def group_units(unit: Ints, labels: Ints) -> Ints:
    """Group the units whose records have the same labels, each as often.

    Labels are compared, not only hashed, so units of one group are equal without exception.

    Parameters
    ----------
    unit : numpy.ndarray of int64, shape (n,)
        Unit of each record, numbered from 0 without gaps.
    labels : numpy.ndarray of int64, shape (n,)
        A number for each record, equal for equal records.

    Returns
    -------
    numpy.ndarray of int64, shape (units,)
        Group of each unit, numbered from 0 by first appearance.
    """
    unit_labels = np.empty(int(unit.max(initial=-1)) + 1, dtype=np.int64)
    groups = 0
    order = np.lexsort((labels, unit)).astype(np.int64)
    for size_class in units_by_size(unit, order):
        profiles = labels[size_class.rows]
        labels_of_size = np.zeros(len(size_class.units), dtype=np.int64)
        for column in profiles.T:
            if (column != column[0]).any():
                labels_of_size = refine(labels_of_size, np.ascontiguousarray(column))
        unit_labels[size_class.units] = groups + labels_of_size
        groups += int(labels_of_size.max()) + 1
    return np.asarray(refine(unit_labels, np.zeros_like(unit_labels)))


def first_records(unit: Ints) -> Ints:
    """Find the first record of each unit, shape (units,)."""
    first_record = np.empty(int(unit.max(initial=-1)) + 1, dtype=np.int64)
    first_record[unit[::-1]] = np.arange(len(unit) - 1, -1, -1)
    return first_record


def units_in_groups(labels: Ints, unit: Ints) -> Ints:
    """Count the different units in each group of records.

    Parameters
    ----------
    labels : numpy.ndarray of int64, shape (n,)
        Group of each record, numbered from 0 without gaps.
    unit : numpy.ndarray of int64, shape (n,)
        Unit of each record, with arbitrary numbers.

    Returns
    -------
    numpy.ndarray of int64, shape (groups,)
    """
    first = first_records(refine(labels, unit))
    return np.bincount(labels[first]).astype(np.int64)
