"""The protected file of a release that is checked, by its layout in the log."""

from __future__ import annotations

from pathlib import Path

from core.io.table_size import refuse_beyond_memory
from core.jobs import Job
from core.log import Log
from core.model import Dataset, Source
from core.pipeline.seal.read_back import Layout, read_back


def read_released(log: Log, log_path: Path, job: Job) -> Dataset:
    """Read the protected file of the log at `log_path` back to recount it.

    Raises
    ------
    Refused
        If it cannot be read, or if that takes more memory than a table may (`core.io.read`).
    PromiseBroken
        If a date does not have the column's date format.
    """
    path, table = log.path_of(log.files[0], log_path), log.table
    kinds = {column.name: column.kind for column in table.columns}
    formats = {c.name: c.format for c in table.columns if c.format is not None}
    refuse_beyond_memory(Source(str(path), table.kind, table.options))
    return read_back(path, Layout(table.kind, table.options, kinds, formats), job)
