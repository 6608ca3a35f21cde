"""Makes typed columns of raw ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from core.errors import Problem, Refused, Where
from core.io.column_types import ColumnType, column_type
from core.io.raw import RawColumn, arrow_strings
from core.io.text_columns import encode_texts
from core.jobs import Job
from core.kernels import cells
from core.model import Column, ColumnKind

LARGEST_EXACT = 2**53


@dataclass(frozen=True, slots=True, eq=False)
class Grammar:
    """How cells are understood.

    Attributes
    ----------
    decimal : str
        Decimal sign.
    codes : tuple of str
        Missing codes, compared with the whole cell, letter by letter.
    lenient : bool
        Whether plus signs and leading zeros may stand in a number.
    as_text : frozenset of str
        Columns that are text whatever their cells are.
    """

    decimal: str
    codes: tuple[str, ...]
    lenient: bool = False
    as_text: frozenset[str] = frozenset()

    def packed_codes(self) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
        """Return the missing codes' bytes behind each other, and their offsets."""
        coded = [code.encode("utf-8", errors="surrogatepass") for code in self.codes]
        offsets = np.cumsum([0, *(len(code) for code in coded)]).astype(np.int32)
        return np.frombuffer(b"".join(coded), dtype=np.uint8), offsets


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """What each cell of a column is, as the kernel `classify` tells; arrays of shape (n,)."""

    classes: NDArray[np.uint8]
    code: NDArray[np.int16]
    integers: NDArray[np.int64]
    numbers: NDArray[np.float64]
    decimals: NDArray[np.int8]

    @classmethod
    def empty(cls, n: int) -> Cells:
        """Return room for `n` cells."""
        return cls(
            np.empty(n, dtype=np.uint8),
            np.empty(n, dtype=np.int16),
            np.empty(n, dtype=np.int64),
            np.empty(n, dtype=np.float64),
            np.empty(n, dtype=np.int8),
        )

    def classify(self, raw: RawColumn, grammar: Grammar, month_first: bool, job: Job) -> None:
        """Fill the arrays from the raw cells."""
        codes, code_offsets = grammar.packed_codes()
        at = 0
        for offsets, text in raw.pieces:
            job.check()
            part = slice(at, at + len(offsets) - 1)
            cells.classify(
                text,
                offsets,
                ord(grammar.decimal),
                codes,
                code_offsets,
                month_first,
                grammar.lenient,
                self.classes[part],
                self.code[part],
                self.integers[part],
                self.numbers[part],
                self.decimals[part],
            )
            at = part.stop

    def convert_long(self, raw: RawColumn, decimal: str, job: Job) -> None:
        """Fill in the numbers whose digits need the exact conversion."""
        at = 0
        for offsets, text in raw.pieces:
            job.check()
            part = slice(at, at + len(offsets) - 1)
            long = self.classes[part] == cells.LONG_NUMBER
            if long.any():
                self.numbers[part][long] = _floats(offsets, text, long, decimal)
            at = part.stop

    def counts(self) -> NDArray[np.int64]:
        """Return the number of cells of each class."""
        return np.bincount(self.classes, minlength=cells.CLASSES)


def typed_column(
    raw: RawColumn, grammar: Grammar, row_of: Callable[[int], int], job: Job
) -> Column:
    """Return the column with its kind, values and missing cells.

    Parameters
    ----------
    raw : RawColumn
        The cells as text; emptied, since from here on the typed column takes their place.
    grammar : Grammar
        Decimal sign and missing codes.
    row_of : callable
        Gives the file's row of a position.
    job : Job
        Asked whether to stop.

    Raises
    ------
    Refused
        If a column of numbers holds an infinite one.
    """
    found = Cells.empty(len(raw))
    found.classify(raw, grammar, False, job)
    kind = ColumnType(ColumnKind.TEXT)
    if raw.name not in grammar.as_text:
        kind = column_type(found.counts())
    if kind.month_first:
        found.classify(raw, grammar, True, job)
    missing = found.classes == cells.MISSING
    column = _numeric(raw, found, kind, missing, grammar, job)
    if column is None:
        column = _text(raw, missing, job)
    elif kind.kind is ColumnKind.NUMBER:
        _refuse_infinite(column, found, row_of)
    raw.pieces.clear()
    return with_spellings(column, found.code, grammar.codes)


