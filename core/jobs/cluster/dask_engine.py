"""Has blocks computed by the workers of a Dask cluster."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from core.errors import Problem, PromiseBroken, Refused
from core.jobs import Job
from core.jobs.cluster.guarded_work import Outcome, guarded

Task = TypeVar("Task")
Found = TypeVar("Found")

# So many blocks of each worker are sent in advance; the others stay here, so that the scheduler
# holds few of them.
_AHEAD = 2
_LOOKS_PER_SECOND = 10
_ANSWER_SECONDS = 5.0
# A worker that died is started again by its nanny: within seconds, or minutes on a busy computer.
_LIMIT_SECONDS = 180.0


class DaskEngine:
    """Computes blocks on the workers of a Dask cluster.

    Dask moves the data and gives the blocks of a worker that died to another one. The results do
    not depend on it: they are in the order of the tasks.

    Parameters
    ----------
    client : distributed.Client
        Connected.
    """

    def __init__(self, client: Any) -> None:
        self.client = client

    def map(
        self,
        work: Callable[[Task, Job], Found],
        tasks: Sequence[Task],
        units: Sequence[int],
        job: Job,
    ) -> list[Found]:
        """Return ``work(task, job)`` of each task, in their order.

        Parameters
        ----------
        work : callable
            A function of a module, which the workers import.
        tasks : sequence
            Each is pickled.
        units : sequence of int
            Units of work of each task.
        job : Job
            Its phase is the caller's, with ``sum(units)`` units.

        Raises
        ------
        PromiseBroken
            If a block cannot keep a promise.
        Refused
            If the connection to the cluster or all workers are lost.
        Cancelled
            If the job is cancelled.
        """
        found: dict[int, Found] = {}
        running: dict[Any, int] = {}
        done, following, watch = 0, 0, _Watch(self.client)
        try:
            while len(found) < len(tasks):
                while following < len(tasks) and len(running) < _AHEAD * watch.workers:
                    sent = self.client.submit(guarded, work, tasks[following], pure=False)
                    running[sent] = following
                    following += 1
                for future in self._finished(running, watch, job):
                    at = running.pop(future)
                    found[at] = _result(future)
                    future.release()
                    done += units[at]
                    job.update(done)
        finally:
            self.client.cancel(list(running), force=True)
        return [found[at] for at in range(len(tasks))]

    def _finished(self, running: dict[Any, int], watch: _Watch, job: Job) -> list[Any]:
        """Return the futures that have ended, after a short wait if none has."""
        deadline = time.monotonic() + 1 / _LOOKS_PER_SECOND
        while True:
            job.check()
            watch.check()
            ended = [future for future in running if future.status != "pending"]
            if ended or time.monotonic() > deadline:
                return ended
            time.sleep(0.005)


class _Watch:
    """Notices that the connection or all workers of a cluster are lost."""

    def __init__(self, client: Any) -> None:
        self.client = client
        self._seen = self._looked = time.monotonic()
        self.workers = max(1, self._count())

    def check(self) -> None:
        """Raise `Refused` if the cluster is lost."""
        if self.client.status != "running":
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
        client = self.client
        ask = client.scheduler.ncores
        try:
            return len(client.sync(ask, callback_timeout=_ANSWER_SECONDS))
        except (OSError, TimeoutError):
            return 0


def _result(future: Any) -> Any:
    """Return what a block's work returned; raise what kept it from returning."""
    if future.status != "finished":
        raise Refused(Problem(_failure(future)))
    outcome: Outcome[Any] = future.result()
    if outcome.broken:
        raise PromiseBroken(*outcome.broken)
    if outcome.refused:
        raise Refused(*outcome.refused)
    if outcome.defect:
        raise RuntimeError(outcome.defect)
    return outcome.found


def _failure(future: Any) -> str:
    """Return the code of a task that did not come back from the cluster."""
    if future.status != "error":
        return "cluster-lost"
    error = future.exception()
    # A worker that joined after the versions were checked.
    if "ModuleNotFoundError" in repr(error) or "deserialization" in repr(error):
        return "cluster-without-statveil"
    return "workers-died" if type(error).__name__ == "KilledWorker" else "cluster-lost"
