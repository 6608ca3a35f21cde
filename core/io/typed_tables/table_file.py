"""Files of typed columns, and requests to the child process."""

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
    """A request to read a file.

    Attributes
    ----------
    path, kind : str and FileKind
        The file.
    open : callable
        Function that opens it; the child process imports its module.
    encoding : str
        Encoding of its texts, if the file does not declare it; empty: determined by the reader.
    rows : int or None
        Number of records to read; ``None``: all.
    second : bool
        Whether to use the second reader, if there is one.
    """

    path: str
    kind: FileKind
    open: OpenTable
    encoding: str = ""
    rows: int | None = None
    second: bool = False


# Returns the header of a file and its cells in batches.
OpenTable = Callable[[TableRequest], tuple[TableHeader, "Iterator[pa.RecordBatch]"]]


@dataclass(frozen=True, slots=True)
class TableFile:
    """The path of a file, its format, and the function that opens it in the child process."""

    path: Path
    form: Format
    open: OpenTable

    def request(
        self, options: ReadOptions, rows: int | None = None, second: bool = False
    ) -> TableRequest:
        """Return the request to the child process."""
        encoding = "" if options.encoding == ReadOptions().encoding else options.encoding
        path = str(self.path.absolute())
        return TableRequest(path, self.form.kind, self.open, encoding, rows, second)
