"""Distinguishes a connection that broke from a defect of the program."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager

from core.errors import Problem, Refused


@contextmanager
def connected() -> Iterator[None]:
    """Raise `Refused` if the connection to the scheduler breaks during a call of Dask's client."""
    from distributed.client import ClosedClientError

    try:
        yield
    except (OSError, CancelledError, ClosedClientError):
        raise Refused(Problem("cluster-lost")) from None
    except ValueError as error:
        # Tornado's, for one that breaks before it is encrypted.
        if "SSL" not in str(error):
            raise
        raise Refused(Problem("cluster-lost")) from None
