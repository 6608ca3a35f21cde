"""The format of delimited text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from numpy.typing import NDArray

from core.errors import Problem
from core.io.findings import Preview
from core.io.format import Output, Unwritten, WritableFormat
from core.io.text_format import TextFormat
from core.jobs import Job
from core.model import Column, Dataset, FileKind, ReadOptions


@dataclass(frozen=True)
class CsvFormat(TextFormat, WritableFormat):
    """Text with a delimiter between cells."""

    keeps_spellings: ClassVar[bool] = True

    def preview(self, path: Path, options: ReadOptions, rows: int) -> Preview:
        """Read the first records."""
        from core.io.delimited.csv_sample import preview_csv

        return preview_csv(path, options, rows)

    def read(self, path: Path, options: ReadOptions, job: Job, as_text: frozenset[str]) -> Dataset:
        """Read the file."""
        from core.io.delimited.csv_reader import read_csv

        return read_csv(path, options, job, as_text)

    def read_again(
        self, path: Path, options: ReadOptions, job: Job, as_text: frozenset[str]
    ) -> Dataset:
        """Read a file whose cells Arrow spelled, with Python's `csv` module alone."""
        from core.io.delimited.csv_reader import read_csv

        return read_csv(path, options, job, as_text, strict=True)

    def write(self, columns: Sequence[Column], order: NDArray[Any], to: Output) -> None:
        """Write the file."""
        from core.io.delimited.csv_writer import write_csv

        write_csv(columns, order, to)

    def problems(self, table: Unwritten) -> tuple[Problem, ...]:
        """List warnings of texts that a spreadsheet would run as formulas."""
        from core.io.delimited.csv_writer import csv_problems

        return csv_problems(table.columns, table.options)


CSV = CsvFormat(FileKind.CSV, ())
