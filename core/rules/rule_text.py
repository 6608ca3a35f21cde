"""Writes rules in the language that `core.rules.parse_rule` reads."""

from __future__ import annotations

import re
from datetime import date
from fractions import Fraction

from core.rules.rule import (
    AllOf,
    AnyOf,
    CellState,
    Condition,
    Implication,
    Membership,
    Relation,
    Rule,
    Term,
)

PLAIN_NAME = r"[^\W\d]\w*(?:\.\w+)*"
KEYWORDS = ("if", "then", "and", "or", "in", "is", "not", "missing", "applicable")

_PLAIN = re.compile(PLAIN_NAME)
_KEYWORD = re.compile("|".join(KEYWORDS), re.IGNORECASE)


def rule_text(rule: Rule) -> str:
    """Write the rule's text; `parse_rule` returns an equal rule for it."""
    if isinstance(rule, Implication):
        return f"if {_condition(rule.condition)} then {_condition(rule.consequence)}"
    return _condition(rule)


def name_text(name: str) -> str:
    """Write a column's name as rules have it: in double quotes where it is no plain name."""
    if _PLAIN.fullmatch(name) and not _KEYWORD.fullmatch(name):
        return name
    return '"' + name.replace('"', '""') + '"'


def _condition(condition: Condition) -> str:
    if isinstance(condition, Relation):
        return f"{_sum(condition.left)} {condition.operator} {_sum(condition.right)}"
    if isinstance(condition, Membership):
        name = name_text(condition.column)
        if len(condition.values) == 1 and isinstance(condition.values[0], str):
            return f"{name} {'!=' if condition.negated else '='} {_value(condition.values[0])}"
        listed = ", ".join(_value(value) for value in condition.values)
        return f"{name} {'not in' if condition.negated else 'in'} ({listed})"
    if isinstance(condition, AllOf | AnyOf):
        word = " and " if isinstance(condition, AllOf) else " or "
        return word.join(
            f"({_condition(part)})" if isinstance(part, AllOf | AnyOf) else _condition(part)
            for part in condition.parts
        )
    name = name_text(condition.column)
    if condition.state is CellState.MISSING:
        return f"{name} is {'not ' if condition.negated else ''}missing"
    return f"{name} is {'' if condition.negated else 'not '}applicable"


def _value(value: str | Fraction | date) -> str:
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    if isinstance(value, date):
        return value.isoformat()
    return f"-{_number(-value)}" if value < 0 else _number(value)


def _sum(terms: tuple[Term, ...]) -> str:
    first_term, *other_terms = terms
    text = ("-" if first_term.factor < 0 else "") + _magnitude(first_term)
    return text + "".join(
        f" {'-' if term.factor < 0 else '+'} {_magnitude(term)}" for term in other_terms
    )


def _magnitude(term: Term) -> str:
    """Write a term without its sign."""
    size = abs(term.factor)
    if term.of is None:
        return _number(size)
    name = name_text(term.of) if isinstance(term.of, str) else term.of.isoformat()
    return name if size == 1 else f"{_number(size)} * {name}"


def _number(size: Fraction) -> str:
    """Write a number that is not negative: as a decimal number if it has one, else as p / q."""
    places, denominator = 0, size.denominator
    for prime in (2, 5):
        count = 0
        while denominator % prime == 0:
            denominator //= prime
            count += 1
        places = max(places, count)
    if denominator != 1:
        return f"{size.numerator} / {size.denominator}"
    if not places:
        return str(size.numerator)
    digits = str(size.numerator * 10**places // size.denominator).zfill(places + 1)
    return f"{digits[:-places]}.{digits[-places:]}"
