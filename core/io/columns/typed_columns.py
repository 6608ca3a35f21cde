"""Builds typed columns from texts, considering all cells of a column."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import groupby

import numpy as np
import pyarrow as pa

from core.array_types import Int32s
from core.errors import Problem, Refused, Where
from core.io.columns.cell_grammar import LARGEST_EXACT
from core.io.columns.column_parts import UNHELD, Code, Grammar, Part, type_part, without_missing
from core.io.columns.odd_spellings import Odd, are_rounded, join_odd, spellings_at
from core.io.columns.spelling import spell
from core.io.columns.text_columns import at_most_half, distinct_cells, encode_texts
from core.jobs import Job, run_cancellable
from core.model import Column, ColumnKind
from core.table import empty, forget, is_spooling, keep

# Parts of fewer records are put together first: the system holds only so many mapped files.
_FEWEST_KEPT = 1 << 17


def append_piece(pieces: list[Part | pa.Array], piece: Part | pa.Array) -> None:
    """Append cells to those of a column; what is typed goes to the scratch folder, if one is used.

    Parameters
    ----------
    pieces : list of Part or pyarrow.Array of string
        The cells of the column so far. Its last parts become one as soon as they are large enough.
    piece : Part or pyarrow.Array of string
        The cells that follow.
    """
    pieces.append(piece)
    if not is_spooling():
        return
    start = len(pieces)
    while start and _is_small_and_like(pieces[start - 1], piece):
        start -= 1
    small = [typed_piece for typed_piece in pieces[start:] if isinstance(typed_piece, Part)]
    if small and sum(map(len, small)) >= _FEWEST_KEPT:
        kind = small[0].kind
        pieces[start:] = [_join(small, kind)]


def _is_small_and_like(piece: Part | pa.Array, last_piece: Part | pa.Array) -> bool:
    """Check whether a part is not in the scratch folder yet, and can be joined with the last."""
    if not (isinstance(piece, Part) and isinstance(last_piece, Part)):
        return False
    is_plain = not (piece.blank or piece.unheld)
    is_like = (piece.kind, piece.layout) == (last_piece.kind, last_piece.layout)
    return is_plain and is_like and (piece is last_piece or len(piece) < _FEWEST_KEPT)


def type_column(
    name: str,
    pieces: list[Part | pa.Array],
    grammar: Grammar,
    row_of: Callable[[int], int],
    job: Job,
) -> Column:
    """Type the column: its kind, values and missing cells.

    - Only whole numbers within int64: ``INTEGER``.
    - Whole and other numbers: ``NUMBER``, unless a whole one is more than a float64 holds.
    - Only dates of one layout: ``DATE``. If day and month can be exchanged (``05/06/2020``), at
      least one date of the column must be unambiguous.
    - Anything else, and a column without any value: ``TEXT``.

    Parameters
    ----------
    name, pieces : str and list of Part or pyarrow.Array of string
        The column's name and its cells; some may have been typed by themselves. They are
        taken out of the list to free their memory.
    grammar, row_of, job : Grammar, callable and Job
        How cells are interpreted; returns the file's row of a position; checked for cancellation.

    Raises
    ------
    Refused
        If a column of numbers contains an infinite number, or one that is too small for a float64.
    """
    count = sum(map(len, pieces))
    parts = run_cancellable(lambda: _parts(pieces, grammar, job), job, count)
    kind = _common_kind(parts)
    if kind is None:
        # All cells together, those typed before being spelled again.
        count = sum(map(len, pieces))
        cells, index = run_cancellable(lambda: _few(pieces, grammar, job), job, count)
        typed_cells = None
        if name not in grammar.as_text:
            typed_cells = run_cancellable(lambda: type_part(cells, grammar, job), job, len(cells))
        if typed_cells is not None and not typed_cells.blank:
            spread_cells = typed_cells if index is None else typed_cells.spread(index)
            _refuse_unheld(name, [spread_cells], row_of)
            return _column_of_part(name, spread_cells, grammar, job)
        present, code = run_cancellable(
            lambda: without_missing(cells, grammar.codes), job, len(cells)
        )
        categories, values = encode_texts(present, job)
        if index is not None:
            values, code = values[index], None if code is None else code[index]
        missing = np.zeros(count, dtype=np.bool_) if code is None else code >= 0
        column = Column(name, ColumnKind.TEXT, values, missing, categories)
        return column if code is None else with_spellings(column, code, grammar.codes)
    pieces.clear()
    _refuse_unheld(name, parts, row_of)
    return _column_of_part(name, _join(parts, kind), grammar, job)


def _parts(pieces: Sequence[Part | pa.Array], grammar: Grammar, job: Job) -> list[Part]:
    """Build the parts of a column; none if some of its cells are texts or none was typed before.

    Texts between parts are typed, too.
    """
    if not any(isinstance(piece, Part) for piece in pieces):
        return []
    parts: list[Part] = []
    for typed, alike in groupby(pieces, lambda piece: isinstance(piece, Part)):
        if typed:
            parts += alike
            continue
        texts: list[pa.Array] = list(alike)
        if any(pa.types.is_dictionary(text.type) for text in texts):
            return []
        typed_texts = type_part(pa.chunked_array([_whole(texts)]), grammar, job)
        if typed_texts is None:
            return []
        parts.append(typed_texts)
    return parts


def _common_kind(parts: Sequence[Part]) -> ColumnKind | None:
    """Find the kind of all cells that are not missing; ``None`` if they have no kind or are text.

    Whole and other numbers are numbers, unless a whole one is more than a float64 holds.
    """
    filled = [piece for piece in parts if not piece.blank]
    kinds = {piece.kind for piece in filled}
    if kinds == {ColumnKind.INTEGER, ColumnKind.NUMBER}:
        integers = (piece.values for piece in filled if piece.kind is ColumnKind.INTEGER)
        exact = all(v.min() >= -LARGEST_EXACT and v.max() <= LARGEST_EXACT for v in integers)
        return ColumnKind.NUMBER if exact else None
    is_uniform = len(kinds) == 1 and len({piece.layout for piece in filled}) == 1
    return kinds.pop() if is_uniform else None


def _join(parts: list[Part], kind: ColumnKind) -> Part:
    """Join parts, blank or of one kind; they are taken out of the list."""
    if len(parts) == 1:
        piece = parts.pop()
        return replace(piece, values=keep(piece.values))
    records = sum(map(len, parts))
    values = empty(records, _DTYPES[kind])
    places = empty(records, np.int8) if kind is ColumnKind.NUMBER else None
    coded = any(piece.code is not None for piece in parts)
    code = empty(records, np.int16) if coded else None
    layout = next(piece.layout for piece in parts if not piece.blank)
    odd: list[Odd] = []
    start = 0
    while parts:
        piece = parts.pop(0)
        rows = slice(start, start + len(piece))
        values[rows] = 0 if piece.blank else piece.values
        if places is not None:
            places[rows] = 0 if piece.places is None else piece.places
        if code is not None:
            code[rows] = -1 if piece.code is None else piece.code
        if piece.odd is not None:
            odd.append((piece.odd[0] + start, piece.odd[1]))
        start = rows.stop
    if kind is ColumnKind.NUMBER and code is not None:
        values[code >= 0] = np.nan
    forget(values)
    return Part(kind, values, code, layout, places, join_odd(odd) if odd else None)


def _column_of_part(name: str, part: Part, grammar: Grammar, job: Job) -> Column:
    """Build the column whose cells are a part."""
    kind = part.kind
    values = part.values.astype(_DTYPES[kind], copy=False)
    spellings = None
    if part.odd is not None:
        dated = kind is ColumnKind.DATE
        signs = (".", "") if dated else (grammar.decimal, grammar.thousands)
        spellings = spellings_at(part.odd, len(part), *signs, job)
        if kind is not ColumnKind.INTEGER and not dated:
            spellings = replace(spellings, rounded=are_rounded(spellings.texts, *signs))
    column = Column(
        name, kind, values, part.missing(), date_format=part.layout, spellings=spellings
    )
    if part.places is not None:
        observed = part.places[~column.missing] if column.missing.any() else part.places
        fewest, largest = (int(observed.min()), int(observed.max())) if len(observed) else (-1, -1)
        if fewest < largest:
            column = replace(column, cell_decimals=part.places)
        elif fewest >= 0:
            column = replace(column, decimals=fewest)
    return column if part.code is None else with_spellings(column, part.code, grammar.codes)


# The types of the values of columns.
_DTYPES = {
    ColumnKind.INTEGER: np.int64,
    ColumnKind.DATE: np.int64,
    ColumnKind.NUMBER: np.float64,
    ColumnKind.TEXT: np.int32,
}


def _whole(texts: Sequence[pa.Array]) -> pa.Array:
    """Return texts in one piece, because small ones slow down all calls on them."""
    plain = [t.dictionary_decode() if pa.types.is_dictionary(t.type) else t for t in texts]
    return pa.concat_arrays(pa.chunked_array(plain).cast(pa.large_string()).chunks)


def _few(
    pieces: list[Part | pa.Array], grammar: Grammar, job: Job
) -> tuple[pa.ChunkedArray, Int32s | None]:
    """Find the distinct cells and the index of each record's, or all cells and ``None``."""
    texts = []
    for piece in pieces:
        if isinstance(piece, Part):
            # The cells as they were in the file.
            column = _column_of_part("", piece, grammar, job)
            every = np.arange(len(piece), dtype=np.int64)
            texts.append(spell(column, every, False, grammar.decimal))
        else:
            texts.append(piece)
    pieces.clear()
    if any(pa.types.is_dictionary(text.type) for text in texts):
        encoded = pa.chunked_array(
            [t if pa.types.is_dictionary(t.type) else t.dictionary_encode() for t in texts]
        ).unify_dictionaries()
        distinct = encoded.chunk(0).dictionary
        if at_most_half(len(distinct), len(encoded)):
            indices = [chunk.indices.to_numpy() for chunk in encoded.chunks]
            return pa.chunked_array([distinct]), np.concatenate(indices)
    all_cells = _whole(texts)
    texts.clear()
    distinct_and_index = distinct_cells(all_cells)
    cells, index = (all_cells, None) if distinct_and_index is None else distinct_and_index
    return pa.chunked_array([cells]), index


def _refuse_unheld(name: str, parts: Sequence[Part], row_of: Callable[[int], int]) -> None:
    """Raise `Refused` for numbers that a column may not hold, with their number and first row."""
    records_by_code: dict[str, list[int]] = {code: [] for code in UNHELD}
    start = 0
    for piece in parts:
        for code, positions in piece.unheld:
            records_by_code[code] += (positions + start).tolist()
        start += len(piece)
    for code, rows in records_by_code.items():
        if rows:
            where = Where(name, row_of(rows[0]))
            raise Refused(Problem(code, where, {"count": len(rows)}))


def with_spellings(column: Column, code: Code, codes: tuple[str, ...]) -> Column:
    """Return the column with the spellings of missing cells, unless all were empty."""
    if not column.missing.any():
        return column
    used = np.unique(code[column.missing])
    if all(codes[c] == "" for c in used):
        return column
    index = np.full(len(codes) + 1, -1, dtype=np.int16)
    index[used] = np.arange(len(used), dtype=np.int16)
    spellings = tuple(codes[c] for c in used)
    return replace(column, missing_text=(spellings, index[code]))
