"""The format of fixed-width text."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from core.io.findings import DeclaredOptions, Preview, Probe
from core.io.format import Format
from core.io.signatures import FileStart
from core.jobs import Job
from core.model import Dataset, FileKind, ReadOptions


@dataclass(frozen=True)
class FixedWidthFormat(Format):
    """Text with columns at fixed positions."""

    def recognises(self, start: FileStart) -> bool:
        """Return false: the probe of text distinguishes it from delimited text."""
        return False

    def probe(self, path: Path, declared: DeclaredOptions) -> Probe:
        """Guess encoding and columns."""
        from core.io.text_probe import probe_text

        return probe_text(path, declared)

    def preview(self, path: Path, options: ReadOptions, rows: int) -> Preview:
        """Read the first records."""
        from core.io.fixed_width.fixed_width_reader import preview_fixed_width

        return preview_fixed_width(path, options, rows)

    def read(self, path: Path, options: ReadOptions, job: Job, as_text: frozenset[str]) -> Dataset:
        """Read the file."""
        from core.io.fixed_width.fixed_width_reader import read_fixed_width

        return read_fixed_width(path, options, job, as_text)


FIXED_WIDTH = FixedWidthFormat(FileKind.FIXED_WIDTH, ())
