"""What the reading process does with a file of typed columns: sends its head, then its cells.

The messages are ``("head", head)``, ``("block", rows)`` followed by the bytes of a batch of
cells, and ``("done",)``; or ``("refused", code, columns)``; or ``("failed", kind)``.
"""

from __future__ import annotations

from multiprocessing.connection import Connection

import pyarrow as pa

from core.io.child_processes.worker import answering
from core.io.typed_tables.table_file import TableRequest

# Beside what the libraries reserve; a batch of cells is some dozen megabytes.
_MEMORY = 5 << 30


def serve(request: TableRequest, connection: Connection) -> None:
    """Read and send."""
    with answering(connection, _MEMORY):
        head, blocks = request.open(request)
        connection.send(("head", head))
        done = 0
        for batch in blocks:
            done += batch.num_rows
            connection.send(("block", done))
            connection.send_bytes(packed(batch))
        connection.send(("done",))


def packed(batch: pa.RecordBatch) -> memoryview:
    """Return a batch as bytes."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema) as writer:
        writer.write_batch(batch)
    return memoryview(sink.getvalue())
