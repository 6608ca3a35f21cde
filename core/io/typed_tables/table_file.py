"""Files of typed columns, and requests to the child process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from core.io.files.fingerprints import hash_file
from core.io.files.input_files import open_watched
from core.io.files.part_files import is_folder, part_files, watch_parts
from core.io.format import Format
from core.io.typed_tables.table_header import TableHeader
from core.model import FileKind, Fingerprint, ReadOptions

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True, slots=True)
class TableRequest:
    """A request to read a file.

    Attributes
    ----------
    open : callable
        Function that opens it; the child process imports its module.
    encoding : str
        Encoding of its texts, if the file does not declare it; empty: determined by the reader.
    rows : int or None
        Number of records to read; ``None``: all.
    second : bool
        Whether to use the second reader, if there is one.
    parts : tuple of str
        The files of a folder at `path`, in order; empty if `path` is a file.
    """

    path: str
    kind: FileKind
    open: OpenTable
    encoding: str = ""
    rows: int | None = None
    second: bool = False
    parts: tuple[str, ...] = ()


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
        """Build the request to the child process."""
        encoding = "" if options.encoding == ReadOptions().encoding else options.encoding
        absolute_path = self.path.absolute()
        parts = tuple(map(str, part_files(absolute_path))) if self.is_folder else ()
        return TableRequest(
            str(absolute_path), self.form.kind, self.open, encoding, rows, second, parts
        )

    @property
    def is_folder(self) -> bool:
        """Whether it is a file in parts."""
        return self.form.kind.has_parts and is_folder(self.path)

    @contextmanager
    def open_watched(self) -> Iterator[tuple[int, Marked]]:
        """Open the file or its parts for reading in the ``with`` block.

        Yields
        ------
        tuple of int and callable
            The size in bytes, and a function that returns the fingerprint, which is called in the
            block with a function that is called now and then.

        Raises
        ------
        Refused
            If it cannot be read, has another format, or changed before the end of the block.
        """
        path = self.path
        if self.is_folder:
            with watch_parts(path, self.form.refuse_others) as parts:
                yield parts.size, parts.fingerprint
            return
        with open_watched(path) as handle:
            self.form.refuse_others(handle, path)
            yield path.stat().st_size, partial(hash_file, handle, path)


Marked = Callable[[Callable[[int], None]], Fingerprint]
