"""Finds the cells whose spelling cannot be restored from their values."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal, localcontext

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from core.array_types import Bools, Floats, Ints
from core.io.columns.cell_grammar import NO_DECIMALS, in_parts
from core.io.columns.spelling import shortest, spell_decimals
from core.io.columns.text_columns import encode_texts
from core.jobs import Job
from core.model import Spellings

# A decimal number with this many digits can be restored exactly from the nearest float64.
_SURE_DIGITS = 15
# A cell that is not longer than these digits and a decimal mark loses no digit.
_SIGNS = 1
_DATE_LENGTH = 10
_CELLS_AT_ONCE = 20_000


# Positions of cells, and these cells, of shape (m,).
Odd = tuple[Ints, pa.Array]


def odd_numbers(
    raw: pa.ChunkedArray,
    usual: Bools,
    values: Floats,
    places: NDArray[np.int8],
    decimal: str,
    job: Job,
) -> Odd | None:
    """Find the cells whose spelling neither fixed decimals nor the fewest digits restore.

    Parameters
    ----------
    raw : pyarrow.ChunkedArray of string
        All n cells as in the file, null where missing; all are numbers.
    usual : numpy.ndarray of bool, shape (n,)
        Which of them have the usual form of a number, true where missing.
    values, places : numpy.ndarray of float64 and of int8, both of shape (n,)
        Their values and numbers of decimals, ``NO_DECIMALS`` for an exponent. `places` is changed:
        it becomes ``NO_DECIMALS`` also where the fewest digits restore a cell with many digits.
    """
    odd_by_part: list[Odd] = []
    for rows, some_cells in in_parts(raw):
        job.check()
        positions, cells = _odd_part(some_cells, usual[rows], values[rows], places[rows], decimal)
        if len(positions):
            odd_by_part.append((positions + rows.start, cells.cast(pa.large_string())))
    return join_odd(odd_by_part) if odd_by_part else None


def join_odd(pieces: Sequence[Odd]) -> Odd:
    """Join the odd cells of several pieces together."""
    positions, cells = zip(*pieces, strict=True)
    return np.concatenate(positions), pa.concat_arrays(cells)


def _odd_part(
    raw: pa.ChunkedArray,
    usual: Bools,
    values: Floats,
    places: NDArray[np.int8],
    decimal: str,
) -> tuple[Ints, pa.Array]:
    """Find the positions of odd cells, and the cells; `places` is changed."""
    short = pc.less_equal(pc.binary_length(raw), _SURE_DIGITS + _SIGNS)
    positions = np.flatnonzero(~(pc.fill_null(short, True).to_numpy() & usual))
    cells = raw.take(pa.array(positions)).combine_chunks()
    free = _same(cells, shortest(values[positions]), decimal)
    places[positions[free]] = NO_DECIMALS
    positions, cells = positions[~free], cells.filter(pa.array(~free))
    # Which cells are restored by their values and decimals, in small batches.
    odd_values = values[positions]
    digits = places[positions]
    is_restored = np.zeros(len(cells), dtype=np.bool_)
    for start in range(0, len(cells), _CELLS_AT_ONCE):
        batch = slice(start, start + _CELLS_AT_ONCE)
        some_cells = cells.slice(start, _CELLS_AT_ONCE)
        is_restored[batch] = _same(
            some_cells, spell_decimals(odd_values[batch], digits[batch]), decimal
        )
    is_restored &= digits != NO_DECIMALS
    return positions[~is_restored], cells.filter(pa.array(~is_restored))


def _same(cells: pa.Array, spelled: pa.Array, decimal: str) -> Bools:
    if decimal != ".":
        spelled = pc.replace_substring(spelled, ".", decimal)
    is_same: Bools = pc.equal(cells, spelled).to_numpy(zero_copy_only=False)
    return is_same


def odd_texts(raw: pa.ChunkedArray, spelled: pa.ChunkedArray) -> Odd | None:
    """Find the cells that differ from the spelling of their values; both null where missing."""
    differing = pc.fill_null(pc.not_equal(raw, spelled), False)
    return _cells_at(raw, np.flatnonzero(differing.to_numpy()))


def odd_dates(raw: pa.ChunkedArray) -> Odd | None:
    """Find the dates with a single-digit day or month, which a declared layout allows."""
    length = pc.fill_null(pc.binary_length(raw), _DATE_LENGTH)
    return _cells_at(raw, np.flatnonzero(length.to_numpy() != _DATE_LENGTH))


def _cells_at(raw: pa.ChunkedArray, positions: Ints) -> Odd | None:
    if not len(positions):
        return None
    return positions, raw.take(pa.array(positions)).combine_chunks().cast(pa.large_string())


def spellings_at(odd: Odd, records: int, decimal: str, thousands: str, job: Job) -> Spellings:
    """Build the spellings of odd cells among some records."""
    positions, cells = odd
    texts, codes = encode_texts(pa.chunked_array([cells]), job)
    index = np.full(records, -1, dtype=np.int32)
    index[positions] = codes
    return Spellings(texts, index, np.zeros(len(texts), dtype=np.bool_), decimal, thousands)


def are_rounded(texts: Sequence[str], decimal: str, thousands: str = "") -> Bools:
    """Check whether numbers lose digits in the nearest float64, shape (m,).

    A number does if the float64, written with as many digits, is another number.
    """
    plain = [text.replace(thousands, "") if thousands else text for text in texts]
    return np.array([_is_rounded(text.replace(decimal, ".")) for text in plain], dtype=np.bool_)


def _is_rounded(text: str) -> bool:
    exact, nearest = Decimal(text), Decimal(float(text))
    if not exact or not nearest or nearest.is_infinite():
        return exact != nearest
    with localcontext() as context:
        context.prec = len(text) + 1
        return nearest.quantize(exact) != exact
