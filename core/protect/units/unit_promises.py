"""The limits t and dominance on groups of the records of units.

A group of `unit_clusters.cluster_units` has one record of each unit of a cluster. If each of
its groups is within t, so are all records of the cluster together, since a mixture of distributions
is no farther from the file than the farthest of them. A confidential column of the unit is compared
twice: with the distribution over records, and with that over units, in which each unit counts once.

Dominance rules count a unit once, even if a group has several of its records.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from core.array_types import Floats, Ints
from core.conditions import RecordLimit, Records
from core.conditions.dominance_condition import DominanceLimit, contributions
from core.conditions.group_amounts import GroupAmounts, count_largest, excess
from core.encode import rank_confidential
from core.encode.unit_groups import first_records
from core.kernels.numerics.grouping import refine
from core.model import Dominance
from core.protect.closeness_limit import ClosenessLimit


def unit_closeness_limits(records: Records, unit: Ints, t: float | None) -> list[RecordLimit]:
    """Return the limits on groups of records that keep t, if the method promises it.

    Parameters
    ----------
    records : Records
        The records to be released, with a recipe that has a unit.
    unit : numpy.ndarray of int64, shape (n,)
        Unit of each record, numbered from 0 without gaps.
    """
    recipe = records.recipe
    assert recipe.unit is not None
    if t is None:
        return []
    ranked = rank_confidential(records.columns, records.schema)
    limits: list[RecordLimit] = [ClosenessLimit(tuple(ranked.values()), t)]
    of_units = [ranks for name, ranks in ranked.items() if name in recipe.unit.columns]
    if of_units:
        once = first_records(unit)
        file = [replace(ranks, ranks=ranks.ranks[once]) for ranks in of_units]
        limits.append(ClosenessLimit(of_units, t, file))
    return limits


class UnitDominanceLimit:
    """As `DominanceLimit`, with the sum of a unit's records as its contribution to a group.

    Parameters
    ----------
    values : numpy.ndarray of float64, shape (n,)
        Contribution of each record, at least 0.
    unit : numpy.ndarray of int64, shape (n,)
        Unit of each record.
    """

    bound = DominanceLimit.bound

    def __init__(self, values: Floats, unit: Ints, rule: Dominance) -> None:
        self._values, self._unit, self._rule = values, unit, rule
        self._named = count_largest(rule)
        self._order = self._begin = np.empty(0, dtype=np.int64)
        self._held: dict[int, dict[int, float]] = {}

    def part(self, records: Ints) -> UnitDominanceLimit:
        """Return the limit on groups of some records."""
        return UnitDominanceLimit(self._values[records], self._unit[records], self._rule)

    def start(self, labels: Ints, groups: int) -> Floats:
        """Compute the excess of each group, shape (groups,); above 0 the rule is violated."""
        self._held = {}
        self._order = np.argsort(labels, kind="stable")
        self._begin = np.concatenate(([0], np.cumsum(np.bincount(labels, minlength=groups))))
        pairs = refine(labels, self._unit)
        sums = np.bincount(pairs, weights=self._values).astype(np.float64)
        return DominanceLimit(sums, self._rule).start(labels[first_records(pairs)], groups)

    def merge(self, into: int, gone: int) -> float:
        """Merge two groups; return the excess of their union."""
        union = self._of(into)
        for unit, value in self._of(gone).items():
            union[unit] += value
        self._held[into] = union
        self._held.pop(gone, None)
        ordered = np.sort(np.fromiter(union.values(), np.float64))[::-1]
        largest = np.zeros((1, self._named))
        largest[0, : len(ordered)] = ordered[: self._named]
        other_sum = ordered[self._named :].sum(keepdims=True)
        return float(excess(GroupAmounts(largest, other_sum), self._rule)[0])

    def _of(self, group: int) -> dict[int, float]:
        if group in self._held:
            return self._held[group]
        values_by_unit: dict[int, float] = defaultdict(float)
        rows = self._order[self._begin[group] : self._begin[group + 1]]
        records = zip(self._unit[rows].tolist(), self._values[rows].tolist(), strict=True)
        for unit, value in records:
            values_by_unit[unit] += value
        return values_by_unit


def unit_dominance_limits(
    records: Records, unit: Ints, names: Sequence[str], *, of_unit: bool = False
) -> list[RecordLimit]:
    """Return the dominance limits of a recipe on columns among `names`, with units counted once.

    For `member_clusters.cluster_members`. Groups of `cluster_units` have one record of each
    unit, so `core.conditions.limits_of` suffices there. If the columns are those `of_unit`, groups
    are of whole units, which share the representative; a unit contributes its value once, whatever
    its number of records.
    """
    rule = records.recipe.dominance
    if rule is None:
        return []
    sizes = np.bincount(unit)[unit]
    return [
        UnitDominanceLimit(
            contributions(records, name) / sizes if of_unit else contributions(records, name),
            unit,
            rule,
        )
        for name in rule.columns
        if name in names
    ]
