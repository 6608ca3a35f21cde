"""Examines and reads files with declared column types: SPSS, Stata, SAS, Parquet, Feather."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from core.errors import Problem, Refused
from core.io.columns.column_names import MOST_COLUMNS, check_names, name_problems
from core.io.columns.spelling import spell
from core.io.files.input_files import refuse
from core.io.findings import Guess, Preview, Probe
from core.io.typed_tables.table_columns import finish, table_column
from core.io.typed_tables.table_file import TableFile
from core.io.typed_tables.table_header import TableHeader
from core.io.typed_tables.table_process import TableCells, table_cells
from core.jobs import Job
from core.model import Column, Dataset, ReadOptions


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
    with file.open_watched() as (size, marked):
        job.start_phase("reading", size)
        request = file.request(options, second=second)
        codes = options.missing
        cells = table_cells(request, codes, job, lambda share: job.update(int(size * share)))
        mark = marked(lambda _: job.check())
    check_head(cells.head, path)
    if not cells.rows:
        raise refuse("file-header-only", path)
    # The dataset, freeing each column's cells as it is built.
    job.start_phase("typing", len(cells.head.columns))
    columns: list[Column] = []
    for i, head in enumerate(cells.head.columns):
        columns.append(_column(cells, i, codes, head.name.strip() in as_text, job))
        job.update(len(columns))
    return Dataset(tuple(columns), mark, None, first_row=1)


def _column(
    cells: TableCells, number: int, codes: tuple[str, ...], as_text: bool, job: Job
) -> Column:
    """Build a column; its cells are freed."""
    head, name = cells.head.columns[number], f"c{number}"
    if name in cells.plain:
        return finish(head, cells.plain.pop(name).build(), as_text)
    pieces, letters = cells.pieces.pop(name), cells.pieces.pop(f"m{number}", None)
    return table_column(head, pieces, letters, codes, as_text, job)


def check_head(head: TableHeader, path: Path) -> None:
    """Raise `Refused` if there are too many columns, or their names cannot be used."""
    if not head.columns:
        raise refuse("file-without-columns", path)
    if len(head.columns) > MOST_COLUMNS:
        params = {"file": path.name, "count": len(head.columns), "most": MOST_COLUMNS}
        raise Refused(Problem("columns-too-many", params=params))
    check_names([column.name for column in head.columns], len(head.columns), None)


def probe_table(file: TableFile) -> Probe:
    """Read the declarations of a file; see `core.io.reading.probe`."""
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
    """Read the first records, labelled; see `core.io.reading.preview`."""
    cells = _few(file, options, rows)
    codes = options.missing
    n_columns = len(cells.head.columns) if cells.rows else 0
    columns = [_column(cells, i, codes, False, Job()) for i in range(n_columns)]
    names = tuple(column.name for column in cells.head.columns)
    shown = []
    for column in columns:
        # Each code is followed by its label.
        meaning = column.labels.meaning()
        texts = spell(column, np.arange(len(column)), False, ".").to_pylist()
        shown.append([f"{text} — {meaning[text]}" if text in meaning else text for text in texts])
    return Preview(names, tuple(zip(*shown, strict=True)), name_problems(names, None))


def _few(file: TableFile, options: ReadOptions, rows: int) -> TableCells:
    return table_cells(file.request(options, rows), options.missing, Job())
