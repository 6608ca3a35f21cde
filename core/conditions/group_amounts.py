"""The contributions to the total of each group that a dominance rule looks at."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.array_types import Floats, Ints
from core.kernels.blocks.sorting import sort_places
from core.kernels.numerics.largest_amounts import take_largest
from core.kernels.numerics.part_sums import OpenSum
from core.kernels.numerics.signed_totals import find_disclosing_totals
from core.model import Dominance, DominanceRule

# Sums in another order may differ in their last digits; what is counted afterwards must hold.
_MARGIN = 1e-12


@dataclass(slots=True, eq=False)
class GroupAmounts:
    """The contributions to the totals of groups.

    Attributes
    ----------
    largest : numpy.ndarray of float64, shape (groups, m)
        The largest contributions of each group, descending: two for the p% rule, `n` for the (n,k)
        rule.
    other_sums : numpy.ndarray of float64, shape (groups,)
        The sum of its other contributions.
    """

    largest: Floats
    other_sums: Floats

    def of(self, groups: Ints) -> GroupAmounts:
        """Select some groups."""
        return GroupAmounts(self.largest[groups], self.other_sums[groups])

    def merge(self, into: int, gone: int) -> None:
        """Merge two groups."""
        n_largest = self.largest.shape[1]
        joined_largest = np.sort(np.concatenate((self.largest[into], self.largest[gone])))[::-1]
        self.largest[into] = joined_largest[:n_largest]
        self.other_sums[into] += self.other_sums[gone] + joined_largest[n_largest:].sum()

    def union(self, labels: Ints, groups: int) -> GroupAmounts:
        """Merge groups into unions; `labels` has the union of each group."""
        n_largest = self.largest.shape[1]
        union_amounts = group_amounts(
            self.largest.ravel(), np.repeat(labels, n_largest), groups, n_largest
        )
        union_amounts.other_sums += np.bincount(labels, weights=self.other_sums, minlength=groups)
        return union_amounts


def find_disclosing_groups(amounts: Floats, labels: Ints, rule: Dominance) -> list[int]:
    """Find groups whose total, to which amounts are added with their signs, violates a rule.

    The rule on the sizes of amounts does not exclude that where they have both signs. Under the p%
    rule a unit subtracts its own amount and is off by less than `p` per cent of that of another
    one; under the (n,k) rule the `n` largest sizes exceed their share of the total. Groups without
    a negative amount are left out.

    Parameters
    ----------
    amounts : numpy.ndarray of float64, shape (u,)
        With their signs; each unit once.
    labels : numpy.ndarray of int64, shape (u,)
        Group of each unit.
    """
    is_looked_at = np.zeros(int(labels.max(initial=-1)) + 1, dtype=np.bool_)
    is_looked_at[labels[amounts < 0]] = True
    groups = np.flatnonzero(is_looked_at)
    number = np.cumsum(is_looked_at) - 1
    is_kept = is_looked_at[labels]
    amounts, labels = amounts[is_kept], number[labels[is_kept]]
    if rule.rule is DominanceRule.N_K:
        largest = group_amounts(np.abs(amounts), labels, len(groups), rule.n).largest.sum(axis=1)
        allowed = rule.share / 100 * np.abs(np.bincount(labels, amounts, len(groups)))
        return list(groups[largest * (1 - _MARGIN) > allowed].tolist())
    order = np.lexsort((amounts, labels))
    begin = np.append(0, np.cumsum(np.bincount(labels, minlength=len(groups))))
    share = rule.p / 100 * (1 - _MARGIN)
    return list(groups[find_disclosing_totals(amounts[order], begin, share)].tolist())


def group_amounts(
    contributions: Floats,
    labels: Ints,
    groups: int,
    n_largest: int,
    in_order: tuple[Ints, Ints] | None = None,
) -> GroupAmounts:
    """Collect the contributions of records to the totals of their groups.

    Parameters
    ----------
    contributions : numpy.ndarray of float64, shape (n,)
        At least 0.
    labels : numpy.ndarray of int64, shape (n,)
        The group of each, in ``0..groups-1``.
    n_largest : int
        How many of the largest of a group are kept one by one (`count_largest`).
    in_order : tuple of two numpy.ndarray, optional
        Where each group begins in the order of groups, and the records in it (`sort_places`).
    """
    largest, other_sums = np.zeros((groups, n_largest)), np.zeros(groups)
    start, places = in_order or sort_places(labels, groups)
    take_largest(contributions, start, places, largest, other_sums)
    return GroupAmounts(largest, other_sums)


def exact_amounts(contributions: Floats, labels: Ints, groups: int, n_largest: int) -> GroupAmounts:
    """Collect contributions as `group_amounts` does, with sums that are rounded once.

    They do not depend on the order of the records, so that all orders are judged alike.
    """
    amounts = group_amounts(contributions, labels, groups, n_largest)
    ends = np.cumsum(np.bincount(labels, minlength=groups))[:-1]
    by_group = np.split(contributions[np.argsort(labels, kind="stable")], ends)
    for group, values in enumerate(by_group):
        total = OpenSum()
        total.add(values)
        amounts.other_sums[group] = max(total.total(less=amounts.largest[group].tolist()), 0.0)
    return amounts


def count_largest(rule: Dominance) -> int:
    """Count the largest contributions that a rule looks at."""
    return 2 if rule.rule is DominanceRule.P_PERCENT else rule.n


class StartedDominance:
    """How much the largest contributions to the total of each group exceed what a rule allows.

    Parameters
    ----------
    amounts : GroupAmounts
        The contributions, which are changed by `merge`.
    """

    bound = -_MARGIN

    def __init__(self, amounts: GroupAmounts, rule: Dominance) -> None:
        self._amounts, self._rule = amounts, rule

    def excess(self) -> Floats:
        """Compute the excess of each group, shape (groups,); above 0 the rule is violated."""
        return excess(self._amounts, self._rule)

    def merge(self, into: int, gone: int) -> float:
        """Merge two groups; return the excess of their union."""
        self._amounts.merge(into, gone)
        return float(excess(self._amounts.of(np.array([into])), self._rule)[0])


def excess(amounts: GroupAmounts, rule: Dominance) -> Floats:
    """Compute by how much groups exceed a rule, as a share; above 0 they violate it."""
    largest, other_sums = amounts.largest, amounts.other_sums
    if rule.rule is DominanceRule.P_PERCENT:
        allowed, reference = rule.p / 100, largest[:, 0]
    else:
        allowed, reference = (100 - rule.share) / 100, largest.sum(axis=1) + other_sums
    shares = np.divide(
        other_sums, reference, out=np.full(len(other_sums), np.inf), where=reference > 0
    )
    return np.asarray(allowed - shares)
