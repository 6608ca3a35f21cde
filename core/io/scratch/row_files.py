"""Rows one after another in a file of the scratch folder."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np

from core.io.scratch.disk_errors import writing_in
from core.io.scratch.routed_rows import Rows, bytes_of


class RowFile:
    """Rows that are written once and then read in the same order.

    Parameters
    ----------
    path : pathlib.Path
        The file, which is new and removed at the end of the ``with`` block.
    dtype : numpy.dtype
        Structured type of a row.
    """

    def __init__(self, path: Path, dtype: np.dtype[Any]) -> None:
        self._path, self.dtype = path, dtype
        self._file = path.open("xb+")

    def __enter__(self) -> RowFile:
        """Return the rows."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Remove the file."""
        self._file.close()
        self._path.unlink(missing_ok=True)

    def add(self, rows: Rows) -> None:
        """Write rows after the others."""
        with writing_in(self._path.parent.parent):
            self._file.write(bytes_of(np.ascontiguousarray(rows)))

    def clear(self) -> None:
        """Give back the space on the disk."""
        self._file.seek(0)
        self._file.truncate()

    def pieces(self, sizes: Iterable[int]) -> Iterator[Rows]:
        """Yield the rows in pieces of these sizes."""
        self._file.flush()
        self._file.seek(0)
        for size in sizes:
            yield np.fromfile(self._file, self.dtype, size)

    def at(self, start: int, count: int) -> Rows:
        """Return some consecutive rows; the file must not grow any more."""
        self._file.seek(start * self.dtype.itemsize)
        return np.fromfile(self._file, self.dtype, count)

    def parts(self, rows: int) -> Iterator[Rows]:
        """Yield all rows, so many at a time."""
        self._file.flush()
        self._file.seek(0)
        while len(part := np.fromfile(self._file, self.dtype, rows)):
            yield part
