"""The child process for files of typed columns: sends the header, then the cells.

The messages are ``("head", head)``, ``("block", rows)`` followed by the bytes of a batch of
cells, and ``("done",)``; or ``("refused", code, columns)``; or ``("failed", kind)``.
"""

from __future__ import annotations

from multiprocessing.connection import Connection

from core.io.child_processes.worker import serving
from core.io.typed_tables.table_file import TableRequest

# In addition to the libraries' memory; a batch of cells takes some dozen megabytes.
_MEMORY = 5 << 30


def serve(request: TableRequest, connection: Connection) -> None:
    """Read the file and send its cells."""
    with serving(connection, _MEMORY) as sender:
        head, blocks = request.open(request)
        sender.message("head", head)
        done = 0
        for batch in blocks:
            done += batch.num_rows
            sender.batch(done, batch)
        sender.message("done")
