"""One value for each unit, in a file of the scratch folder that is mapped into memory."""

from __future__ import annotations

import os
from contextlib import suppress
from mmap import ACCESS_READ, mmap
from pathlib import Path
from tempfile import mkstemp
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.io.scratch.open_files import OpenFiles
from core.io.scratch.row_files import bytes_of
from core.io.scratch.scratch_folder import writing_in
from core.pipeline.out_of_core.workplace import Workplace

Ints = NDArray[np.int64]


def unit_array(work: Workplace, name: str, count: int, dtype: str, fill: int = 0) -> NDArray[Any]:
    """Return an array of `count` values `fill`, whose file has the given name.

    The file is written as a whole first: a map that finds the disk full ends the process.
    """
    step = max(1, work.rows)
    with writing_in(work.folder.parent):
        # A file that is still mapped cannot be written again everywhere.
        handle, place = mkstemp(prefix=f"{name}-", dir=work.folder)
        path = Path(place)
        with os.fdopen(handle, "wb") as file:
            for start in range(0, max(count, 1), step):
                file.write(bytes_of(np.full(min(step, max(count, 1) - start), fill, dtype)))
    found = np.memmap(path, dtype, "r+", shape=(max(count, 1),))[:count]
    with suppress(OSError):
        # Where the system allows it, the space is given back with the map.
        path.unlink()
    return found


class MappedNumbers(OpenFiles):
    """The whole numbers of a file of the scratch folder, in any order, mapped into memory.

    The map is closed at the end of the ``with`` block, whatever ends it: where an array of NumPy
    holds one, an exception keeps it open, and Windows removes no file that is mapped.

    Parameters
    ----------
    path : pathlib.Path
        The file, which is not empty.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        with path.open("rb") as file:
            self._map = self._files.enter_context(mmap(file.fileno(), 0, access=ACCESS_READ))

    def at(self, places: Ints) -> Ints:
        """Return the numbers at some places, counted from 0."""
        return np.frombuffer(self._map, "<i8")[places]


class Renumbering:
    """Numbers by first appearance, from 0, what has other numbers.

    Parameters
    ----------
    work, name : Workplace and str
        Where the new numbers are kept.
    count : int
        How many old numbers there are.
    """

    def __init__(self, work: Workplace, name: str, count: int) -> None:
        self._number, self.count = unit_array(work, name, count, "<i8", -1), 0

    def of(self, old: Ints) -> Ints:
        """Return the new number of each of the next records."""
        values, first = np.unique(old, return_index=True)
        is_new = self._number[values] < 0
        fresh = values[is_new][np.argsort(first[is_new])]
        self._number[fresh] = self.count + np.arange(len(fresh))
        self.count += len(fresh)
        return np.asarray(self._number[old], dtype=np.int64)
