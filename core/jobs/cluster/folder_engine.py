"""Has blocks computed by workers of this computer, which take them from a folder in memory."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.jobs import Job
from core.jobs.chosen_rows import SharedRows
from core.jobs.cluster.cluster_watch import ClusterWatch, lost_by
from core.jobs.cluster.connection import connected
from core.jobs.cluster.dask_engine import DaskEngine
from core.jobs.cluster.guarded_work import opened
from core.jobs.cluster.task_folder import TaskFolder
from core.jobs.cluster.worker_shift import FolderFullError, work_shift
from core.jobs.parallel_parts import PartJob

Task = TypeVar("Task")
Found = TypeVar("Found")

# So many batches of each worker wait in the folder or are worked at.
_AHEAD = 2
# Each worker gets this share of what is left at a time, so that batches become smaller towards the
# end, where the workers wait for the last one; but none so small that to read it takes long. The
# first ones are as small, so that all workers soon have something to do.
_SHARES, _BATCHES, _LARGEST_BATCH = 1.5, 5, 500_000
# A shift that has ended is noticed after so many seconds at most.
_LOOK_SECONDS = 0.02
# Dask repeats what was lost with a worker.
_RUNNING = ("pending", "lost")


class FolderEngine:
    """Computes blocks on workers of this computer.

    Dask starts the workers and their shifts (`core.jobs.cluster.worker_shift`), and starts both
    again if they die. The results do not depend on it: they are in the order of the tasks.

    Parameters
    ----------
    client : distributed.Client
        Connected; all workers are on this computer.
    folder : Path
        In the memory of this computer (`core.jobs.cluster.shared_pieces`).
    """

    def __init__(self, client: Any, folder: Path) -> None:
        self.client = client
        self._folder, self._shifts = TaskFolder(folder), _Shifts(client, folder)
        self._numbers = count()
        self._watch: ClusterWatch | None = None

    @contextmanager
    def share(self, rows: NDArray[np.float64]) -> Iterator[SharedRows]:
        """Let the blocks choose among rows, of shape (n, m), for as long as the context lasts.

        Workers read them in a file in memory if it fits; otherwise they get theirs with each block.
        """
        path = self._folder.path / f"rows-{next(self._numbers)}.npy"
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
    ) -> Iterator[Found]:
        """Yield ``work(task, job)`` of each task, in their order; see `DaskEngine.map`.

        Workers begin at once, and not only when the first result is asked for.
        """
        # One for all calls, as many of them take less time than to ask the cluster.
        watch = self._watch = self._watch or ClusterWatch(self.client)
        watch.renew()
        batches = _Batches(work, tasks, units, watch.workers)
        with self._ended():
            self._advance(batches, watch, job)
        return self._results(batches, watch, job)

    def _results(
        self, batches: _Batches[Task, Found], watch: ClusterWatch, job: Job
    ) -> Iterator[Found]:
        done = 0
        with self._ended(), self._folder.bell() as wait:
            while not batches.all_given:
                job.check()
                watch.check()
                self._take_results(batches, wait)
                self._advance(batches, watch, job)
                for found, units in batches.ready():
                    yield from found
                    done += units
                    job.update(done)
        # Of tasks that two workers have done.
        self._folder.clear()

    @contextmanager
    def _ended(self) -> Iterator[None]:
        """Leave nothing to do if the work ends too early."""
        try:
            yield
        except BaseException:
            self._folder.clear()
            self._shifts.forget()
            raise

    def _advance(self, batches: _Batches[Task, Found], watch: ClusterWatch, job: Job) -> None:
        """Have workers in their shifts, and put the next batches into the folder."""
        for number, tasks in self._shifts.fill(min(watch.workers, batches.left), batches.put):
            # What was found did not fit.
            batches.take(number, self._send(batches.work, tasks, job))
        while batches.has_more and len(batches.put) < _AHEAD * watch.workers:
            tasks, number = batches.next_tasks(), next(self._numbers)
            if self._folder.put(number, (batches.work, tasks)):
                batches.note_put(number)
            elif batches.put:
                # It will fit when something was read.
                return
            else:
                batches.note_put(number)
                batches.take(number, self._send(batches.work, tasks, job))

    def _take_results(self, batches: _Batches[Task, Found], wait: Callable[[float], None]) -> None:
        """Read what workers have found, after a short wait if they have found nothing."""
        ready = [number for number in batches.put if self._folder.has_found(number)]
        if batches.put and not ready:
            wait(_LOOK_SECONDS)
        for number in ready:
            batches.take(number, opened(self._folder.read_found(number)))

    def _send(
        self, work: Callable[[Task, Job], Found], tasks: Sequence[Task], job: Job
    ) -> list[Found]:
        """Compute tasks for which the folder has no space, through the connections."""
        quiet = PartJob(job.check, lambda _: None, len(tasks), 1)
        return list(DaskEngine(self.client).map(work, tasks, [1] * len(tasks), quiet))


class _Batches(Generic[Task, Found]):
    """The tasks of a call, several together, and what was found for them."""

    def __init__(
        self,
        work: Callable[[Task, Job], Found],
        tasks: Sequence[Task],
        units: Sequence[int],
        workers: int,
    ) -> None:
        self.work = work
        self.put: dict[int, int] = {}
        """The batches that are in the folder, by their number there."""
        self._tasks, self._units = tasks, units
        self._spans = spans_of(units, workers)
        self._next: list[Task] = []
        self._following = self._given = 0
        self._found: dict[int, list[Found]] = {}

    @property
    def all_given(self) -> bool:
        return self._given == len(self._spans)

    @property
    def has_more(self) -> bool:
        return self._following < len(self._spans)

    @property
    def left(self) -> int:
        """How many are not done."""
        return len(self._spans) - self._following + len(self.put)

    def next_tasks(self) -> list[Task]:
        """Return the next tasks, those of the time before if they were not noted as put."""
        self._next = self._next or [self._tasks[at] for at in self._spans[self._following]]
        return self._next

    def note_put(self, number: int) -> None:
        self.put[number] = self._following
        self._following += 1
        self._next = []

    def take(self, number: int, found: list[Found]) -> None:
        self._found[self.put.pop(number)] = found

    def ready(self) -> Iterator[tuple[list[Found], int]]:
        """Yield the results of the next batches as far as they are there, and their units."""
        while self._given in self._found:
            units = sum(self._units[at] for at in self._spans[self._given])
            yield self._found.pop(self._given), units
            self._given += 1


class _Shifts:
    """The shifts that workers are in."""

    def __init__(self, client: Any, folder: Path) -> None:
        self._client, self._folder = client, TaskFolder(folder)
        self._names = count()
        self._running: dict[str, Any] = {}

    def forget(self) -> None:
        """Let shifts end when they will; those that have not begun are cancelled."""
        self._running.clear()

    def fill(self, workers: int, put: Container[int]) -> list[tuple[int, list[Any]]]:
        """Have so many workers in a shift, at least.

        Return the numbers of tasks in the folder whose results did not fit, and the tasks.
        """
        unfit = list[tuple[int, list[Any]]]()
        for name, shift in list(self._running.items()):
            if shift.status in _RUNNING:
                continue
            del self._running[name]
            number = _unfit(shift)
            if number in put:
                unfit.append((number, self._folder.read_taken(number, name)[1]))
            self._folder.give_back(name)
        names = [str(next(self._names)) for _ in range(workers - len(self._running))]
        if names:
            work = partial(work_shift, str(self._folder.path))
            with connected():
                begun = self._client.map(work, names, pure=False)
            self._running |= zip(names, begun, strict=True)
        return unfit


def _unfit(shift: Any) -> int:
    """Return the number of the tasks with which a shift ended too early; -1 for none."""
    if shift.status == "finished":
        return -1
    with connected():
        error = shift.exception() if shift.status == "error" else None
    if not isinstance(error, FolderFullError):
        raise lost_by(shift)
    return int(error.args[0])


def spans_of(units: Sequence[int], workers: int) -> list[range]:
    """Divide tasks into batches for so many workers."""
    spans, left, least = list[range](), sum(units), sum(units) / (_BATCHES * workers)
    begin = 0
    while begin < len(units):
        share = left / (_SHARES * workers) if len(spans) >= workers else least
        most = min(max(share, least), _LARGEST_BATCH)
        end, size = begin + 1, units[begin]
        while end < len(units) and size + units[end] <= most:
            size += units[end]
            end += 1
        spans.append(range(begin, end))
        begin, left = end, left - size
    return spans
