"""Types successive cells of a column by themselves, before the others are known.

A part holds the values of its cells and whatever else is needed to spell each of them as in the
file. So cells need not be kept as texts until all of the column is there, and nothing is lost if
the column turns out to be of another type than a part of it: its cells are spelled again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, auto

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

import core.io.pyarrow_alone  # noqa: F401 - before the first array
from core.array_types import Bools, Floats, Int32s, Ints
from core.io.columns import cell_grammar
from core.io.columns.odd_spellings import Odd, odd_dates, odd_numbers, odd_texts
from core.io.columns.plain_cells import PlainNumbers, letters_of, plain_days, plain_numbers
from core.io.columns.text_columns import at_most_half
from core.jobs import Job
from core.model import ColumnKind

Code = NDArray[np.int16]
# The problems of numbers that no column may hold, the first being reported before the second.
UNHELD = ("number-infinite", "number-vanishes")
# Their positions by problem.
_Unheld = tuple[tuple[str, NDArray[np.intp]], ...]

# Fewer cells are typed together with others, and not by their letters.
_FEWEST = 2_000
# The first cells show whether others need be looked at.
_FIRST = 100
# A usual number that is not longer is not rounded.
_LONGEST_SURE = 15
_ISO = "%Y-%m-%d"


@dataclass(frozen=True, slots=True)
class Grammar:
    """How cells are interpreted.

    Attributes
    ----------
    codes : tuple of str
        Missing codes, compared exactly with whole cells.
    as_text : frozenset of str
        Columns that are always text.
    thousands : str
        Declared thousands mark; empty without one.
    dates : str
        Declared ``strftime`` pattern of dates; empty without one.
    """

    decimal: str
    codes: tuple[str, ...]
    as_text: frozenset[str] = frozenset()
    thousands: str = ""
    dates: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """Successive cells of a column that are all of one type.

    Attributes
    ----------
    kind : ColumnKind
        Their type; ``TEXT`` if all cells are missing.
    values : numpy.ndarray, shape (n,)
        As in a `Column` of this kind.
    code : numpy.ndarray of int16, shape (n,), or None
        The index of each cell's missing code, -1 where none; ``None`` if no cell is missing.
    layout : str
        Of dates.
    places : numpy.ndarray of int8, shape (n,), or None
        Number of decimals of each number, as in a `Column`, and 0 where it is missing.
    odd : tuple of numpy.ndarray of int64 and pyarrow.Array of large_string, or None
        The positions of cells that the above do not spell, and these cells.
    unheld : tuple of tuple of str and numpy.ndarray
        The positions of numbers for which the column is refused.
    """

    kind: ColumnKind
    values: Ints | Floats | Int32s
    code: Code | None
    layout: str = _ISO
    places: NDArray[np.int8] | None = None
    odd: Odd | None = None
    unheld: _Unheld = ()

    def __len__(self) -> int:
        return len(self.values)

    @property
    def blank(self) -> bool:
        """Whether all cells are missing."""
        return self.kind is ColumnKind.TEXT

    def missing(self) -> Bools:
        """Find which cells are missing, shape (n,)."""
        if self.code is None:
            return np.zeros(len(self), dtype=np.bool_)
        is_missing: Bools = self.code >= 0
        return is_missing

    def spread(self, index: Int32s) -> Part:
        """Build the part of all records from that of their distinct cells.

        Parameters
        ----------
        index : numpy.ndarray of int32, shape (r,)
            The distinct cell of each record.
        """
        odd = self.odd
        if odd is not None:
            odd_index = np.full(len(self), -1, dtype=np.int64)
            odd_index[odd[0]] = np.arange(len(odd[0]))
            odd_index = odd_index[index]
            odd_records = np.flatnonzero(odd_index >= 0)
            odd = (odd_records, odd[1].take(pa.array(odd_index[odd_records])))
        return replace(
            self,
            values=self.values[index],
            code=None if self.code is None else self.code[index],
            places=None if self.places is None else self.places[index],
            odd=odd,
            unheld=tuple(
                (code, np.flatnonzero(np.isin(index, odd_records)))
                for code, odd_records in self.unheld
            ),
        )


class _Way(Enum):
    """How the cells of a column are typed before all are there: most likely, texts are not."""

    EACH = auto()
    DISTINCT = auto()
    NOT = auto()


class PartTyper:
    """Types successive cells of a column, those of each call by themselves.

    What it learns from earlier cells saves time and changes no column. Several threads may use it.
    """

    def __init__(self, grammar: Grammar, as_text: bool) -> None:
        self._grammar = grammar
        # What is declared may give a cell another meaning together with others of its column.
        early = not (as_text or grammar.thousands or grammar.dates)
        self._way = None if early else _Way.NOT

    def part(self, cells: pa.Array, job: Job) -> Part | pa.Array:
        """Type some cells or, if they are text or few, leave them as they are.

        Parameters
        ----------
        cells : pyarrow.Array of string, shape (n,)
            Without nulls.

        Returns
        -------
        Part or pyarrow.Array of string
            Cells that repeat are a dictionary and indices.
        """
        if len(cells) < _FEWEST:
            return cells
        if self._way is None:
            self._way = self._first_way(cells, job)
        if self._way is _Way.EACH:
            typed_cells = type_part(pa.chunked_array([cells]), self._grammar, job)
            if typed_cells is not None:
                return typed_cells
            self._way = _Way.NOT
        encoded = cells.dictionary_encode()
        repeating = at_most_half(len(encoded.dictionary), len(cells))
        if self._way is _Way.DISTINCT:
            distinct = encoded.dictionary if repeating else cells
            typed_cells = type_part(pa.chunked_array([distinct]), self._grammar, job)
            if typed_cells is not None:
                return typed_cells.spread(encoded.indices.to_numpy()) if repeating else typed_cells
            self._way = _Way.NOT
        return encoded if repeating else cells

    def _first_way(self, cells: pa.Array, job: Job) -> _Way:
        few = type_part(pa.chunked_array([cells.slice(0, _FIRST)]), self._grammar, job)
        if few is None:
            return _Way.NOT
        # Cells of these forms are typed faster than they are compared.
        plain = not (few.blank or few.odd) and few.layout == _ISO
        return _Way.EACH if plain else _Way.DISTINCT


def type_part(raw: pa.ChunkedArray, grammar: Grammar, job: Job) -> Part | None:
    """Type cells by all of them together; ``None`` if they are text.

    See `typed_columns.type_column` for the types.
    """
    present, code = without_missing(raw, grammar.codes)
    if present.null_count == len(present):
        return Part(ColumnKind.TEXT, np.full(len(present), -1, dtype=np.int32), code)
    cells, thousands = present, False
    if grammar.thousands:
        ungrouped = cell_grammar.remove_thousands(present, grammar.decimal, grammar.thousands)
        if ungrouped is not None:
            cells, thousands = ungrouped, True
    has_many = len(cells) >= _FEWEST
    if has_many and not grammar.dates and plain_days(cells):
        days = cell_grammar.iso_days(cells)
        if days is not None:
            return Part(ColumnKind.DATE, _fill_nulls(days), code)
    plain = plain_numbers(cells, grammar.decimal) if has_many else None
    if plain.are_whole if plain else cell_grammar.all_integers(cells):
        integers = cell_grammar.integers(cells)
        if integers is None:
            return None
        odd = odd_texts(present, cells) if thousands else None
        return Part(ColumnKind.INTEGER, _fill_nulls(integers), code, odd=odd)
    layout_and_days = None if plain else cell_grammar.detect_dates(cells, grammar.dates)
    if layout_and_days:
        odd = odd_dates(present) if grammar.dates else None
        return Part(
            ColumnKind.DATE, _fill_nulls(layout_and_days[1]), code, layout_and_days[0], odd=odd
        )
    return _number_part(present, cells, code, plain, grammar.decimal, job)


def without_missing(
    cells: pa.ChunkedArray, codes: tuple[str, ...]
) -> tuple[pa.ChunkedArray, Code | None]:
    """Set missing cells to null, and find the index of each cell's code as in a `Part`."""
    if codes == ("",) and cells.num_chunks == 1 and len(cells) >= _FEWEST:
        chunk = cells.chunk(0)
        empty = letters_of(chunk).lengths == 0
        if not empty.any():
            return pa.chunked_array([chunk]), None
        present = np.packbits(~empty, bitorder="little")
        _, places, text = chunk.buffers()
        # The places of an array that is part of another one begin later.
        width = 8 if pa.types.is_large_string(chunk.type) else 4
        places = places.slice(width * chunk.offset)
        nulled = pa.Array.from_buffers(
            chunk.type, len(chunk), [pa.py_buffer(present), places, text]
        )
        return pa.chunked_array([nulled]), empty.astype(np.int16) - np.int16(1)
    code_index = pc.index_in(cells, pa.array(codes, cells.type))
    if code_index.null_count == len(cells):
        return cells, None
    cells = pc.if_else(pc.is_null(code_index), cells, pa.scalar(None, cells.type))
    code: Code = pc.cast(pc.fill_null(code_index, -1), pa.int16()).to_numpy()
    return cells, code


