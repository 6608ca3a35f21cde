"""Shares a masked total out again among its parts, in the proportions that the original has.

Where TOTAL = A + B + ... is not kept by construction (medians, rounding, parts masked over other
groups than their total), the total is masked and the parts follow from it. They are shared out once
for each of the total's groups, not for each record: k counts records with equal values, so all
records of a group must get the same parts. The parts are thereby masked over the partition of their
total, in groups of at least k records as well.

The proportions within a group are those of the parts' means. A part that is 0 in all records of a
group stays 0. If parts have different signs, such as profits, the difference between the total and
the sum of their means is shared out by their sizes; for parts of one sign this is the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter

import numpy as np
from numpy.typing import NDArray

from core.array_types import Floats, Ints
from core.errors import Problem, Refused, Where
from core.kernels.numerics.sums import group_means, weighted_group_means
from core.rules.linear import difference_of
from core.rules.rule import Operator, Relation, Rule

# Bits of the proportions by which whole numbers are shared out.
_BITS = 40
_BLOCK = 10_000


@dataclass(frozen=True, slots=True)
class SumOfParts:
    """A total and its parts.

    Attributes
    ----------
    parts : tuple of (str, int)
        Name of each part, and 1 if it is added or -1 if it is subtracted.
    """

    total: str
    parts: tuple[tuple[str, int], ...]


def sum_of_parts(rule: Rule) -> SumOfParts | None:
    """Read the sum that a rule states, or ``None``.

    A sum is an equation with a single column on one side, and columns that are added or subtracted
    on the other. With a single column on both sides the left one is the total.
    """
    if not isinstance(rule, Relation) or rule.operator is not Operator.EQUAL:
        return None
    for left_terms, right_terms in ((rule.left, rule.right), (rule.right, rule.left)):
        names = [term.of for term in left_terms + right_terms if isinstance(term.of, str)]
        are_units = all(abs(term.factor) == 1 for term in left_terms + right_terms)
        distinct = len(set(names)) == len(left_terms) + len(right_terms)
        if len(left_terms) == 1 and left_terms[0].factor == 1 and are_units and distinct:
            factors = difference_of(rule).factors
            sign = -int(factors[names[0]])
            return SumOfParts(names[0], tuple((n, sign * int(factors[n])) for n in names[1:]))
    return None


def order_sums(sums: Iterable[SumOfParts]) -> tuple[SumOfParts, ...]:
    """Order sums so that every total is masked before it is shared out.

    Raises
    ------
    Refused
        If a column is a part of two sums, which cannot both decide what it is, or if a total is in
        the end a part of itself.
    """
    sums = tuple(sums)
    holders: dict[str, str] = {}
    for x in sums:
        for part, _ in x.parts:
            if part in holders:
                raise Refused(Problem("rule-part-of-two-sums", Where(column=part)))
            holders[part] = x.total
    sorter: TopologicalSorter[str] = TopologicalSorter(
        {part: {total} for part, total in holders.items()}
    )
    try:
        rank = {name: i for i, name in enumerate(sorter.static_order())}
    except CycleError as error:
        names = list(error.args[1])[1:]
        raise Refused(Problem("rule-sums-in-a-circle", params={"columns": names})) from None
    return tuple(sorted(sums, key=lambda x: rank[x.total]))


def share_out_total(
    totals: Floats | Ints,
    parts: Floats,
    labels: Ints,
    as_integers: bool = False,
    weights: Floats | None = None,
) -> Floats:
    """Share a masked total out over its parts, equally within each group.

    Whole numbers are shared out by the method of largest remainders: each part gets its share
    rounded down, and the parts with the largest remainders one more each; of equal remainders the
    first part comes first. Their sum is the total exactly. Other numbers add up to it but for the
    rounding of their sum.

    Parameters
    ----------
    totals : numpy.ndarray, shape (n,)
        The masked total of each record, equal within each group and finite; whole if `as_integers`.
    parts : numpy.ndarray of float64, shape (m, n)
        The original parts, at least one; NaN where missing, negated where subtracted.
    labels : numpy.ndarray of int64, shape (n,)
        Group of each record in the partition of the total, numbered from 0 without gaps.
    as_integers : bool
        Whether the parts must be whole numbers.
    weights : numpy.ndarray of float64, shape (n,), optional
        Positive weights of the records in the proportions.

    Returns
    -------
    numpy.ndarray of float64, shape (m, n)
        NaN for a part that has no value in its group. In such a group nothing is shared out,
        because the sum cannot be checked: the others get their mean, rounded if `as_integers`.

    Raises
    ------
    Refused
        If all parts of a group are 0 and its total is not.
    """
    groups = int(labels.max()) + 1 if len(labels) else 0
    if not groups:
        return parts.copy()
    if weights is None:
        means = np.array([group_means(part, labels, groups) for part in parts])
    else:
        means = np.array([weighted_group_means(part, weights, labels, groups) for part in parts])
    group_totals = np.zeros(groups)
    group_totals[labels] = totals
    complete = ~np.isnan(means).any(axis=0)
    is_zero = complete & (means == 0).all(axis=0)
    if (is_zero & (group_totals != 0)).any():
        count = int((is_zero & (group_totals != 0)).sum())
        raise Refused(Problem("rule-nothing-to-share", params={"count": count}))
    group_parts = np.rint(means) if as_integers else means.copy()
    share = complete & ~is_zero
    # Python's integers hold the interpreter's lock, hence the blocks.
    for block in np.array_split(np.flatnonzero(share), groups // _BLOCK + 1):
        if len(block):
            shares = _share_integers if as_integers else _share_numbers
            group_parts[:, block] = shares(group_totals[block], means[:, block])
    return group_parts[:, labels]


def _share_numbers(group_totals: Floats, means: Floats) -> Floats:
    """Compute the share of each part, shape (m, groups)."""
    sizes = np.abs(means).sum(axis=0)
    sums = means.sum(axis=0)
    # Parts of one sign are multiplied by one number, which loses no digit.
    by_factor = means * (group_totals / np.where(sums == 0, 1, sums))
    by_size = means + (group_totals - sums) / sizes * np.abs(means)
    shared = np.where(np.abs(sums) == sizes, by_factor, by_size)
    largest = np.abs(shared).argmax(axis=0)
    shared[largest, np.arange(len(group_totals))] += group_totals - shared.sum(axis=0)
    return shared


def _share_integers(group_totals: Floats, means: Floats) -> Floats:
    """Compute the whole share of each part by largest remainders, shape (m, groups).

    The means count in multiples of a power of two, in integers of any size, so that no rounding
    decides which remainder is the largest.
    """
    exponents = np.frexp(np.abs(means).max(axis=0))[1].astype(np.int64)
    bits = np.maximum(_BITS - exponents, 0)
    units = _to_integers(np.rint(np.ldexp(means, bits)))
    scale = _to_integers(np.ldexp(1.0, bits))
    sizes = np.abs(units).sum(axis=0)
    missing = _to_integers(group_totals) * scale - units.sum(axis=0)
    numerators = units * sizes + missing * np.abs(units)
    denominators = scale * sizes
    shares = numerators // denominators
    remainders = numerators - shares * denominators
    n_missing = _to_integers(group_totals) - shares.sum(axis=0)
    # The largest remainder first; of equal ones the first part, because sorting is stable.
    order = np.argsort(-remainders, axis=0, kind="stable")
    ranks = np.argsort(order, axis=0, kind="stable")
    return np.asarray(shares + (ranks < n_missing), dtype=np.float64)


def _to_integers(values: Floats) -> NDArray[np.object_]:
    """Convert whole floats to Python's integers."""
    integers = np.array([int(value) for value in values.ravel().tolist()], dtype=object)
    return integers.reshape(values.shape)