def _numeric(
    raw: RawColumn,
    found: Cells,
    kind: ColumnType,
    missing: NDArray[np.bool_],
    grammar: Grammar,
    job: Job,
) -> Column | None:
    """Return a column of numbers or dates; ``None`` if it is to be text."""
    if kind.kind is ColumnKind.INTEGER:
        return Column(raw.name, kind.kind, found.integers, missing)
    if kind.kind is ColumnKind.DATE:
        return Column(raw.name, kind.kind, found.integers, missing, date_format=kind.date_format)
    if kind.kind is ColumnKind.TEXT or _beyond_float(found):
        return None
    found.convert_long(raw, grammar.decimal, job)
    found.numbers[missing] = np.nan
    constant, single = _decimals(found.decimals[~missing])
    return Column(
        raw.name,
        kind.kind,
        found.numbers,
        missing,
        decimals=constant,
        cell_decimals=None if single else found.decimals,
    )


def _beyond_float(found: Cells) -> bool:
    """Tell whether a whole number among other numbers would lose digits as a float64."""
    whole = found.integers
    return bool(((whole > LARGEST_EXACT) | (whole < -LARGEST_EXACT)).any())


def _decimals(decimals: NDArray[np.int8]) -> tuple[int | None, bool]:
    """Return the one number of decimals, and whether all cells are spelled the same way."""
    least, most = int(decimals.min()), int(decimals.max())
    if least != most:
        return None, False
    return (least if least >= 0 else None), True


def _floats(
    offsets: NDArray[np.int32], text: NDArray[np.uint8], chosen: NDArray[np.bool_], decimal: str
) -> NDArray[np.float64]:
    """Convert the chosen cells, rounding to the nearest float64."""
    texts = arrow_strings(offsets, text, ~chosen).drop_null()
    texts = pc.replace_substring(pc.utf8_ltrim(texts, "+"), decimal, ".")
    values: NDArray[np.float64] = pc.cast(texts, pa.float64()).to_numpy()
    return values


def _refuse_infinite(column: Column, found: Cells, row_of: Callable[[int], int]) -> None:
    """Raise if there are infinite numbers, written as such or too large for a float64."""
    infinite = np.isinf(column.values) | (found.classes == cells.INFINITE)
    count = int(np.count_nonzero(infinite))
    if count:
        row = row_of(int(np.argmax(infinite)))
        raise Refused(Problem("number-infinite", Where(column.name, row), {"count": count}))


def _text(raw: RawColumn, missing: NDArray[np.bool_], job: Job) -> Column:
    """Return a text column."""
    pieces, at = [], 0
    for offsets, text in raw.pieces:
        part = slice(at, at + len(offsets) - 1)
        pieces.append(arrow_strings(offsets, text, missing[part]))
        at = part.stop
    categories, values = encode_texts(pieces, job)
    return Column(raw.name, ColumnKind.TEXT, values, missing, categories)


def with_spellings(column: Column, code: NDArray[np.int16], codes: tuple[str, ...]) -> Column:
    """Keep how missing cells were spelled, unless all were empty."""
    used = np.unique(code[column.missing])
    if all(codes[c] == "" for c in used):
        return column
    index = np.full(len(codes) + 1, -1, dtype=np.int16)
    index[used] = np.arange(len(used), dtype=np.int16)
    return Column(
        column.name,
        column.kind,
        column.values,
        column.missing,
        column.categories,
        column.decimals,
        column.date_format,
        (tuple(codes[c] for c in used), index[code]),
        column.cell_decimals,
    )
