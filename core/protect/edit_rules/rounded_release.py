"""Rounds the representatives of masked amounts, and keeps the rules that they fulfil.

Manual: methods#steps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from core.array_types import Bools, Floats, Ints
from core.conditions import Records, rule_of, rule_outcome
from core.encode.rounding import Rounding
from core.model import Column, ColumnKind
from core.protect.edit_rules.equations import Equation, close_equation
from core.protect.edit_rules.roundings import roundings_of
from core.rules import Operator, Relation, Rule, columns_of, difference_of, tests_of
from core.rules.rule import Implication
from core.table import keep

_DIRECTIONS = {
    Operator.LESS: -1.0,
    Operator.AT_MOST: -1.0,
    Operator.MORE: 1.0,
    Operator.AT_LEAST: 1.0,
}
_MOST_PASSES = 4
_MOST_DECIMALS = 12


def round_released(
    records: Records,
    released: Sequence[Column],
    labels: Mapping[str, Ints],
    equations: Sequence[Equation],
) -> tuple[Column, ...]:
    """Round representatives, and keep the rules that they fulfil.

    Parameters
    ----------
    records : Records
        The `n` original records.
    released : sequence of Column
        Their released columns, in which masked columns are constant within groups.
    labels : Mapping of str to numpy.ndarray of int64, shape (n,)
        For each masked column, the group of each record.
    equations : sequence of Equation
        In the order in which they are closed again.
    """
    exact = {column.name: column for column in released}
    roundings = {n: r for n, r in roundings_of(records).items() if n in labels and n in exact}
    holders = _Holders()
    values = {
        name: keep(rounding.of(exact[name].floats()[holders.of(labels[name])])[labels[name]])
        for name, rounding in roundings.items()
    }
    if records.recipe.rules:
        values = _keep_rules(records, exact, (values, roundings), labels, equations)
    return tuple(
        with_numbers(column, values[column.name]) if column.name in values else column
        for column in released
    )


class _Holders:
    """A record of each group, found once for all columns with the same groups."""

    def __init__(self) -> None:
        self._labels: Ints | None = None
        self._records = np.empty(0, dtype=np.int64)

    def of(self, labels: Ints) -> Ints:
        """Return one record of each group, shape (groups,)."""
        if labels is not self._labels:
            self._labels = labels
            self._records = np.empty(int(labels.max()) + 1, dtype=np.int64)
            self._records[labels] = np.arange(len(labels))
        return self._records


def with_numbers(column: Column, numbers: Floats) -> Column:
    """Return a column with other numbers in the cells that have one."""
    if column.kind is ColumnKind.NUMBER:
        return replace(column, values=np.where(column.missing, np.nan, numbers))
    integers = np.rint(np.where(column.missing, 0.0, numbers)).astype(np.int64)
    return replace(column, values=integers)


def _keep_rules(
    records: Records,
    exact: Mapping[str, Column],
    rounded: tuple[dict[str, Floats], Mapping[str, Rounding]],
    labels: Mapping[str, Ints],
    equations: Sequence[Equation],
) -> dict[str, Floats]:
    """Close equations; where an order broke, round its sides away from each other."""
    values, roundings = rounded
    rules = [rule_of(text) for text in records.recipe.rules]
    rules = [rule for rule in rules if any(name in values for name in columns_of(rule))]
    directions = {
        name: np.zeros(len(records))
        for rule in rules
        for name in columns_of(rule)
        if name in values
    }
    was_violated = [
        rule_outcome(rule, tuple(exact.values()), records.schema).violated for rule in rules
    ]
    start = {name: exact[name].floats() for name in directions}
    for turn in range(_MOST_PASSES):
        if turn:
            values |= {
                name: roundings[name].of(start[name], towards)
                for name, towards in directions.items()
            }
        _close(records, exact, values, equations)
        columns = tuple(
            with_numbers(column, values[name]) if name in values else column
            for name, column in exact.items()
        )
        has_turned = False
        for rule, violated in zip(rules, was_violated, strict=True):
            broken = rule_outcome(rule, columns, records.schema).violated & ~violated
            if broken.any():
                has_turned |= _turn(rule, broken, directions, labels, equations)
        if not has_turned:
            break
    return values


def _close(
    records: Records,
    exact: Mapping[str, Column],
    values: dict[str, Floats],
    equations: Sequence[Equation],
) -> None:
    """Close all equations, where their condition is true."""
    for equation in equations:
        names = [name for name, _ in equation.factors]
        numbers = {name: values.get(name, exact[name].floats()) for name in names}
        holds = np.ones(len(records), dtype=np.bool_)
        if equation.condition is not None:
            outcome = rule_outcome(equation.condition, tuple(exact.values()), records.schema)
            holds = ~(outcome.violated | outcome.unchecked)
        close_equation(equation, numbers, holds, _decimals_of(equation, numbers))
        values |= {name: numbers[name] for name in equation.movable}


def _decimals_of(equation: Equation, numbers: Mapping[str, Floats]) -> int | None:
    """Count the decimals that suffice for all values of an equation without larger factors."""
    if any(abs(factor) != 1.0 for _, factor in equation.factors):
        return None
    cells = np.concatenate([np.unique(numbers[name]) for name, _ in equation.factors])
    cells = np.append(cells[np.isfinite(cells)], equation.constant)
    for decimals in range(_MOST_DECIMALS + 1):
        power = 10.0**decimals
        if (np.rint(cells * power) / power == cells).all():
            return decimals
    return None


def _turn(
    rule: Rule,
    broken: Bools,
    directions: Mapping[str, Floats],
    labels: Mapping[str, Ints],
    equations: Sequence[Equation],
) -> bool:
    """Round the columns of a broken order in its favour; return whether any turned."""
    has_turned = False
    demanded = rule.consequence if isinstance(rule, Implication) else rule
    for test in tests_of(demanded):
        if not isinstance(test, Relation) or test.operator not in _DIRECTIONS:
            continue
        towards = {
            name: _DIRECTIONS[test.operator] * (1.0 if factor > 0 else -1.0)
            for name, factor in difference_of(test).factors.items()
            if factor and name in directions
        }
        for equation in equations:
            factors = dict(equation.factors)
            for follower in set(equation.movable) & set(towards):
                sign = np.sign(factors[follower]) * towards[follower]
                for name, factor in equation.factors:
                    if name in directions:
                        towards.setdefault(name, float(-sign * np.sign(factor)))
        for name, direction in towards.items():
            hit = np.bincount(labels[name], weights=broken)[labels[name]] > 0
            free = hit & (directions[name] == 0.0)
            directions[name][free] = direction
            has_turned |= bool(free.any())
    return has_turned
