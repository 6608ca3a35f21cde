"""Checks that a file has the columns of a rule, and that they can be used as the rule does."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction

from core.errors import Problem, Severity, Where
from core.model import Column, ColumnKind
from core.rules.rule import CellState, Membership, Relation, Rule, StateTest, tests_of

LARGEST_NUMBER = 10**30
"""Largest numerator and denominator of a number in a rule."""


def check_rule(
    rule: Rule, columns: Iterable[Column], not_applicable: Collection[str] = ()
) -> tuple[Problem, ...]:
    """Check a rule against the columns of a file; list each problem once.

    Parameters
    ----------
    not_applicable : collection of str
        Names of the columns with codes that mean “does not apply”.

    Returns
    -------
    tuple of Problem
        Errors if `evaluate` cannot be called; warnings if a text of the rule is no value of its
        column, because of which a condition is never true.
    """
    by_name = {column.name: column for column in columns}
    problems: dict[tuple[str, str | None], Problem] = {}
    for test in tests_of(rule):
        for problem in _problems(test, by_name, not_applicable):
            problems.setdefault((problem.code, problem.where.column), problem)
    return tuple(problems.values())


def _problems(
    test: Relation | Membership | StateTest,
    columns: Mapping[str, Column],
    not_applicable: Collection[str],
) -> Iterator[Problem]:
    if isinstance(test, Relation):
        terms = test.left + test.right
        if not any(isinstance(term.of, str) for term in terms):
            yield Problem("rule-without-column")
        if any(_is_too_large(term.factor) for term in terms):
            yield Problem("rule-number-too-large")
        for term in terms:
            if not isinstance(term.of, str):
                continue
            if term.of not in columns:
                yield Problem("rule-column-unknown", Where(column=term.of))
            elif columns[term.of].kind is ColumnKind.TEXT:
                yield Problem("rule-text-in-sum", Where(column=term.of))
    elif test.column not in columns:
        yield Problem("rule-column-unknown", Where(column=test.column))
    elif isinstance(test, Membership):
        column = columns[test.column]
        texts = {value for value in test.values if isinstance(value, str)}
        is_text = column.kind is ColumnKind.TEXT
        if texts and not is_text:
            yield Problem("rule-text-for-number", Where(column=column.name))
        if is_text and not texts:
            yield Problem("rule-number-for-text", Where(column=column.name))
        if any(isinstance(value, Fraction) and _is_too_large(value) for value in test.values):
            yield Problem("rule-number-too-large")
        if is_text and texts - set(column.categories):
            unknown = len(texts - set(column.categories))
            position = Where(column=column.name)
            yield Problem("rule-value-unknown", position, {"count": unknown}, Severity.WARNING)
    elif test.state is CellState.NOT_APPLICABLE and test.column not in not_applicable:
        yield Problem("rule-never-inapplicable", Where(column=test.column))


def _is_too_large(number: Fraction) -> bool:
    return abs(number.numerator) > LARGEST_NUMBER or number.denominator > LARGEST_NUMBER
