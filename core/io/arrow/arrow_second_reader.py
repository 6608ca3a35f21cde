"""Reads Parquet and Feather files with a library other than the one that writes them."""

from __future__ import annotations

import pyarrow as pa
from arro3.io import read_ipc, read_parquet

from core.model import FileKind


def second_stream(path: str, kind: FileKind, rows: int) -> pa.RecordBatchReader:
    """Return a file's cells in batches of about `rows` rows, as read by the Rust libraries.

    They share no code with pyarrow, which only takes over the arrays here.
    """
    if kind is FileKind.PARQUET:
        return pa.RecordBatchReader.from_stream(read_parquet(path, batch_size=rows))
    return pa.RecordBatchReader.from_stream(read_ipc(path))
