"""Rules that put two columns in order, and columns of rules that are equations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.conditions.rule_counts import rule_of
from core.rules import Operator, Relation, columns_of, difference_of

_SMALLER = (Operator.AT_MOST, Operator.LESS)
_LARGER = (Operator.AT_LEAST, Operator.MORE)


@dataclass(frozen=True, slots=True)
class Order:
    """A rule that says that a multiple of one column is at most that of another."""

    small: str
    small_factor: float
    large: str
    large_factor: float


def orders_of(rules: Sequence[str]) -> list[Order]:
    """List the rules of this form, such as ``EXPORTS <= TURNOVER``."""
    orders = []
    for text in rules:
        rule = rule_of(text)
        if not isinstance(rule, Relation) or rule.operator not in (*_SMALLER, *_LARGER):
            continue
        difference = difference_of(rule)
        sign = 1 if rule.operator in _SMALLER else -1
        factors = [(name, sign * float(f)) for name, f in difference.factors.items() if f]
        factors.sort(key=lambda pair: -pair[1])
        if len(factors) == 2 and difference.constant == 0 and factors[0][1] > 0 > factors[1][1]:
            (small, first), (large, second) = factors
            orders.append(Order(small, first, large, -second))
    return orders


def columns_of_equation(text: str) -> tuple[str, ...]:
    """List the columns of a rule that is an equation, none of another rule."""
    rule = rule_of(text)
    if not isinstance(rule, Relation) or rule.operator is not Operator.EQUAL:
        return ()
    return tuple(columns_of(rule))
