"""Opens the engine that computes blocks, and closes it again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from core.errors import Problem, Refused
from core.jobs.cluster.cluster_versions import check_versions
from core.jobs.cluster.connection import guard_connection
from core.jobs.cluster.dask_engine import DaskEngine
from core.jobs.cluster.scheduler import Scheduler

_CONNECT_SECONDS = 15.0
_SETTINGS = {
    "distributed.admin.large-graph-warning-threshold": "10GB",
    "distributed.comm.require-encryption": True,
    "distributed.comm.retry.count": 0,
}
_NEEDED = ("distributed", "cryptography")
# Dask gives some of them a level and an output of their own.
_LOGGERS = (
    *("distributed", "distributed.client", "distributed.gc"),
    *("tornado", "tornado.application", "asyncio", "bokeh"),
)


@dataclass(frozen=True, slots=True)
class OpenEngine:
    """An engine that was opened.

    Attributes
    ----------
    engine : DaskEngine or None
        ``None``: the threads of this process.
    network : str or None
        What the audit log says: ``scheduler``, or ``None`` without a connection.
    """

    engine: DaskEngine | None = None
    network: str | None = None


def check_dask() -> None:
    """Raise `Refused` if Dask is not installed."""
    if None in map(find_spec, _NEEDED):
        raise Refused(Problem("dask-missing"))


@contextmanager
def open_engine(scheduler: Scheduler | None) -> Iterator[OpenEngine]:
    """Open the engine that computes blocks: a cluster's, or else the threads of this process.

    Raises
    ------
    Refused
        If Dask is not installed, or the cluster cannot be used.
    """
    if scheduler is None:
        yield OpenEngine()
        return
    check_dask()
    import dask
    import distributed  # noqa: F401 - brings its settings, which those here replace

    with dask.config.set(_SETTINGS), ExitStack() as stack:
        # Keep Dask's own messages off the terminal; what matters is said by the engine.
        for name in _LOGGERS:
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        client = _connect(scheduler, stack)
        check_versions(client)
        yield OpenEngine(DaskEngine(client), "scheduler")


def _connect(scheduler: Scheduler, stack: ExitStack) -> Any:
    from distributed import Client

    from core.jobs.cluster.pinned_certificate import build_pinned_security

    if not scheduler.address.startswith("tls://"):
        raise Refused(Problem("scheduler-not-encrypted"))
    for file in (scheduler.ca, scheduler.certificate, scheduler.key):
        if not file.is_file():
            raise Refused(Problem("certificate-missing", params={"file": file.name}))
    try:
        security = build_pinned_security(scheduler)
        asyncio.run(_try_out(scheduler.address, security))
        client = Client(
            scheduler.address, security=security, timeout=_CONNECT_SECONDS, set_as_default=False
        )
    except (OSError, TimeoutError, ValueError) as error:
        params = {"address": scheduler.address}
        code = _code_of(error)
        raise Refused(Problem(code, params=params)) from None
    stack.callback(_leave, client)
    return client


def _leave(client: Any) -> None:
    # What was computed remains valid, even if the connection is lost by now.
    with suppress(Refused), guard_connection():
        client.close()


async def _try_out(address: str, security: Any) -> None:
    """Connect once: a client waits without end for one that accepts and never answers."""
    from distributed.comm.core import connect

    async with asyncio.timeout(_CONNECT_SECONDS):
        arguments = security.get_connection_args("client")
        connection = await connect(address, timeout=_CONNECT_SECONDS, **arguments)
    await connection.close()


def _code_of(error: BaseException | None) -> str:
    """Choose the problem of an error, or of what led to it."""
    from core.jobs.cluster.pinned_certificate import SSLFingerprintError

    while error is not None:
        if isinstance(error, SSLFingerprintError):
            return "scheduler-other-certificate"
        if type(error).__name__.startswith("SSL"):
            return "scheduler-certificate"
        error = error.__cause__ or error.__context__
    return "scheduler-unreachable"
