"""Spells values as texts: as they were read, or in full precision if they are new."""

from __future__ import annotations

import re
import sys

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

import core.io.pyarrow_alone  # noqa: F401 - before the first array
from core.array_types import Floats, Ints
from core.io.columns.cell_grammar import FIRST_DAY, LARGEST_EXACT, LAST_DAY
from core.model import Column, ColumnKind, Spellings

_FIFTEEN_DIGITS = 1e15
# A float64 holds powers of ten up to this one exactly.
_EXACT_POWER = 22
# With so many decimals Arrow spells every number without an exponent.
_PLAIN_DECIMALS = 6
# Of Arrow's decimal numbers of 128 bits.
_MOST_DIGITS = 38


def spell(column: Column, rows: Ints, masked: bool, decimal: str) -> pa.Array:
    """Spell the cells of `rows` as text.

    Parameters
    ----------
    rows : numpy.ndarray of int64, shape (r,)
        Positions, in the required order.
    masked : bool
        Whether the values are new: numbers then have as many digits as needed to read back the same
        float64, and missing cells are empty.

    Returns
    -------
    pyarrow.Array of string, shape (r,)
        Without nulls.
    """
    texts = _values(column, rows, masked)
    if decimal != "." and column.kind is ColumnKind.NUMBER:
        texts = pc.replace_substring(texts, ".", decimal)
    if column.spellings is not None and not masked:
        sign = column.spellings.decimal if column.kind is ColumnKind.DATE else decimal
        texts = _to_the_letter(texts, column.spellings, rows, sign)
    missing = column.missing[rows]
    if not missing.any():
        return texts
    shown: pa.Array | str = ""
    if not masked and column.missing_text is not None:
        spellings, index = column.missing_text
        places = np.where(index[rows] < 0, len(spellings), index[rows])
        shown = pa.array([*spellings, ""], pa.string()).take(pa.array(places))
    return pc.if_else(pa.array(missing), shown, texts)


def _to_the_letter(texts: pa.Array, odd: Spellings, rows: Ints, decimal: str) -> pa.Array:
    """Build the texts with kept spellings inserted, adapted to the decimal mark."""
    index = odd.index[rows]
    is_odd = index >= 0
    if not is_odd.any():
        return texts
    used, used_index = np.unique(index[is_odd], return_inverse=True)
    spellings = [odd.texts[i] for i in used.tolist()]
    if decimal != odd.decimal:
        plain = (text.replace(odd.thousands, "") if odd.thousands else text for text in spellings)
        spellings = [text.replace(odd.decimal, decimal) for text in plain]
    inserted = pa.array(spellings, pa.string()).take(pa.array(used_index))
    return pc.replace_with_mask(texts, pa.array(is_odd), inserted)


def _values(column: Column, rows: Ints, masked: bool) -> pa.Array:
    """Spell the values as texts; those of missing cells are arbitrary."""
    values = column.values[rows]
    if column.kind is ColumnKind.TEXT:
        index = np.maximum(values, 0)
        # Only categories in use become Arrow texts.
        used, used_index = np.unique(index, return_inverse=True)
        texts = [column.categories[i] for i in used.tolist()] if column.categories else [""]
        return pa.array(texts, pa.string()).take(pa.array(used_index))
    if column.kind is ColumnKind.INTEGER:
        return pc.cast(pa.array(values), pa.string())
    if column.kind is ColumnKind.DATE:
        days = values.astype(np.int32)
        stamps = pa.array(days).cast(pa.date32())
        pieces = re.findall("%[Ymd]|[^%]", column.date_format)
        regular = "".join(pieces) == column.date_format and len(days) > 0
        if not regular or days.min() < FIRST_DAY or days.max() > LAST_DAY:
            return pc.strftime(stamps, column.date_format)
        iso = pc.cast(stamps, pa.string())
        if column.date_format == "%Y-%m-%d":
            return iso
        parts = [
            pc.utf8_slice_codeunits(iso, *_PARTS[piece]) if piece in _PARTS else piece
            for piece in pieces
        ]
        return pc.binary_join_element_wise(*parts, "")
    numbers = values.astype(np.float64)
    if masked or (column.decimals is None and column.cell_decimals is None):
        return shortest(numbers)
    places = column.cell_decimals
    digits = np.full(len(rows), column.decimals) if places is None else places[rows]
    return spell_decimals(numbers, digits)


# The places of year, month and day in 2020-01-31.
_PARTS = {"%Y": (0, 4), "%m": (5, 7), "%d": (8, 10)}


def shortest(numbers: Floats) -> pa.Array:
    """Write numbers as texts with the fewest digits that read back as the same float64."""
    texts = pc.cast(pa.array(numbers), pa.string())
    # Arrow writes an exponent from 1e10, earlier than people expect. Beyond 2^53 it must be kept,
    # because the reader treats longer runs of digits as codes instead of numbers.
    large = (np.abs(numbers) >= 1e10) & (np.abs(numbers) <= LARGEST_EXACT)
    if not large.any():
        return texts
    plain = [repr(number).removesuffix(".0") for number in numbers[large].tolist()]
    return pc.replace_with_mask(texts, pa.array(large), pa.array(plain, pa.string()))


def spell_decimals(numbers: Floats, places: NDArray[np.integer]) -> pa.Array:
    """Write numbers as texts with `places` decimals each; -1 means as many as needed."""
    counts = np.unique(places)
    texts = pa.nulls(len(numbers), pa.string())
    for count in counts.tolist():
        chosen = places == count
        chosen_numbers = numbers if len(counts) == 1 else numbers[chosen]
        spellings = shortest(chosen_numbers) if count < 0 else _with_decimals(chosen_numbers, count)
        if len(counts) == 1:
            return spellings
        texts = pc.replace_with_mask(texts, pa.array(chosen), spellings)
    return texts


def _with_decimals(numbers: Floats, count: int) -> pa.Array:
    """Write numbers as texts with `count` decimals each.

    A number that is the nearest float64 to a whole number of at most 15 digits, divided by a power
    of ten, is spelled as this quotient: no other one with as many decimals is as near. Arrow spells
    quotients many times as fast as Python spells numbers, but takes an exponent for tiny ones.
    """
    if count > _EXACT_POWER:
        return _format(numbers, count)
    power = float(10**count)
    with np.errstate(over="ignore", invalid="ignore"):
        digits = np.rint(numbers * power)
        sure = (np.abs(digits) <= _FIFTEEN_DIGITS) & (digits / power == numbers)
    sure &= (digits != 0) | ~np.signbit(numbers)
    if count > _PLAIN_DECIMALS:
        sure &= np.abs(digits) >= float(10 ** (count - _PLAIN_DECIMALS))
    words = np.zeros((len(numbers), 2), dtype=np.int64)
    np.copyto(words[:, 0], digits, where=sure, casting="unsafe")
    words[:, 1] = words[:, 0] >> 63
    if sys.byteorder == "big":
        words = words[:, ::-1].copy()
    quotients = pa.Array.from_buffers(
        pa.decimal128(_MOST_DIGITS, count), len(numbers), [None, pa.py_buffer(words)]
    )
    texts = pc.cast(quotients, pa.string())
    if sure.all():
        return texts
    return pc.replace_with_mask(texts, pa.array(~sure), _format(numbers[~sure], count))


def _format(numbers: Floats, count: int) -> pa.Array:
    return pa.array([f"{number:.{count}f}" for number in numbers.tolist()], pa.string())
