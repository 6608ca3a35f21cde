"""How a reading process answers: in so much memory, and telling of an error only its kind."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from xml.parsers.expat import ExpatError

from core.errors import place_of
from core.io.typed_tables.table_header import CannotRead


@contextmanager
def answering(connection: Connection, memory: int) -> Iterator[None]:
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
    be_quiet()
    limit_memory(memory)
    try:
        yield
    except CannotRead as error:
        connection.send(("refused", *error.args))
    except ExpatError:
        connection.send(("refused", "workbook-damaged"))
    except MemoryError:
        connection.send(("failed",))
    except BaseException as error:
        connection.send(("broken", type(error).__name__, place_of(error.__traceback__)))
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


def be_quiet() -> None:
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
