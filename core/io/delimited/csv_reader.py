"""Reads a CSV file: splits it into cells, and names and types the columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import pyarrow as pa

from core.array_types import Ints
from core.errors import Problem, Refused
from core.io.columns.cell_grammar import DATE_FORMATS
from core.io.columns.column_names import check_names
from core.io.columns.column_parts import Grammar, PartTyper
from core.io.columns.number_signs import check_thousands
from core.io.columns.typed_columns import append_piece, type_column
from core.io.delimited.csv_records import Chunk, Piece, RecordCutter
from core.io.delimited.encodings import HashedText
from core.io.delimited.formula_guard import remove_guards
from core.io.files.input_files import open_watched, refuse
from core.io.guessing.guess_rows_below import rows_below_notes
from core.io.signatures import refuse_other_kinds
from core.jobs import Job
from core.model import Column, Dataset, Fingerprint, ReadOptions

_MANY_RECORDS = 100_000


@dataclass(slots=True)
class Cut:
    """The cells read so far, in chunks by column, and the line of each record."""

    names: tuple[str, ...] = ()
    pieces: list[list[Piece]] = field(default_factory=list)
    lines: list[Sequence[int] | Ints] = field(default_factory=list)


def check_options(options: ReadOptions) -> None:
    """Raise `Refused` if the delimiter or decimal mark cannot be used."""
    delimiter, decimal = options.delimiter, options.decimal
    usable = len(delimiter) == 1 and delimiter.isascii() and not delimiter.isalnum()
    if not usable or delimiter in '"\r\n\0':
        raise Refused(Problem("delimiter-unusable"))
    if decimal not in (".", ","):
        raise Refused(Problem("decimal-unusable"))
    check_thousands(options)
    if options.dates and options.dates not in DATE_FORMATS:
        raise Refused(Problem("dates-unusable", params={"layouts": DATE_FORMATS}))
    if delimiter == decimal:
        raise Refused(Problem("delimiter-is-decimal", params={"sign": decimal}))


def read_csv(
    path: Path, options: ReadOptions, job: Job, as_text: frozenset[str], strict: bool = False
) -> Dataset:
    """Read a CSV file, or raise `Refused`; see `core.io.reading.read`.

    If `strict`, Python's `csv` module splits all of it, and no part of a column is typed by itself.
    """
    check_options(options)
    grammar = grammar_of(options, as_text)
    with open_watched(path) as handle:
        refuse_other_kinds(handle, path)
        cutter = RecordCutter(path, options.delimiter, options.skip, options.skip_end)
        text = HashedText(handle, path, options.encoding, job)
        keeper = _Keeper(options, None if strict else grammar, job)
        cut = Cut()
        for names, lines, columns in _name_chunks(
            cutter.chunks(text.blocks, strict, keeper.type_pieces), options, keeper, job
        ):
            if not cut.names:
                cut.names = names
                cut.pieces = [[] for _ in names]
            if len(lines):
                gather(cut, lines, columns)
    if cutter.ragged:
        raise Refused(cutter.describe_ragged())
    if not cut.lines:
        raise refuse("file-header-only" if cut.names else "file-empty", path)
    notes = rows_below_notes(cutter.tail.rows(options.delimiter), len(cut.names))
    return replace(dataset_of(cut, grammar, text.fingerprint(), job), notes=notes)


class _Keeper:
    """Makes of cells what is kept of them, in any thread; without a grammar none is typed yet."""

    def __init__(self, options: ReadOptions, grammar: Grammar | None, job: Job) -> None:
        self._options, self._grammar, self._job = options, grammar, job
        self._named = False
        self._typers: list[PartTyper] = []

    def name_columns(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Name the columns of the dataset."""
        if self._options.neutralised:
            names = tuple(remove_guards(pa.array(names)).to_pylist())
        if self._grammar is not None:
            texts = self._grammar.as_text
            self._typers = [PartTyper(self._grammar, name in texts) for name in names]
        self._named = True
        return names

    def type_pieces(self, cells: list[pa.Array]) -> list[Piece]:
        """Type the cells of some records; keep them as texts before there are names."""
        self._job.check()
        if self._named and self._options.neutralised:
            cells = [remove_guards(piece) for piece in cells]
        if not self._typers:
            return cells
        cells_by_typer = zip(self._typers, cells, strict=True)
        return [typer.part(piece, self._job) for typer, piece in cells_by_typer]


def _name_chunks(
    chunks: Iterator[Chunk], options: ReadOptions, keeper: _Keeper, job: Job
) -> Iterator[tuple[tuple[str, ...], Sequence[int] | Ints, list[Piece]]]:
    """Yield the names of the columns, the lines and what is kept of the cells of each chunk.

    The first chunk may have no records but the names.
    """
    names: tuple[str, ...] = ()
    for lines, columns in chunks:
        job.check()
        if names:
            yield names, lines, columns
            continue
        header_and_cells: list[pa.Array] = list(columns)
        header = [cells[0].as_py() for cells in header_and_cells] if options.header else None
        names = keeper.name_columns(check_names(header, len(columns), int(lines[0])))
        skip = int(options.header)
        yield names, lines[skip:], keeper.type_pieces([cells[skip:] for cells in header_and_cells])


def gather(cut: Cut, lines: Sequence[int] | Ints, columns: Sequence[Piece]) -> None:
    """Append records, given by column, as a chunk of each column."""
    cut.lines.append(lines if isinstance(lines, range) else np.array(lines, dtype=np.int64))
    for pieces, cells in zip(cut.pieces, columns, strict=True):
        append_piece(pieces, cells)


def grammar_of(options: ReadOptions, as_text: frozenset[str]) -> Grammar:
    """Build the grammar of cells that the options define."""
    return Grammar(options.decimal, options.missing, as_text, options.thousands, options.dates)


def dataset_of(cut: Cut, grammar: Grammar, mark: Fingerprint, job: Job) -> Dataset:
    """Build the dataset, freeing each column's cells as it is typed."""
    first, last = int(cut.lines[0][0]), int(cut.lines[-1][-1])
    gapless = last - first == sum(map(len, cut.lines)) - 1
    rows = None if gapless else np.concatenate(cut.lines, dtype=np.int64)
    cut.lines.clear()
    records = sum(map(len, cut.pieces[0]))

    def row_of(position: int) -> int:
        return first + position if rows is None else int(rows[position])

    job.start_phase("typing", len(cut.names))
    columns: list[Column] = []
    for name, pieces in zip(cut.names, cut.pieces, strict=True):
        _return_memory(records)
        columns.append(type_column(name, pieces, grammar, row_of, job))
        job.update(len(columns))
    _return_memory(records)
    return Dataset(tuple(columns), mark, rows, first)


def _return_memory(records: int) -> None:
    """Let Arrow return the memory of a column's cells to the system, if they are many.

    It would otherwise keep as much as the file takes.
    """
    if records >= _MANY_RECORDS:
        pa.default_memory_pool().release_unused()
