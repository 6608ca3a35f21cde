r"""Writes a CSV file by RFC 4180, but with ``\n`` between the lines.

Every reader accepts ``\n``, and it produces the same bytes on every system.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from core.array_types import Ints
from core.errors import Problem, Refused, Severity, Where
from core.io.columns.spelling import spell
from core.io.columns.text_columns import arrow_texts
from core.io.delimited.csv_reader import check_options
from core.io.delimited.encodings import check_encoding
from core.io.delimited.formula_guard import guard, runnable
from core.io.files.atomic_writing import new_file
from core.io.format import Output
from core.model import Column, ColumnKind, ReadOptions

ROWS_AT_ONCE = 20_000


def write_csv(columns: Sequence[Column], order: NDArray[Any], to: Output) -> None:
    """Write a CSV file of the records at these positions."""
    options, alone = to.options, len(columns) == 1
    check_options(options)
    encoder = codecs.getincrementalencoder(check_encoding(options.encoding))("strict")
    names = [_as_written(pa.array([column.name]), options, alone) for column in columns]
    bare = frozenset(c.name for c in columns if _is_bare(c, len(order), alone, options))
    done = 0
    with new_file(to.path) as handle:
        if options.header:
            handle.write(_encode(_lines(names, options), encoder, options))
        for start in range(0, len(order), ROWS_AT_ONCE):
            rows = order[start : start + ROWS_AT_ONCE]
            cells = [
                spell(column, rows, column.name in to.masked, options.decimal)
                if column.name in bare
                else _cells(column, rows, to, alone)
                for column in columns
            ]
            handle.write(_encode(_lines(cells, options), encoder, options))
            done += len(rows)
            to.job.update(done)


def csv_problems(columns: Sequence[Column], options: ReadOptions) -> tuple[Problem, ...]:
    """List warnings of texts that a spreadsheet would run as formulas."""
    problems = []
    for column in () if options.neutralised else columns:
        count = runnable(arrow_texts((column.name, *column.categories)))
        if count:
            params = {"count": count}
            problem = Problem("texts-run", Where(column.name), params, Severity.WARNING)
            problems.append(problem)
    return tuple(problems)


def _is_bare(column: Column, rows: int, alone: bool, options: ReadOptions) -> bool:
    """Check whether no cell of a column of few texts is written with quotes or a guard."""
    texts = (*column.categories, *(column.missing_text[0] if column.missing_text else ()))
    if column.kind is not ColumnKind.TEXT or alone or 2 * len(texts) > rows:
        return False
    cells = pa.array(texts, pa.string())
    return bool(_as_written(cells, options, alone).equals(cells))


def _cells(column: Column, rows: Ints, to: Output, alone: bool) -> pa.Array:
    """Spell the cells of a column for the file."""
    options, new = to.options, column.name in to.masked
    texts = spell(column, rows, new, options.decimal)
    odd = column.kind is ColumnKind.TEXT or (column.spellings is not None and not new)
    plain = not odd and column.missing_text is None
    if plain and not alone and options.delimiter not in "-+./":
        return texts
    if options.neutralised and column.kind is ColumnKind.TEXT:
        texts = guard(texts)
    return _quote(texts, options, alone)


def _as_written(texts: pa.Array, options: ReadOptions, alone: bool) -> pa.Array:
    """Guard texts for the file if wanted, and quote them where necessary."""
    return _quote(guard(texts) if options.neutralised else texts, options, alone)


def _quote(texts: pa.Array, options: ReadOptions, alone: bool) -> pa.Array:
    """Quote the cells that would not be read back unchanged.

    These contain a delimiter, a quote or a line break, start or end with a blank, or start with
    what would be a byte order mark at the start of the file. The empty cell of a file with one
    column is quoted as well, because it would be a blank line.
    """
    delimiter = re.escape(options.delimiter)
    pattern = rf'["\r\n{delimiter}]|^[ \t\x{{FEFF}}]|[ \t]$' + ("|^$" if alone else "")
    needed = pc.match_substring_regex(texts, pattern)
    if not pc.any(needed).as_py():
        return texts
    doubled = pc.replace_substring(texts, '"', '""')
    return pc.if_else(needed, pc.binary_join_element_wise('"', doubled, '"', ""), texts)


def _lines(cells: Sequence[pa.Array], options: ReadOptions) -> bytes:
    """Join the rows to one text."""
    joined = pc.binary_join_element_wise(*cells, options.delimiter)
    lines = pc.binary_join_element_wise(joined, "\n", "")
    _, offsets, text = lines.buffers()
    used = np.frombuffer(offsets, dtype=np.int32)[len(lines)]
    return bytes(text.slice(0, int(used)))


def _encode(text: bytes, encoder: codecs.IncrementalEncoder, options: ReadOptions) -> bytes:
    """Convert UTF-8 bytes to the file's encoding."""
    if options.encoding.lower().replace("_", "-") in ("utf-8", "utf8"):
        return text
    try:
        return encoder.encode(text.decode("utf-8"))
    except UnicodeEncodeError:
        raise Refused(
            Problem("output-not-encodable", Where(), {"encoding": options.encoding})
        ) from None