def _fill_nulls(values: pa.ChunkedArray) -> Ints | Int32s:
    """Fill nulls of whole numbers with 0."""
    filled: Ints | Int32s
    filled = (pc.fill_null(values, 0) if values.null_count else values).to_numpy()
    return filled


def _number_part(
    raw: pa.ChunkedArray,
    cells: pa.ChunkedArray,
    code: Code | None,
    plain: PlainNumbers | None,
    decimal: str,
    job: Job,
) -> Part | None:
    """Type numbers, in `cells` without thousands marks; ``None`` if they are text."""
    sure = plain is not None and plain.longest <= _LONGEST_SURE
    if plain:
        usual, places = np.ones(len(cells), dtype=np.bool_), plain.places
    else:
        has_usual_form = cell_grammar.usual_numbers(cells, decimal)
        if has_usual_form is None:
            return None
        usual, places = has_usual_form, np.empty(len(cells), dtype=np.int8)
    if sure and cells is raw:
        values = pc.fill_null(cell_grammar.numbers(cells, decimal), np.nan).to_numpy()
        return Part(ColumnKind.NUMBER, values, code, places=places)
    values = np.empty(len(cells))
    for rows, some_cells in cell_grammar.in_parts(cells):
        job.check()
        if not sure and cell_grammar.beyond_float(some_cells, decimal):
            return None
        values[rows] = pc.fill_null(cell_grammar.numbers(some_cells, decimal), np.nan).to_numpy()
        if not plain:
            places[rows] = cell_grammar.decimals(some_cells, decimal, usual[rows])
    if cells is not raw:
        usual &= pc.fill_null(pc.equal(raw, cells), True).to_numpy()
    odd = odd_numbers(raw, usual, values, places, decimal, job)
    # Infinite numbers, those too large, and those so small that they would be 0.
    vanished = np.flatnonzero(values == 0.0)
    nonzero = pc.match_substring_regex(cells.take(pa.array(vanished)), f"^[-0\\{decimal}]*[1-9]")
    vanished = vanished[pc.fill_null(nonzero, False).to_numpy(zero_copy_only=False)]
    unheld_records = (np.flatnonzero(np.isinf(values)), vanished)
    unheld = tuple(
        (code, records)
        for code, records in zip(UNHELD, unheld_records, strict=True)
        if len(records)
    )
    return Part(ColumnKind.NUMBER, values, code, places=places, odd=odd, unheld=unheld)
