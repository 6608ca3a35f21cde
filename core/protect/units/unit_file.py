"""The records of a file whose unit of protection is a group of records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.encode import nominal, numbers, take
from core.encode.unit_groups import first_records, units_by_size
from core.kernels.numerics.grouping import refine
from core.kernels.numerics.sums import group_means
from core.model import Attribute, Column, Scale, Schema
from core.protect.clustering import Quasi
from core.protect.encode import encode_nominal, encode_points

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class UnitFile:
    """The kept records with the settings that concern units.

    Attributes
    ----------
    columns : tuple of Column
        Of `n` records, in the file's order.
    schema : Schema
        What the columns mean.
    unit : numpy.ndarray of int64, shape (n,)
        Unit of each record, numbered from 0 by first appearance.
    masked : tuple of str
        The quasi-identifiers to mask.
    unit_columns : tuple of str
        Columns that have one value in all records of a unit.
    members_by : tuple of str
        Columns by which the members of a unit are sorted; ties by the other masked
        quasi-identifiers of members, by name.
    strata : numpy.ndarray of int64, shape (n,)
        Stratum of each record. A group contains records of one stratum only: the waves of a panel,
        patterns of questions that do not apply, the values of unmasked quasi-identifiers.
    weight : str or None
        Name of the column of survey weights.
    weights : numpy.ndarray of float64, shape (n,), or None
        The weights.
    """

    columns: tuple[Column, ...]
    schema: Schema
    unit: Ints
    masked: tuple[str, ...]
    unit_columns: tuple[str, ...]
    members_by: tuple[str, ...]
    strata: Ints
    weight: str | None = None
    weights: Floats | None = None

    def named(self, name: str) -> Column:
        """Return the column called `name`."""
        return next(column for column in self.columns if column.name == name)

    def masked_of_unit(self) -> tuple[str, ...]:
        """Return the masked quasi-identifiers that belong to the unit."""
        return tuple(name for name in self.masked if name in set(self.unit_columns))

    def masked_of_members(self) -> tuple[str, ...]:
        """Return the masked quasi-identifiers that belong to the members."""
        return tuple(name for name in self.masked if name not in set(self.unit_columns))

    def once_each(self, name: str) -> Column:
        """Return a column of the unit with one record for each unit."""
        return take(self.named(name), first_records(self.unit))

    def unit_weights(self) -> Floats | None:
        """Return the mean weight of each unit's records, or ``None`` without weights."""
        if self.weights is None:
            return None
        return np.asarray(group_means(self.weights, self.unit, int(self.unit.max()) + 1))

    def quasi_of_units(self) -> Quasi:
        """Return the unit's masked quasi-identifiers, standardised over units."""
        names = self.masked_of_unit()
        units = int(self.unit.max()) + 1
        return _encoded([self.once_each(name) for name in names], self._schema(names), units)

    def quasi_of_members(self) -> Quasi:
        """Return the members' masked quasi-identifiers, standardised over records."""
        names = self.masked_of_members()
        return _encoded([self.named(name) for name in names], self._schema(names), len(self.unit))

    def _schema(self, names: Sequence[str]) -> Schema:
        return Schema(tuple(a for a in self.schema.attributes if a.name in set(names)))


def _encoded(columns: Sequence[Column], schema: Schema, count: int) -> Quasi:
    if not columns:
        return Quasi(np.empty((count, 0)))
    return Quasi(encode_points(columns, schema), encode_nominal(columns, schema))


class UnitPattern(NamedTuple):
    """Units with the same number of members in each stratum.

    Attributes
    ----------
    units : numpy.ndarray of int64, shape (u,)
        Ascending.
    rows : numpy.ndarray of int64, shape (u, m)
        The records of each, by stratum, then in the order of `UnitFile.members_by`.
    strata : numpy.ndarray of int64, shape (m,)
        The stratum in each slot, ascending.
    """

    units: Ints
    rows: Ints
    strata: Ints

    def runs(self) -> list[slice]:
        """Return the slots of each stratum; members may change places only within one of them."""
        ends = (np.flatnonzero(np.diff(self.strata)) + 1).tolist()
        return [slice(*bounds) for bounds in pairwise([0, *ends, len(self.strata)])]


def patterns_of(file: UnitFile) -> Iterator[UnitPattern]:
    """Yield the patterns of the file's units, by size, then by first unit."""
    order = np.lexsort((*_member_keys(file)[::-1], file.strata, file.unit)).astype(np.int64)
    for units, rows in units_by_size(file.unit, order):
        strata = file.strata[rows]
        labels = np.zeros(len(units), dtype=np.int64)
        for column in strata.T:
            if (column != column[0]).any():
                labels = refine(labels, np.ascontiguousarray(column))
        counts = np.bincount(labels)
        for own in np.split(np.argsort(labels, kind="stable"), np.cumsum(counts)[:-1]):
            yield UnitPattern(units[own], rows[own], strata[own[0]])


def _member_keys(file: UnitFile) -> list[Floats]:
    others = sorted(set(file.masked_of_members()) - set(file.members_by))
    return [
        _sort_key(file.named(name), file.schema.named(name)) for name in (*file.members_by, *others)
    ]


def _sort_key(column: Column, attribute: Attribute) -> Floats:
    """Return numbers that sort the column: missing values last, categories in taxonomy order."""
    if attribute.scale is Scale.NOMINAL:
        keys = nominal(column, attribute).places.astype(np.float64)
    elif attribute.scale is not None:
        keys = numbers(column, attribute)
    else:
        keys = column.values.astype(np.float64)
    return np.where(column.missing, np.inf, keys)


def without(file: UnitFile, units: Ints) -> tuple[UnitFile, Ints]:
    """Return the file without some units, and the positions of the records that remain.

    Parameters
    ----------
    file : UnitFile
        The file.
    units : numpy.ndarray of int64
        Units to leave out.
    """
    gone = np.zeros(int(file.unit.max()) + 1, dtype=np.bool_)
    gone[units] = True
    rows = np.flatnonzero(~gone[file.unit])
    left = refine(file.unit[rows], np.zeros_like(rows))
    columns = tuple(take(column, rows) for column in file.columns)
    weights = None if file.weights is None else file.weights[rows]
    strata = file.strata[rows]
    return replace(file, columns=columns, unit=left, strata=strata, weights=weights), rows
