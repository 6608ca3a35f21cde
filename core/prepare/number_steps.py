"""Steps on numbers: top- and bottom-coding, bands and rounding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from core.errors import Problem, Severity, Where
from core.kernels.numerics.sums import exact_sum
from core.model import Column, ColumnKind, Dataset
from core.model.preparing import Band, BandLabel, Round, TailCoding, TailValue
from core.prepare.recoded_cells import (
    Floats,
    Ints,
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


def tail_coded(
    column: Column, action: TailCoding, dataset: Dataset, field: str, units: Ints | None = None
) -> tuple[Column, list[Problem]]:
    """Replace the values of a column beyond a limit.

    A mean that would tell the value of a single unit is not published: the values become the limit,
    and a note says so.

    Parameters
    ----------
    units : numpy.ndarray of int64, shape (n,), optional
        Unit of each record; without it each record is one.
    """
    values = _numbers(column, dataset, field)
    _check_settings(column, [action.bound], field)
    with np.errstate(invalid="ignore"):
        beyond = values > action.bound if action.is_top else values < action.bound
    beyond &= ~column.missing
    if not beyond.any():
        return column, []
    to, notes = action.bound, []
    if action.to is TailValue.MEAN:
        count, tells_a_unit = _judge_tail(values[beyond], None if units is None else units[beyond])
        if tells_a_unit:
            params = {"step": step_number(field), "count": count}
            where = Where(column.name, field=field)
            notes = [Problem("prepare-tail-of-few", where, params, Severity.WARNING)]
        else:
            mean = float(exact_sum(values[beyond])) / int(beyond.sum())
            # A mean gets the decimals of its column.
            decimals = 0 if column.kind is ColumnKind.INTEGER else column.decimals
            to = mean if decimals is None else round(mean, decimals)
    if column.kind is ColumnKind.INTEGER:
        return with_integers(column, np.where(beyond, int(to), column.values)), notes
    return with_numbers(column, np.where(beyond, to, values)), notes


def _judge_tail(amounts: Floats, units: Ints | None) -> tuple[int, bool]:
    """Count the units of a tail, and judge whether its mean tells the amount of one of them."""
    if units is not None:
        index = np.unique(units, return_inverse=True)[1]
        amounts = np.bincount(index, weights=amounts)
    if len(amounts) < FEWEST_IN_TAIL:
        return len(amounts), True
    order = np.argsort(np.abs(amounts))
    remainder = abs(float(exact_sum(amounts[order[:-2]])))
    return len(amounts), remainder < _DOMINANCE / 100 * abs(float(amounts[order[-1]]))


def rounded_to(column: Column, action: Round, dataset: Dataset, field: str) -> Column:
    """Return the column with its numbers rounded to the nearest multiple."""
    values = _numbers(column, dataset, field)
    _check_settings(column, [action.to], field)
    if column.kind is ColumnKind.INTEGER:
        amounts = column.values.astype(np.int64)
        to = int(action.to)
        size = np.abs(amounts)
        whole, rest = size // to, size % to
        return with_integers(
            column, np.asarray(np.sign(amounts) * (whole + (rest >= to - rest)) * to)
        )
    with np.errstate(over="ignore", invalid="ignore"):
        count = np.floor(np.round(np.abs(values) / action.to, _SLACK) + 0.5)
        found = np.round(np.sign(values) * count * action.to, _decimals(action.to))
    # What is too large to be divided is a multiple already, as far as its digits go.
    return with_numbers(column, np.where(np.isfinite(found), found, values))


@dataclass(frozen=True, slots=True, eq=False)
class Banded:
    """A banded column, and its categories from the lowest band to the highest."""

    column: Column
    order: tuple[str, ...]


def banded(column: Column, action: Band, dataset: Dataset, field: str) -> Banded:
    """Return the column in bands; `Banded.order` is empty unless they are categories."""
    index = _places_in_bands(column, action, dataset, field)
    present = ~column.missing
    is_whole = column.kind is ColumnKind.INTEGER
    if action.cuts:
        first, count = 0, len(action.cuts) - 1
    else:
        used = index[present]
        # Of no value, a range that is empty.
        least, most = (int(used.min()), int(used.max())) if len(used) else (0, -1)
        first, count = least, most - least + 1
        if count > MOST_BANDS:
            raise refuse("prepare-too-many-bands", column.name, field, most=MOST_BANDS)
    bands = [_band(action, first + i) for i in range(count)]
    place = np.where(present, index - first, 0).astype(np.int64)
    if action.label is BandLabel.RANGE:
        names = tuple(_range(band, is_whole) for band in bands)
        return Banded(new_texts(column, names, place), names)
    ends = [float(band.low) for band in bands]
    if action.label is not BandLabel.LOWER:
        # The middle of each band.
        for at, band in enumerate(bands):
            high = band.high - 1 if is_whole and not band.is_last else band.high
            digits = max(_decimals(band.low), _decimals(high)) + 1
            ends[at] = round((band.low + high) / 2, digits)
    numbers = np.array([*ends, 0.0])[place] if count else np.zeros(len(column))
    whole = is_whole and all(end.is_integer() for end in ends)
    return Banded(new_numbers(column, numbers, whole=whole), ())


def _places_in_bands(column: Column, action: Band, dataset: Dataset, field: str) -> Ints:
    """Return the place of each value's band; arbitrary where it is missing."""
    values = _numbers(column, dataset, field)
    if not action.cuts:
        assert action.width is not None
        _check_settings(column, [action.width, action.origin], field)
        if column.kind is ColumnKind.INTEGER:
            shifted = column.values.astype(np.int64) - int(action.origin)
            return np.asarray(shifted // int(action.width))
        with np.errstate(invalid="ignore", over="ignore"):
            found = np.floor(np.round((values - action.origin) / action.width, _SLACK))
        # Beyond these places the bands are too many anyway.
        places: Ints = np.clip(np.nan_to_num(found), -(2.0**62), 2.0**62).astype(np.int64)
        return places
    if len(action.cuts) < 2 or any(b <= a for a, b in pairwise(action.cuts)):
        raise refuse("prepare-cuts-not-ascending", column.name, field)
    _check_settings(column, action.cuts, field)
    cuts = np.array(action.cuts)
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


def _band(action: Band, index: int) -> _Ends:
    if action.cuts:
        last = index == len(action.cuts) - 2
        return _Ends(action.cuts[index], action.cuts[index + 1], last)
    assert action.width is not None
    digits = max(_decimals(action.width), _decimals(action.origin))
    low = round(action.origin + index * action.width, digits)
    return _Ends(low, round(low + action.width, digits), False)


def _range(band: _Ends, is_whole: bool) -> str:
    """Return the name of a band: ``15-24``; ``-5 to -1``; ``1.5 to under 2``."""
    low, high = band.low, band.high
    if is_whole:
        high = high if band.is_last else high - 1
        if low == high:
            return _spelled(low)
        return f"{_spelled(low)}{'-' if low >= 0 else ' to '}{_spelled(high)}"
    return f"{_spelled(low)} {'to' if band.is_last else 'to under'} {_spelled(high)}"


def _spelled(value: float) -> str:
    return str(int(value)) if float(value).is_integer() else repr(float(value))


def _decimals(value: float) -> int:
    mantissa, _, exponent = repr(float(value)).partition("e")
    digits = len(mantissa.partition(".")[2].rstrip("0"))
    return max(0, digits - int(exponent or 0))


def _numbers(column: Column, dataset: Dataset, field: str) -> Floats:
    if column.kind not in (ColumnKind.INTEGER, ColumnKind.NUMBER):
        raise refuse("prepare-needs-numbers", column.name, field)
    values: NDArray[np.float64] = column.values.astype(np.float64)
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
