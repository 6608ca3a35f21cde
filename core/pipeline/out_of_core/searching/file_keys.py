"""A whole number for each cell of a column, the same for the same value in all parts of a file."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.io.scratch.disk_columns import MISSING_WHOLE, StoredColumn
from core.io.structure.column_values import state_keys
from core.model import Column, ColumnKind
from core.pipeline.out_of_core.scratch_rows import append_rows, whole_numbers

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
        append_rows(self.path, keys)
        self.rows += len(keys)

    def finished(self, name: str) -> StoredColumn:
        """Return them as a column."""
        return whole_numbers(name, self.path, self.rows)
