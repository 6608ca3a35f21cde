"""Reads a CSV file in parts of consecutive records, of which one is in memory at a time."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from core.errors import Problem, Refused, Where
from core.io.columns.column_facts import ColumnFacts, known_column
from core.io.columns.column_parts import UNHELD, Unheld
from core.io.columns.typed_columns import typed_column
from core.io.delimited.csv_reader import Keeper, check_options, grammar_of, named_chunks
from core.io.delimited.csv_records import RecordCutter
from core.io.delimited.encodings import text_blocks
from core.io.files.input_files import readable, refuse, watched
from core.io.signatures import refuse_other_kinds
from core.jobs import Job
from core.model import Column, Dataset, Fingerprint, ReadOptions

Take = Callable[[Dataset], None]
_UNKNOWN = Fingerprint("", 0, "")
# Records whose forms are looked at together.
_LOOKED_AT = 100_000
_MANY_RECORDS = 100_000


def stream_csv(
    path: Path, options: ReadOptions, rows: int, take: Take, job: Job, as_text: frozenset[str]
) -> Fingerprint:
    """Pass a file's records to `take` in parts of `rows` records; see `core.io.streaming`.

    The file is read twice: a column's type depends on all of its cells.
    """
    check_options(options)
    grammar = grammar_of(options, as_text)
    with watched(path) as handle:
        refuse_other_kinds(handle, path)
        size = os.fstat(handle.fileno()).st_size
        job.start_phase("reading", 2 * size)
        first = _Reading(handle, path, options, job)
        # The types of the columns, by all of their cells.
        facts: dict[str, ColumnFacts] = {}
        for part in first.parts(min(rows, _LOOKED_AT)):
            for name, cells in zip(first.names, part.columns, strict=True):
                known = facts.get(name) or ColumnFacts.of(name, grammar)
                facts[name] = known.with_cells(cells)
        kinds = {name: known.kind() for name, known in facts.items()}
        handle.seek(0)
        second = _Reading(handle, path, options, job, done=size)
        faults = _Faults()
        for part in second.parts(rows):
            columns = []
            for name, cells in zip(second.names, part.columns, strict=True):
                column, unheld = known_column(name, cells, kinds[name], grammar, job)
                faults.add(name, unheld, part.lines)
                columns.append(column)
            if not faults:
                take(part.dataset(columns))
        if faults:
            raise faults.refused(second.names)
    if first.mark != second.mark:
        raise refuse("file-changed", path)
    return second.mark


def stream_csv_again(
    path: Path, options: ReadOptions, rows: int, take: Take, job: Job, as_text: frozenset[str]
) -> Fingerprint:
    """Pass the records of a file written by this program to `take`, each part typed by itself.

    Python's `csv` module alone splits it, because Arrow spelled its cells.
    """
    check_options(options)
    grammar = grammar_of(options, as_text)
    with watched(path) as handle:
        refuse_other_kinds(handle, path)
        job.start_phase("reading", os.fstat(handle.fileno()).st_size)
        reading = _Reading(handle, path, options, job)
        for part in reading.parts(rows, strict=True):
            columns = [
                typed_column(name, list(cells.chunks), grammar, part.line_of, job)
                for name, cells in zip(reading.names, part.columns, strict=True)
            ]
            take(part.dataset(columns))
    return reading.mark


@dataclass(frozen=True, slots=True, eq=False)
class _Part:
    """The cells of consecutive records by column, and the line of each record."""

    lines: NDArray[np.int64]
    columns: list[pa.ChunkedArray]

    def line_of(self, position: int) -> int:
        return int(self.lines[position])

    def dataset(self, columns: Sequence[Column]) -> Dataset:
        """Return the records with their typed columns."""
        return Dataset(tuple(columns), _UNKNOWN, self.lines, int(self.lines[0]))


class _Reading:
    """Goes through the file once.

    Parameters
    ----------
    handle, path, options : binary file, pathlib.Path and ReadOptions
        The file, at its start, its path and its layout.
    job : Job
        Receives the progress in the phase, which the caller starts.
    done : int
        Units of the phase that are done already.

    Attributes
    ----------
    names : tuple of str
        The columns, once the first part is there.
    """

    def __init__(
        self, handle: BinaryIO, path: Path, options: ReadOptions, job: Job, done: int = 0
    ) -> None:
        self._handle, self._path, self._options, self._job = handle, path, options, job
        self._before, self._read = done, 0
        self._digest = hashlib.sha256()
        self.names: tuple[str, ...] = ()

    @property
    def mark(self) -> Fingerprint:
        """The fingerprint of the bytes read."""
        return Fingerprint(readable(self._path.name), self._read, self._digest.hexdigest())

    def parts(self, rows: int, strict: bool = False) -> Iterator[_Part]:
        """Yield the records in parts of `rows` records, of which the last may have fewer.

        Raises
        ------
        Refused
            If the text is malformed, or has no records.
        """
        options = self._options
        cutter = RecordCutter(self._path, options.delimiter, options.skip)
        blocks = text_blocks(self._handle, self._path, options.encoding, self._seen)
        keeper = Keeper(options, None, self._job)
        held = _Held()
        any_records = False
        for names, lines, cells in named_chunks(
            cutter.chunks(blocks, strict, keeper.kept), options, keeper, self._job
        ):
            self.names = names
            any_records = any_records or len(lines) > 0
            held.add(lines, cells)
            if not cutter.ragged:
                yield from held.full(rows)
        if cutter.ragged:
            raise Refused(cutter.ragged_problem())
        if not any_records:
            raise refuse("file-header-only" if self.names else "file-empty", self._path)
        yield from held.full(1, most=rows)

    def _seen(self, raw: bytes) -> None:
        self._digest.update(raw)
        self._read += len(raw)
        self._job.update(self._before + self._read)


@dataclass(slots=True)
class _Held:
    """Records that wait for others of their part."""

    lines: list[NDArray[np.int64]] = field(default_factory=list)
    cells: list[list[pa.Array]] = field(default_factory=list)

    def add(self, lines: Sequence[int] | NDArray[np.int64], cells: Sequence[pa.Array]) -> None:
        """Add the next records."""
        if not len(lines):
            return
        self.lines.append(np.array(lines, np.int64))
        self.cells = self.cells or [[] for _ in cells]
        for pieces, some in zip(self.cells, cells, strict=True):
            pieces.append(some)

    def full(self, least: int, most: int | None = None) -> Iterator[_Part]:
        """Yield parts of `most` records, by default `least`, as long as so many are there."""
        count, size = sum(map(len, self.lines)), most or least
        if count < least:
            return
        lines = np.concatenate(self.lines)
        columns = [pa.chunked_array(pieces) for pieces in self.cells]
        self.lines, self.cells = [], []
        start = 0
        while count - start >= least:
            some = slice(start, start + size)
            yield _Part(lines[some], [column.slice(start, size) for column in columns])
            start += size
        if start < count:
            rest = [[piece for piece in c.slice(start).chunks if len(piece)] for c in columns]
            self.lines, self.cells = [lines[start:]], rest
        del columns
        if size >= _MANY_RECORDS:
            # Arrow would otherwise keep as much as the file takes.
            pa.default_memory_pool().release_unused()


class _Faults:
    """Numbers that a column may not hold, in all parts of the file."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], list[int]] = {}

    def __bool__(self) -> bool:
        return bool(self._found)

    def add(self, name: str, unheld: Unheld, lines: NDArray[np.int64]) -> None:
        """Note those of a part."""
        for code, at in unheld:
            known = self._found.setdefault((name, code), [int(lines[at[0]]), 0])
            known[1] += len(at)

    def refused(self, names: Sequence[str]) -> Refused:
        """Return the exception for the first column with such a number."""
        keys = ((name, code) for name in names for code in UNHELD)
        name, code = next(key for key in keys if key in self._found)
        row, count = self._found[name, code]
        return Refused(Problem(code, Where(name, row), {"count": count}))
