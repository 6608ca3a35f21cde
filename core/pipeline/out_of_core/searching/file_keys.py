"""A whole number for each cell of a column, the same for the same value in all parts of a file."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.io.scratch.disk_columns import MISSING_WHOLE, StoredColumn
from core.io.scratch.scratch_folder import writing_in
from core.io.structure.column_values import state_keys
from core.model import Column, ColumnKind

Ints = NDArray[np.int64]


def file_keys(column: Column) -> Ints:
    """Return the numbers of a part; that of missing cells is `MISSING_WHOLE`.

    Texts have a hash of 64 bits: two of ten million have the same with a probability of 1 in
    300,000.
    """
    if column.kind is not ColumnKind.TEXT:
        return state_keys(column)
    encoded = (text.encode("utf-8", "surrogatepass") for text in column.categories)
    digests = (blake2b(text, digest_size=8).digest() for text in encoded)
    each = [int.from_bytes(digest, "little", signed=True) for digest in digests]
    return np.array([*each, MISSING_WHOLE], np.int64)[column.values]


@dataclass(slots=True)
class KeyFile:
    """The numbers of a column's cells in a file."""

    path: Path
    rows: int = 0

    def add(self, keys: Ints) -> None:
        """Add those of the next records."""
        with writing_in(self.path.parent.parent), self.path.open("ab") as file:
            file.write(np.ascontiguousarray(keys).data)
        self.rows += len(keys)

    def finished(self, name: str) -> StoredColumn:
        """Return them as a column."""
        nothing = np.empty(0, np.int64), np.empty(0, np.bool_)
        head = Column(name, ColumnKind.INTEGER, *nothing)
        return StoredColumn(head, self.path, self.rows, np.empty(0, np.int32))
