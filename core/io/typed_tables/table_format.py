"""Files that declare the types of their columns as a kind of file."""

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
    """A kind of file that declares the types of its columns.

    Attributes
    ----------
    signatures : tuple of bytes
        With one of these such a file begins.
    open : callable
        Opens such a file in the child process; a function of a module.
    """

    signatures: tuple[bytes, ...]
    open: OpenTable

    def recognises(self, start: FileStart) -> bool:
        """Tell whether the file begins with one of the signatures."""
        return start.head.startswith(self.signatures)

    def probe(self, path: Path, given: DeclaredOptions) -> Probe:
        """Say what the file declares."""
        from core.io.typed_tables.table_probe import probe_table

        return probe_table(self._file(path))

    def preview(self, path: Path, options: ReadOptions, rows: int) -> Preview:
        """Return the first records, labelled."""
        from core.io.typed_tables.table_probe import preview_table

        return preview_table(self._file(path), options, rows)

    def read(self, path: Path, options: ReadOptions, job: Job, as_text: frozenset[str]) -> Dataset:
        """Read the file."""
        from core.io.typed_tables.table_reader import read_table

        return read_table(self._file(path), options, job, as_text)

    def read_again(
        self, path: Path, options: ReadOptions, job: Job, as_text: frozenset[str]
    ) -> Dataset:
        """Read a file that was written here, by another library where there is one."""
        from core.io.typed_tables.table_reader import read_table

        return read_table(self._file(path), options, job, as_text, second=True)

    def _file(self, path: Path) -> TableFile:
        return TableFile(path, self, self.open)
