"""Examines and reads files with declared column types: SPSS, Stata, SAS, Parquet, Feather.

Large ones are read in parts, of which one is in memory at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa

from core.errors import Problem, Refused
from core.io.child_processes.child_process import Messages, in_child
from core.io.columns.column_names import MOST_COLUMNS, checked_names, name_problems, refuse_nul
from core.io.columns.spelling import spelled
from core.io.files.input_files import refuse
from core.io.findings import Guess, Preview, Probe
from core.io.typed_tables.table_columns import table_column
from core.io.typed_tables.table_file import TableFile
from core.io.typed_tables.table_header import TableHeader
from core.io.typed_tables.table_process import TableCells, serve, table_cells
from core.jobs import Job
from core.model import Column, Dataset, Fingerprint, ReadOptions

Take = Callable[[Dataset], None]
_UNKNOWN = Fingerprint("", 0, "")


def read_table(
    file: TableFile,
    options: ReadOptions,
    job: Job,
    as_text: frozenset[str],
    second: bool = False,
) -> Dataset:
    """Read a file, or raise `Refused`; see `core.io.reading.read`.

    `second`: with the second reader, if there is one.
    """
    path = file.path
    with file.watched() as (size, marked):
        job.start_phase("reading", size)
        request = file.request(options, second=second)
        cells = table_cells(request, job, lambda share: job.update(int(size * share)))
        mark = marked(lambda _: job.check())
    check_head(cells.head, path)
    if not cells.rows:
        raise refuse("file-header-only", path)
    # The dataset, freeing each column's cells as it is built.
    job.start_phase("typing", len(cells.head.columns))
    columns: list[Column] = []
    for i, head in enumerate(cells.head.columns):
        pieces, letters = cells.pieces.pop(f"c{i}"), cells.pieces.pop(f"m{i}", None)
        text = head.name.strip() in as_text
        columns.append(table_column(head, pieces, letters, options.missing, text, job))
        job.update(len(columns))
    return Dataset(tuple(columns), mark, None, first_row=1)


def check_head(head: TableHeader, path: Path) -> None:
    """Raise `Refused` if there are too many columns, or their names cannot be used."""
    if not head.columns:
        raise refuse("file-without-columns", path)
    if len(head.columns) > MOST_COLUMNS:
        params = {"file": path.name, "count": len(head.columns), "most": MOST_COLUMNS}
        raise Refused(Problem("columns-too-many", params=params))
    checked_names([column.name for column in head.columns], len(head.columns), None)


def probe_table(file: TableFile) -> Probe:
    """Return the declarations of a file; see `core.io.reading.probe`."""
    kind = file.form.kind
    head = _few(file, ReadOptions(), 1).head
    check_head(head, file.path)
    counts = {
        "guess-labels-columns": sum(bool(c.labels.variable) for c in head.columns),
        "guess-labels-values": sum(bool(c.labels.values) for c in head.columns),
        "guess-missing-declared": sum(bool(c.labels.missing) for c in head.columns),
    }
    reasons = [
        Guess("kind", f"guess-kind-{kind}", value=kind.value),
        *[Guess("labels", code, {"count": count}) for code, count in counts.items() if count],
    ]
    return Probe(kind, ReadOptions(), tuple(reasons), records=head.rows)


def preview_table(file: TableFile, options: ReadOptions, rows: int) -> Preview:
    """Return the first records, labelled; see `core.io.reading.preview`."""
    cells = _few(file, options, rows)
    codes = options.missing
    columns = [
        table_column(head, cells.pieces[f"c{i}"], cells.pieces.get(f"m{i}"), codes, False, Job())
        for i, head in enumerate(cells.head.columns)
        if cells.rows
    ]
    names = tuple(column.name for column in cells.head.columns)
    shown = []
    for column in columns:
        # Each code is followed by its label.
        meaning = column.labels.meaning()
        texts = spelled(column, np.arange(len(column)), False, ".").to_pylist()
        shown.append([f"{text} — {meaning[text]}" if text in meaning else text for text in texts])
    more = cells.head.rows > cells.rows or (not cells.head.rows and cells.rows >= rows)
    return Preview(names, tuple(zip(*shown, strict=True)), more, name_problems(names, None))


def _few(file: TableFile, options: ReadOptions, rows: int) -> TableCells:
    return table_cells(file.request(options, rows), Job())


def stream_table(
    file: TableFile, options: ReadOptions, rows: int, take: Take, job: Job, second: bool
) -> Fingerprint:
    """Pass a file's records to `take` in parts of `rows` records; see `core.io.streaming`."""
    path = file.path
    with file.watched() as (size, marked):
        job.start_phase("reading", size)
        stream = _Stream(size, file.path, options, rows, take, job)
        done = in_child(serve, file.request(options, second=second), stream.received, job)
        mark = marked(lambda _: job.check())
    if done is None:
        raise refuse("table-unreadable", path)
    if not done:
        raise refuse("file-header-only", path)
    return mark


class _Stream:
    """Takes the batches of the child process and passes on parts of a number of records."""

    def __init__(
        self, size: int, path: Path, options: ReadOptions, rows: int, take: Take, job: Job
    ) -> None:
        self._size, self._path, self._options = size, path, options
        self._rows, self._take, self._job = rows, take, job
        self._head = TableHeader((), 0)
        self._held: list[pa.RecordBatch] = []
        self._done = 0

    def received(self, messages: Messages) -> int | None:
        """Return the number of records after all messages."""
        while True:
            match messages.next():
                case ("head", TableHeader() as head):
                    check_head(head, self._path)
                    self._head = head
                case ("block", int(rows)):
                    self._held.append(messages.batch(kept=False))
                    self._pass_on(self._rows)
                    share = min(rows / max(self._head.rows, rows, 1), 1)
                    self._job.update(int(self._size * share))
                case ("done",):
                    self._pass_on(1)
                    return self._done
                case _:
                    return None

    def _pass_on(self, least: int) -> None:
        """Pass on all full parts, and the rest if it has at least as many records as `least`."""
        held = sum(batch.num_rows for batch in self._held)
        if held < least:
            return
        batches, self._held = self._held, []
        for pieces in _pieces(batches, self._rows):
            count = sum(piece.num_rows for piece in pieces)
            if count < min(least, self._rows):
                self._held = pieces
                return
            self._take(Dataset(self._columns(pieces), _UNKNOWN, first_row=1 + self._done))
            self._done += count

    def _columns(self, pieces: list[pa.RecordBatch]) -> tuple[Column, ...]:
        found = []
        for i, head in enumerate(self._head.columns):
            cells = [piece.column(f"c{i}") for piece in pieces]
            column = table_column(head, cells, None, self._options.missing, False, self._job)
            refuse_nul(column, lambda at: self._done + at + 1)
            found.append(column)
        return tuple(found)


def _pieces(batches: list[pa.RecordBatch], rows: int) -> Iterator[list[pa.RecordBatch]]:
    """Yield batches of together `rows` records, of which the last may have fewer."""
    pieces: list[pa.RecordBatch] = []
    left = rows
    for batch in batches:
        start = 0
        while start < batch.num_rows:
            piece = batch.slice(start, left)
            pieces.append(piece)
            start += piece.num_rows
            left -= piece.num_rows
            if left == 0:
                yield pieces
                pieces, left = [], rows
    if pieces:
        yield pieces
