"""Examines the first records of files with declared column types."""

from __future__ import annotations

import numpy as np

from core.io.columns.column_names import name_problems
from core.io.columns.spelling import spelled
from core.io.findings import Guess, Preview, Probe
from core.io.typed_tables.table_columns import table_column
from core.io.typed_tables.table_file import TableFile
from core.io.typed_tables.table_process import TableCells, table_cells
from core.io.typed_tables.table_reader import check_head
from core.jobs import Job
from core.model import ReadOptions


def probe_table(file: TableFile) -> Probe:
    """Return the declarations of a file; see `core.io.probing.probe`."""
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
    """Return the first records, labelled; see `core.io.probing.preview`."""
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
