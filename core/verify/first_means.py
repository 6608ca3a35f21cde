"""Compares records with those of version 0.1, which rounded a mean twice.

It rounded the sum of a group and then the quotient; since then a mean is rounded once. The last
digits of the same mean can differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from core.log import table_hash
from core.model import Column, ColumnKind

# Means of weighted amounts differ by a few times 2e-16.
_TOLERANCE = 1e-12


def have_same_records(found: Sequence[Column], repeated: Sequence[Column], *, order: bool) -> bool:
    """Return whether two tables have the same records, but for the last digits of numbers.

    Parameters
    ----------
    found, repeated : sequence of Column
        The tables, with the same columns.
    order : bool
        Whether the records must also have the same order.
    """
    if [(c.name, c.kind, len(c)) for c in found] != [(c.name, c.kind, len(c)) for c in repeated]:
        return False
    pairs = [_numbered(one, other) for one, other in zip(found, repeated, strict=True)]
    ones, others = [one for one, _ in pairs], [other for _, other in pairs]
    if order:
        place = np.arange(len(found[0]))
        nothing = np.zeros(len(place), dtype=np.bool_)
        placed = Column("", ColumnKind.INTEGER, place, nothing)
        ones, others = [*ones, placed], [*others, placed]
    return table_hash(ones) == table_hash(others)


def _numbered(one: Column, other: Column) -> tuple[Column, Column]:
    """Return two columns of numbers with equal numbers for values that are nearly equal."""
    if one.values.dtype.kind != "f" or other.values.dtype.kind != "f":
        return one, other
    missing = np.concatenate([one.missing, other.missing])
    values = np.where(missing, 0.0, np.concatenate([one.values, other.values]))
    ordered = np.argsort(values)
    sizes = np.abs(values[ordered])
    apart = np.diff(values[ordered]) > _TOLERANCE * np.maximum(sizes[1:], sizes[:-1])
    numbers = np.empty(len(values), dtype=np.int64)
    numbers[ordered] = np.concatenate([[0], np.cumsum(apart)])
    kind, rows = ColumnKind.INTEGER, len(one)
    return (
        replace(one, kind=kind, values=numbers[:rows]),
        replace(other, kind=kind, values=numbers[rows:]),
    )
