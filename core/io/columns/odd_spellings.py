"""Finds the cells that are spelled otherwise than their values alone would be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal, localcontext

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from core.io.columns.cell_grammar import NO_DECIMALS
from core.io.columns.spelling import fixed, shortest
from core.io.columns.text_columns import encode_texts
from core.jobs import Job
from core.model import Spellings

# A decimal of so many digits comes back from the nearest float64, digit by digit.
_SURE_DIGITS = 15
# Of a cell that is no longer than these and the decimal sign no digit is lost.
_SIGNS = 1
_DATE_LENGTH = 10
_CELLS_AT_ONCE = 20_000


def odd_numbers(
    raw: pa.ChunkedArray,
    values: NDArray[np.float64],
    places: NDArray[np.int8],
    decimal: str,
    thousands: str,
    job: Job,
) -> tuple[Spellings | None, NDArray[np.int8]]:
    """Return the cells that neither fixed places nor the fewest digits spell as the file does.

    Parameters
    ----------
    raw : pyarrow.ChunkedArray of string
        All n cells as in the file, null where missing; each is a number.
    values, places : numpy.ndarray of float64 and of int8, both of shape (n,)
        Their values, and digits behind the decimal sign, ``NO_DECIMALS`` for an exponent.
    decimal, thousands, job : str, str and Job
        The signs with which cells are spelled; asked whether to stop.

    Returns
    -------
    tuple of Spellings or None and numpy.ndarray of int8
        The odd cells, if any, and the places again: ``NO_DECIMALS`` also where the fewest
        digits spell a cell of many digits as the file does.
    """
    at = _doubtful(raw, decimal)
    if not len(at):
        return None, places
    cells = raw.take(pa.array(at)).combine_chunks()
    free = _same(cells, shortest(values[at]), decimal)
    places = places.copy()
    places[at[free]] = NO_DECIMALS
    at, cells = at[~free], cells.filter(pa.array(~free))
    kept = _kept_by_places(cells, values[at], places[at], decimal)
    at, cells = at[~kept], cells.filter(pa.array(~kept))
    odd = spellings_at(at, cells, len(values), decimal, thousands, job)
    return odd and replace(odd, rounded=rounded(odd.texts, decimal, thousands)), places


def _doubtful(raw: pa.ChunkedArray, decimal: str) -> NDArray[np.int64]:
    """Return the positions of the cells of more digits than are sure, or of an unusual form."""
    plain = rf"^-?[0-9]+(?:\{decimal}[0-9]+)?$"
    sure = pc.and_(
        pc.less_equal(pc.binary_length(raw), _SURE_DIGITS + _SIGNS),
        pc.match_substring_regex(raw, plain),
    )
    return np.flatnonzero(~pc.fill_null(sure, True).to_numpy())


def _same(cells: pa.Array, spelled: pa.Array, decimal: str) -> NDArray[np.bool_]:
    if decimal != ".":
        spelled = pc.replace_substring(spelled, ".", decimal)
    found: NDArray[np.bool_] = pc.equal(cells, spelled).to_numpy(zero_copy_only=False)
    return found


def _kept_by_places(
    cells: pa.Array, values: NDArray[np.float64], places: NDArray[np.int8], decimal: str
) -> NDArray[np.bool_]:
    """Tell which cells their values have with so many places; a few at a time, as Python spells."""
    kept = np.zeros(len(cells), dtype=np.bool_)
    for start in range(0, len(cells), _CELLS_AT_ONCE):
        some = slice(start, start + _CELLS_AT_ONCE)
        part = cells.slice(start, _CELLS_AT_ONCE)
        kept[some] = _same(part, fixed(values[some], places[some]), decimal)
    kept &= places != NO_DECIMALS
    return kept


def odd_texts(
    raw: pa.ChunkedArray, spelled: pa.ChunkedArray, decimal: str, thousands: str, job: Job
) -> Spellings | None:
    """Return the cells that differ from how their values are spelled; both null where missing."""
    differing = pc.fill_null(pc.not_equal(raw, spelled), False)
    at = np.flatnonzero(differing.to_numpy())
    cells = raw.take(pa.array(at)).combine_chunks()
    return spellings_at(at, cells, len(raw), decimal, thousands, job)


def odd_dates(raw: pa.ChunkedArray, job: Job) -> Spellings | None:
    """Return the dates with a day or month of one digit; a declared layout allows them."""
    length = pc.fill_null(pc.binary_length(raw), _DATE_LENGTH)
    at = np.flatnonzero(length.to_numpy() != _DATE_LENGTH)
    return spellings_at(at, raw.take(pa.array(at)).combine_chunks(), len(raw), ".", "", job)


def spellings_at(
    at: NDArray[np.int64], cells: pa.Array, records: int, decimal: str, thousands: str, job: Job
) -> Spellings | None:
    """Return the spellings of the cells at some of the records' positions; ``None`` for none."""
    if not len(at):
        return None
    texts, codes = encode_texts(pa.chunked_array([cells]), job)
    index = np.full(records, -1, dtype=np.int32)
    index[at] = codes
    return Spellings(texts, index, np.zeros(len(texts), dtype=np.bool_), decimal, thousands)


def rounded(texts: Sequence[str], decimal: str, thousands: str = "") -> NDArray[np.bool_]:
    """Tell of numbers whether digits are lost in the nearest float64, shape (m,).

    They are if the float64, written with as many digits, is another number.
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
