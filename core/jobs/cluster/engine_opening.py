"""Opens the engine that computes blocks, and closes it again."""

from __future__ import annotations

import asyncio
import logging
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from core.errors import Problem, Refused
from core.jobs.cluster.cluster_choice import Place, Scheduler, Workers
from core.jobs.cluster.cluster_versions import check_versions
from core.jobs.cluster.connection import connected
from core.jobs.cluster.dask_engine import DaskEngine
from core.jobs.cluster.folder_engine import FolderEngine
from core.jobs.cluster.shared_pieces import shared_folder

_CONNECT_SECONDS = 15.0
# Blocks are confidential: a worker keeps them in memory and writes none to its disk.
_SETTINGS = {
    "distributed.worker.memory.target": False,
    "distributed.worker.memory.spill": False,
    "distributed.worker.memory.pause": False,
    "distributed.worker.memory.terminate": False,
    "distributed.worker.multiprocessing-method": "spawn",
    # Dask lets a worker return freed memory at once, and block after block asks for it again. One
    # that asks for no more than a block or two takes less time to keep it.
    "distributed.nanny.pre-spawn-environ": {
        "MALLOC_TRIM_THRESHOLD_": str(1 << 28),
        "MALLOC_MMAP_THRESHOLD_": str(1 << 25),
        "OMP_NUM_THREADS": "1",
    },
    "distributed.worker.profile.enabled": False,
    # What Dask measures of itself would interrupt the workers 50 times a second.
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "10s",
    "distributed.scheduler.http.routes": [],
    "distributed.worker.http.routes": [],
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
    engine : DaskEngine, FolderEngine or None
        ``None``: the threads of this process.
    network : str or None
        What the audit log says: ``workers`` or ``scheduler``, or ``None`` without a connection.
    """

    engine: DaskEngine | FolderEngine | None = None
    network: str | None = None


def check_dask(place: Place) -> None:
    """Raise `Refused` if `place` needs Dask, and it is not installed."""
    if place is not None and None in map(find_spec, _NEEDED):
        raise Refused(Problem("dask-missing"))


@contextmanager
def open_engine(place: Place) -> Iterator[OpenEngine]:
    """Open the engine that computes blocks at `place`.

    Processes on this computer talk through encrypted connections of the loopback device, with
    certificates made for this run, so that no other user of the computer can join them.

    Raises
    ------
    Refused
        If Dask is not installed, or the cluster cannot be used.
    """
    if place is None:
        yield OpenEngine()
        return
    check_dask(place)
    import dask
    import distributed  # noqa: F401 - brings its settings, which those here replace

    with dask.config.set(_SETTINGS), ExitStack() as stack:
        # Keep Dask's own messages off the terminal; what matters is said by the engine.
        for name in _LOGGERS:
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        # Removed when the workers have ended, which write into it.
        folder = stack.enter_context(shared_folder()) if isinstance(place, Workers) else None
        client = _local(place, stack) if isinstance(place, Workers) else _remote(place, stack)
        check_versions(client)
        engine = FolderEngine(client, folder) if folder else DaskEngine(client)
        stack.callback(engine.close)
        yield OpenEngine(engine, _NETWORK[type(place)])


_NETWORK = {Workers: "workers", Scheduler: "scheduler"}


def _local(place: Workers, stack: ExitStack) -> Any:
    import dask
    from distributed import Client, LocalCluster
    from distributed.security import Security

    security = Security.temporary()
    folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="statveil-workers-"))
    stack.enter_context(dask.config.set({"temporary-directory": folder}))
    try:
        cluster = LocalCluster(
            n_workers=place.count,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            security=security,
            dashboard_address="127.0.0.1:0",
            worker_dashboard_address=None,
            local_directory=folder,
            silence_logs=logging.CRITICAL + 1,
        )
    except (OSError, RuntimeError):
        # Such as where no process may share memory with another one (/dev/shm).
        raise Refused(Problem("workers-not-started")) from None
    stack.callback(cluster.close, timeout=10)
    client = Client(cluster, security=security, set_as_default=False)
    stack.callback(_leave, client)
    return client


def _remote(place: Scheduler, stack: ExitStack) -> Any:
    from distributed import Client
    from distributed.security import Security

    if not place.address.startswith("tls://"):
        raise Refused(Problem("scheduler-not-encrypted"))
    for file in (place.ca, place.certificate, place.key):
        if not file.is_file():
            raise Refused(Problem("certificate-missing", params={"file": file.name}))
    security = Security(
        tls_ca_file=str(place.ca),
        tls_client_cert=str(place.certificate),
        tls_client_key=str(place.key),
        require_encryption=True,
    )
    try:
        asyncio.run(_try_out(place.address, security))
        client = Client(
            place.address, security=security, timeout=_CONNECT_SECONDS, set_as_default=False
        )
    except (OSError, TimeoutError, ValueError) as error:
        params = {"address": place.address}
        code = "scheduler-certificate" if _is_of_certificate(error) else "scheduler-unreachable"
        raise Refused(Problem(code, params=params)) from None
    stack.callback(_leave, client)
    return client


def _leave(client: Any) -> None:
    # What was computed remains valid, even if the connection is lost by now.
    with suppress(Refused), connected():
        client.close()


async def _try_out(address: str, security: Any) -> None:
    """Connect once: a client waits without end for one that accepts and never answers."""
    from distributed.comm.core import connect

    async with asyncio.timeout(_CONNECT_SECONDS):
        arguments = security.get_connection_args("client")
        connection = await connect(address, timeout=_CONNECT_SECONDS, **arguments)
    await connection.close()


def _is_of_certificate(error: BaseException | None) -> bool:
    """Return whether an error, or what led to it, is one of the encryption."""
    while error is not None:
        if type(error).__name__.startswith("SSL"):
            return True
        error = error.__cause__ or error.__context__
    return False
