"""The format of fixed-width text."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from core.io.findings import Preview
from core.io.text_format import TextFormat
from core.jobs import Job
from core.model import Dataset, FileKind, ReadOptions


@dataclass(frozen=True)
class FixedWidthFormat(TextFormat):
    """Text with columns at fixed positions."""

    def preview(self, path: Path, options: ReadOptions, rows: int) -> Preview:
        """Read the first records."""
        from core.io.fixed_width.fixed_width_reader import preview_fixed_width

        return preview_fixed_width(path, options, rows)

    def read(self, path: Path, options: ReadOptions, job: Job, as_text: frozenset[str]) -> Dataset:
        """Read the file."""
        from core.io.fixed_width.fixed_width_reader import read_fixed_width

        return read_fixed_width(path, options, job, as_text)


FIXED_WIDTH = FixedWidthFormat(FileKind.FIXED_WIDTH, ())
