"""Reads files with declared column types: SPSS, Stata, SAS, Parquet, Feather."""

from __future__ import annotations

from pathlib import Path

from core.errors import Problem, Refused
from core.io.columns.column_names import MOST_COLUMNS, checked_names
from core.io.files.input_files import refuse
from core.io.typed_tables.table_columns import table_column
from core.io.typed_tables.table_file import TableFile
from core.io.typed_tables.table_header import TableHeader
from core.io.typed_tables.table_process import table_cells
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
