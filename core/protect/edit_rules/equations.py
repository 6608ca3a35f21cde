"""Equations that rounding opens and that one of their columns closes again.

In each record the largest column of an equation follows from the others, which are rounded: a total
is the sum of its rounded parts. It may have more digits than they have and discloses nothing more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, MutableMapping, Sequence
from dataclasses import dataclass

import numpy as np

from core.array_types import Bools, Floats
from core.rules import Operator, Relation, Rule, difference_of, sum_of_parts
from core.rules.linear import TOLERANCE
from core.rules.rule import AllOf, Condition, Implication


@dataclass(frozen=True, slots=True)
class Equation:
    """A weighted sum of columns and a constant that is 0.

    Attributes
    ----------
    factors : tuple of (str, float)
        Each column and its factor, which is not 0.
    movable : tuple of str
        The columns whose largest one follows from the others.
    condition : Condition or None
        Where the equation holds; everywhere without one.
    """

    factors: tuple[tuple[str, float], ...]
    constant: float
    movable: tuple[str, ...]
    condition: Condition | None = None


def equations_of(rule: Rule) -> Iterator[tuple[Relation, Condition | None]]:
    """Yield the equations that a rule demands, each with the condition under which it does."""
    if isinstance(rule, Implication):
        for relation, condition in equations_of(rule.consequence):
            yield relation, rule.condition if condition is None else condition
    elif isinstance(rule, AllOf):
        for demand in rule.parts:
            yield from equations_of(demand)
    elif isinstance(rule, Relation) and rule.operator is Operator.EQUAL:
        yield rule, None


def closing_order(
    rules: Sequence[tuple[int, Rule]], masked: Collection[str], members: Collection[str] = ()
) -> tuple[tuple[Equation, ...], frozenset[int]]:
    """Order the equations of rules so that closing one leaves those before it closed.

    Parameters
    ----------
    rules : sequence of (int, Rule)
        Rules that are kept, with their numbers.
    masked : collection of str
        The columns that are rounded.
    members : collection of str
        The columns of members, where units have columns of their own, which must not follow from
        those of a member.

    Returns
    -------
    equations : tuple of Equation
        In the order in which they are closed.
    open_rules : frozenset of int
        Rules with an equation that has no column left to close it with.
    """
    waiting = [
        (number, relation, condition)
        for number, rule in rules
        for relation, condition in equations_of(rule)
        if any(difference_of(relation).factors.get(name) for name in masked)
    ]
    last_first: list[Equation] = []
    while waiting:
        candidates = [
            (index, movable)
            for index, (_, relation, _) in enumerate(waiting)
            if (movable := _find_movable(index, waiting, masked, members))
        ]
        if not candidates:
            break
        # Totals are closed after their parts, which are the totals of other equations.
        index, movable = next(
            (
                (index, movable)
                for index, movable in candidates
                if _total_of(waiting[index][1]) in movable
            ),
            candidates[0],
        )
        _, relation, condition = waiting.pop(index)
        difference = difference_of(relation)
        factors = tuple((name, float(f)) for name, f in difference.factors.items() if f)
        last_first.append(Equation(factors, float(difference.constant), movable, condition))
    return tuple(reversed(last_first)), frozenset(number for number, _, _ in waiting)


def _find_movable(
    index: int,
    waiting: Sequence[tuple[int, Relation, Condition | None]],
    masked: Collection[str],
    members: Collection[str],
) -> tuple[str, ...]:
    """Find the masked columns that no other waiting equation names."""
    names_elsewhere = {
        name
        for i, (_, relation, _) in enumerate(waiting)
        if i != index
        for name in difference_of(relation).factors
    }
    names = [name for name, f in difference_of(waiting[index][1]).factors.items() if f]
    if any(name in members for name in names):
        names = [name for name in names if name in members]
    return tuple(name for name in names if name in masked and name not in names_elsewhere)


def _total_of(relation: Relation) -> str | None:
    total = sum_of_parts(relation)
    return None if total is None else total.total


def close_equation(
    equation: Equation, values: MutableMapping[str, Floats], holds: Bools, decimals: int | None
) -> None:
    """Set the largest movable column of each record to what the others demand.

    Parameters
    ----------
    values : MutableMapping of str to numpy.ndarray of float64, shape (n,)
        The released values of its columns, NaN where one is missing; those that move are replaced.
    holds : numpy.ndarray of bool, shape (n,)
        Where the equation is to hold.
    decimals : int or None
        How many all values have, if this can be said of their sums.
    """
    sums = np.full(len(holds), equation.constant)
    for name, factor in equation.factors:
        sums += factor * values[name]
    factors = dict(equation.factors)
    sizes = np.array([np.abs(values[name]) for name in equation.movable])
    largest = np.where(np.isnan(sizes), -1.0, sizes).argmax(axis=0)
    for index, name in enumerate(equation.movable):
        here = holds & np.isfinite(sums) & (sums != 0.0) & (largest == index)
        sum_of_rest = sums[here] - factors[name] * values[name][here]
        moved = values[name].copy()
        moved[here] = _without_noise(-sum_of_rest / factors[name], decimals)
        values[name] = moved


def _without_noise(values: Floats, decimals: int | None) -> Floats:
    """Round off what sums of decimal numbers are off by."""
    if decimals is None:
        return np.asarray(values + 0.0)
    cleaned = np.rint(values * 10.0**decimals) / 10.0**decimals
    is_noise = np.abs(cleaned - values) <= TOLERANCE * np.abs(values)
    return np.asarray(np.where(is_noise, cleaned, values) + 0.0)
