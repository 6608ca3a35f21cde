"""What a child process sends: in so much memory, and of an error only its kind and place."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from xml.parsers.expat import ExpatError

import pyarrow as pa

from core.errors import place_of
from core.io.child_processes.batches import packed
from core.io.child_processes.unreadable import CannotRead


class Sender:
    """What a child process sends to the one that started it; see `child_process`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def message(self, word: str, *more: object) -> None:
        """Send a message."""
        self._connection.send((word, *more))

    def batch(self, position: int, batch: pa.RecordBatch) -> None:
        """Send a batch of cells, and how far the reading has come with it."""
        self.message("block", position)
        self._connection.send_bytes(packed(batch))


@contextmanager
def serving(connection: Connection, memory: int) -> Iterator[Sender]:
    """Serve a request in the block, and close the connection behind it.

    What ends the block goes out as ``("refused", code, ...)`` where the file is to blame, as
    ``("failed",)`` where there is no memory, else as ``("broken", kind, place)``: a defect of
    ours or a library that is missing. An exception's own words may hold cells, so they stay here.

    Parameters
    ----------
    connection : Connection
        To the process that asked.
    memory : int
        Bytes that this process may reserve.
    """
    silence_stderr()
    limit_memory(memory)
    sender = Sender(connection)
    try:
        yield sender
    except CannotRead as error:
        sender.message("refused", *error.args)
    except ExpatError:
        sender.message("refused", *CannotRead("workbook-damaged").args)
    except MemoryError:
        sender.message("failed")
    except BaseException as error:
        sender.message("broken", type(error).__name__, place_of(error.__traceback__))
    finally:
        connection.close()


@contextmanager
def library(code: str) -> Iterator[None]:
    """Raise `CannotRead` with `code` for what a library raises in the block.

    Of a damaged file a reader raises whatever happens to it, down to failed assertions; a
    library that is missing or has no memory says nothing of the file.
    """
    try:
        yield
    except (CannotRead, MemoryError, ImportError):
        raise
    except Exception:
        raise CannotRead(code) from None
    except BaseException as error:
        if type(error).__name__ != "PanicException":
            raise
        # The Rust libraries' word for a failed assertion.
        raise CannotRead(code) from None


def silence_stderr() -> None:
    """Drop what a library writes to the terminal: it could hold cells, and ends what is JSON."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def limit_memory(size: int) -> None:
    """Have this process fail rather than the machine, where the system can do that."""
    try:
        import resource
    except ImportError:  # Windows
        return
    resource.setrlimit(resource.RLIMIT_AS, (size, resource.getrlimit(resource.RLIMIT_AS)[1]))
