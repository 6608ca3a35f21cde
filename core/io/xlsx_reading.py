"""Reads a sheet of an XLSX workbook."""

from __future__ import annotations

from pathlib import Path

from core.jobs import Job
from core.model import Dataset, ReadOptions


def read_xlsx(path: Path, options: ReadOptions, job: Job, as_text: frozenset[str]) -> Dataset:
    """Read a sheet; see `core.io.reading.read`."""
    raise NotImplementedError(path, options, job, as_text)
