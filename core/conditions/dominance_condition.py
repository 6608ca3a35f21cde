"""No group discloses the amount of a single unit (manual: conditions#dominance).

Hundepool et al. (2012), section 4.2.2. A reader of a release knows the total of each group: its
size times its mean, or with survey weights the sum of the weights times it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.array_types import Floats, Ints
from core.conditions.condition import Condition, GroupFigures, RecordLimit, Released
from core.conditions.group_amounts import (
    GroupAmounts,
    StartedDominance,
    count_largest,
    excess,
    find_disclosing_groups,
    group_amounts,
)
from core.conditions.recipe_records import Records
from core.encode import group_records, numbers
from core.encode.not_applicable import write_all_back
from core.encode.unit_groups import first_records
from core.errors import Problem, Where
from core.kernels.blocks.sorting import sort_places
from core.kernels.numerics.grouping import refine
from core.model import ConditionCount, Dominance, DominanceRule, PPercent, Recipe, Role, Schema
from core.model.checklist import profile_of
from core.table import empty, pieces

# Groups with losses are not merged beyond so many records.
_MOST_MERGED = 200


class DominanceLimit:
    """How much the largest contributions to the total of each group exceed what a rule allows.

    Parameters
    ----------
    contributions : numpy.ndarray of float64, shape (n,)
        At least 0.
    """

    bound = StartedDominance.bound

    def __init__(self, contributions: Floats, rule: Dominance) -> None:
        self._contributions, self._rule = contributions, rule
        no_amounts = GroupAmounts(np.zeros((0, count_largest(rule))), np.zeros(0))
        self._started = StartedDominance(no_amounts, rule)

    def part(self, records: Ints) -> DominanceLimit:
        """Return the limit on groups of some records."""
        return DominanceLimit(self._contributions[records], self._rule)

    def start(self, labels: Ints, groups: int) -> Floats:
        """Compute the excess of each group, shape (groups,); above 0 the rule is violated."""
        amounts = group_amounts(self._contributions, labels, groups, count_largest(self._rule))
        self._started = StartedDominance(amounts, self._rule)
        return self._started.excess()

    def merge(self, into: int, gone: int) -> float:
        """Merge two groups; return the excess of their union."""
        return self._started.merge(into, gone)


@dataclass(frozen=True, slots=True, eq=False)
class SignedAmounts:
    """The contributions to a dominated column that has amounts below zero.

    Attributes
    ----------
    amounts : numpy.ndarray of float64, shape (n,)
        With their signs.
    unit : numpy.ndarray of int64, shape (n,), or None
        The unit of each record, whose contribution to a group is the sum of its records';
        ``None``: each is one.
    """

    column: str
    amounts: Floats
    unit: Ints | None
    rule: Dominance

    def find_disclosing(self, records: Ints | slice, labels: Ints) -> list[int]:
        """Find groups of some records whose total violates the rule, although the sizes keep it."""
        amounts = self.amounts[records]
        if self.unit is not None:
            pairs = refine(labels, self.unit[records])
            amounts = np.bincount(pairs, weights=amounts).astype(np.float64)
            labels = labels[first_records(pairs)]
        return find_disclosing_groups(amounts, labels, self.rule)


class SignedDominanceLimit:
    """Whether the totals of groups with losses violate a rule, although the sizes keep it.

    Merging usually helps, but the union of two groups that keep the rule may violate it. So a part
    of the file that does as a whole is left as it is, and so are groups of many records: the count
    after the run decides. Otherwise amounts around zero would all be merged into one group.

    Parameters
    ----------
    part_sizes : numpy.ndarray of int64, shape (n,)
        The number of records of the largest group that merging can form around each.
    """

    bound = 0.0

    def __init__(self, signed: SignedAmounts, part_sizes: Ints) -> None:
        self._signed, self._part_sizes = signed, part_sizes
        self._in_order, self._begin = np.zeros(0, dtype=np.int64), np.zeros(1, dtype=np.int64)
        self._members_of_merged: dict[int, Ints] = {}

    def start(self, labels: Ints, groups: int) -> Floats:
        """Set 1 for each group that can be merged because its total violates the rule, else 0.

        The shape is (groups,).
        """
        self._in_order = np.argsort(labels, kind="stable")
        self._begin = np.append(0, np.cumsum(np.bincount(labels, minlength=groups)))
        self._members_of_merged = {}
        excess = np.zeros(groups)
        for group in self._signed.find_disclosing(slice(None), labels):
            excess[group] = self._can_be_merged(group)
        return excess

    def merge(self, into: int, gone: int) -> float:
        """Merge two groups; return 1 if their union can be merged because it violates the rule."""
        members = np.concatenate((self._members_of(into), self._members_of(gone)))
        self._members_of_merged[into] = members
        is_disclosed = self._can_be_merged(into) and self._signed.find_disclosing(
            members, np.zeros_like(members)
        )
        return float(bool(is_disclosed))

    def _can_be_merged(self, group: int) -> bool:
        members = self._members_of(group)
        return len(members) < min(_MOST_MERGED, int(self._part_sizes[members[0]]))

    def _members_of(self, group: int) -> Ints:
        ordered = self._in_order[self._begin[group] : self._begin[group + 1]]
        return self._members_of_merged.get(group, ordered)


class DominanceCondition(Condition):
    """Each group satisfies the p% rule or the (n,k) rule in each column of amounts named."""

    name = "dominance"

    def problems(self, recipe: Recipe, schema: Schema) -> list[Problem]:
        """Check the columns."""
        rule = recipe.dominance
        if rule is None:
            return []
        return _column_problems(rule, recipe, schema)

    def columns(self, recipe: Recipe, _schema: Schema) -> list[str]:
        """Return the columns that the rule names."""
        return [] if recipe.dominance is None else list(recipe.dominance.columns)

    def claim(self, recipe: Recipe, _schema: Schema) -> Problem | None:
        """Return the sentence with the rule and its columns."""
        rule = recipe.dominance
        if rule is None:
            return None
        columns = list(rule.columns)
        if rule.rule is DominanceRule.P_PERCENT:
            return Problem("claim-p-percent", params={"columns": columns, "p": rule.p})
        params = {"columns": columns, "n": rule.n, "share": rule.share}
        return Problem("claim-n-k", params=params)

    def limits(self, records: Records, names: Sequence[str]) -> list[RecordLimit]:
        """Return one limit for each column among `names`."""
        rule = records.recipe.dominance
        if rule is None:
            return []
        return [
            DominanceLimit(contributions(records, name), rule)
            for name in rule.columns
            if name in names
        ]

    def count(self, original: Records, released: Released) -> list[ConditionCount]:
        """Count the groups that violate the rule in each column."""
        rule = original.recipe.dominance
        if rule is None:
            return []
        counts = []
        orders = _GroupOrders()
        for name in rule.columns:
            labels, parts = released.groups[name], _compute_contributions(original, name)
            if _is_shared(original.recipe, name):
                labels, parts = _group_units(original, released, parts)
            groups = int(labels.max()) + 1
            has_negative = bool((parts < 0).any())
            sizes, group_of_part = once_each(
                original, _sizes(parts) if has_negative else parts, labels
            )
            amounts = group_amounts(
                sizes, group_of_part, groups, count_largest(rule), orders.of(group_of_part, groups)
            )
            is_broken = excess(amounts, rule) > 0.0
            if has_negative:
                parts, group_of_part = once_each(original, parts, labels)
                is_broken[find_disclosing_groups(parts, group_of_part, rule)] = True
            failing = int(np.count_nonzero(is_broken))
            figures = {"groups": groups, "failing": failing}
            counts.append(ConditionCount(self.name, name, figures, failing == 0))
        return counts

    def group_figures(
        self, original: Records, released: Released, column: str, labels: Ints
    ) -> GroupFigures | None:
        """Compute the largest p that a group satisfies, or the share of its n largest amounts."""
        rule = original.recipe.dominance
        if rule is None:
            return None
        parts, unit_labels = contributions(original, column), labels
        if _is_shared(original.recipe, column):
            unit_labels, parts = _group_units(original, released, parts)
        parts, group_of_part = once_each(original, parts, unit_labels)
        over = DominanceLimit(parts, rule).start(group_of_part, int(unit_labels.max()) + 1)
        if unit_labels is not labels:  # a group of records belongs to one group of units
            over = over[unit_labels[first_records(labels)]]
        if rule.rule is DominanceRule.P_PERCENT:
            return GroupFigures("p", rule.p - 100.0 * over, high_is_worse=False)
        return GroupFigures("share", rule.share + 100.0 * over, high_is_worse=True)


class _GroupOrders:
    """The records by groups, sorted once for columns that have the same groups in turn."""

    def __init__(self) -> None:
        self._labels: Ints | None = None
        self._in_order = np.zeros(1, dtype=np.int64), np.zeros(0, dtype=np.int64)

    def of(self, labels: Ints, groups: int) -> tuple[Ints, Ints]:
        """Sort the records by their groups; see `sort_places`."""
        if labels is not self._labels:
            self._labels, self._in_order = labels, sort_places(labels, groups)
        return self._in_order


def list_signed_amounts(records: Records, names: Sequence[str]) -> list[SignedAmounts]:
    """List the dominated columns among `names` that have amounts below zero.

    A column that units share counts once for each unit, whatever its number of records.
    """
    rule, unit, signed = records.recipe.dominance, records.units(), list[SignedAmounts]()
    if rule is None:
        return signed
    for name in (name for name in rule.columns if name in names):
        amounts = _compute_contributions(records, name)
        if amounts.min() < 0:
            if unit is not None and _is_shared(records.recipe, name):
                amounts = amounts / np.bincount(unit)[unit]
            signed.append(SignedAmounts(name, amounts, unit, rule))
    return signed


def fewest_units(rule: Dominance) -> int:
    """Count the units that a group with amounts needs to satisfy a rule."""
    return 3 if rule.rule is DominanceRule.P_PERCENT else rule.n + 1


def _is_shared(recipe: Recipe, name: str) -> bool:
    """Return whether units share the mean of a column of theirs, but their members others."""
    return recipe.unit is not None and not recipe.unit.is_whole and name in recipe.unit.columns


def _group_units(original: Records, released: Released, parts: Floats) -> tuple[Ints, Floats]:
    """Find the group of units with equal columns of each record, and its part of the amount.

    The number of a unit is not released, so its columns are those of a group of units, in which
    each unit counts once, whatever its number of records.
    """
    recipe, unit = original.recipe, original.units()
    assert recipe.unit is not None
    assert unit is not None
    masked = {a.name for a in original.schema.with_role(Role.QUASI_IDENTIFIER)}
    names = [name for name in recipe.unit.columns if name in masked]
    labels = group_records(
        write_all_back([released.columns[name] for name in names], original.schema)
    )
    return labels, parts / np.bincount(unit)[unit]


def strictest_p(recipe: Recipe, name: str) -> float:
    """Choose p for a column: that of the profile, or that of the recipe's rule if it is larger."""
    p, rule = profile_of(recipe.profile, dict(recipe.limits)).p, recipe.dominance
    return max(p, rule.p) if isinstance(rule, PPercent) and name in rule.columns else p


