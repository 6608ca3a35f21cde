"""Edit rules record by record in exact fractions, written from the manual's words alone.

A record is a dict from column to a number, a text, a date, `MISSING` or `NOT_APPLICABLE`. A rule is
true, false or, where a value that decides is not there, None.
"""

from __future__ import annotations

from datetime import date
from fractions import Fraction

from core.rules import Membership, Relation
from core.rules.rule import AllOf, AnyOf, CellState, Implication, StateTest

MISSING = object()
NOT_APPLICABLE = object()

COMPARED = {
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def number(value):
    return Fraction((value - date(1970, 1, 1)).days) if isinstance(value, date) else Fraction(value)


def absent(value) -> bool:
    return value is MISSING or value is NOT_APPLICABLE


def side(terms, record):
    total = Fraction(0)
    for term in terms:
        value = record[term.of] if isinstance(term.of, str) else term.of
        if absent(value):
            return None
        total += term.factor * (1 if value is None else number(value))
    return total


def truth(rule, record):
    if isinstance(rule, Implication):
        first, second = truth(rule.condition, record), truth(rule.consequence, record)
        if first is False or second is True:
            return True
        return False if first is True and second is False else None
    if isinstance(rule, AllOf):
        parts = [truth(part, record) for part in rule.parts]
        return False if False in parts else None if None in parts else True
    if isinstance(rule, AnyOf):
        parts = [truth(part, record) for part in rule.parts]
        return True if True in parts else None if None in parts else False
    if isinstance(rule, Relation):
        left, right = side(rule.left, record), side(rule.right, record)
        if left is None or right is None:
            return None
        return COMPARED[str(rule.operator)](left, right)
    value = record[rule.column]
    if isinstance(rule, StateTest):
        wanted = MISSING if rule.state is CellState.MISSING else NOT_APPLICABLE
        return (value is wanted) is not rule.negated
    assert isinstance(rule, Membership)
    if absent(value):
        return None
    if not isinstance(value, str):
        value = number(value)
    listed = [each if isinstance(each, str) else number(each) for each in rule.values]
    return (value in listed) is not rule.negated
