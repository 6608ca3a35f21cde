"""Reads files with declared column types in parts, of which one is in memory at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pyarrow as pa

from core.io.child_processes.child_process import Messages, in_child
from core.io.columns.column_names import refuse_nul
from core.io.files.input_files import refuse
from core.io.typed_tables.table_columns import table_column
from core.io.typed_tables.table_file import TableFile
from core.io.typed_tables.table_header import TableHeader
from core.io.typed_tables.table_process import serve
from core.io.typed_tables.table_reader import check_head
from core.jobs import Job
from core.model import Column, Dataset, Fingerprint, ReadOptions

Take = Callable[[Dataset], None]
_UNKNOWN = Fingerprint("", 0, "")


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
