"""Finds the records that violate a rule, and those in which it cannot be checked.

A relation or a membership over a cell without a value, be it missing or not applicable, is neither
true nor false but unknown. “And” is false if a part is false, and unknown if none is false but one
is unknown; “or” is true if a part is true, and unknown if none is true but one is unknown.
``if A then B`` is “not A, or B”. A record violates the rule if the rule is false, and cannot be
checked if it is unknown. Whether a cell is missing or not applicable is always known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from types import MappingProxyType

import numpy as np

from core.array_types import Bools
from core.model import Column, ColumnKind
from core.rules.linear import days, difference_of, equals_one_of, signs
from core.rules.rule import (
    AllOf,
    AnyOf,
    CellState,
    Implication,
    Membership,
    Operator,
    Rule,
    StateTest,
)

_NOWHERE: Mapping[str, Bools] = MappingProxyType({})

# Signs of left side minus right side for which a relation is true.
_TRUE_FOR = {
    Operator.EQUAL: (0,),
    Operator.UNEQUAL: (-1, 1),
    Operator.LESS: (-1,),
    Operator.AT_MOST: (-1, 0),
    Operator.MORE: (1,),
    Operator.AT_LEAST: (0, 1),
}


@dataclass(frozen=True, slots=True, eq=False)
class RuleOutcome:
    """What became of a rule in each of `n` records.

    Attributes
    ----------
    violated : numpy.ndarray of bool, shape (n,)
        Where the rule is false.
    unchecked : numpy.ndarray of bool, shape (n,)
        Where a value that decides is missing or not applicable.
    """

    violated: Bools
    unchecked: Bools

    @property
    def violations(self) -> int:
        """Number of records that violate the rule."""
        return int(self.violated.sum())

    @property
    def uncheckable(self) -> int:
        """Number of records in which the rule cannot be checked."""
        return int(self.unchecked.sum())

    @property
    def holds(self) -> int:
        """Number of records in which the rule was checked and holds."""
        return len(self.violated) - self.violations - self.uncheckable


@dataclass(frozen=True, slots=True, eq=False)
class _Truth:
    """Where a condition is true and where it is false; elsewhere it is unknown."""

    true: Bools
    false: Bools


def evaluate(
    rule: Rule,
    columns: Iterable[Column],
    not_applicable: Mapping[str, Bools] = _NOWHERE,
) -> RuleOutcome:
    """Evaluate a rule in every record.

    Parameters
    ----------
    rule : Rule
        Without errors in `check_rule`.
    columns : iterable of Column
        Of `n` records each, those of the rule among them.
    not_applicable : Mapping of str to numpy.ndarray of bool, shape (n,)
        For each column that has such cells, where the question was not asked. They count as not
        applicable, and not as missing, whatever value they hold.

    Raises
    ------
    KeyError
        If a column is not there.
    """
    by_name = {column.name: column for column in columns}
    truth = _evaluate_part(rule, by_name, not_applicable)
    return RuleOutcome(truth.false, ~(truth.true | truth.false))


def _evaluate_part(
    rule: Rule, columns: Mapping[str, Column], inapplicable: Mapping[str, Bools]
) -> _Truth:
    """Find where a rule, or a part of one, is true and where it is false."""
    if isinstance(rule, Implication):
        condition = _evaluate_part(rule.condition, columns, inapplicable)
        consequence = _evaluate_part(rule.consequence, columns, inapplicable)
        return _Truth(
            true=condition.false | consequence.true, false=condition.true & consequence.false
        )
    if isinstance(rule, AllOf | AnyOf):
        parts = [_evaluate_part(part, columns, inapplicable) for part in rule.parts]
        are_true, are_false = [part.true for part in parts], [part.false for part in parts]
        if isinstance(rule, AllOf):
            return _Truth(_all_of(are_true), false=_any_of(are_false))
        return _Truth(_any_of(are_true), false=_all_of(are_false))
    if isinstance(rule, StateTest):
        is_true = _test_state(rule, columns[rule.column], inapplicable)
        return _Truth(is_true, false=~is_true)
    if isinstance(rule, Membership):
        is_true = _test_membership(rule, columns[rule.column])
        is_known = _find_observed(columns[rule.column], inapplicable)
    else:
        difference = difference_of(rule)
        is_true = np.isin(signs(difference, columns), _TRUE_FOR[rule.operator])
        is_known = _all_of([_find_observed(columns[n], inapplicable) for n in difference.factors])
    return _Truth(is_true & is_known, false=~is_true & is_known)


def _all_of(flags: Sequence[Bools]) -> Bools:
    return np.asarray(np.logical_and.reduce(flags))


def _any_of(flags: Sequence[Bools]) -> Bools:
    return np.asarray(np.logical_or.reduce(flags))


def _test_state(test: StateTest, column: Column, inapplicable: Mapping[str, Bools]) -> Bools:
    """Find where a cell is missing, or not applicable, as `test` asks; this is never unknown."""
    is_inapplicable = inapplicable.get(column.name, np.zeros(len(column), dtype=np.bool_))
    asks_for_inapplicable = test.state is CellState.NOT_APPLICABLE
    is_in_state = is_inapplicable if asks_for_inapplicable else column.missing & ~is_inapplicable
    return ~is_in_state if test.negated else is_in_state


def _find_observed(column: Column, inapplicable: Mapping[str, Bools]) -> Bools:
    """Find where a column has a value that rules can look at."""
    observed = ~column.missing
    if column.name in inapplicable:
        observed &= ~inapplicable[column.name]
    if column.kind is ColumnKind.NUMBER:
        observed &= np.isfinite(column.values)
    return observed


def _test_membership(test: Membership, column: Column) -> Bools:
    if column.kind is ColumnKind.TEXT:
        codes = [i for i, text in enumerate(column.categories) if text in test.values]
        is_member: Bools = np.isin(column.values, codes)
    else:
        numbers = [
            Fraction(days(value)) if isinstance(value, date) else value
            for value in test.values
            if not isinstance(value, str)
        ]
        if column.kind is ColumnKind.NUMBER:
            is_member = equals_one_of(column.values.astype(np.float64), numbers)
        else:
            integers = [int(number) for number in numbers if number.denominator == 1]
            listed = [number for number in integers if -(2**63) <= number < 2**63]
            is_member = np.isin(column.values, np.array(listed, dtype=np.int64))
    return ~is_member if test.negated else is_member
