"""Shares masked totals out among their parts (`core.rules.sharing`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from core.conditions import Records
from core.encode import by_first_appearance
from core.model import Column, ColumnKind, Scale, Step
from core.rules import SumOfParts, share_out_total

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def holders_of(sums: Sequence[SumOfParts]) -> dict[str, str]:
    """Return for each part the total over whose groups it is masked, which is itself no part.

    Parameters
    ----------
    sums : sequence of SumOfParts
        Each after the one that its total is a part of.
    """
    found: dict[str, str] = {}
    for each in sums:
        found |= {name: found.get(each.total, each.total) for name, _ in each.parts}
    return found


def shared_steps(sums: Sequence[SumOfParts]) -> tuple[Step, ...]:
    """Return the log's step on the sums that were shared out, if there are any."""
    parts = sum(len(each.parts) for each in sums)
    return (Step("sums-shared", {"sums": len(sums), "parts": parts}),) if sums else ()


def share_out(
    records: Records,
    released: Sequence[Column],
    sums: Sequence[SumOfParts],
    labels: Mapping[str, Ints],
) -> tuple[Column, ...]:
    """Return the released columns with parts that add up to their masked totals.

    Parameters
    ----------
    records : Records
        The `n` original records.
    released : sequence of Column
        Their released columns.
    sums : sequence of SumOfParts
        Each after the one that its total is a part of.
    labels : Mapping of str to numpy.ndarray of int64, shape (n,)
        For each masked column, the group of each record. Parts have the groups of their total.

    Raises
    ------
    Refused
        If all parts of a group are 0 and its total is not.
    """
    columns = {column.name: column for column in released}
    for each in sums:
        shares = _shares(records, columns, each, labels[each.total])
        for (name, sign), values in zip(each.parts, shares, strict=True):
            column, numbers = columns[name], sign * values
            missing = column.missing | np.isnan(numbers)
            if column.kind is ColumnKind.NUMBER:
                # Minus zero would be another spelling of zero.
                cells = np.where(missing, np.nan, numbers + 0.0)
            else:
                cells = np.where(missing, 0.0, numbers).astype(np.int64)
            columns[name] = replace(column, values=cells, missing=missing)
    return tuple(columns.values())


def _shares(
    records: Records, columns: Mapping[str, Column], each: SumOfParts, labels: Ints
) -> Floats:
    """Return the parts with their signs in the sum, shape (parts, n)."""
    names = [name for name, _ in each.parts]
    signs = np.array([sign for _, sign in each.parts], dtype=np.float64)[:, None]
    shares = signs * np.array([_numbers(columns[name]) for name in names])
    total = _numbers(columns[each.total])
    # Where the total has no value, the sum cannot be checked, and the parts stay as they are.
    known = np.flatnonzero(~np.isnan(total))
    if not len(known):
        return np.asarray(shares)
    whole = all(records.schema.named(name).scale is Scale.INTEGER for name in names)
    original = signs * np.array([records.numbers(name) for name in names])
    groups, weights = by_first_appearance(labels[known]), records.weights()
    found = share_out_total(
        total[known],
        original[:, known],
        groups,
        whole,
        None if weights is None else weights[known],
    )
    if whole:
        zeros = [records.schema.named(name).keeps_zeros for name in names]
        found = _away_from_zero(found, original[:, known], groups, np.array(zeros))
    shares[:, known] = found
    return np.asarray(shares)


def _away_from_zero(
    shares: Floats, original: Floats, labels: Ints, keeps_zeros: NDArray[np.bool_]
) -> Floats:
    """Return whole shares of which those that must not be 0 take 1 from the largest share.

    A share of 0 stays where zeros may change, where the part is 0 in a record of the group, and
    where not all shares have one sign: amounts that cancel out are no share of a total.
    """
    first = np.unique(labels, return_index=True)[1]
    found = shares[:, first]
    nowhere = np.ones(found.shape, dtype=np.bool_)
    for part, row in zip(original, nowhere, strict=True):
        np.logical_and.at(row, labels, part != 0.0)
    sign = np.sign(found.sum(axis=0))
    one_sign = ((found * sign) >= 0).all(axis=0) & (sign != 0)
    for i in np.flatnonzero(keeps_zeros).tolist():
        largest = np.abs(found).argmax(axis=0)
        columns = np.arange(found.shape[1])
        spare = np.abs(found[largest, columns]) > 1
        moved = np.flatnonzero((found[i] == 0) & nowhere[i] & one_sign & spare)
        found[i, moved] += sign[moved]
        found[largest[moved], moved] -= sign[moved]
    return np.asarray(found[:, labels])


def _numbers(column: Column) -> Floats:
    found = column.values.astype(np.float64)
    found[column.missing] = np.nan
    return found
