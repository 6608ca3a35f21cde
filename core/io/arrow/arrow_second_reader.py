"""Opens Parquet and Feather files with another library than the one that writes ours."""

from __future__ import annotations

import pyarrow as pa
from arro3.io import read_ipc, read_parquet

from core.model import FileKind


def second_stream(path: str, kind: FileKind, rows: int) -> pa.RecordBatchReader:
    """Return a file's cells in batches of about so many rows, as the Rust libraries read them.

    They have no code in common with those of pyarrow, which here only takes the arrays over.
    """
    if kind is FileKind.PARQUET:
        return pa.RecordBatchReader.from_stream(read_parquet(path, batch_size=rows))
    return pa.RecordBatchReader.from_stream(read_ipc(path))
