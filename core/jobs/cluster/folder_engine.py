"""Has blocks computed by workers of this computer, which take them from a folder in memory."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.errors import Problem, Refused
from core.jobs import Job
from core.jobs.block_engine import BlockEngine
from core.jobs.chosen_rows import SharedRows, rows_in_file
from core.jobs.cluster.cluster_watch import ClusterWatch, lost_by
from core.jobs.cluster.connection import connected
from core.jobs.cluster.dask_engine import DaskEngine
from core.jobs.cluster.guarded_work import opened
from core.jobs.cluster.task_batches import TaskBatches
from core.jobs.cluster.task_folder import TaskFolder
from core.jobs.cluster.worker_shift import FolderFullError, work_shift
from core.jobs.parallel_parts import PartJob

Piece = TypeVar("Piece")
Found = TypeVar("Found")

# So many batches of each worker wait in the folder or are worked at.
_AHEAD = 2
# A shift that has ended is noticed after so many seconds at most.
_LOOK_SECONDS = 0.02
# Dask repeats what was lost with a worker.
_RUNNING = ("pending", "lost")


class FolderEngine(BlockEngine):
    """Computes blocks on workers of this computer.

    Dask starts the workers and their shifts (`core.jobs.cluster.worker_shift`), and starts both
    again if they die.

    Parameters
    ----------
    client : distributed.Client
        Connected; all workers are on this computer.
    folder : Path
        In the memory of this computer (`core.jobs.cluster.shared_pieces`).
    """

    def __init__(self, client: Any, folder: Path) -> None:
        self.client = client
        self._folder, self._numbers = folder, count()
        self._watch: ClusterWatch | None = None
        # A call has shifts of its own, as calls may come from several threads.
        self._idle: list[_Shifts] = []

    def close(self) -> None:
        """End all shifts at once."""
        while self._idle:
            self._idle.pop().end()

    @contextmanager
    def share(self, rows: NDArray[np.float64]) -> Iterator[SharedRows]:
        """Let the blocks choose among rows, of shape (n, m), for as long as the context lasts.

        Workers read them in a file in memory if it fits; otherwise they get theirs with each block.
        """
        with suppress(OSError):
            # Dask takes a moment to have workers begin.
            shifts = self._begun()
            with _withdrawn(shifts):
                shifts.fill(self._watched().workers)
            self._idle.append(shifts)
        with rows_in_file(self._folder / f"rows-{next(self._numbers)}.npy", rows) as shared:
            yield shared

    def map_spans(
        self,
        work: Callable[[Piece, Job], Found],
        piece: Callable[[range], Piece],
        units: Sequence[int],
        job: Job,
    ) -> Iterator[tuple[range, Found]]:
        """Yield the results of a few tasks at a time; see `BlockEngine.map_spans`.

        Workers begin at once, and not only when the first result is asked for.
        """
        watch = self._watched()
        try:
            shifts = self._begun()
        except OSError:
            # No space even for an empty folder.
            return DaskEngine(self.client).map_spans(work, piece, units, job)
        batches = TaskBatches(work, piece, units, watch.workers)
        with _withdrawn(shifts):
            self._advance(batches, shifts, watch, job)
        return self._results(batches, shifts, watch, job)

    def _watched(self) -> ClusterWatch:
        # One for all calls, as many of them take less time than to ask the cluster.
        self._watch = self._watch or ClusterWatch(self.client)
        self._watch.renew()
        return self._watch

    def _begun(self) -> _Shifts:
        """Return shifts that no other call has, with their folder."""
        try:
            shifts = self._idle.pop()
        except IndexError:
            shifts = _Shifts(self.client, self._folder / f"tasks-{next(self._numbers)}")
        shifts.begin()
        return shifts

    def _results(
        self, batches: TaskBatches[Piece, Found], shifts: _Shifts, watch: ClusterWatch, job: Job
    ) -> Iterator[tuple[range, Found]]:
        done = 0
        with _withdrawn(shifts), shifts.tasks.bell() as wait:
            while not batches.all_given:
                job.check()
                watch.check()
                _take_results(batches, shifts.tasks, wait)
                self._advance(batches, shifts, watch, job)
                for span, found, units in batches.ready():
                    yield span, found
                    done += units
                    job.update(done)
                    # Nobody has looked while the results were used.
                    watch.renew()
            # Of tasks that two workers have done.
            shifts.tasks.clear(batches.numbers)
        self._idle.append(shifts)

    def _advance(
        self, batches: TaskBatches[Piece, Found], shifts: _Shifts, watch: ClusterWatch, job: Job
    ) -> None:
        """Put the next batches into the folder, and have workers in their shifts."""
        most = _AHEAD * watch.workers
        while batches.has_more and not batches.full and len(batches.put) < most:
            piece, number = batches.next_piece(), next(self._numbers)
            if shifts.tasks.put(number, (batches.work, piece)):
                batches.note_put(number)
            elif batches.put:
                # It will fit when something was read.
                batches.full = True
            else:
                batches.note_put(number)
                self._send(batches, number, watch, job)
        for number in shifts.fill(min(watch.workers, len(batches.put))):
            if number in batches.put:
                # What was found does not fit.
                self._send(batches, number, watch, job)

    def _send(
        self, batches: TaskBatches[Piece, Found], number: int, watch: ClusterWatch, job: Job
    ) -> None:
        """Compute the tasks for which the folder has no space, through the connections.

        Each is sent by itself, so that all workers have some.
        """
        span, quiet = batches.put[number], PartJob(job.check, lambda _: None, 1, 1)

        def piece(some: range) -> Piece:
            return batches.piece(span[some.start : some.stop])

        sent = DaskEngine(self.client).map_spans(batches.work, piece, [1] * len(span), quiet)
        parts = [(span[some.start : some.stop], found) for some, found in sent]
        batches.take_parts(number, parts)
        watch.renew()


@contextmanager
def _withdrawn(shifts: _Shifts) -> Iterator[None]:
    """Withdraw the remaining tasks if the work ends early."""
    try:
        yield
    except BaseException:
        shifts.end()
        raise


def _take_results(
    batches: TaskBatches[Piece, Found], tasks: TaskFolder, wait: Callable[[float], None]
) -> None:
    """Wait a short time for workers to find something, and read it."""
    if batches.put:
        wait(_LOOK_SECONDS)
    for number in sorted(tasks.found() & batches.put.keys()):
        outcome, seconds = tasks.read_found(number)
        batches.take(number, opened(outcome), seconds)


class _Shifts:
    """The shifts that workers are in, and the tasks that they take.

    Workers that find the folder removed end their shift.
    """

    def __init__(self, client: Any, folder: Path) -> None:
        self._client, self.tasks = client, TaskFolder(folder)
        self._names = count()
        self._running: dict[str, Any] = {}

    def begin(self) -> None:
        """Make the folder unless it exists."""
        self.tasks.path.mkdir(mode=0o700, exist_ok=True)

    def end(self) -> None:
        """End all shifts, each as soon as the worker has finished its current tasks."""
        shutil.rmtree(self.tasks.path, ignore_errors=True)
        self._running.clear()

    def fill(self, workers: int) -> list[int]:
        """Keep at least so many workers in shifts.

        Return the numbers of tasks whose results did not fit; they are removed.
        """
        unfit = list[int]()
        for name, shift in list(self._running.items()):
            if shift.status in _RUNNING:
                continue
            del self._running[name]
            if not self.tasks.path.is_dir():
                raise Refused(Problem("cluster-lost"))
            unfit += _unfit(shift)
            self.tasks.clear(unfit)
            self.tasks.give_back(name)
        names = [str(next(self._names)) for _ in range(workers - len(self._running))]
        if names:
            work = partial(work_shift, str(self.tasks.path))
            with connected():
                begun = self._client.map(work, names, pure=False)
            self._running |= zip(names, begun, strict=True)
        return unfit


def _unfit(shift: Any) -> list[int]:
    """Return the number of the tasks with which a shift ended too early, if it did."""
    if shift.status == "finished":
        return []
    with connected():
        error = shift.exception() if shift.status == "error" else None
    if not isinstance(error, FolderFullError):
        raise lost_by(shift)
    return [int(error.args[0])]
