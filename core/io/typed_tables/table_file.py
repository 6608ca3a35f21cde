"""A file of typed columns, and what the child process is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from core.io.format import Format
from core.io.typed_tables.table_header import TableHeader
from core.model import FileKind, ReadOptions

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True, slots=True)
class TableRequest:
    """What is to be read.

    Attributes
    ----------
    path, kind : str and FileKind
        The file.
    open : callable
        Opens it; imported in the child process with the module that has it.
    encoding : str
        Of its texts, where the file does not say it; empty: let the reader tell.
    rows : int or None
        Read so many records; ``None``: all.
    second : bool
        Whether another reader than usual is wanted, where there is one.
    """

    path: str
    kind: FileKind
    open: OpenTable
    encoding: str = ""
    rows: int | None = None
    second: bool = False


# Returns the head of a file and its cells in batches.
OpenTable = Callable[[TableRequest], tuple[TableHeader, "Iterator[pa.RecordBatch]"]]


@dataclass(frozen=True, slots=True)
class TableFile:
    """Where a file lies, its format, and what opens it in the child process."""

    path: Path
    form: Format
    open: OpenTable

    def request(
        self, options: ReadOptions, rows: int | None = None, second: bool = False
    ) -> TableRequest:
        """Return what the child process is asked for."""
        encoding = "" if options.encoding == ReadOptions().encoding else options.encoding
        path = str(self.path.absolute())
        return TableRequest(path, self.form.kind, self.open, encoding, rows, second)
