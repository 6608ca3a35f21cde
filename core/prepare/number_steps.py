"""Steps on numbers: top- and bottom-coding, bands and rounding."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from core.array_types import Floats, Ints
from core.errors import Problem, Severity, Where
from core.inspect.profiling.class_bounds import ClassBounds
from core.kernels.numerics.sums import exact_sum
from core.model import Column, ColumnKind, Dataset
from core.model.preparing import Band, BandLabel, Round, TailCoding, TailValue, TopCode
from core.prepare.recoded_cells import (
    new_numbers,
    new_texts,
    refuse,
    refuse_cell,
    step_number,
    with_integers,
    with_numbers,
)

# Quotients of decimal fractions are off by a few times 1e-16: 0.15 / 0.1 is not 1.5.
_SLACK = 9
_LARGEST, _LARGEST_WHOLE, _LARGEST_CELL = 1e70, 2.0**53, 2.0**62
FEWEST_IN_TAIL = 3
"""Units beyond a limit whose mean may be published; of two, each could work out the other."""
_DOMINANCE = 10.0
"""p of the rule by which the second largest unit must not work out the largest one from a mean.

Manual: conditions#dominance.
"""
MOST_BANDS = 1_000
"""Bands of equal width that a column may have; more would hide nothing."""


def code_tail(
    column: Column, step: TailCoding, dataset: Dataset, field: str, units: Ints | None = None
) -> tuple[Column, list[Problem]]:
    """Replace the values beyond a limit.

    A mean that would disclose the value of a single unit is not published: the values become the
    limit, and a note says so.

    Parameters
    ----------
    units : numpy.ndarray of int64, shape (n,), optional
        Unit of each record; without it each record is one.
    """
    values = numbers_of(column, dataset, field)
    _check_settings(column, [step.bound], field)
    with np.errstate(invalid="ignore"):
        beyond = values > step.bound if isinstance(step, TopCode) else values < step.bound
    beyond &= ~column.missing
    if not beyond.any():
        return column, []
    replacement, notes = step.bound, []
    if step.to is TailValue.MEAN:
        count, is_disclosive = judge_mean(values[beyond], None if units is None else units[beyond])
        if is_disclosive:
            params = {"step": step_number(field), "count": count}
            where = Where(column.name, field=field)
            notes = [Problem("prepare-tail-of-few", where, params, Severity.WARNING)]
        else:
            mean = float(exact_sum(values[beyond])) / int(beyond.sum())
            replacement = round_mean(mean, column)
    if column.kind is ColumnKind.INTEGER:
        integers = np.where(beyond, int(replacement), column.values)
        return with_integers(column, integers), notes
    return with_numbers(column, np.where(beyond, replacement, values)), notes


def round_mean(mean: float, column: Column) -> float:
    """Round a mean to the decimals of its column, the most of them where these differ."""
    decimals = 0 if column.kind is ColumnKind.INTEGER else column.decimals
    if decimals is None and column.cell_decimals is not None:
        decimals = int(column.cell_decimals.max())
    return mean if decimals is None or decimals < 0 else round(mean, decimals)


def judge_mean(amounts: Floats, units: Ints | None) -> tuple[int, bool]:
    """Count the units behind a mean, and judge whether it discloses one of their amounts."""
    if units is not None:
        unit_index = np.unique(units, return_inverse=True)[1]
        amounts = np.bincount(unit_index, weights=amounts).astype(np.float64)
    if len(amounts) < FEWEST_IN_TAIL:
        return len(amounts), True
    order = np.argsort(np.abs(amounts))
    remainder = abs(float(exact_sum(amounts[order[:-2]])))
    return len(amounts), remainder < _DOMINANCE / 100 * abs(float(amounts[order[-1]]))


def round_to_multiples(column: Column, step: Round, dataset: Dataset, field: str) -> Column:
    """Round numbers to the nearest multiple."""
    values = numbers_of(column, dataset, field)
    _check_settings(column, [step.to], field)
    if column.kind is ColumnKind.INTEGER:
        amounts = column.values.astype(np.int64)
        unit = int(step.to)
        size = np.abs(amounts)
        multiples, remainder = size // unit, size % unit
        multiples += remainder >= unit - remainder
        return with_integers(column, np.asarray(np.sign(amounts) * multiples * unit))
    with np.errstate(over="ignore", invalid="ignore"):
        multiples = np.floor(np.round(np.abs(values) / step.to, _SLACK) + 0.5)
        rounded = np.round(np.sign(values) * multiples * step.to, _decimals(step.to))
    # What is too large to be divided is a multiple already, as far as its digits go.
    return with_numbers(column, np.where(np.isfinite(rounded), rounded, values))


@dataclass(frozen=True, slots=True, eq=False)
class BandedColumn:
    """A cut_into_bands column, and its categories from the lowest band to the highest."""

    column: Column
    order: tuple[str, ...]


def cut_into_bands(column: Column, step: Band, dataset: Dataset, field: str) -> BandedColumn:
    """Build the column in bands; `BandedColumn.order` is empty unless they are categories."""
    index = _places_in_bands(column, step, dataset, field)
    present = ~column.missing
    is_whole = column.kind is ColumnKind.INTEGER
    if step.cuts:
        first, count = 0, len(step.cuts) - 1
    else:
        used = index[present]
        # Of no value, a range that is empty.
        first, last = (int(used.min()), int(used.max())) if len(used) else (0, -1)
        count = last - first + 1
        if count > MOST_BANDS:
            raise refuse("prepare-too-many-bands", column.name, field, most=MOST_BANDS)
    bands = [_band(step, first + i) for i in range(count)]
    band_index = np.where(present, index - first, 0).astype(np.int64)
    if step.label is BandLabel.RANGE:
        names = tuple(_range(band, is_whole) for band in bands)
        return BandedColumn(new_texts(column, names, band_index), names)
    ends = [float(band.low) for band in bands]
    if step.label is not BandLabel.LOWER:
        # The middle of each band.
        for position, band in enumerate(bands):
            high = band.high - 1 if is_whole and not band.is_last else band.high
            digits = max(_decimals(band.low), _decimals(high)) + 1
            ends[position] = round((band.low + high) / 2, digits)
    numbers = np.array([*ends, 0.0])[band_index] if count else np.zeros(len(column))
    are_integers = is_whole and all(end.is_integer() for end in ends)
    return BandedColumn(new_numbers(column, numbers, are_integers=are_integers), ())


def _places_in_bands(column: Column, step: Band, dataset: Dataset, field: str) -> Ints:
    """Find the place of each value's band; arbitrary where it is missing."""
    values = numbers_of(column, dataset, field)
    if not step.cuts:
        assert step.width is not None
        _check_settings(column, [step.width, step.origin], field)
        if column.kind is ColumnKind.INTEGER:
            shifted = column.values.astype(np.int64) - int(step.origin)
            return np.asarray(shifted // int(step.width))
        with np.errstate(invalid="ignore", over="ignore"):
            bands = np.floor(np.round((values - step.origin) / step.width, _SLACK))
        # Beyond these places the bands are too many anyway.
        places: Ints = np.clip(np.nan_to_num(bands), -(2.0**62), 2.0**62).astype(np.int64)
        return places
    if len(step.cuts) < 2 or any(b <= a for a, b in pairwise(step.cuts)):
        raise refuse("prepare-cuts-not-ascending", column.name, field)
    _check_settings(column, step.cuts, field)
    cuts = np.array(step.cuts)
    with np.errstate(invalid="ignore"):
        outside = ~column.missing & ((values < cuts[0]) | (values > cuts[-1]))
    if outside.any():
        raise refuse_cell("prepare-outside-bands", dataset, column.name, field, outside)
    index = np.minimum(np.searchsorted(cuts, values, side="right") - 1, len(cuts) - 2)
    return np.asarray(index.astype(np.int64))


@dataclass(frozen=True, slots=True)
class _Ends:
    """The ends of a band; the upper one belongs to the last of the declared bands."""

    low: float
    high: float
    is_last: bool


def _band(step: Band, index: int) -> _Ends:
    if step.cuts:
        last = index == len(step.cuts) - 2
        return _Ends(step.cuts[index], step.cuts[index + 1], last)
    assert step.width is not None
    digits = max(_decimals(step.width), _decimals(step.origin))
    low = round(step.origin + index * step.width, digits)
    return _Ends(low, round(low + step.width, digits), False)


def bounds_of_band(step: Band, value: float) -> ClassBounds:
    """Compute the bounds of the band that a number, such as its middle or start, lies in."""
    if step.cuts:
        index = min(bisect_right(step.cuts, value), len(step.cuts) - 1) - 1
    else:
        assert step.width is not None
        index = math.floor(round((value - step.origin) / step.width, _SLACK))
    band = _band(step, index)
    # The last one contains its end, as a class of whole numbers that is named by its ends does.
    is_closed = band.is_last and float(band.high).is_integer()
    return ClassBounds(band.low, band.high + is_closed)


def _range(band: _Ends, is_whole: bool) -> str:
    """Find the name of a band: ``15-24``; ``-5 to -1``; ``1.5 to under 2``."""
    low, high = band.low, band.high
    if is_whole:
        high = high if band.is_last else high - 1
        if low == high:
            return _spell(low)
        return f"{_spell(low)}{'-' if low >= 0 else ' to '}{_spell(high)}"
    return f"{_spell(low)} {'to' if band.is_last else 'to under'} {_spell(high)}"


def _spell(value: float) -> str:
    return str(int(value)) if float(value).is_integer() else repr(float(value))


def _decimals(value: float) -> int:
    mantissa, _, exponent = repr(float(value)).partition("e")
    digits = len(mantissa.partition(".")[2].rstrip("0"))
    return max(0, digits - int(exponent or 0))


def numbers_of(column: Column, dataset: Dataset, field: str) -> Floats:
    """Read the numbers of a column; refuse what holds none, or whole ones too large to recode."""
    if not column.kind.is_numeric:
        raise refuse("prepare-needs-numbers", column.name, field)
    values: Floats = column.values.astype(np.float64)
    # The next multiple of a larger whole number may be none that int64 holds.
    beyond = (np.abs(values) > _LARGEST_CELL) & ~column.missing
    if column.kind is ColumnKind.INTEGER and beyond.any():
        raise refuse_cell("prepare-cell-too-large", dataset, column.name, field, beyond)
    return values


def _check_settings(column: Column, settings: Sequence[float], field: str) -> None:
    """Refuse numbers that computations cannot handle, and fractions for whole numbers."""
    largest = _LARGEST_WHOLE if column.kind is ColumnKind.INTEGER else _LARGEST
    if any(abs(x) > largest for x in settings):
        raise refuse("prepare-too-large", column.name, field, most=largest)
    if column.kind is ColumnKind.INTEGER and not all(float(x).is_integer() for x in settings):
        raise refuse("prepare-needs-whole", column.name, field)
