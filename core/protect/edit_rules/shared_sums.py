"""Shares masked totals out among their parts (`core.rules.sharing`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from core.array_types import Bools, Floats, Ints
from core.conditions import Records
from core.encode import by_first_appearance
from core.model import Column, ColumnKind, Scale, Step
from core.rules import SumOfParts, share_out_total


def holders_of(sums: Sequence[SumOfParts]) -> dict[str, str]:
    """Find for each part the total over whose groups it is masked, which is itself no part.

    Parameters
    ----------
    sums : sequence of SumOfParts
        Each after the one that its total is a part of.
    """
    holders: dict[str, str] = {}
    for sum_rule in sums:
        holders |= {name: holders.get(sum_rule.total, sum_rule.total) for name, _ in sum_rule.parts}
    return holders


def describe_shared_sums(sums: Sequence[SumOfParts]) -> tuple[Step, ...]:
    """Describe the sums that were shared out for the log, if there are any."""
    parts = sum(len(sum_rule.parts) for sum_rule in sums)
    return (Step("sums-shared", {"sums": len(sums), "parts": parts}),) if sums else ()


def share_out(
    records: Records,
    released: Sequence[Column],
    sums: Sequence[SumOfParts],
    labels: Mapping[str, Ints],
) -> tuple[Column, ...]:
    """Share masked totals out to their parts, which then add up to them.

    Parameters
    ----------
    records : Records
        The `n` original records.
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
    for sum_rule in sums:
        shares = _shares(records, columns, sum_rule, labels[sum_rule.total])
        for (name, sign), values in zip(sum_rule.parts, shares, strict=True):
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
    records: Records, columns: Mapping[str, Column], sum_rule: SumOfParts, labels: Ints
) -> Floats:
    """Compute the parts with their signs in the sum, shape (parts, n)."""
    names = [name for name, _ in sum_rule.parts]
    signs = np.array([sign for _, sign in sum_rule.parts], dtype=np.float64)[:, None]
    shares = signs * np.array([columns[name].floats() for name in names])
    total = columns[sum_rule.total].floats()
    # Where the total has no value, the sum cannot be checked, and the parts stay as they are.
    has_total = np.flatnonzero(~np.isnan(total))
    if not len(has_total):
        return np.asarray(shares)
    are_integers = all(records.schema.named(name).scale is Scale.INTEGER for name in names)
    original = signs * np.array([records.numbers(name) for name in names])
    groups, weights = by_first_appearance(labels[has_total]), records.weights()
    group_shares = share_out_total(
        total[has_total],
        original[:, has_total],
        groups,
        are_integers,
        None if weights is None else weights[has_total],
    )
    if are_integers:
        zeros = [records.schema.named(name).keeps_zeros for name in names]
        group_shares = _away_from_zero(
            group_shares, original[:, has_total], groups, np.array(zeros)
        )
    shares[:, has_total] = group_shares
    return np.asarray(shares)


def _away_from_zero(shares: Floats, original: Floats, labels: Ints, keeps_zeros: Bools) -> Floats:
    """Raise zero shares that must not be 0 to 1, at the expense of the largest share.

    A share of 0 stays where zeros may change, where the part is 0 in a record of the group, and
    where not all shares have one sign: amounts that cancel out are no share of a total.
    """
    first = np.unique(labels, return_index=True)[1]
    group_shares = shares[:, first]
    nowhere = np.ones(group_shares.shape, dtype=np.bool_)
    for part_values, row in zip(original, nowhere, strict=True):
        np.logical_and.at(row, labels, part_values != 0.0)
    sign = np.sign(group_shares.sum(axis=0))
    one_sign = ((group_shares * sign) >= 0).all(axis=0) & (sign != 0)
    for i in np.flatnonzero(keeps_zeros).tolist():
        largest = np.abs(group_shares).argmax(axis=0)
        columns = np.arange(group_shares.shape[1])
        spare = np.abs(group_shares[largest, columns]) > 1
        moved = np.flatnonzero((group_shares[i] == 0) & nowhere[i] & one_sign & spare)
        group_shares[i, moved] += sign[moved]
        group_shares[largest[moved], moved] -= sign[moved]
    return np.asarray(group_shares[:, labels])
