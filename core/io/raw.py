"""A column as it stands in the file: its cells' bytes, before they have a type."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray


@dataclass(slots=True)
class RawColumn:
    """Cells of a column as UTF-8, in pieces.

    Attributes
    ----------
    name : str
        The column's name.
    pieces : list of (numpy.ndarray of int32, numpy.ndarray of uint8)
        Offsets and bytes of consecutive cells.
    """

    name: str
    pieces: list[tuple[NDArray[np.int32], NDArray[np.uint8]]] = field(default_factory=list)

    def __len__(self) -> int:
        return sum(len(offsets) - 1 for offsets, _ in self.pieces)


def arrow_strings(
    offsets: NDArray[np.int32], text: NDArray[np.uint8], missing: NDArray[np.bool_]
) -> pa.StringArray:
    """Return cells as an Arrow array that shares their bytes, null where missing."""
    present = np.packbits(~missing, bitorder="little")
    return pa.StringArray.from_buffers(
        len(offsets) - 1, pa.py_buffer(offsets), pa.py_buffer(text), pa.py_buffer(present)
    )
