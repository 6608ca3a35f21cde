"""Has a file read by a process of its own, and ends that process on cancel.

The readers of workbooks and of statistics files hold the interpreter's lock, which would stop
the window, and a small file can ask them for more memory than there is.

The process sends tuples that begin with a word. What all of them say, and `Messages` understands:
``("block", n)`` is followed by a batch of cells; ``("refused", ...)`` has the arguments of
`CannotRead`; ``("failed",)`` means that there is no memory, ``("broken", kind, place)`` that the
reader itself is at fault. Other words are between the reader and who takes its cells. The process
may also just end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Protocol, TypeVar

import pyarrow as pa

from core.io.child_processes.batches import packed, unpacked
from core.io.child_processes.memory_budget import TooLarge, most_bytes
from core.io.child_processes.unreadable import CannotRead
from core.io.files.input_files import refuse
from core.jobs import Job, processes

_POLL_SECONDS = 0.05


class Reading(Protocol):
    """A request that a file be read."""

    @property
    def path(self) -> str:
        """Where the file lies."""


class ReaderBroken(Exception):  # noqa: N818 - says what happened
    """The process died of an exception that says nothing of the file: its kind and place."""


F = TypeVar("F", bound=Reading)
R = TypeVar("R")
T = TypeVar("T")


class Messages:
    """What the process sends, one after the other, and what is sent to it."""

    def __init__(self, connection: Connection, job: Job) -> None:
        self._connection = connection
        self._job = job
        self._bytes_left = most_bytes()

    def next(self) -> tuple[object, ...]:
        """Wait for the next message.

        Raises
        ------
        Cancelled, CannotRead, EOFError
            If the job was asked to stop, the process says what is wrong with the file, or it has
            no memory.
        """
        while not self._connection.poll(_POLL_SECONDS):
            self._job.check()
        message: tuple[object, ...] = self._connection.recv()
        match message:
            case ("broken", str(kind), str(place)):
                raise ReaderBroken(kind, place)
        self._job.check()
        match message:
            case ("refused", str(code), int() | None as row, str(column), tuple(names)):
                raise CannotRead(code, row, column, names)
            case ("failed",):
                raise EOFError
        return message

    def send(self, batch: pa.RecordBatch) -> None:
        """Send a batch of cells."""
        self._connection.send_bytes(packed(batch))

    def batch(self) -> pa.RecordBatch:
        """Return the batch that follows; raise `TooLarge` if all take more than there is memory."""
        block = self._connection.recv_bytes()
        self._bytes_left -= len(block)
        if self._bytes_left < 0:
            raise TooLarge
        return unpacked(block)


@contextmanager
def child(serve: Callable[[R, Connection], None], request: R, job: Job) -> Iterator[Messages]:
    """Run ``serve(request, connection)`` in a process; it is ended with the block.

    Raises
    ------
    EOFError, ConnectionError
        Where a message is waited for or sent and the process has ended.
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
    """Have a file read by ``serve(request, connection)`` in a process of its own.

    Parameters
    ----------
    serve : callable
        What runs there; a function of a module.
    request : Reading
        What is to be read.
    take : callable
        Makes the result of the messages.
    job : Job
        Asked whether to stop.

    Returns
    -------
    object or None
        ``None`` if the process ended before its last message or had no memory.

    Raises
    ------
    Cancelled, Refused
        If the job was asked to stop, the file cannot be read, or the messages hold more than
        there is memory; the process has been ended. What `take` raises goes on as well.
    """
    try:
        with child(serve, request, job) as messages:
            return take(messages)
    except CannotRead as error:
        raise error.refusal(Path(request.path)) from None
    except TooLarge:
        raise refuse("file-beyond-memory", Path(request.path)) from None
    except ReaderBroken as broken:
        kind, place = broken.args
        raise refuse("reader-broken", Path(request.path), kind=kind, place=place) from None
    except (EOFError, ConnectionError):
        return None
