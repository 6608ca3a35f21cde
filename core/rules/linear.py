"""Compares the two sides of a linear relation in each record.

Where all values are integers up to 2^53 and the factors can be made whole, the comparison is exact;
for columns of integers it always is. Otherwise the difference of the
two sides counts as 0 if it is at most `TOLERANCE` times the sum of the sizes of all terms, which is
what rounding can make of decimal numbers: 0.1 + 0.2 = 0.3 holds.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from core.array_types import Bools, Floats, Ints
from core.model import Column, ColumnKind
from core.rules.rule import MIRRORED, Relation

TOLERANCE = 2.0**-44
"""Largest difference, relative to the sum of the sizes of all terms, that is taken as rounding.

Some 512 units in the last place of a float64: a relation over a dozen columns of decimal numbers
may lose a few in each. It sees a cent in amounts of up to a hundred thousand million.
"""

EXACT = 2**53
"""Up to here a float64 holds every integer."""

_BLOCK = 10_000
_SMALL = Fraction(1, 2**200)
_EPOCH = date(1970, 1, 1).toordinal()


@dataclass(frozen=True, slots=True)
class Difference:
    """The left side of a relation minus its right side, each column once.

    Attributes
    ----------
    factors : Mapping of str to Fraction
        Of each column, in the order of first use; 0 where a column cancels out.
    constant : Fraction
        The sum of numbers and of days.
    """

    factors: Mapping[str, Fraction]
    constant: Fraction

    @property
    def multiple(self) -> int:
        """The least number that makes all factors and the constant whole."""
        numbers = [*self.factors.values(), self.constant]
        return math.lcm(*(number.denominator for number in numbers))


def difference_of(relation: Relation) -> Difference:
    """Subtract a relation's right side from its left side."""
    factors: dict[str, Fraction] = {}
    constant = Fraction(0)
    sides = ((relation.left, Fraction(1)), (relation.right, Fraction(-1)))
    for term, sign in ((term, sign) for side, sign in sides for term in side):
        if isinstance(term.of, str):
            factors[term.of] = factors.get(term.of, Fraction(0)) + sign * term.factor
        else:
            constant += sign * (
                term.factor * days(term.of) if isinstance(term.of, date) else term.factor
            )
    return Difference(factors, constant)


def normal_form(relation: Relation) -> object:
    """Compute a value that is equal for relations of the same meaning: A = B + C and A - B = C.

    It is not equal for relations that only integers or values of one sign make equivalent.
    """
    difference, operator = difference_of(relation), relation.operator
    factors = sorted((name, f) for name, f in difference.factors.items() if f != 0)
    scale = abs(factors[0][1]) if factors else Fraction(1)
    if factors and factors[0][1] < 0:
        scale, operator = -scale, MIRRORED[operator]
    return operator, tuple((n, f / scale) for n, f in factors), difference.constant / scale


def days(day: date) -> int:
    """Compute the days from 1970-01-01 to `day`."""
    return day.toordinal() - _EPOCH


def signs(difference: Difference, columns: Mapping[str, Column]) -> NDArray[np.int8]:
    """Compute the sign of a difference in each record, 0 where both sides are equal.

    Parameters
    ----------
    difference : Difference
        With at least one column.
    columns : Mapping of str to Column
        By name; none of them texts.

    Returns
    -------
    numpy.ndarray of int8, shape (n,)
        -1, 0 or 1; of no meaning where a value is missing or infinite.
    """
    used = [columns[name] for name in difference.factors]
    if any(column.kind is ColumnKind.NUMBER for column in used):
        return _signs_of_floats(difference, used)
    multiple = difference.multiple
    factors = [int(factor * multiple) for factor in difference.factors.values()]
    constant = int(difference.constant * multiple)
    largest = abs(constant) + sum(
        abs(factor) * max((-int(c.values.min()), int(c.values.max())), key=abs) if len(c) else 0
        for factor, c in zip(factors, used, strict=True)
    )
    values = [column.values.astype(np.int64) for column in used]
    if largest < 2**63:
        return _signs_of_sum(factors, constant, values)
    # Python's integers never overflow. They are slow and hold the interpreter's lock, hence the
    # blocks; they are seldom needed.
    blockwise = np.zeros(len(used[0]), dtype=np.int8)
    for first in range(0, len(blockwise), _BLOCK):
        rows = slice(first, first + _BLOCK)
        blockwise[rows] = _signs_of_sum(factors, constant, [v[rows].astype(object) for v in values])
    return blockwise


def _signs_of_sum(factors: list[int], constant: int, values: list[Ints]) -> NDArray[np.int8]:
    total: Ints = np.full(len(values[0]), constant, dtype=values[0].dtype)
    for factor, x in zip(factors, values, strict=True):
        total += x * factor
    return (total > 0).astype(np.int8) - (total < 0).astype(np.int8)


def _signs_of_floats(difference: Difference, columns: list[Column]) -> NDArray[np.int8]:
    multiple = difference.multiple
    multiples = [
        factor * multiple for factor in (*difference.factors.values(), difference.constant)
    ]
    are_whole = all(abs(factor) <= EXACT for factor in multiples)
    *factors, constant = multiples if are_whole else [factor / multiple for factor in multiples]
    total, size = _total_and_size(factors, constant, columns)
    exact = are_whole & (size < 2.0**62)
    for column in columns:
        if column.kind is ColumnKind.NUMBER:
            # Integers that a float64 holds exactly.
            values = column.values
            exact &= (np.rint(values) == values) & (np.abs(values) <= EXACT)
    if np.isinf(size).any():
        # Sums of the largest floats are infinite; their signs are those of a part of them.
        small = [factor * _SMALL for factor in factors]
        total, size = _total_and_size(small, constant * _SMALL, columns)
    float_signs: NDArray[np.int8] = (total > TOLERANCE * size).astype(np.int8)
    float_signs -= total < -TOLERANCE * size
    if exact.any():
        integers = [np.where(exact, column.values, 0).astype(np.int64) for column in columns]
        exactly = _signs_of_sum([int(factor) for factor in factors], int(constant), integers)
        float_signs[exact] = exactly[exact]
    return float_signs


def _total_and_size(
    factors: list[Fraction], constant: Fraction, columns: list[Column]
) -> tuple[Floats, Floats]:
    """Compute a weighted sum of columns, and the sum of its terms' absolute values."""
    total = np.full(len(columns[0]), float(constant))
    size = np.abs(total)
    with np.errstate(invalid="ignore", over="ignore"):
        for factor, column in zip(factors, columns, strict=True):
            terms = column.values * float(factor)
            total += terms
            size += np.abs(terms)
    return total, size


def equals_one_of(values: Floats, numbers: list[Fraction]) -> Bools:
    """Find the values that equal one of some numbers, as in a relation of the two.

    Parameters
    ----------
    values : numpy.ndarray of float64, shape (n,)
        NaN equals nothing.
    numbers : list of Fraction
        At least one.
    """
    ascending = np.array(sorted(float(number) for number in numbers))
    right = np.searchsorted(ascending, values).clip(0, len(ascending) - 1)
    is_equal = np.zeros(len(values), dtype=np.bool_)
    for nearest in (ascending[right], ascending[np.maximum(right - 1, 0)]):
        size = np.abs(values) + np.abs(nearest)
        integral = (np.rint(values) == values) & (np.rint(nearest) == nearest)
        exact = integral & (np.maximum(np.abs(values), np.abs(nearest)) <= EXACT)
        tolerance = np.where(exact, 0.0, TOLERANCE * size)
        is_equal |= np.abs(values - nearest) <= tolerance
    return is_equal
