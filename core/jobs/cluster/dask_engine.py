"""Has blocks computed by the workers of a Dask cluster."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import partial
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.errors import Refused
from core.jobs import Job
from core.jobs.block_engine import BlockEngine
from core.jobs.chosen_rows import SharedRows
from core.jobs.cluster.cluster_watch import ClusterWatch, lost_by
from core.jobs.cluster.connection import connected
from core.jobs.cluster.guarded_work import guarded, opened

Piece = TypeVar("Piece")
Found = TypeVar("Found")

# So many blocks of each worker are sent in advance; the others stay here, so that the scheduler
# holds few of them.
_AHEAD = 2
_LOOKS_PER_SECOND = 10


class DaskEngine(BlockEngine):
    """Computes blocks on the workers of a Dask cluster, and sends them what they need.

    Each task is sent by itself. Dask gives those of a worker that died to another one.

    Parameters
    ----------
    client : distributed.Client
        Connected.
    """

    def __init__(self, client: Any) -> None:
        self.client = client

    def close(self) -> None:
        """Do nothing: what a call leaves is cancelled at its end."""

    def share(self, rows: NDArray[np.float64]) -> AbstractContextManager[SharedRows]:
        """Let the blocks choose among rows, of shape (n, m); they get theirs with each block."""
        return nullcontext(SharedRows(rows))

    def map_spans(
        self,
        work: Callable[[Piece, Job], Found],
        piece: Callable[[range], Piece],
        units: Sequence[int],
        job: Job,
    ) -> Iterator[tuple[range, Found]]:
        """Yield the result of each task; see `BlockEngine.map_spans`."""
        running: dict[Any, int] = {}
        found: dict[int, Found] = {}
        sent = done = given = 0
        watch, call = ClusterWatch(self.client), partial(guarded, work)
        try:
            while given < len(units):
                while sent < len(units) and len(running) < _AHEAD * watch.workers:
                    own = piece(range(sent, sent + 1))
                    with connected():
                        running[self.client.submit(call, own, pure=False)] = sent
                    # Not kept until the next one is sent.
                    del own
                    sent += 1
                for future in self._finished(running, watch, job):
                    at = running[future]
                    found[at] = self._result(future)
                    del running[future]
                    future.release()
                    done += units[at]
                    job.update(done)
                while given in found:
                    yield range(given, given + 1), found.pop(given)
                    given += 1
        finally:
            with suppress(Refused), connected():
                self.client.cancel(list(running), force=True)

    def _result(self, future: Any) -> Any:
        """Return what a block's work returned; raise what kept it from returning."""
        if future.status != "finished":
            raise lost_by(future)
        with connected():
            outcome = future.result()
        return opened(outcome)

    def _finished(self, running: dict[Any, int], watch: ClusterWatch, job: Job) -> list[Any]:
        """Return the futures that have ended, after a short wait if none has."""
        deadline = time.monotonic() + 1 / _LOOKS_PER_SECOND
        while True:
            job.check()
            watch.check()
            # Dask repeats what was lost with a worker.
            ended = [future for future in running if future.status not in ("pending", "lost")]
            if ended or time.monotonic() > deadline:
                return ended
            time.sleep(0.005)
