"""Reads a file in a child process, which is ended on cancellation.

The readers of workbooks and statistical files hold the interpreter's lock, which would freeze the
window, and a small file can make them request more memory than exists.

The process sends tuples that start with a keyword. `Messages` handles the common ones: ``("block",
n)`` is followed by a batch of cells; ``("refused", ...)`` has the arguments of `CannotRead`;
``("failed",)`` means that memory is exhausted, and ``("broken", kind, place)`` that the reader has
a defect. Other keywords are private to a reader and its receiver. The process may also end without
a message.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Protocol, TypeVar

import pyarrow as pa

from core.io.child_processes.batches import pack, unpack
from core.io.child_processes.unreadable import CannotRead
from core.io.files.input_files import refuse
from core.jobs import Job, processes
from core.table.memory import physical_bytes

# While a column is built, its cells exist twice; the rest is for the program.
_SHARE = 0.6
_ELSEWHERE = 16 << 30


class TooLarge(Exception):  # noqa: N818 - says what it is
    """A file exceeds the memory budget."""


def most_bytes() -> int:
    """Compute the maximum number of bytes of cells that may be sent for a file."""
    memory = physical_bytes()
    return _ELSEWHERE if memory is None else int(_SHARE * memory)


_POLL_SECONDS = 0.05


class Reading(Protocol):
    """A request to read a file."""

    @property
    def path(self) -> str:
        """Path of the file."""


class ReaderBroken(Exception):  # noqa: N818 - says what happened
    """The process failed with an exception unrelated to the file: its type and place."""


F = TypeVar("F", bound=Reading)
R = TypeVar("R")
T = TypeVar("T")


class Messages:
    """The messages from and to the child process."""

    def __init__(self, connection: Connection, job: Job) -> None:
        self._connection = connection
        self._job = job
        self._bytes_left = most_bytes()

    def next(self) -> tuple[object, ...]:
        """Wait for the next message and return it.

        Raises
        ------
        Cancelled, CannotRead, EOFError
            If the job is cancelled, the process reports a problem with the file, or it is out of
            memory.
        """
        while not self._connection.poll(_POLL_SECONDS):
            self._job.check()
        message: tuple[object, ...] = self._connection.recv()
        match message:
            case ("broken", str(kind), str(place)):
                raise ReaderBroken(kind, place)
        self._job.check()
        match message:
            case ("refused", str(code), int() | None as row, str(column), tuple(names), str(part)):
                raise CannotRead(code, row, column, names, part)
            case ("failed",):
                raise EOFError
        return message

    def send(self, batch: pa.RecordBatch) -> None:
        """Send a batch of cells."""
        self._connection.send_bytes(pack(batch))

    def batch(self) -> pa.RecordBatch:
        """Take the next batch; raise `TooLarge` if all so far exceed the memory budget."""
        block = self._connection.recv_bytes()
        self._bytes_left -= len(block)
        if self._bytes_left < 0:
            raise TooLarge
        return unpack(block)


@contextmanager
def child(serve: Callable[[R, Connection], None], request: R, job: Job) -> Iterator[Messages]:
    """Run ``serve(request, connection)`` in a process that ends with the ``with`` block.

    Raises
    ------
    EOFError, ConnectionError
        On waiting for or sending a message after the process has ended.
    """
    context = processes.context()
    here, there = context.Pipe()
    process = context.Process(target=serve, args=(request, there), daemon=True)
    processes.start(process)
    there.close()
    try:
        yield Messages(here, job)
    finally:
        process.kill()
        process.join()
        process.close()
        here.close()


def in_child(
    serve: Callable[[F, Connection], None], request: F, take: Callable[[Messages], T], job: Job
) -> T | None:
    """Apply `take` to the messages of a file read by ``serve(request, connection)`` in a process.

    Parameters
    ----------
    serve : callable
        Function that runs in the process; defined in a module.

    Returns
    -------
    object or None
        ``None`` if the process ended before its last message or ran out of memory.

    Raises
    ------
    Cancelled, Refused
        If the job is cancelled, the file cannot be read, or the messages exceed the memory budget;
        the process has been ended. Exceptions of `take` are propagated, too.
    """
    try:
        with child(serve, request, job) as messages:
            return take(messages)
    except CannotRead as error:
        raise error.refusal(Path(request.path)) from None
    except TooLarge:
        raise refuse("file-beyond-memory", Path(request.path)) from None
    except ReaderBroken as broken:
        kind, position = broken.args
        raise refuse("reader-broken", Path(request.path), kind=kind, place=position) from None
    except (EOFError, ConnectionError):
        return None
