"""Spells values as text: as they were read, or in full precision where they are new."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from core.model import Column, ColumnKind

_LARGEST_EXACT = 2.0**53
_MOST_SCALED = 15


def spelled(column: Column, rows: NDArray[np.int64], masked: bool, decimal: str) -> pa.Array:
    """Return the cells of `rows` as text.

    Parameters
    ----------
    column : Column
        Of numbers or dates, or of text.
    rows : numpy.ndarray of int64, shape (r,)
        Positions, in the order wanted.
    masked : bool
        Whether the values are new: numbers then have as many digits as it takes to read back
        the same float64, and missing cells are empty.
    decimal : str
        Decimal sign.

    Returns
    -------
    pyarrow.Array of string, shape (r,)
        Without nulls.
    """
    texts = _values(column, rows, masked)
    if decimal != "." and column.kind is ColumnKind.NUMBER:
        texts = pc.replace_substring(texts, ".", decimal)
    missing = column.missing[rows]
    if not missing.any():
        return texts
    return pc.if_else(pa.array(missing), _missing(column, rows, masked), texts)


def _missing(column: Column, rows: NDArray[np.int64], masked: bool) -> pa.Array | str:
    """Return how missing cells are spelled."""
    if masked or column.missing_text is None:
        return ""
    spellings, index = column.missing_text
    return pa.array([*spellings, ""], pa.string()).take(
        pa.array(np.where(index[rows] < 0, len(spellings), index[rows]))
    )


def _values(column: Column, rows: NDArray[np.int64], masked: bool) -> pa.Array:
    """Spell the values; what stands for a missing one is of no account."""
    values = column.values[rows]
    if column.kind is ColumnKind.TEXT:
        index = np.maximum(values, 0)
        return _categories(column, index)
    if column.kind is ColumnKind.INTEGER:
        return pc.cast(pa.array(values), pa.string())
    if column.kind is ColumnKind.DATE:
        return dates(values.astype(np.int64), column.date_format)
    numbers = values.astype(np.float64)
    if masked or (column.decimals is None and column.cell_decimals is None):
        return shortest(numbers)
    if column.cell_decimals is None:
        return _fixed(numbers, column.decimals or 0)
    return _each(numbers, column.cell_decimals[rows])


def _categories(column: Column, index: NDArray[np.generic]) -> pa.Array:
    """Look categories up; only those that are used become Arrow texts."""
    used, place = np.unique(index, return_inverse=True)
    texts = [column.categories[i] for i in used.tolist()] if column.categories else [""]
    return pa.array(texts, pa.string()).take(pa.array(place))


def shortest(numbers: NDArray[np.float64]) -> pa.Array:
    """Spell numbers with the fewest digits that read back as the same float64."""
    texts = pc.cast(pa.array(numbers), pa.string())
    # Arrow writes an exponent from 1e10 on; people expect one only for longer numbers. Beyond
    # 2^53 it must stay: the reader takes longer runs of digits for codes, not for numbers.
    large = (np.abs(numbers) >= 1e10) & (np.abs(numbers) <= _LARGEST_EXACT)
    if not large.any():
        return texts
    plain = [repr(number).removesuffix(".0") for number in numbers[large].tolist()]
    return pc.replace_with_mask(texts, pa.array(large), pa.array(plain, pa.string()))


def _each(numbers: NDArray[np.float64], places: NDArray[np.int8]) -> pa.Array:
    """Spell numbers with so many digits behind the decimal sign each; -1: as many as needed."""
    order = np.argsort(places, kind="stable")
    parts, at = [], 0
    for place, count in zip(*np.unique(places, return_counts=True), strict=True):
        part = numbers[order[at : at + count]]
        parts.append(shortest(part) if place < 0 else _fixed(part, int(place)))
        at += count
    back = np.empty(len(order), dtype=np.int64)
    back[order] = np.arange(len(order))
    return pa.concat_arrays(parts).take(pa.array(back)) if parts else pa.array([], pa.string())


def _fixed(numbers: NDArray[np.float64], places: int) -> pa.Array:
    """Spell numbers with `places` digits behind the decimal sign."""
    scale = 10.0 ** min(places, _MOST_SCALED)
    with np.errstate(invalid="ignore", over="ignore"):
        scaled = np.rint(np.abs(numbers) * scale)
        # Where the division gives the number back, the digits of `scaled` are its digits.
        sure = (scaled < _LARGEST_EXACT) & (scaled / scale == np.abs(numbers))
    if places > _MOST_SCALED or not sure.all():
        sure &= places <= _MOST_SCALED
        unsure = [f"{number:.{places}f}" for number in numbers[~sure].tolist()]
        quick = _digits(np.where(sure, scaled, 0), np.signbit(numbers), places)
        return pc.replace_with_mask(quick, pa.array(~sure), pa.array(unsure, pa.string()))
    return _digits(scaled, np.signbit(numbers), places)


def _digits(scaled: NDArray[np.float64], negative: NDArray[np.bool_], places: int) -> pa.Array:
    """Put sign and decimal sign into the digits of whole numbers."""
    digits = pc.cast(pa.array(scaled.astype(np.int64)), pa.string())
    signs = pa.array(["", "-"]).take(pa.array(negative.view(np.int8)))
    if not places or places > _MOST_SCALED:
        return pc.binary_join_element_wise(signs, digits, "")
    digits = pc.utf8_lpad(digits, width=places + 1, padding="0")
    whole = pc.utf8_slice_codeunits(digits, 0, -places)
    behind = pc.utf8_slice_codeunits(digits, -places)
    return pc.binary_join_element_wise(signs, whole, ".", behind, "")


def dates(days: NDArray[np.int64], date_format: str) -> pa.Array:
    """Spell days since 1970-01-01 by a pattern of ``%Y``, ``%m``, ``%d`` and marks."""
    iso = pc.cast(pa.array(days.astype(np.int32)).cast(pa.date32()), pa.string())
    parts = {
        "Y": pc.utf8_slice_codeunits(iso, 0, -6),
        "m": pc.utf8_slice_codeunits(iso, -5, -3),
        "d": pc.utf8_slice_codeunits(iso, -2),
    }
    first, *others = date_format.split("%")[1:]
    pieces: list[pa.Array | str] = [parts[first[0]], first[1:]]
    for part in others:
        pieces += [parts[part[0]], part[1:]]
    return pc.binary_join_element_wise(*pieces, "")
