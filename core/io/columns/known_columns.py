"""Builds columns of a known type from cells, of which there may be more in other parts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from core.io.columns import cell_grammar
from core.io.columns.column_facts import KnownKind
from core.io.columns.column_parts import (
    Code,
    Grammar,
    Part,
    Unheld,
    number_part,
    without_missing,
)
from core.io.columns.odd_spellings import odd_dates, odd_texts
from core.io.columns.plain_cells import plain_numbers
from core.io.columns.text_columns import encode_texts
from core.io.columns.typed_columns import DTYPES, column_of_part, with_spellings
from core.jobs import Job
from core.model import Column, ColumnKind


def known_column(
    name: str, cells: pa.ChunkedArray, known: KnownKind, grammar: Grammar, job: Job
) -> tuple[Column, Unheld]:
    """Return a part of a column, and the numbers for which the column is refused.

    Parameters
    ----------
    name, cells : str and pyarrow.ChunkedArray of string
        The column's name and some of its cells, without nulls.
    known : KnownKind
        The column's type, which all of its cells have (`column_facts`).
    grammar, job : Grammar and Job
        How cells are interpreted; checked for cancellation.
    """
    present, code = without_missing(cells, grammar.codes)
    if known.kind is ColumnKind.TEXT:
        categories, values = encode_texts(present, job)
        missing = np.zeros(len(values), np.bool_) if code is None else code >= 0
        column = Column(name, ColumnKind.TEXT, values, missing, categories)
        return (column if code is None else with_spellings(column, code, grammar.codes)), ()
    part = _part(present, code, known, grammar, job)
    return column_of_part(name, part, grammar, job), part.unheld


def _part(
    given: pa.ChunkedArray, code: Code | None, known: KnownKind, grammar: Grammar, job: Job
) -> Part:
    if given.null_count == len(given):
        count = len(given)
        is_number = known.kind is ColumnKind.NUMBER
        values = np.full(count, np.nan) if is_number else np.zeros(count, DTYPES[known.kind])
        part = Part(known.kind, values, code)
        if known.layout:
            part = replace(part, layout=known.layout)
        return replace(part, places=np.zeros(count, np.int8)) if is_number else part
    cells = given
    if known.ungrouped:
        cells = pc.replace_substring(given, grammar.thousands, "")
    if known.kind is ColumnKind.INTEGER:
        whole = cell_grammar.integers(cells)
        assert whole is not None
        odd = odd_texts(given, cells) if known.ungrouped else None
        return Part(ColumnKind.INTEGER, pc.fill_null(whole, 0).to_numpy(), code, odd=odd)
    if known.kind is ColumnKind.DATE:
        is_declared = bool(grammar.dates) and known.layout == grammar.dates
        read = cell_grammar.declared_dates if is_declared else cell_grammar.dates
        days = read(cells, known.layout)
        assert days is not None
        odd = odd_dates(given) if grammar.dates else None
        return Part(ColumnKind.DATE, pc.fill_null(days, 0).to_numpy(), code, known.layout, odd=odd)
    plain = plain_numbers(cells, grammar.decimal)
    found = number_part(given, cells, code, plain, grammar.decimal, job, is_certain=True)
    assert found is not None
    return found
