"""Recognises cells of the usual forms by their letters, those of many cells together.

What is found here is what the patterns of `cell_grammar` find, in a fraction of their time: the
letters of a column lie in one array, so that counting digits and looking at the places of signs
shows that all cells have a form. It does not show which cells do not.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from core.array_types import Bytes
from core.io.columns.cell_grammar import MOST_DECIMALS, in_parts

_ZERO, _MINUS = ord("0"), ord("-")
_DATE_LENGTH = 10
# Where 2020-01-31 has its marks.
_MARKS = (4, 7)


@dataclass(frozen=True, slots=True, eq=False)
class PlainNumbers:
    """What shows in numbers of the usual form, with digits at both ends and no exponent.

    Attributes
    ----------
    places : numpy.ndarray of int8, shape (n,)
        Number of decimals of each cell, 0 where it is null.
    are_whole : bool
        Whether all are whole numbers without a decimal mark, none of them ``-0``.
    longest : int
        Number of letters of the longest cell.
    """

    places: NDArray[np.int8]
    are_whole: bool
    longest: int


def plain_numbers(cells: pa.ChunkedArray, decimal: str) -> PlainNumbers | None:
    """Describe the form of numbers; ``None`` unless all cells that are not null have this form.

    Parameters
    ----------
    cells : pyarrow.ChunkedArray of string or large_string, shape (n,)
        Null where missing.
    """
    numbers_by_piece = []
    for piece in _pieces(cells):
        letters = _letters(piece)
        piece_numbers = None if letters is None else _plain_numbers(letters, ord(decimal))
        if piece_numbers is None:
            return None
        numbers_by_piece.append(piece_numbers)
    if len(numbers_by_piece) == 1:
        return numbers_by_piece[0]
    return PlainNumbers(
        np.concatenate([piece_numbers.places for piece_numbers in numbers_by_piece]),
        all(piece_numbers.are_whole for piece_numbers in numbers_by_piece),
        max(piece_numbers.longest for piece_numbers in numbers_by_piece),
    )


def plain_days(cells: pa.ChunkedArray) -> bool:
    """Check whether all cells that are not null have the form 0000-00-00."""
    for letters in map(_letters, _pieces(cells)):
        if letters is None:
            return False
        lengths = letters.lengths
        if not ((lengths == _DATE_LENGTH) | (lengths == 0)).all():
            return False
        signs = letters.signs.reshape(-1, _DATE_LENGTH)
        if any((signs[:, position] != _MINUS).any() for position in _MARKS):
            return False
        digits = np.count_nonzero(signs - np.uint8(_ZERO) < 10)
        if digits != (_DATE_LENGTH - len(_MARKS)) * len(signs):
            return False
    return True


def _pieces(cells: pa.ChunkedArray) -> list[pa.Array]:
    """Split the cells into pieces of moderate size."""
    return [chunk for _, some_cells in in_parts(cells) for chunk in some_cells.chunks]


@dataclass(frozen=True, slots=True, eq=False)
class Letters:
    """The letters of the cells of an array, one cell after the other.

    Attributes
    ----------
    signs : numpy.ndarray of uint8
        The letters as UTF-8.
    starts, lengths : numpy.ndarray of int32 or int64, shape (n,)
        Where each cell begins in `signs`, and its number of bytes.
    """

    signs: Bytes
    starts: NDArray[np.integer]
    lengths: NDArray[np.integer]


def letters_of(cells: pa.Array) -> Letters:
    """Return the letters of an array of string or large_string."""
    _, places, text = cells.buffers()
    kind = np.dtype(np.int64 if pa.types.is_large_string(cells.type) else np.int32)
    offsets = np.frombuffer(places, kind, len(cells) + 1, cells.offset * kind.itemsize)
    first = int(offsets[0])
    signs = np.frombuffer(text or b"", np.uint8, int(offsets[-1]) - first, first)
    return Letters(signs, offsets[:-1] - first if first else offsets[:-1], np.diff(offsets))


def _letters(cells: pa.Array) -> Letters | None:
    """Return the letters of all cells; ``None`` unless exactly the nulls have none."""
    letters = letters_of(cells)
    filled = np.count_nonzero(letters.lengths)
    if filled != len(cells) - cells.null_count:
        return None
    if cells.null_count and letters.lengths[cells.is_null().to_numpy(zero_copy_only=False)].any():
        return None
    return letters


def _plain_numbers(letters: Letters, point: int) -> PlainNumbers | None:
    signs, starts, lengths = letters.signs, letters.starts, letters.lengths
    places = np.zeros(len(starts), dtype=np.int8)
    if not len(signs):
        return PlainNumbers(places, True, 0)
    longest = int(lengths.max())
    digits = np.count_nonzero(signs - np.uint8(_ZERO) < 10)
    if digits == len(signs):
        # Where there is no letter, that of another cell is looked at.
        leading = signs[np.minimum(starts, len(signs) - 1)] == _ZERO
        return None if (leading & (lengths > 1)).any() else PlainNumbers(places, True, longest)
    filled = lengths > 0
    if not filled.all():
        starts, lengths = starts[filled], lengths[filled]
    minus = signs[starts] == _MINUS
    points = np.flatnonzero(signs == point)
    if digits + len(points) + np.count_nonzero(minus) != len(signs):
        return None
    ends = starts + lengths
    marks = _marks(points, starts, ends)
    if marks is None:
        return None
    first, behind = starts + minus, ends - marks - 1
    # At least a digit before the mark, and one behind it.
    if not (first < marks).all() or not behind.all():
        return None
    zero = signs[first] == _ZERO
    if (zero & (marks > first + 1)).any():
        return None
    places[filled] = np.clip(behind, 0, MOST_DECIMALS)
    return PlainNumbers(places, not len(points) and not (zero & minus).any(), longest)


def _marks(
    points: NDArray[np.intp], starts: NDArray[np.integer], ends: NDArray[np.integer]
) -> NDArray[np.integer] | None:
    """Find the place of each cell's decimal mark, or its end; ``None`` if a cell has two."""
    if len(points) == len(starts) and (points >= starts).all() and (points < ends).all():
        return points
    owners = np.searchsorted(starts, points, side="right") - 1
    if (np.diff(owners) == 0).any():
        return None
    marks = ends.copy()
    marks[owners] = points
    return marks
