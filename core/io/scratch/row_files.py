"""Rows in files of the scratch folder: one after another, or sorted into buckets in one pass.

To sort any number of records into buckets, each part is sorted in memory and appended to a single
file; where each bucket's records of each part begin is noted. A bucket is then read back from as
many places as there are parts. Its records are in the order in which they were added.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.io.scratch.open_files import OpenFiles
from core.io.scratch.scratch_folder import writing_in

Rows = NDArray[Any]
"""Records as a structured array."""


class RoutedRows(OpenFiles):
    """Records in buckets.

    Parameters
    ----------
    path : pathlib.Path
        The file, which is new and removed at the end of the ``with`` block.
    dtype : numpy.dtype
        Structured type of a record.
    buckets : int
        Number of buckets.
    """

    def __init__(self, path: Path, dtype: np.dtype[Any], buckets: int) -> None:
        super().__init__()
        self._path, self._dtype, self._buckets = path, dtype, buckets
        self._file = path.open("xb+", buffering=0)
        # Closed first, then removed.
        self._files.callback(path.unlink, missing_ok=True)
        self._files.enter_context(self._file)
        self._begin: list[NDArray[np.int64]] = []
        self._rows = 0

    def add(self, rows: Rows, bucket: NDArray[np.integer[Any]]) -> None:
        """Add records to the buckets that are named for each, in ``0..buckets-1``."""
        # Numpy sorts 16-bit numbers by counting, which is much faster.
        narrow = bucket.astype(np.uint16) if self._buckets <= 1 << 16 else bucket
        order = np.argsort(narrow, kind="stable")
        counts = np.bincount(bucket, minlength=self._buckets)
        begin = np.concatenate(([0], np.cumsum(counts))).astype(np.int64)
        self._begin.append(begin + self._rows)
        content = bytes_of(rows[order])
        with writing_in(self._path.parent.parent):
            self._file.seek(0, 2)
            # The system may write a part of it at a time.
            while len(content):
                content = content[self._file.write(content) :]
        self._rows += len(rows)

    def sizes(self) -> NDArray[np.int64]:
        """Return the number of records of each bucket, shape (buckets,)."""
        found = np.zeros(self._buckets, np.int64)
        for begin in self._begin:
            found += np.diff(begin)
        return found

    def bucket(self, index: int) -> Rows:
        """Return the records of a bucket, in the order in which they were added."""
        pieces = self._places(index)
        found = np.empty(sum(stop - start for start, stop in pieces), self._dtype)
        done = 0
        for start, stop in pieces:
            self._fill(found[done : done + stop - start], start)
            done += stop - start
        return found

    def pieces(self, index: int) -> Iterator[Rows]:
        """Yield the records of a bucket in their order, at a time those added together."""
        for start, stop in self._places(index):
            found = np.empty(stop - start, self._dtype)
            self._fill(found, start)
            yield found

    def _places(self, index: int) -> list[tuple[int, int]]:
        """Return where the records of a bucket begin and end in the file."""
        pieces = ((int(begin[index]), int(begin[index + 1])) for begin in self._begin)
        return [(start, stop) for start, stop in pieces if start < stop]

    def _fill(self, rows: Rows, start: int) -> None:
        self._file.seek(start * self._dtype.itemsize)
        place = bytes_of(rows)
        while len(place):
            count = self._file.readinto(place)
            if not count:
                raise EOFError
            place = place[count:]


def bytes_of(cells: NDArray[Any]) -> memoryview:
    """Return the bytes of an array as they are in memory, which must be in one piece."""
    return memoryview(cells.view(np.uint8).data)


class RowFile(OpenFiles):
    """Rows that are written once and then read in the same order.

    Parameters
    ----------
    path : pathlib.Path
        The file, which is new and removed at the end of the ``with`` block.
    dtype : numpy.dtype
        Structured type of a row.
    """

    def __init__(self, path: Path, dtype: np.dtype[Any]) -> None:
        super().__init__()
        self._path, self.dtype = path, dtype
        self._file = path.open("xb+")
        # Closed first, then removed.
        self._files.callback(path.unlink, missing_ok=True)
        self._files.enter_context(self._file)

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
