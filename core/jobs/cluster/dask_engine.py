"""Has blocks computed by the workers of a Dask cluster."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from core.errors import Problem, Refused
from core.jobs import Job
from core.jobs.block_engine import BlockEngine
from core.jobs.cluster.cluster_watch import ClusterWatch, refusal_of
from core.jobs.cluster.connection import guard_connection
from core.jobs.cluster.worker_replies import read_reply, reply_to

Task = TypeVar("Task")
Outcome = TypeVar("Outcome")

# So many blocks of each worker are sent in advance; the others stay here, so that the scheduler
# holds few of them.
_AHEAD = 2
_LOOKS_PER_SECOND = 10
# Replies that are lost on their way, as when a worker dies, before the cluster counts as lost.
_MOST_LOST_REPLIES = 10
# Dask repeats what was lost with a worker.
_UNDER_WAY = ("pending", "lost")


class DaskEngine(BlockEngine):
    """Computes blocks on the workers of a Dask cluster, and sends them what they need.

    Each task is sent by itself. Dask gives those of a worker that died to another one.
    """

    def __init__(self, client: Any) -> None:
        self.client = client

    def wrong_outcome(self) -> Exception:
        """Build the refusal of a cluster whose workers return wrong outcomes."""
        return Refused(Problem("cluster-wrong-result"))

    def map(
        self,
        work: Callable[[Task, Job], Outcome],
        tasks: Sequence[Task],
        units: Sequence[int],
        job: Job,
    ) -> Iterator[Outcome]:
        """Compute the outcome of every task; see `BlockEngine.map`."""
        running: dict[Any, int] = {}
        outcomes: dict[int, Outcome] = {}
        n_sent = n_yielded = n_lost = units_done = 0
        watch, call = ClusterWatch(self.client), partial(reply_to, work)

        def send(position: int) -> None:
            with guard_connection():
                running[self.client.submit(call, tasks[position], pure=False)] = position

        try:
            while n_yielded < len(units):
                while n_sent < len(units) and len(running) < _AHEAD * watch.workers:
                    send(n_sent)
                    n_sent += 1
                for future in self._list_finished(running, watch, job):
                    status = future.status
                    if status in _UNDER_WAY:
                        # Its worker died after the reply was ready.
                        continue
                    position = running.pop(future)
                    if status != "finished":
                        raise refusal_of(future)
                    try:
                        reply = self._reply(future)
                    except Refused:
                        n_lost += 1
                        if n_lost > _MOST_LOST_REPLIES or self.client.status != "running":
                            raise
                        send(position)
                        continue
                    outcomes[position] = read_reply(work, reply)
                    future.release()
                    units_done += units[position]
                    job.update(units_done)
                while n_yielded in outcomes:
                    yield outcomes.pop(n_yielded)
                    n_yielded += 1
        finally:
            # The reader may have given up, and closed the client, which cancels by itself.
            if self.client.status == "running":
                with suppress(Refused), guard_connection():
                    self.client.cancel(list(running), force=True)

    def _reply(self, future: Any) -> object:
        """Fetch a worker's reply; raise `Refused` if it is lost on its way."""
        with guard_connection():
            reply: object = future.result()
        return reply

    def _list_finished(self, running: dict[Any, int], watch: ClusterWatch, job: Job) -> list[Any]:
        """List the futures that have ended, after a short wait if none has."""
        deadline = time.monotonic() + 1 / _LOOKS_PER_SECOND
        while True:
            job.check()
            watch.check()
            ended = [future for future in running if future.status not in _UNDER_WAY]
            if ended or time.monotonic() > deadline:
                return ended
            time.sleep(0.005)
