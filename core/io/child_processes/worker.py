"""The child's side of a child process: messages, memory limit and errors."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from xml.parsers.expat import ExpatError

import pyarrow as pa

from core.errors import place_of
from core.io.child_processes.batches import pack
from core.io.child_processes.unreadable import CannotRead


class Sender:
    """Sends messages to the parent process; see `child_process`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def message(self, word: str, *values: object) -> None:
        """Send a message."""
        self._connection.send((word, *values))

    def batch(self, position: int, batch: pa.RecordBatch) -> None:
        """Send a batch of cells with the position that reading has reached."""
        self.message("block", position)
        self._connection.send_bytes(pack(batch))


@contextmanager
def serving(connection: Connection, memory: int) -> Iterator[Sender]:
    """Serve a request in the ``with`` block and close the connection at its end.

    An exception is sent as ``("refused", code, ...)`` if the file is at fault, as ``("failed",)``
    if memory is exhausted, and otherwise as ``("broken", kind, place)``: a defect of the program or
    a missing library. The exception's message may contain cells and is not sent.

    Parameters
    ----------
    memory : int
        Bytes that this process may allocate.
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
def library(code: str, part: str = "") -> Iterator[None]:
    """Raise `CannotRead` with `code` for exceptions of a library in the ``with`` block.

    On a damaged file a reader may raise anything, even failed assertions; a missing library or
    exhausted memory is not the file's fault. A file in parts has the fault in this `part`.
    """
    try:
        yield
    except (CannotRead, MemoryError, ImportError):
        raise
    except Exception:
        raise CannotRead(code, part=part) from None
    except BaseException as error:
        if type(error).__name__ != "PanicException":
            raise
        # The Rust libraries' exception for a failed assertion.
        raise CannotRead(code, part=part) from None


def silence_stderr() -> None:
    """Discard library output to the terminal, which could contain cells or corrupt JSON output."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def limit_memory(size: int) -> None:
    """Limit the memory of this process, if the system supports it."""
    try:
        import resource
    except ImportError:  # Windows
        return
    resource.setrlimit(resource.RLIMIT_AS, (size, resource.getrlimit(resource.RLIMIT_AS)[1]))
