"""Watches whether a Dask cluster still has a scheduler and workers."""

from __future__ import annotations

import time
from typing import Any

from core.errors import Problem, Refused
from core.jobs.cluster.connection import guard_connection

_ANSWER_SECONDS = 5.0
# A worker that died is started again by its nanny: within seconds, or minutes on a busy computer.
_LIMIT_SECONDS = 180.0


class ClusterWatch:
    """Notices that the connection or all workers of a cluster are lost.

    Parameters
    ----------
    client : distributed.Client
        Connected.

    Attributes
    ----------
    workers : int
        How many the cluster had when it was last asked; at least 1.
    """

    def __init__(self, client: Any) -> None:
        self._client = client
        self._seen = self._looked = time.monotonic()
        self.workers = max(1, self._count())

    def renew(self) -> None:
        """Begin again, after a period without checks."""
        self._seen = time.monotonic()
        self.check()

    def check(self) -> None:
        """Raise `Refused` if the cluster is lost; it is asked once a second."""
        if self._client.status != "running":
            raise Refused(Problem("cluster-lost"))
        now = time.monotonic()
        if now - self._looked < 1.0:
            return
        self._looked, count = now, self._count()
        if count:
            self._seen, self.workers = now, count
        elif now - self._seen > _LIMIT_SECONDS:
            raise Refused(Problem("cluster-without-workers"))

    def _count(self) -> int:
        ask = self._client.scheduler.ncores
        try:
            with guard_connection():
                return len(self._client.sync(ask, callback_timeout=_ANSWER_SECONDS))
        except Refused:
            return 0


def refusal_of(future: Any) -> Refused:
    """Build the refusal for a task that ended without a result."""
    code = "cluster-lost"
    if future.status == "error":
        with guard_connection():
            error = future.exception()
        # A worker that joined after the versions were checked.
        if "ModuleNotFoundError" in repr(error) or "deserialization" in repr(error):
            code = "cluster-without-statveil"
        elif type(error).__name__ == "KilledWorker":
            code = "workers-died"
    return Refused(Problem(code))
