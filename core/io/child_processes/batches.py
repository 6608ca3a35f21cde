"""Serialises batches of cells that are sent between processes."""

from __future__ import annotations

import pyarrow as pa


def pack(batch: pa.RecordBatch) -> memoryview:
    """Write a batch to bytes."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema) as writer:
        writer.write_batch(batch)
    return memoryview(sink.getvalue())


def unpack(block: bytes) -> pa.RecordBatch:
    """Unpack a batch from the bytes of `pack`."""
    with pa.ipc.open_stream(block) as reader:
        return reader.read_next_batch()
