"""How a reading process answers: in so much memory, and telling of an error only its kind."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from xml.parsers.expat import ExpatError

from core.io.table_head import CannotRead


@contextmanager
def answering(connection: Connection, memory: int) -> Iterator[None]:
    """Serve a request in the block, and close the connection behind it.

    What ends the block goes out as ``("refused", code, ...)`` where the file is to blame, else
    as ``("failed", kind)``; an exception's own words may hold cells, so they stay here.

    Parameters
    ----------
    connection : Connection
        To the process that asked.
    memory : int
        Bytes that this process may reserve.
    """
    be_quiet()
    limit_memory(memory)
    try:
        yield
    except CannotRead as error:
        connection.send(("refused", *error.args))
    except ExpatError:
        connection.send(("refused", "workbook-damaged"))
    except BaseException as error:
        connection.send(("failed", type(error).__name__))
    finally:
        connection.close()


def be_quiet() -> None:
    """Drop what a reader writes when it ends the process."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)


def limit_memory(size: int) -> None:
    """Have this process fail rather than the machine, where the system can do that."""
    try:
        import resource
    except ImportError:  # Windows
        return
    resource.setrlimit(resource.RLIMIT_AS, (size, resource.getrlimit(resource.RLIMIT_AS)[1]))
