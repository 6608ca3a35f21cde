"""What the reading process does with a file of typed columns: sends its head, then its cells.

The messages are ``("head", head)``, ``("block", rows)`` followed by the bytes of a batch of
cells, and ``("done",)``; or ``("refused", code, columns)``; or ``("failed", kind)``.
"""

from __future__ import annotations

from multiprocessing.connection import Connection

from core.io.child_processes.worker import answering
from core.io.typed_tables.table_file import TableRequest

# Beside what the libraries reserve; a batch of cells is some dozen megabytes.
_MEMORY = 5 << 30


def serve(request: TableRequest, connection: Connection) -> None:
    """Read and send."""
    with answering(connection, _MEMORY) as answers:
        head, blocks = request.open(request)
        answers.say("head", head)
        done = 0
        for batch in blocks:
            done += batch.num_rows
            answers.send(done, batch)
        answers.say("done")
