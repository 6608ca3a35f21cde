"""Distinguishes a connection that broke from a defect of the program."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager

from core.errors import Problem, Refused


@contextmanager
def guard_connection() -> Iterator[None]:
    """Raise `Refused` if the connection to the scheduler breaks during a call of Dask's client."""
    try:
        yield
    except (Exception, CancelledError) as error:
        if not is_broken_connection(error):
            raise
        raise Refused(Problem("cluster-lost")) from None


def is_broken_connection(error: object) -> bool:
    """Check whether an error, or what Dask answers in place of one, says that nobody is there."""
    from distributed.client import ClosedClientError

    if isinstance(error, ValueError):
        # Tornado's, for a connection that breaks before it is encrypted.
        return "SSL" in str(error)
    return isinstance(error, OSError | CancelledError | ClosedClientError)
