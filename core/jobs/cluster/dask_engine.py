"""Has blocks computed by the workers of a Dask cluster."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import count, pairwise
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from core.errors import Problem, PromiseBroken, Refused
from core.jobs import Job
from core.jobs.chosen_rows import SharedRows
from core.jobs.cluster.connection import connected
from core.jobs.cluster.guarded_work import Outcome, each, guarded
from core.jobs.cluster.shared_pieces import (
    found_of,
    guarded_from_file,
    read_piece,
    write_piece,
)

Task = TypeVar("Task")
Found = TypeVar("Found")

# So many blocks of each worker are sent in advance; the others stay here, so that the scheduler
# holds few of them.
_AHEAD = 2
# On this computer several small blocks go together: of those that are left each worker gets so many
# shares, which become smaller towards the end, where the workers wait for the last one, but none
# so small that to send it takes longer than that wait.
_SHARES, _MESSAGES, _MOST_TOGETHER = 1.5, 3, 500_000
_LOOKS_PER_SECOND = 10
_ANSWER_SECONDS = 5.0
# A worker that died is started again by its nanny: within seconds, or minutes on a busy computer.
_LIMIT_SECONDS = 180.0


class _Sent(NamedTuple):
    """Tasks that were sent together, and the file that they are in, if they are."""

    begin: int
    end: int
    path: Path | None = None


class DaskEngine:
    """Computes blocks on the workers of a Dask cluster.

    Dask gives the blocks of a worker that died to another one. The results do not depend on it:
    they are in the order of the tasks.

    Parameters
    ----------
    client : distributed.Client
        Connected.
    folder : Path, optional
        In the memory of this computer, on which all workers are
        (`core.jobs.cluster.shared_pieces`); without it Dask moves the data.
    """

    def __init__(self, client: Any, folder: Path | None = None) -> None:
        self.client = client
        self._folder, self._numbers = folder, count()

    @contextmanager
    def share(self, rows: NDArray[np.float64]) -> Iterator[SharedRows]:
        """Let the blocks choose among rows, of shape (n, m), for as long as the context lasts.

        Workers on this computer read them in a file in memory, if it fits; others get their rows
        with each block.
        """
        path = self._folder and self._folder / f"rows-{next(self._numbers)}.npy"
        if path is None:
            yield SharedRows(rows)
            return
        try:
            try:
                np.save(path, rows, allow_pickle=False)
                shared = SharedRows(rows, path)
            except OSError:
                path.unlink(missing_ok=True)
                shared = SharedRows(rows)
            yield shared
        finally:
            path.unlink(missing_ok=True)

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
        found: list[Found | None] = [None] * len(tasks)
        running: dict[Any, _Sent] = {}
        done, following, watch = 0, 0, _Watch(self.client)
        try:
            while running or following < len(tasks):
                ends = [following]
                while ends[-1] < len(tasks) and len(running) + len(ends) <= _AHEAD * watch.workers:
                    ends.append(self._end(units, ends[-1], watch.workers))
                running |= self._send(work, tasks, pairwise(ends))
                following = ends[-1]
                for future in self._finished(running, watch, job):
                    sent = running[future]
                    # A worker that dies before it has handed this over makes another one do it all
                    # again, for which the file is needed.
                    found[sent.begin : sent.end] = self._result(future, sent)
                    del running[future]
                    future.release()
                    self._forget(sent)
                    done += sum(units[sent.begin : sent.end])
                    job.update(done)
        finally:
            with suppress(Refused), connected():
                self.client.cancel(list(running), force=True)
            for sent in running.values():
                self._forget(sent)
        return cast("list[Found]", found)

    def _end(self, units: Sequence[int], begin: int, workers: int) -> int:
        """Return the end of the tasks from `begin` on that are sent together."""
        if self._folder is None:
            return begin + 1
        share = max(sum(units[begin:]) / (_SHARES * workers), sum(units) / (_MESSAGES * workers))
        end = begin + 1
        while end < len(units) and sum(units[begin : end + 1]) <= min(share, _MOST_TOGETHER):
            end += 1
        return end

    def _send(
        self,
        work: Callable[[Task, Job], Found],
        tasks: Sequence[Task],
        spans: Iterable[tuple[int, int]],
    ) -> dict[Any, _Sent]:
        """Send the tasks of some spans; those in files by a single message."""
        found, filed, call = {}, list[_Sent](), partial(each, work)
        try:
            for begin, end in spans:
                together = [tasks[at] for at in range(begin, end)]
                path = self._folder and self._folder / str(next(self._numbers))
                if path and write_piece(path, together):
                    filed.append(_Sent(begin, end, path))
                    continue
                with connected():
                    future = self.client.submit(guarded, call, together, pure=False)
                found[future] = _Sent(begin, end)
            names = [str(sent.path) for sent in filed]
            if names:
                with connected():
                    futures = self.client.map(partial(guarded_from_file, call), names, pure=False)
                found |= zip(futures, filed, strict=True)
        except BaseException:
            for sent in filed:
                self._forget(sent)
            raise
        return found

    def _result(self, future: Any, sent: _Sent) -> Any:
        """Return what a block's work returned; raise what kept it from returning."""
        if sent.path and found_of(sent.path).exists():
            # To ask Dask for it would take longer than to read it.
            return self._opened(read_piece(found_of(sent.path)))
        status = future.status
        if status != "finished":
            code = "cluster-lost"
            if status == "error":
                with connected():
                    error = future.exception()
                # A worker that joined after the versions were checked.
                if "ModuleNotFoundError" in repr(error) or "deserialization" in repr(error):
                    code = "cluster-without-statveil"
                elif type(error).__name__ == "KilledWorker":
                    code = "workers-died"
            raise Refused(Problem(code))
        with connected():
            outcome = future.result()
        if outcome is None and sent.path:
            outcome = read_piece(found_of(sent.path))
        return self._opened(outcome)

    @staticmethod
    def _opened(outcome: Outcome[Any]) -> Any:
        """Return what an outcome holds; raise what kept the work from it."""
        if outcome.broken:
            raise PromiseBroken(*outcome.broken)
        if outcome.refused:
            raise Refused(*outcome.refused)
        if outcome.defect:
            raise RuntimeError(outcome.defect)
        return outcome.found

    def _forget(self, sent: _Sent) -> None:
        """Remove the file of tasks, and those of what was found, also by workers that died."""
        if sent.path is not None:
            for path in (sent.path, *sent.path.parent.glob(f"{sent.path.name}-*")):
                path.unlink(missing_ok=True)

    def _finished(self, running: Iterable[Any], watch: _Watch, job: Job) -> list[Any]:
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
            with connected():
                return len(client.sync(ask, callback_timeout=_ANSWER_SECONDS))
        except Refused:
            return 0