def once_each(records: Records, parts: Floats, labels: Ints) -> tuple[Floats, Ints]:
    """Add up the contribution of each unit to each group; with the group, by default of records."""
    unit = records.units()
    if unit is None:
        return parts, labels
    pairs = refine(labels, unit)
    return np.bincount(pairs, weights=parts).astype(np.float64), labels[first_records(pairs)]


def contributions(records: Records, name: str) -> Floats:
    """Compute the contribution of each record to the total of its group, shape (n,).

    The absolute value, times the survey weight if there is one; 0 for a missing value.
    """
    return _sizes(_compute_contributions(records, name))


def _sizes(parts: Floats) -> Floats:
    return np.asarray(np.abs(parts, out=empty(len(parts))))


def _compute_contributions(records: Records, name: str) -> Floats:
    column = numbers(records.named(name), records.schema.named(name), shared=True)
    weights = None if name == records.recipe.weight else records.weights()
    amounts: Floats = empty(len(column))
    for piece in pieces(len(column)):
        amounts[piece] = np.nan_to_num(column[piece], nan=0.0)
        if weights is not None:
            amounts[piece] *= weights[piece]
    return amounts


def _column_problems(rule: Dominance, recipe: Recipe, schema: Schema) -> list[Problem]:
    attributes = {attribute.name: attribute for attribute in schema.attributes}
    problems = []
    if not rule.columns:
        problems.append(Problem("dominance-no-column", Where(field="dominance.columns")))
    for position, name in enumerate(rule.columns):
        attribute = attributes.get(name)
        location = Where(name, field="dominance.columns")
        if name in rule.columns[:position]:
            problems.append(Problem("dominance-column-twice", location))
        elif attribute is None:
            field = Where(field="dominance.columns")
            problems.append(Problem("dominance-unknown", field, {"column": name}))
        elif attribute.role is not Role.QUASI_IDENTIFIER or name in recipe.strata:
            problems.append(Problem("dominance-not-masked", location))
        elif attribute.scale is None or not attribute.scale.has_amounts:
            problems.append(Problem("dominance-not-amounts", location))
    return problems
