"""Has blocks computed by workers of this computer, which take them from a folder in memory."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.errors import Problem, Refused
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
        path = self._folder / f"rows-{next(self._numbers)}.npy"
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
        try:
            shifts = self._idle.pop()
        except IndexError:
            shifts = _Shifts(self.client, self._folder / f"tasks-{next(self._numbers)}")
        try:
            shifts.begin()
        except OSError:
            # No space even for an empty folder.
            return DaskEngine(self.client).map(work, tasks, units, job)
        batches = _Batches(work, tasks, units, watch.workers)
        with _withdrawn(shifts):
            self._advance(batches, shifts, watch, job)
        return self._results(batches, shifts, watch, job)

    def _results(
        self, batches: _Batches[Task, Found], shifts: _Shifts, watch: ClusterWatch, job: Job
    ) -> Iterator[Found]:
        done = 0
        with _withdrawn(shifts), shifts.tasks.bell() as wait:
            while not batches.all_given:
                job.check()
                watch.check()
                _take_results(batches, shifts.tasks, wait)
                self._advance(batches, shifts, watch, job)
                for found, units in batches.ready():
                    yield from found
                    done += units
                    job.update(done)
                    # Nobody has looked while the results were used.
                    watch.renew()
            # Of tasks that two workers have done.
            shifts.tasks.clear(batches.numbers)
        self._idle.append(shifts)

    def _advance(
        self, batches: _Batches[Task, Found], shifts: _Shifts, watch: ClusterWatch, job: Job
    ) -> None:
        """Put the next batches into the folder, and have workers in their shifts."""
        most = _AHEAD * watch.workers
        while batches.has_more and not batches.full and len(batches.put) < most:
            tasks, number = batches.next_tasks(), next(self._numbers)
            if shifts.tasks.put(number, (batches.work, tasks)):
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
        self, batches: _Batches[Task, Found], number: int, watch: ClusterWatch, job: Job
    ) -> None:
        """Compute a batch for which the folder has no space, through the connections."""
        tasks = batches.put[number].tasks
        quiet = PartJob(job.check, lambda _: None, len(tasks), 1)
        sent = DaskEngine(self.client).map(batches.work, tasks, [1] * len(tasks), quiet)
        batches.take(number, list(sent))
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
    batches: _Batches[Task, Found], tasks: TaskFolder, wait: Callable[[float], None]
) -> None:
    """Read what workers have found, after a short wait if they have found nothing."""
    ready = [number for number in batches.put if tasks.has_found(number)]
    if batches.put and not ready:
        wait(_LOOK_SECONDS)
    for number in ready:
        batches.take(number, opened(tasks.read_found(number)))


class _Batch(NamedTuple, Generic[Task]):
    """Tasks that are together in the folder, and their place among all batches."""

    at: int
    tasks: list[Task]


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
        self.put: dict[int, _Batch[Task]] = {}
        """The batches that are in the folder, by their number there."""
        self.numbers: set[int] = set()
        """The numbers of all batches that were."""
        self._tasks, self._units = tasks, units
        self._spans = spans_of(units, workers)
        self._next: list[Task] = []
        self._following = self._given = 0
        self._found: dict[int, list[Found]] = {}
        self.full = False
        """Whether the next batch did not fit into the folder, and nothing was taken since."""

    @property
    def has_more(self) -> bool:
        return self._following < len(self._spans)

    @property
    def all_given(self) -> bool:
        return self._given == len(self._spans)

    def next_tasks(self) -> list[Task]:
        """Return the next tasks, those of the time before if they were not noted as put."""
        self._next = self._next or [self._tasks[at] for at in self._spans[self._following]]
        return self._next

    def note_put(self, number: int) -> None:
        self.put[number] = _Batch(self._following, self._next)
        self.numbers.add(number)
        self._following += 1
        self._next = []

    def take(self, number: int, found: list[Found]) -> None:
        self._found[self.put.pop(number).at] = found
        self.full = False

    def ready(self) -> Iterator[tuple[list[Found], int]]:
        """Yield the results of the next batches as far as they are there, and their units."""
        while self._given in self._found:
            units = sum(self._units[at] for at in self._spans[self._given])
            yield self._found.pop(self._given), units
            self._given += 1


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
