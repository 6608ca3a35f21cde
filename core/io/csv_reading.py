"""Reads a CSV file: cuts it into cells, names the columns and types them."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.errors import Problem, Refused
from core.io.column_names import checked_names
from core.io.csv_records import Batch, RecordCutter
from core.io.encodings import utf8_blocks
from core.io.file_signs import refuse_other_kinds
from core.io.opening import refuse, watched
from core.io.raw import RawColumn
from core.io.typed_columns import Grammar, typed_column
from core.jobs import Job
from core.kernels import delimited
from core.model import Column, Dataset, Fingerprint, ReadOptions


@dataclass(slots=True)
class _Cut:
    """What was cut so far."""

    columns: list[RawColumn] = field(default_factory=list)
    lines: list[NDArray[np.int64]] = field(default_factory=list)
    blank_tail: int = 0  # blank lines at the end of a file of one column

    def add(self, batch: Batch) -> None:
        for index, column in enumerate(self.columns):
            column.pieces.append(batch.column(index))
        self.lines.append(batch.lines.copy())
        if len(self.columns) == 1:
            self._count_blank_tail(batch)

    def _count_blank_tail(self, batch: Batch) -> None:
        blank = (batch.starts == batch.ends) & (batch.styles == delimited.BARE)
        filled = np.flatnonzero(~blank[:, 0])
        size = len(blank)
        self.blank_tail = size - 1 - int(filled[-1]) if len(filled) else self.blank_tail + size

    def drop_blank_tail(self) -> None:
        """Forget the blank lines at the end of a file of one column."""
        left = self.blank_tail
        pieces = self.columns[0].pieces if self.columns else []
        while left and pieces:
            offsets, text = pieces.pop()
            keep = max(len(offsets) - 1 - left, 0)
            left -= len(offsets) - 1 - keep
            if keep:
                pieces.append((offsets[: keep + 1], text))

    def row_numbers(self) -> NDArray[np.int64]:
        """Return the line of each record."""
        rows = len(self.columns[0])
        return np.concatenate(self.lines)[:rows]


def check_options(options: ReadOptions) -> None:
    """Raise `Refused` if delimiter or decimal sign cannot be used."""
    delimiter, decimal = options.delimiter, options.decimal
    usable = len(delimiter) == 1 and delimiter.isascii() and not delimiter.isalnum()
    if not usable or delimiter in '"\r\n\0':
        raise Refused(Problem("delimiter-unusable"))
    if decimal not in (".", ","):
        raise Refused(Problem("decimal-unusable"))
    if delimiter == decimal:
        raise Refused(Problem("delimiter-is-decimal", params={"sign": decimal}))


def read_csv(path: Path, options: ReadOptions, job: Job, as_text: frozenset[str]) -> Dataset:
    """Read a CSV file; see `core.io.reading.read`."""
    check_options(options)
    digest = hashlib.sha256()
    done = 0

    def seen(raw: bytes) -> None:
        nonlocal done
        digest.update(raw)
        done += len(raw)
        job.reach(done)

    with watched(path) as handle:
        refuse_other_kinds(handle, path)
        job.begin("reading", os.fstat(handle.fileno()).st_size)
        cutter = RecordCutter(path, options.delimiter)
        cut = _cut(cutter.batches(utf8_blocks(handle, path, options.encoding, seen)), options)
    if cutter.ragged:
        raise Refused(cutter.ragged_problem())
    cut.drop_blank_tail()
    if not cut.columns or not len(cut.columns[0]):
        raise refuse("file-header-only" if cut.columns else "file-empty", path)
    grammar = Grammar(options.decimal, options.missing, as_text=as_text)
    return _dataset(cut, grammar, Fingerprint(path.name, done, digest.hexdigest()), job)


def _cut(batches: Iterable[Batch], options: ReadOptions) -> _Cut:
    """Name the columns by the first record and gather the cells of all others."""
    cut = _Cut()
    for batch in batches:
        if not cut.columns:
            columns = batch.starts.shape[1]
            header = batch.record(0) if options.header else None
            names = checked_names(header, columns, int(batch.lines[0]))
            cut.columns = [RawColumn(name) for name in names]
            batch = batch.without(1 if options.header else 0)
        cut.add(batch)
    return cut


def _dataset(cut: _Cut, grammar: Grammar, mark: Fingerprint, job: Job) -> Dataset:
    """Type the columns one after the other."""
    rows = cut.row_numbers()
    first = int(rows[0])
    job.begin("typing", len(cut.columns))
    columns: list[Column] = []
    for raw in cut.columns:
        columns.append(typed_column(raw, grammar, lambda i: int(rows[i]), job))
        job.reach(len(columns))
    gapless = int(rows[-1]) - first == len(rows) - 1
    return Dataset(tuple(columns), mark, None if gapless else rows, first)
