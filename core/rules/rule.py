"""Edit rules as values: linear relations, conditions and implications over named columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType
from typing import TypeAlias


class Operator(StrEnum):
    """How the two sides of a relation compare."""

    EQUAL = "="
    UNEQUAL = "!="
    LESS = "<"
    AT_MOST = "<="
    MORE = ">"
    AT_LEAST = ">="


MIRRORED: Mapping[Operator, Operator] = MappingProxyType(
    {
        Operator.EQUAL: Operator.EQUAL,
        Operator.UNEQUAL: Operator.UNEQUAL,
        Operator.LESS: Operator.MORE,
        Operator.AT_MOST: Operator.AT_LEAST,
        Operator.MORE: Operator.LESS,
        Operator.AT_LEAST: Operator.AT_MOST,
    }
)
"""The operator with the same meaning once the two sides have changed places."""

NEGATED: Mapping[Operator, Operator] = MappingProxyType(
    {
        Operator.EQUAL: Operator.UNEQUAL,
        Operator.UNEQUAL: Operator.EQUAL,
        Operator.LESS: Operator.AT_LEAST,
        Operator.AT_MOST: Operator.MORE,
        Operator.MORE: Operator.AT_MOST,
        Operator.AT_LEAST: Operator.LESS,
    }
)
"""The operator that is true exactly where the given one is false."""


@dataclass(frozen=True, slots=True)
class Term:
    """A number, a multiple of a column, or a multiple of a date.

    Attributes
    ----------
    factor : Fraction
        The number itself where `of` is ``None``.
    of : str, datetime.date or None
        Name of the column that is multiplied; or a date, which counts as its days since
        1970-01-01.
    """

    factor: Fraction
    of: str | date | None = None


@dataclass(frozen=True, slots=True)
class Relation:
    """A comparison of two sums, such as ``TURNOVER = DOMESTIC + EXPORTS``."""

    left: tuple[Term, ...]
    operator: Operator
    right: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Membership:
    """Whether a column has one of some values; ``A = 'x'`` is a membership with one text.

    Attributes
    ----------
    values : tuple of str, Fraction or datetime.date
        At least one; either texts only or no text. Numbers have finitely many decimals.
    """

    column: str
    values: tuple[str | Fraction | date, ...]
    negated: bool = False


class CellState(StrEnum):
    """Why a cell has no value."""

    MISSING = "missing"
    NOT_APPLICABLE = "not applicable"


@dataclass(frozen=True, slots=True)
class StateTest:
    """Whether a column's cell is missing or does not apply."""

    column: str
    state: CellState
    negated: bool = False


@dataclass(frozen=True, slots=True)
class AllOf:
    """Two or more conditions joined by “and”."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Two or more conditions joined by “or”."""

    parts: tuple[Condition, ...]


Condition: TypeAlias = Relation | Membership | StateTest | AllOf | AnyOf


@dataclass(frozen=True, slots=True)
class Implication:
    """``if condition then consequence``."""

    condition: Condition
    consequence: Condition


Rule: TypeAlias = Condition | Implication


def negate(condition: Condition) -> Condition:
    """Negate a condition: true where it is false, and unknown where it is."""
    if isinstance(condition, Relation):
        return Relation(condition.left, NEGATED[condition.operator], condition.right)
    if isinstance(condition, Membership):
        return Membership(condition.column, condition.values, not condition.negated)
    if isinstance(condition, StateTest):
        return StateTest(condition.column, condition.state, not condition.negated)
    parts = tuple(negate(part) for part in condition.parts)
    return AnyOf(parts) if isinstance(condition, AllOf) else AllOf(parts)


def tests_of(rule: Rule) -> Iterator[Relation | Membership | StateTest]:
    """Yield the relations, memberships and state tests of a rule, from left to right."""
    if isinstance(rule, Implication):
        yield from tests_of(rule.condition)
        yield from tests_of(rule.consequence)
    elif isinstance(rule, AllOf | AnyOf):
        for part in rule.parts:
            yield from tests_of(part)
    else:
        yield rule


def columns_of(rule: Rule) -> tuple[str, ...]:
    """List the names of a rule's columns, each once, in the order of their first use."""
    names: dict[str, None] = {}
    for test in tests_of(rule):
        if isinstance(test, Relation):
            term_names = [term.of for term in test.left + test.right if isinstance(term.of, str)]
            names.update(dict.fromkeys(term_names))
        else:
            names[test.column] = None
    return tuple(names)
