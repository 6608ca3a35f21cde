"""The interface of formats with declared column types."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from core.io.findings import DeclaredOptions, Preview, Probe
from core.io.format import Format
from core.io.signatures import FileStart
from core.io.typed_tables.table_file import OpenTable, TableFile
from core.jobs import Job
from core.model import Dataset, ReadOptions


@dataclass(frozen=True)
class TableFormat(Format):
    """A format with declared column types.

    Attributes
    ----------
    signatures : tuple of bytes
        Possible first bytes of such a file.
    open : callable
        Function that opens such a file in the child process, defined in a module.
    """

    signatures: tuple[bytes, ...]
    open: OpenTable

    def recognises(self, start: FileStart) -> bool:
        """Check whether the file starts with one of the signatures."""
        return start.head.startswith(self.signatures)

    def probe(self, path: Path, declared: DeclaredOptions) -> Probe:
        """Read the declarations of the file."""
        from core.io.typed_tables.table_reader import probe_table

        return probe_table(self._file(path))

    def preview(self, path: Path, options: ReadOptions, rows: int) -> Preview:
        """Read the first records, labelled."""
        from core.io.typed_tables.table_reader import preview_table

        return preview_table(self._file(path), options, rows)

    def read(self, path: Path, options: ReadOptions, job: Job, as_text: frozenset[str]) -> Dataset:
        """Read the file."""
        from core.io.typed_tables.table_reader import read_table

        return read_table(self._file(path), options, job, as_text)

    def read_again(
        self, path: Path, options: ReadOptions, job: Job, as_text: frozenset[str]
    ) -> Dataset:
        """Read a file written by this program, with another library if there is one."""
        from core.io.typed_tables.table_reader import read_table

        return read_table(self._file(path), options, job, as_text, second=True)

    def _file(self, path: Path) -> TableFile:
        return TableFile(path, self, self.open)
