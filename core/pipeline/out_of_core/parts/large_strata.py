"""Numbers the strata of a file while it is read, part by part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.encode import group_records, take
from core.errors import Problem, Refused, Where
from core.io.scratch.row_files import bytes_of
from core.io.scratch.scratch_folder import writing_in
from core.model import Column, ColumnKind, Dataset

Ints = NDArray[np.int64]
_NUMBER = np.dtype("<i4")

MOST_PARTS = 100_000
"""The most parts of a file; each takes a moment of its own, and has steps of its own in the log."""


@dataclass(frozen=True, slots=True)
class PartNumbers:
    """The part of each record, in a file.

    Attributes
    ----------
    path : pathlib.Path
        The file.
    """

    path: Path

    def add(self, numbers: Ints) -> None:
        """Write the numbers of the next records."""
        with writing_in(self.path.parent.parent), self.path.open("ab") as file:
            file.write(bytes_of(numbers.astype(_NUMBER)))

    def read(self, start: int, stop: int) -> Ints:
        """Return the numbers of some records."""
        offset = start * _NUMBER.itemsize
        return np.fromfile(self.path, _NUMBER, stop - start, offset=offset).astype(np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class LargeStrata:
    """The strata of a file.

    Attributes
    ----------
    numbers : PartNumbers
        The stratum of each released record, numbered from 0 by first appearance.
    sizes : numpy.ndarray of int64, shape (strata,)
        Number of released records of each.
    rows : tuple of int
        Row in the file of the first one of each.
    kinds : dict of str to ColumnKind
        Kind of each column that defines strata.
    """

    numbers: PartNumbers
    sizes: Ints
    rows: tuple[int, ...]
    kinds: dict[str, ColumnKind]


@dataclass(slots=True)
class StrataTaker:
    """Numbers the strata in successive parts of a file.

    Attributes
    ----------
    names : sequence of str
        The columns that define strata.
    path : pathlib.Path
        The file for the numbers, which is new.
    """

    names: Sequence[str]
    path: Path
    _known: dict[tuple[object, ...], int] = field(default_factory=dict)
    _sizes: list[int] = field(default_factory=list)
    _rows: list[int] = field(default_factory=list)
    _kinds: dict[str, ColumnKind] = field(default_factory=dict)

    def add(self, part: Dataset, kept: Ints) -> None:
        """Take the next part, of which the records at `kept` are released.

        Raises
        ------
        Refused
            If there are too many strata, or a column has cells of another kind than before.
        """
        if not self.names or not set(self.names) <= set(part.names):
            return  # those that are not there are reported with the other settings
        columns = [take(part.column(name), kept) for name in self.names]
        self._note_kinds(columns)
        if not len(kept):
            return
        labels = group_records(columns)
        first, counts = np.unique(labels, return_index=True, return_counts=True)[1:]
        number = np.empty(len(first), np.int64)
        cells: list[list[object]] = []
        for column in columns:
            # Equal cells have equal values; a missing one has ``None``.
            texts = column.categories if column.kind is ColumnKind.TEXT else None
            pairs = zip(column.values[first].tolist(), column.missing[first].tolist(), strict=True)
            present = ((None if missing else value) for value, missing in pairs)
            cells.append([v if v is None or texts is None else texts[v] for v in present])
        for at, key in enumerate(zip(*cells, strict=True)):
            number[at] = self._number_of(key, part, int(kept[first[at]]))
            self._sizes[number[at]] += int(counts[at])
        PartNumbers(self.path).add(number[labels])

    def finish(self) -> LargeStrata | None:
        """Return the strata, or ``None`` if the columns are not in the file."""
        if not self._sizes:
            return None
        sizes = np.array(self._sizes, np.int64)
        return LargeStrata(PartNumbers(self.path), sizes, tuple(self._rows), self._kinds)

    def _number_of(self, key: tuple[object, ...], part: Dataset, position: int) -> int:
        known = self._known.get(key)
        if known is not None:
            return known
        if len(self._known) == MOST_PARTS:
            where = Where(field="strata")
            params = {"columns": list(self.names), "most": MOST_PARTS}
            raise Refused(Problem("large-strata", where, params))
        self._known[key] = len(self._sizes)
        self._sizes.append(0)
        self._rows.append(part.row_number(position))
        return self._known[key]

    def _note_kinds(self, columns: Sequence[Column]) -> None:
        for column in columns:
            if column.kind is ColumnKind.TEXT and not column.categories:
                self._kinds.setdefault(column.name, column.kind)
                continue
            if self._kinds.setdefault(column.name, column.kind) is not column.kind:
                raise Refused(Problem("large-kind-varies", Where(column.name)))
