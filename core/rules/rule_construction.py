"""Says which rules hold by construction where columns get their groups' means or medians.

The mean of a sum is the sum of the means. So a linear equation or inequality that holds in each
record of a group holds for the group's means, if all of its columns are averaged over the same
records with the same weights. That needs care in six places.

- *Empty cells.* A mean is taken over the observed values. If TOTAL is missing where A is not, their
  means are those of different records.
- *Rounding.* Rounding to whole numbers keeps the order of two means, and their order to a whole
  number, but no sum.
- *Medians.* They keep what relates two columns, because a median follows every increasing or
  decreasing change of scale, but no sum of three.
- *Strict inequalities.* Means of A < B may come so near to each other that rounding makes them
  equal. Between integers there is a distance of at least one, which the means keep.
- *Conditions.* ``if C then A <= B`` is kept if C is true in all records of a group or in none: its
  columns are strata. Otherwise the means mix records in which A <= B need not hold.
- *Signs.* Means of positive and negative decimal numbers may be much smaller than the numbers, so
  that what these were rounded by becomes visible. One such column is harmless, because the others
  are as large.

A rule that is violated anywhere is not kept: the violation would spread over a group.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType

import numpy as np

from core.array_types import Bools
from core.encode.rounding import Rounding
from core.model import Column, ColumnKind
from core.rules.evaluation import evaluate
from core.rules.linear import Difference, difference_of
from core.rules.rule import (
    MIRRORED,
    AllOf,
    AnyOf,
    Condition,
    Implication,
    Membership,
    Operator,
    Relation,
    Rule,
    StateTest,
    columns_of,
    tests_of,
)

_NOWHERE: Mapping[str, Bools] = MappingProxyType({})

# Half of what makes a tolerance of 1: integers below it stay apart by more than their tolerance.
_FAR_APART = 2**43


class Preserved(StrEnum):
    """What holds for the representatives of columns because it holds for their values."""

    SUMS = "sums"
    ORDER = "order"


@dataclass(frozen=True, slots=True)
class Masking:
    """How one column is masked.

    Attributes
    ----------
    partition : str
        Columns with the same name here are masked over the same groups of records.
    preserves : Preserved or None
        What holds for the representatives of its groups; ``None`` for noise, categories and the
        like.
    rounded : bool
        Whether it is then rounded half to even to a whole number.
    weight : str or None
        Name of the column that weights a mean.
    rounding : Rounding or None
        How it is rounded then, if it is an amount. Equations hold again afterwards, because one of
        their columns follows from the others.
    """

    partition: str
    preserves: Preserved | None
    rounded: bool = False
    weight: str | None = None
    rounding: Rounding | None = None


@dataclass(frozen=True, slots=True)
class MaskingPlan:
    """How the columns of a release are masked.

    Attributes
    ----------
    masked : Mapping of str to Masking
        By column; all others are published as they are.
    constant : frozenset of str
        Columns published as they are whose cells are equal within each group, missing ones
        included: strata.
    states_kept : frozenset of str
        Columns of whose cells in a group either all or none have a value, and which are missing or
        not applicable after masking where they were before.
    """

    masked: Mapping[str, Masking]
    constant: frozenset[str] = frozenset()
    states_kept: frozenset[str] = frozenset()


class Construction(StrEnum):
    """Why a rule is or is not kept by construction; also the code of a sentence."""

    UNTOUCHED = "rule-kept-untouched"
    MEANS = "rule-kept-by-means"
    ORDER = "rule-kept-by-order"
    SHARED = "rule-kept-by-sharing"
    BROKEN = "rule-not-kept-broken"
    PARTITIONS = "rule-not-kept-partitions"
    AGGREGATES = "rule-not-kept-aggregates"
    PUBLISHED = "rule-not-kept-published"
    EMPTY_CELLS = "rule-not-kept-empty-cells"
    MEDIANS = "rule-not-kept-medians"
    ROUNDED = "rule-not-kept-rounded"
    STRICT = "rule-not-kept-strict"
    SIGNS = "rule-not-kept-signs"
    UNEQUAL = "rule-not-kept-unequal"
    VALUES = "rule-not-kept-values"
    STATES = "rule-not-kept-states"
    CONDITION = "rule-not-kept-condition"
    ALTERNATIVES = "rule-not-kept-alternatives"

    @property
    def keeps(self) -> bool:
        """Whether the rule holds in every record after masking in which it can be checked."""
        return self in _KEPT


_KEPT = frozenset(
    {
        Construction.UNTOUCHED,
        Construction.MEANS,
        Construction.ORDER,
        Construction.SHARED,
    }
)


def explain_construction(
    rule: Rule,
    columns: Iterable[Column],
    plan: MaskingPlan,
    not_applicable: Mapping[str, Bools] = _NOWHERE,
) -> Construction:
    """Judge whether masking keeps a rule by construction, and why or why not.

    Parameters
    ----------
    rule : Rule
        Without errors in `core.rules.check_rule`.
    columns : iterable of Column
        The original ones, those of the rule among them.
    not_applicable : Mapping of str to numpy.ndarray of bool, shape (n,)
        As for `core.rules.evaluate`.

    Returns
    -------
    Construction
        ``UNTOUCHED`` means that the rule is violated in the same records as before, which may be
        some; the other two reasons for which it is kept mean that it is violated nowhere.
    """
    by_name = {column.name: column for column in columns}
    if not any(name in plan.masked for name in columns_of(rule)):
        return Construction.UNTOUCHED
    if evaluate(rule, by_name.values(), not_applicable).violations:
        return Construction.BROKEN
    return _Judge(by_name, plan, not_applicable).judge(rule)


@dataclass(frozen=True, slots=True)
class _Judge:
    """Judges a rule that holds in every record in which it can be checked."""

    columns: Mapping[str, Column]
    plan: MaskingPlan
    inapplicable: Mapping[str, Bools]

    def judge(self, rule: Rule) -> Construction:
        """Judge a rule or a part of one."""
        if all(not self._is_masked(test) for test in tests_of(rule)):
            return Construction.UNTOUCHED
        if isinstance(rule, Implication):
            if not self._is_fixed(rule.condition):
                return Construction.CONDITION
            return self.judge(rule.consequence)
        if isinstance(rule, AllOf):
            reasons = [self.judge(part) for part in rule.parts]
            return next((reason for reason in reasons if not reason.keeps), reasons[0])
        if isinstance(rule, AnyOf):
            varying = [part for part in rule.parts if not self._is_fixed(part)]
            return self.judge(varying[0]) if len(varying) == 1 else Construction.ALTERNATIVES
        if isinstance(rule, StateTest):
            return Construction.STATES
        return Construction.VALUES if isinstance(rule, Membership) else self._judge_relation(rule)

    def _is_masked(self, test: Relation | Membership | StateTest) -> bool:
        """Whether masking can change what a test says of a record."""
        if isinstance(test, StateTest) and test.column in self.plan.states_kept:
            return False
        return any(name in self.plan.masked for name in columns_of(test))

    def _is_fixed(self, condition: Condition) -> bool:
        """Whether a condition is the same in all records of a group, and masking leaves it so."""
        plan = self.plan
        return all(
            test.column in plan.states_kept | plan.constant
            if isinstance(test, StateTest)
            else plan.constant.issuperset(columns_of(test))
            for test in tests_of(condition)
        )

    def _judge_relation(self, relation: Relation) -> Construction:
        difference = difference_of(relation)
        names = [name for name in difference.factors if name not in self.plan.constant]
        if any(name not in self.plan.masked for name in names):
            return Construction.PUBLISHED
        if relation.operator is Operator.UNEQUAL:
            return Construction.UNEQUAL
        ways = [self.plan.masked[name] for name in names]
        if len({way.partition for way in ways}) > 1:
            return Construction.PARTITIONS
        if ways[0].preserves is None or len({(w.preserves, w.weight) for w in ways}) > 1:
            return Construction.AGGREGATES
        if not self._are_observed_together(names):
            return Construction.EMPTY_CELLS
        if any(way.rounded for way in ways):
            return self._judge_rounded(relation.operator, difference, ways)
        if ways[0].preserves is not Preserved.SUMS and len(names) > 2:
            return Construction.MEDIANS
        if relation.operator in (Operator.LESS, Operator.MORE) and not self._is_far(difference):
            return Construction.STRICT
        if len(names) > 2 and self._count_mixed_signs(names, ways[0].weight is not None) > 1:
            return Construction.SIGNS
        if relation.operator is not Operator.EQUAL and any(way.rounding for way in ways):
            return self._judge_rounded(relation.operator, difference, ways)
        is_mean = ways[0].preserves is Preserved.SUMS
        return Construction.MEANS if is_mean else Construction.ORDER

    def _judge_rounded(
        self, operator: Operator, difference: Difference, ways: list[Masking]
    ) -> Construction:
        """Judge a relation with a masked column that is rounded."""
        factors = {name: factor for name, factor in difference.factors.items() if factor}
        strict = operator in (Operator.LESS, Operator.MORE)
        if len(difference.factors) == 1:
            holds = self._bound_holds(operator, difference, ways[0])
            return Construction.ORDER if holds else Construction.ROUNDED
        sizes = {abs(factor) for factor in factors.values()}
        ordered = len(factors) == 2 and len(sizes) == 1 and difference.constant == 0
        alike = len({(way.rounded, way.rounding) for way in ways}) == 1
        if len(ways) == 1:
            (name,) = (name for name in factors if name not in self.plan.masked)
            alike = self._is_rounded(name, ways[0])
        return Construction.ORDER if ordered and alike and not strict else Construction.ROUNDED

    def _bound_holds(self, operator: Operator, difference: Difference, way: Masking) -> bool:
        """Whether a bound of a column holds for its rounded values.

        The value next to the bound must be rounded to one within it, because no other is rounded
        farther. What is below 2.5 and whole is at most 2, and so is its mean, rounded to wholes.
        """
        ((name, factor),) = difference.factors.items()
        if factor == 0:
            return False
        bound = -difference.constant / factor
        operator = MIRRORED[operator] if factor < 0 else operator
        nearest = bound
        if self.columns[name].kind is not ColumnKind.NUMBER:
            strictly = {Operator.LESS: math.ceil(bound) - 1, Operator.MORE: math.floor(bound) + 1}
            loosely = {Operator.AT_MOST: math.floor(bound), Operator.AT_LEAST: math.ceil(bound)}
            nearest = Fraction((strictly | loosely).get(operator, bound))
        if operator is Operator.EQUAL and way.rounding is not None:
            return not way.rounded or nearest.denominator == 1
        value = float(round(nearest) if way.rounded else nearest)
        if way.rounding is not None:
            value = float(way.rounding.of(np.array([value]))[0])
        match operator:
            case Operator.LESS:
                return nearest != bound and value < float(bound)
            case Operator.MORE:
                return nearest != bound and value > float(bound)
            case Operator.AT_MOST:
                return value <= float(bound)
            case Operator.AT_LEAST:
                return value >= float(bound)
        return value == float(bound)

    def _is_rounded(self, name: str, way: Masking) -> bool:
        """Whether no value of a column that is not masked would be changed by rounding."""
        column = self.columns[name]
        if way.rounded and column.kind is ColumnKind.NUMBER:
            return False
        values = column.values[~column.missing].astype(np.float64)
        return way.rounding is None or bool((way.rounding.of(values) == values).all())

    def _are_observed_together(self, names: list[str]) -> bool:
        """Whether the masked columns of a relation have their values in the same records."""
        if self.plan.states_kept.issuperset(names):
            return True
        first_mask, *other_masks = (self._find_observed(name) for name in names)
        return all(np.array_equal(first_mask, mask) for mask in other_masks)

    def _find_observed(self, name: str) -> Bools:
        column = self.columns[name]
        observed = ~column.missing
        if name in self.inapplicable:
            observed &= ~self.inapplicable[name]
        return observed

    def _is_far(self, difference: Difference) -> bool:
        """Whether two sides that differ do so by more than their tolerance, as integers do."""
        size = abs(difference.constant)
        for name, factor in difference.factors.items():
            column = self.columns[name]
            if column.kind is ColumnKind.NUMBER:
                return False
            if len(column):
                size += abs(factor) * max(-int(column.values.min()), int(column.values.max()))
        return size * difference.multiple <= Fraction(_FAR_APART)

    def _count_mixed_signs(self, names: list[str], weighted: bool) -> int:
        """Count the columns with values of both signs that their means may hide."""
        n_mixed = 0
        for name in names:
            column, observed = self.columns[name], self._find_observed(name)
            values = column.values[observed]
            exact = not weighted and bool((np.rint(values) == values).all())
            n_mixed += not exact and bool((values < 0).any() and (values > 0).any())
        return n_mixed
